// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a graph of your own nodes with your own payload: when did two people live at the same time?
// g++ -std=c++20 -I include examples/own_graph.cpp
#include <mhqa/graph.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

struct lifetime {  // the payload
  int born, died;
};
struct node {  // looks a person up or, if it needs other nodes, intersects their lifetimes
  std::string name;
  std::vector<std::string> needs;
};

int main() {
  const std::map<std::string, lifetime> records{{"Darwin", {1809, 1882}}, {"Lovelace", {1815, 1852}}};
  const std::vector<std::vector<node>> plans{{{"overlap", {"Darwin", "Lovelace"}}, {"Darwin", {}}, {"Lovelace", {}}},
                                             {{"overlap", {"Darwin", "Newton"}}, {"Darwin", {}}, {"Newton", {}}},
                                             {{"overlap", {"Darwin", "Newton"}}, {"Darwin", {}}}};
  for (const std::vector<node>& plan : plans) try {
      const mhqa::dag graph = mhqa::dag_of(plan, &node::name, &node::needs);
      const auto run = mhqa::execute<lifetime>(
          graph, [&](mhqa::node_id n, mhqa::node_inputs<lifetime> in) -> std::optional<lifetime> {
            if (!in.empty()) return lifetime{std::max(in[0].born, in[1].born), std::min(in[0].died, in[1].died)};
            const auto found = records.find(plan[n].name);
            if (found == records.end()) return std::nullopt;  // ends the run
            return found->second;
          });
      if (run.stopped_at) std::printf("stopped at %s\n", plan[*run.stopped_at].name.c_str());
      if (run.finished()) std::printf("overlap: %d to %d\n", run.results[0]->born, run.results[0]->died);
    } catch (const mhqa::data_error& error) {
      std::printf("%s\n", error.what());
    }
}
