// Option structs with one list of fields each, from which validation, command-line flags, Python keywords, help and
// docs all come:
//
//   struct SomeOptions {
//     int iterations = 300;
//     template <class Visit> static void fields(Visit&& visit) {
//       visit("iterations", &SomeOptions::iterations, Range{1, 100000}, "gradient steps of the annealing run");
//     }
//   };
//
// A field is an int, a double, an optional of either (unset: no limit, or decided from the data), a bool, an enum with
// its Choices, a vector of numbers or of words (empty: decided from the data) or a string (columns, or a file).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace espalier {

struct Range {
  double low;
  double high;
};

struct Flag {};

// Whole numbers in [low, high] with commas between them, as in 2,4,6; 2-7 stands for all from 2 to 7.
struct IntegerList {
  double low;
  double high;
};

// Numbers in [low, high] with commas between them, as in 0.5,1.
struct NumberList {
  double low;
  double high;
};

// Seconds in [low, high], as in 30s, 5m, 1.5h or, without a unit, 30.
struct Duration {
  double low;
  double high;
};

// Some of these words with commas between them.
struct WordList {
  std::span<const std::string_view> words;
};

// Names of columns with commas between them, as in a,b.
struct ColumnList {};

// The name of a file that is read.
struct FileName {};

template <class Enum>
struct Choice {
  std::string_view name;
  Enum value;
};

template <class Enum, std::size_t n>
using Choices = std::array<Choice<Enum>, n>;

}  // namespace espalier
