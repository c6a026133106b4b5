#include "data/read/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/name_list.h"
#include "base/text.h"
#include "data/read/source.h"

namespace espalier {
namespace {

class Planner {
 public:
  Planner(const std::vector<std::string>& names, const std::string& source, const ReadOptions& options)
      : names_(names), source_(source), options_(options) {
    plan_.columns.resize(names.size());
    for (std::size_t c = 0; c < names.size(); ++c) {
      plan_.columns[c].name = names[c];
      index_.emplace(names[c], c);
    }
  }

  Plan make() {
    place_targets_and_weight();
    place_ignored();
    if (options_.schema) {
      place_schema();
    } else {
      for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
        ColumnPlan& column = plan_.columns[c];
        if (column.role == Role::unused && !ignored_[c]) place(column, Role::feature, plan_.features++);
      }
    }
    place_typing();
    place_kept();
    return std::move(plan_);
  }

  bool has_named_columns() const {
    const auto has = [&](const std::string& name) { return index_.contains(name); };
    return std::ranges::all_of(target_names(), has) && (options_.weight.empty() || has(options_.weight)) &&
           (!options_.schema || std::ranges::all_of(*options_.schema, has, &Feature::name));
  }

 private:
  ColumnPlan* find(const std::string& name) {
    const auto at = index_.find(name);
    return at == index_.end() ? nullptr : &plan_.columns[at->second];
  }

  ColumnPlan& named_by(std::string_view option, const std::string& name) {
    if (ColumnPlan* column = find(name)) return *column;
    throw Error(ErrorCode::data,
                fmt::format("{}: {} has no column \"{}\"{}", option, source_, name, suggestion(name, names_)));
  }

  ColumnPlan& needed(const std::string& name) {
    if (ColumnPlan* column = find(name)) return *column;
    const std::string meant = suggestion(name, names_);
    throw Error(ErrorCode::data,
                fmt::format("{} has no column \"{}\"{}", source_, name, meant.empty() ? its_columns() : meant));
  }

  // For a name that is like none of them.
  std::string its_columns() const {
    constexpr std::size_t kShown = 10;
    if (names_.size() == 1)
      return fmt::format("; its only column is {}: are its cells separated by commas, semicolons, tabs or bars?",
                         shown(names_[0]));
    std::string text;
    for (std::size_t i = 0; i < std::min(names_.size(), kShown); ++i) text += (i > 0 ? ", " : "") + shown(names_[i]);
    return fmt::format("; its columns are {}{}", text, names_.size() > kShown ? ", …" : "");
  }

  static void place(ColumnPlan& column, Role role, std::size_t slot) {
    column.role = role;
    column.slot = slot;
  }

  static Error conflict(const std::string& name, std::string_view one, std::string_view other) {
    return Error(ErrorCode::usage, fmt::format("column \"{}\" cannot be both {} and {}", name, one, other));
  }

  // Names may contain commas, so that only the columns tell whether a text is one of them or a list.
  std::vector<std::string> split(const std::vector<std::string>& lists) const {
    std::vector<std::string> names;
    for (const std::string& list : lists)
      for (std::string& name : names_in(list, names_)) names.push_back(std::move(name));
    return names;
  }

  std::vector<std::string> target_names() const {
    return options_.split_targets ? split(options_.targets) : options_.targets;
  }

  void place_targets_and_weight() {
    for (const std::string& name : target_names()) {
      ColumnPlan& column = needed(name);
      if (column.role == Role::target) {
        throw Error(ErrorCode::usage, fmt::format("target: column \"{}\" is named twice", column.name));
      }
      place(column, Role::target, plan_.targets++);
    }
    if (options_.weight.empty()) return;
    ColumnPlan& column = needed(options_.weight);
    if (column.role == Role::target) throw conflict(column.name, "the target", "the weight");
    place(column, Role::weight, 0);
    column.typing = Typing::numeric;
  }

  void place_ignored() {
    ignored_.assign(plan_.columns.size(), false);
    for (const std::string& name : split(options_.ignore)) {
      const ColumnPlan& column = named_by("ignore", name);
      if (column.role == Role::target) throw conflict(name, "the target", "ignored");
      if (column.role == Role::weight) throw conflict(name, "the weight", "ignored");
      ignored_[index_.at(name)] = true;
    }
  }

  void place_schema() {
    plan_.features = options_.schema->size();
    for (std::size_t f = 0; f < options_.schema->size(); ++f) {
      const Feature& feature = (*options_.schema)[f];
      ColumnPlan* column = find(feature.name);
      if (column == nullptr) throw missing_schema_column(source_, feature.name, names_);
      if (column->role == Role::target) throw conflict(feature.name, "the target", "a feature of the model");
      if (column->role == Role::weight) throw conflict(feature.name, "the weight", "a feature of the model");
      if (column->role == Role::feature) {
        throw Error(ErrorCode::usage, fmt::format("schema: column \"{}\" is named twice", feature.name));
      }
      place(*column, Role::feature, f);
      column->expected = &feature;
      column->typing = feature.type == ColumnType::numeric ? Typing::numeric : Typing::categorical;
    }
  }

  void place_typing() {
    for (const std::string& name : split(options_.numeric)) {
      ColumnPlan& column = named_by("numeric", name);
      if (column.expected == nullptr) column.typing = Typing::numeric;
    }
    for (const std::string& name : split(options_.categorical)) {
      ColumnPlan& column = named_by("categorical", name);
      if (column.expected != nullptr) continue;
      if (column.role == Role::weight) throw conflict(name, "the weight", "categorical");
      if (column.typing == Typing::numeric) throw conflict(name, "numeric", "categorical");
      column.typing = Typing::categorical;
    }
  }

  void place_kept() {
    for (const std::string& name : split(options_.keep)) {
      ColumnPlan& column = named_by("keep", name);
      if (column.kept) throw Error(ErrorCode::usage, fmt::format("keep: column \"{}\" is named twice", column.name));
      column.kept = true;
      column.kept_slot = plan_.kept++;
    }
  }

  const std::vector<std::string>& names_;
  const std::string& source_;
  const ReadOptions& options_;
  Plan plan_;
  std::unordered_map<std::string_view, std::size_t> index_;
  std::vector<bool> ignored_;
};

}  // namespace

Plan plan_columns(const std::vector<std::string>& names, const std::string& source, const ReadOptions& options) {
  return Planner(names, source, options).make();
}

bool has_named_columns(const std::vector<std::string>& names, const ReadOptions& options) {
  return Planner(names, "", options).has_named_columns();
}

Error missing_schema_column(const std::string& source, const std::string& name, const std::vector<std::string>& names) {
  return Error(ErrorCode::data,
               fmt::format("{} has no column \"{}\", which the model needs{}", source, name, suggestion(name, names)));
}

}  // namespace espalier
