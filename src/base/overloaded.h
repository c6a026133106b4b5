// One function made of several, so that std::visit has a case for every alternative and the compiler finds a missing
// one. Tested by tests/method/options/options_test.cpp.
#pragma once

namespace espalier {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // which clang 14 asks for

}  // namespace espalier
