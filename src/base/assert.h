// For our own bugs, never for mistakes that a user can make.
#pragma once

#include <stdexcept>

#define ESPALIER_STRING_(x) #x
#define ESPALIER_STRING(x) ESPALIER_STRING_(x)
#define ESPALIER_ASSERT(condition)                                                                                     \
  (static_cast<bool>(condition) ? void(0)                                                                              \
                                : throw std::logic_error("this is a bug in Espalier: " #condition " failed, " __FILE__ \
                                                         ":" ESPALIER_STRING(__LINE__)))
