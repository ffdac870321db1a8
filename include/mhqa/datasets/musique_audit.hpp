// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Adapts a record in MuSiQue's layout to an audit.
#pragma once

#include <mhqa/compose/audit.hpp>
#include <mhqa/datasets/musique.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mhqa::inline v0_1::musique {

/// The views of one record that an audit needs. Call assign() for each record; it keeps its memory.
///
/// Shape:   a support is the position of the paragraph with that `idx`; an unknown `idx` becomes a position after the
///          last, which an audit ignores
/// Example: views.assign(record); audit.add(views.view(), 0, sink)
class audit_views {
 public:
  void assign(const record& r) {
    hops_.clear();
    paragraphs_.clear();
    for (const paragraph& p : r.paragraphs) paragraphs_.push_back({p.title, p.text});
    for (const step& s : r.decomposition) {
      audited_hop& hop = hops_.emplace_back();
      hop.question = s.question;
      hop.answer = s.answer;
      if (!s.paragraph_support_idx) continue;
      std::size_t at = 0;
      while (at < r.paragraphs.size() && r.paragraphs[at].idx != *s.paragraph_support_idx) ++at;
      hop.support = static_cast<std::uint32_t>(at);
    }
    view_ = {r.id, hops_, r.answer, r.answer_aliases, paragraphs_, r.answerable, r.question, {}};
  }

  /// Returns the views. They are valid until the next assign(), and no longer than the record's text.
  [[nodiscard]] const audited_question& view() const noexcept { return view_; }

 private:
  std::vector<audited_hop> hops_;
  std::vector<context_paragraph> paragraphs_;
  audited_question view_;
};

}  // namespace mhqa::inline v0_1::musique
