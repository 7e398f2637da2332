// The dialect compiler's log in the user's own words and lines.
#ifndef SM_MSL_BUILD_LOG_H
#define SM_MSL_BUILD_LOG_H

#include <string>

#include "writer.h"

namespace sm::msl {

// source: the user's MSL, whose lines are quoted under each message.
std::string map_build_log(const std::string &source, const Columns &columns, const std::string &log);

}  // namespace sm::msl
#endif
