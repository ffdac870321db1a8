// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/layouts/record_layout.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace mhqa::io;

TEST_CASE("record_layout: every layout is recognised by its fields, in each form of its tables") {
  struct sample {
    std::string_view text;
    record_layout layout;
  };
  const auto all = {record_layout::drop,       record_layout::flashrag,     record_layout::verl,
                    record_layout::ragas,      record_layout::multihop_rag, record_layout::squad,
                    record_layout::musique,    record_layout::hieradate,    record_layout::twowiki,
                    record_layout::strategyqa, record_layout::hotpotqa,     record_layout::yourbench};
  for (const sample& one : {
           sample{R"({"id": "1", "context": {"title": [], "sentences": []}})", record_layout::hotpotqa},
           sample{R"({"_id": "1", "context": []})", record_layout::hotpotqa},
           sample{R"({"_id": "1", "context": [], "evidences": {"fact": []}})", record_layout::twowiki},
           sample{R"({"id": "1", "paragraphs": {"idx": []}})", record_layout::musique},
           sample{R"({"id": "1", "question_decomposition": []})", record_layout::musique},
           sample{R"({"user_input": "?"})", record_layout::ragas},
           sample{R"({"query": "?", "evidence_list": []})", record_layout::multihop_rag},
           sample{R"({"qid": "1"})", record_layout::strategyqa},
           sample{R"({"question": "?", "citations": []})", record_layout::yourbench},
       }) {
    CAPTURE(one.text);
    const mhqa_test::scratch here;
    const std::string file = here.write("f", std::string{one.text} + "\n").string();
    CHECK(find_record_layout(file, all, record_layout::drop, [](const auto&) { return "?"; }) == one.layout);
    CHECK(find_layout_of_head(one.text, all) == one.layout);
  }
  CHECK(!find_layout_of_head(R"({"id": "1", "context": "a text"})", all));
  CHECK(!find_layout_of_head(R"({"id": "1", "text": "\"user_input\": 1"})", all));
}
