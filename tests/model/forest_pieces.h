// Model files with a forest, put together from pieces that tests break one at a time.
#pragma once

#include <bit>
#include <functional>
#include <string>
#include <vector>

#include "espalier/error.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "model/craft.h"
#include "model/errors.h"
#include "model/format.h"
#include "support/samples.h"

namespace espalier::samples {

inline void expect_refused(const FileBytes& file, const std::string& part) {
  expect_error(ErrorCode::model, "m.esp: ", [&] { decode(file, "m.esp"); });
  expect_error(ErrorCode::model, part, [&] { decode(file, "m.esp"); });
}

// The schema of a regression on one numeric feature "x".
inline FileBytes regression_schema() {
  return payload([](ByteWriter& out) {
    out.u8(0), out.u8(0), out.text("y");
    out.varint(1), out.u8(0), out.text("x");
  });
}

inline FileBytes classification_schema(Link link, const std::vector<std::string>& classes) {
  return payload([&](ByteWriter& out) {
    out.u8(1), out.u8(static_cast<std::uint8_t>(link)), out.text("y");
    out.varint(static_cast<std::uint32_t>(classes.size()));
    for (const std::string& label : classes) out.text(label);
    out.varint(1), out.u8(0), out.text("x");
  });
}

inline FileBytes targets_schema(const std::vector<std::string>& targets) {
  return payload([&](ByteWriter& out) {
    out.u8(2), out.u8(0), out.varint(static_cast<std::uint32_t>(targets.size()));
    for (const std::string& name : targets) out.text(name);
    out.varint(1), out.u8(0), out.text("x");
  });
}

// The pieces of the forest section of one feature; as they are, they make a stump with the values 1 and 2.
struct ForestPieces {
  std::vector<double> intercept = {0};
  std::vector<float> thresholds = {5};
  std::uint32_t threshold_count = 1;
  std::uint32_t trees = 1;
  std::uint8_t coding = 0;
  std::vector<float> table;
  std::function<void(BitWriter&)> bits = [](BitWriter& out) {
    out.write(1, 2), out.write(0, 1), out.write(0, 2), out.write(0, 2);
    write_value(out, 1), write_value(out, 2);
  };

  static void write_value(BitWriter& out, float value) { out.write(std::bit_cast<std::uint32_t>(value), 32); }

  FileBytes bytes() const {
    return payload([&](ByteWriter& out) {
      for (const double value : intercept) out.f64(value);
      out.varint(threshold_count);
      for (const float threshold : thresholds) out.f32(threshold);
      out.varint(trees);
      out.u8(coding);
      if (coding == 1) {
        out.varint(static_cast<std::uint32_t>(table.size()));
        for (const float value : table) out.f32(value);
      }
      BitWriter writer;
      bits(writer);
      out.raw(writer.finish());
    });
  }
};

inline FileBytes file_of(const ForestPieces& pieces, const FileBytes& schema = regression_schema()) {
  Crafted crafted;
  crafted.sections = {{1, schema}, {2, pieces.bytes()}};
  return crafted.file();
}

}  // namespace espalier::samples
