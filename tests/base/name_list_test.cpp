#include "base/name_list.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

using Strings = std::vector<std::string>;

const Strings kKnown = {"a", "b", "price, net", "net", " c", "\"d\"", ""};

TEST(NameList, IsCutAtCommas) {
  EXPECT_EQ(names_in("a,b", kKnown), (Strings{"a", "b"}));
  EXPECT_EQ(names_in("a, b", kKnown), (Strings{"a", "b"}));
  EXPECT_EQ(names_in("b", kKnown), (Strings{"b"}));
  EXPECT_EQ(names_in("x,y z , a", kKnown), (Strings{"x", "y z", "a"}));
}

TEST(NameList, NamesWithCommasAreTakenWhole) {
  EXPECT_EQ(names_in("price, net", kKnown), (Strings{"price, net"}));
  EXPECT_EQ(names_in("a,price, net,b", kKnown), (Strings{"a", "price, net", "b"}));
  EXPECT_EQ(names_in("net,price, net", kKnown), (Strings{"net", "price, net"}));
  EXPECT_EQ(names_in("price,net", kKnown), (Strings{"price", "net"}));
}

TEST(NameList, NamesMayBeInQuotes) {
  EXPECT_EQ(names_in("\"price, net\",a", kKnown), (Strings{"price, net", "a"}));
  EXPECT_EQ(names_in("\"say \"\"x, y\"\"\"", kKnown), (Strings{"say \"x, y\""}));
  EXPECT_EQ(names_in("\"d\",a", kKnown), (Strings{"\"d\"", "a"}));  // a column that is called so
  EXPECT_EQ(names_in("\"x,a", kKnown), (Strings{"\"x", "a"}));      // not closed
  EXPECT_EQ(names_in("\"x\"y,a", kKnown), (Strings{"\"x\"y", "a"}));
}

TEST(NameList, BlanksBelongToANameOnlyWhereAColumnHasThem) {
  EXPECT_EQ(names_in("a, c", kKnown), (Strings{"a", " c"}));
  EXPECT_EQ(names_in("a,c", kKnown), (Strings{"a", "c"}));
}

}  // namespace
}  // namespace espalier
