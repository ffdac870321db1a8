// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates life: when the people of encyclopedia paragraphs were born and died, a line in and a line out.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/io/life_lines.hpp>

#include <memory>
#include <string>

namespace mhqa_command {
void add_dates_life(const arguments& dates, int& status) {
  const auto input = std::make_shared<std::string>("-");
  const arguments verb = dates.add_subcommand("life", "Read when the people of paragraphs were born and died");
  verb->add_option("input", *input, "Lines {\"id\", \"title\", \"text\"}; - is standard input");
  verb->footer(
      "Example:\n"
      "  echo '{\"id\": \"1\", \"title\": \"Harry Conor\",\n"
      "         \"text\": \"Harry Conor (c. 1856 - April 1931) was an American actor.\"}' | tr -d '\\n' |\n"
      "    mhqa dates life\n"
      "gives {\"id\": \"1\", \"person\": true, \"born\": \"1856~\", \"died\": \"1931-04\", \"why\": \"born: bracket; "
      "died: "
      "bracket\"}.\n"
      "Dates are EDTF; null where the text does not say. A bad line gives {\"error\": ...} and exit status 2 at the "
      "end.");
  verb->callback([&status, input] { status = filter_lines(*input, mhqa::io::answer_life_line); });
}

}  // namespace mhqa_command
