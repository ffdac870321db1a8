// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A program of each part of the package: one header of base, of core and of io.
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/probe/bipartition.hpp>

#include <cstdio>
#include <string>

int main() {
  const mhqa::scores s = mhqa::score_answer("President Barack Obama", "Barack Obama", mhqa::dialects::hotpotqa);
  std::string out;
  mhqa::io::json_writer json{out};
  json.begin_object().member("f1", s.f1).member("version", MHQA_VERSION_STRING).end_object();
  std::puts(out.c_str());
  return out == "{\"f1\": 0.8, \"version\": \"" MHQA_VERSION_STRING "\"}" ? 0 : 1;
}
