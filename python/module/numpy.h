// Vectors as NumPy arrays, without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace espalier::python {

template <class T>
nanobind::object to_numpy(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  T* const data = owned->data();
  const nanobind::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nanobind::cast(nanobind::ndarray<nanobind::numpy, T>(data, shape, owner));
}

}  // namespace espalier::python
