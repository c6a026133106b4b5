#include "base/name_list.h"

#include <algorithm>

namespace espalier {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

struct NamePiece {
  std::string name;
  std::size_t length = 0;  // in the list, up to a comma or its end
};

NamePiece known_piece(std::string_view rest, std::span<const std::string> known) {
  NamePiece longest;
  for (std::size_t end = rest.find(',');; end = rest.find(',', end + 1)) {
    const std::string_view piece = rest.substr(0, end);
    for (const std::string_view name : {piece, trimmed(piece)}) {
      if (std::ranges::find(known, name) == known.end()) continue;
      longest = {std::string(name), piece.size()};
      break;
    }
    if (end == std::string_view::npos) return longest;
  }
}

// Two quotes within the quotes stand for one. No length if the quotes are not closed, or not before a comma.
NamePiece quoted_piece(std::string_view rest) {
  NamePiece piece;
  if (!rest.starts_with('"')) return piece;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"' && (i + 1 == rest.size() || rest[i + 1] != '"')) {
      if (i + 1 == rest.size() || rest[i + 1] == ',') piece.length = i + 1;
      return piece;
    }
    if (rest[i] == '"') ++i;
    piece.name += rest[i];
  }
  return piece;
}

}  // namespace

std::vector<std::string> names_in(std::string_view list, std::span<const std::string> known) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::string_view rest = list.substr(begin);
    NamePiece piece = known_piece(rest, known);
    if (piece.length == 0) piece = quoted_piece(rest);
    if (piece.length == 0) {
      const std::string_view unknown = rest.substr(0, rest.find(','));
      piece = {std::string(trimmed(unknown)), unknown.size()};
    }
    names.push_back(std::move(piece.name));
    begin += piece.length + 1;
  }
  return names;
}

}  // namespace espalier
