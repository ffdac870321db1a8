// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Small records to probe, as lines of JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa_test {

/// A HotpotQA record with `facts` paragraphs "P0", "P1", … of two sentences, of which the first `supports` support.
/// The answer "India" stands in the second one.
inline std::string hotpotqa_line(std::string_view id, std::size_t facts = 5, std::size_t supports = 2) {
  std::string context, support;
  for (std::size_t i = 0; i < facts; ++i) {
    const std::string title = "P" + std::to_string(i);
    context += (i == 0 ? "" : ",") + ("[\"" + title) + "\",[\"" + title + " one." + (i == 1 ? " India \\u00e9." : "") +
               "\",\"" + title + " two.\"]]";
    if (i < supports) support += (i == 0 ? "" : ",") + ("[\"" + title) + "\",0]";
  }
  return "{\"_id\":\"" + std::string{id} + "\",\"answer\":\"India\",\"question\":\"Where?\",\"type\":\"bridge\"," +
         "\"supporting_facts\":[" + support + "],\"context\":[" + context + "],\"evidences\":[[\"s\",\"r\",\"o\"]]}\n";
}

}  // namespace mhqa_test
