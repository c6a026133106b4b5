// The oracle of the CSV reader: one character at a time, one string per cell, one thread, numbers by the C library. It
// gives the table that default options must give, or throws the Error that they must throw.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/error.h"
#include "espalier/table.h"

namespace espalier::naive {

struct Cell {
  std::string text;
  std::size_t line = 0;
};

struct Record {
  std::vector<Cell> cells;
  std::size_t line = 0;
  bool empty_line = false;
};

struct Records {
  std::vector<Record> complete;
  std::string fault;  // "line: what" of the first cell that breaks the rules; the records stop there
  std::size_t fault_line = 0;
};

class Parser {
 public:
  Parser(std::string_view text, char separator) : text_(text), separator_(separator) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
  }

  Records parse() {
    Records records;
    while (at_ < text_.size()) {
      Record record;
      record.line = line_;
      record.empty_line = is_line_end();
      while (true) {
        if (!parse_cell(record, records)) return records;
        if (at_ == text_.size() || text_[at_] != separator_) break;
        ++at_;
      }
      if (at_ < text_.size()) take_line_end();
      records.complete.push_back(record);
    }
    return records;
  }

 private:
  bool is_line_end() const { return at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r'); }

  char take() {
    const char c = text_[at_++];
    const bool lone_return = c == '\r' && (at_ == text_.size() || text_[at_] != '\n');
    if (c == '\n' || lone_return) ++line_;
    return c;
  }

  void take_line_end() {
    if (take() == '\r' && at_ < text_.size() && text_[at_] == '\n') take();
  }

  bool parse_cell(Record& record, Records& records) {
    Cell cell;
    cell.line = line_;
    const bool good =
        at_ < text_.size() && text_[at_] == '"' ? parse_quoted(cell, records) : parse_plain(cell, records);
    record.cells.push_back(cell);
    return good;
  }

  bool parse_plain(Cell& cell, Records& records) {
    while (at_ < text_.size() && !is_line_end() && text_[at_] != separator_) {
      if (text_[at_] == '"') return fail(records, line_, "a quote inside a cell");
      cell.text += take();
    }
    return true;
  }

  bool parse_quoted(Cell& cell, Records& records) {
    take();
    while (true) {
      if (at_ == text_.size()) return fail(records, cell.line, "the quote that opens here is never closed");
      const char c = take();
      if (c != '"') {
        cell.text += c;
      } else if (at_ < text_.size() && text_[at_] == '"') {
        cell.text += take();
      } else {
        break;
      }
    }
    const bool ends = at_ == text_.size() || is_line_end() || text_[at_] == separator_;
    return ends || fail(records, line_, "text after a closing quote");
  }

  static bool fail(Records& records, std::size_t line, std::string_view what) {
    records.fault = what;
    records.fault_line = line;
    return false;
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

inline std::string trimmed_lower(std::string text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return "";
  text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return text;
}

inline bool missing(const std::string& cell) {
  return std::set<std::string>{"", "na", "nan", "null", "?"}.contains(trimmed_lower(cell));
}

// [+-] digits [. digits] [e [+-] digits] with a digit before the e, or [+-] inf or infinity.
inline bool is_number(const std::string& cell) {
  std::string text = trimmed_lower(cell);
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.erase(0, 1);
  if (text == "inf" || text == "infinity") return true;
  std::size_t i = 0;
  std::size_t digits = 0;
  const auto take_digits = [&] {
    std::size_t count = 0;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i, ++count;
    return count;
  };
  digits += take_digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    digits += take_digits();
  }
  if (digits == 0) return false;
  if (i < text.size() && text[i] == 'e') {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (take_digits() == 0) return false;
  }
  return i == text.size();
}

[[noreturn]] inline void fail(const std::string& message) { throw Error(ErrorCode::data, message); }

// Drops lines that are not records: empty lines before the header and at the end, and elsewhere if there are several
// columns.
inline std::vector<Record> without_empty_lines(std::vector<Record> records) {
  while (!records.empty() && records.back().empty_line) records.pop_back();
  while (!records.empty() && records.front().empty_line) records.erase(records.begin());
  if (!records.empty() && records.front().cells.size() > 1) {
    std::erase_if(records, [](const Record& record) { return record.empty_line; });
  }
  return records;
}

inline std::vector<std::string> header_names(const Record& header, const std::string& name) {
  std::vector<std::string> names;
  std::map<std::string, std::size_t> seen;
  for (std::size_t c = 0; c < header.cells.size(); ++c) {
    names.push_back(header.cells[c].text.empty() ? fmt::format("column{}", c + 1) : header.cells[c].text);
  }
  for (std::size_t c = 0; c < names.size(); ++c) {
    const auto [first, is_new] = seen.emplace(names[c], c);
    if (!is_new) {
      fail(fmt::format("{}:{}: columns {} and {} are both named", name, header.line, first->second + 1, c + 1));
    }
  }
  return names;
}

inline Column make_column(const std::string& column_name, const std::vector<std::string>& cells, bool numeric) {
  Column column;
  column.feature.name = column_name;
  if (numeric) {
    for (const std::string& cell : cells) {
      column.values.push_back(is_number(cell) ? std::strtof(trimmed_lower(cell).c_str(), nullptr)
                                              : std::strtof("nan", nullptr));
    }
    return column;
  }
  column.feature.type = ColumnType::categorical;
  std::map<std::string, std::int32_t> codes;
  for (const std::string& cell : cells) {
    if (!missing(cell)) codes.emplace(cell, 0);
  }
  for (auto& [label, code] : codes) {
    code = static_cast<std::int32_t>(column.feature.labels.size());
    column.feature.labels.push_back(label);
  }
  for (const std::string& cell : cells) column.codes.push_back(missing(cell) ? kMissingCode : codes.at(cell));
  return column;
}

// Messages are the reader's up to where its wording goes on.
inline Table read_csv(std::string_view text, char separator, const std::string& name) {
  Records parsed = Parser(text, separator).parse();
  const auto fault = [&] { return fmt::format("{}:{}: {}", name, parsed.fault_line, parsed.fault); };
  std::vector<Record> records = without_empty_lines(parsed.complete);
  if (records.empty() && parsed.fault.empty()) fail(name + " is empty");
  if (records.empty()) fail(fault());
  const std::vector<std::string> names = header_names(records[0], name);
  if (records.size() == 1 && parsed.fault.empty()) fail(name + " has a header but no rows");
  records.erase(records.begin());
  for (const Record& record : records) {
    if (record.cells.size() == names.size()) continue;
    fail(fmt::format("{}:{}: {} cell{}, the header has {}", name, record.line, record.cells.size(),
                     record.cells.size() == 1 ? "" : "s", names.size()));
  }
  if (!parsed.fault.empty()) fail(fault());

  Table table;
  table.source = name;
  table.rows = records.size();
  std::vector<bool> numeric;
  for (std::size_t c = 0; c < names.size(); ++c) {
    std::vector<std::string> cells;
    double numbers = 0, present = 0;
    for (const Record& record : records) {
      cells.push_back(record.cells[c].text);
      present += !missing(cells.back());
      numbers += is_number(cells.back());
    }
    numeric.push_back(100 * numbers >= 99 * present);
    table.columns.push_back(make_column(names[c], cells, numeric.back()));
  }
  for (const Record& record : records) {
    for (std::size_t c = 0; c < names.size(); ++c) {
      const Cell& cell = record.cells[c];
      if (numeric[c] && !missing(cell.text) && !is_number(cell.text))
        fail(fmt::format("{}:{}: column ", name, cell.line));
    }
  }
  return table;
}

}  // namespace espalier::naive
