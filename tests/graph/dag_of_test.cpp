// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/dag_of.hpp>

#include <doctest/doctest.h>
#include <range/v3/view/transform.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct task {
  std::string name;
  std::vector<std::string> needs;
};

}  // namespace

TEST_CASE("dag_of: nodes by name, inputs in the given order") {
  const std::vector<task> tasks{{"age", {"died", "born"}}, {"born", {}}, {"died", {}}, {"note", {"age", "age"}}};
  const mhqa::dag graph = mhqa::dag_of(tasks, &task::name, &task::needs);
  CHECK(std::vector<mhqa::node_id>(graph.order().begin(), graph.order().end()) ==
        std::vector<mhqa::node_id>{1, 2, 0, 3});
  CHECK(std::vector<mhqa::node_id>(graph.inputs(0).begin(), graph.inputs(0).end()) == std::vector<mhqa::node_id>{2, 1});
  CHECK(graph.edge_count() == 3);
  CHECK(mhqa::dag_of(std::vector<task>{}, &task::name, &task::needs).size() == 0);
}

TEST_CASE("dag_of: names may be computed, and the range may be a map") {
  const std::map<int, std::vector<int>> needs{{3, {7}}, {7, {}}};
  const auto name = [](const auto& each) { return std::to_string(each.first); };
  const auto inputs = [](const auto& each) {
    std::vector<std::string> out;
    for (const int n : each.second) out.push_back(std::to_string(n));
    return out;
  };
  CHECK(mhqa::dag_of(needs, name, inputs) == mhqa::dag{2, {{1, 0}}});
}

TEST_CASE("dag_of: messages contain the names") {
  const auto build = [](std::vector<task> tasks) { return mhqa::dag_of(tasks, &task::name, &task::needs); };
  CHECK_THROWS_WITH_AS(build({{"a", {}}, {"a", {}}}), "two nodes have the name \"a\"", mhqa::data_error);
  CHECK_THROWS_WITH_AS(build({{"age", {"bron"}}, {"born", {}}}),
                       "node \"age\" needs \"bron\", but no node has that name", mhqa::data_error);
  CHECK_THROWS_WITH_AS(build({{"a", {"c"}}, {"b", {"a"}}, {"c", {"b"}}}), "cycle \"a\" -> \"b\" -> \"c\" -> \"a\"",
                       mhqa::data_error);
  CHECK_THROWS_WITH_AS(build({{"a", {"a"}}}), "cycle \"a\" -> \"a\"", mhqa::data_error);
}

TEST_CASE("dag_of: the range of inputs may make its strings") {
  const std::vector<task> tasks{{"a task whose name is long: 1", {}}, {"a task whose name is long: 2", {"1"}}};
  const auto inputs = [](const task& t) {
    return t.needs | ranges::views::transform([](const std::string& n) { return "a task whose name is long: " + n; });
  };
  const mhqa::dag graph = mhqa::dag_of(tasks, &task::name, inputs);
  CHECK(graph.edge_count() == 1);
  REQUIRE(graph.inputs(1).size() == 1);
  CHECK(graph.inputs(1)[0] == 0);
}
