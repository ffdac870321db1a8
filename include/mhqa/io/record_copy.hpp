// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies the fields of a record that nobody changes. Tables that Hugging Face holds as columns become the rows of the
// data set's own layout, which every program reads.
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>

#include <string_view>

namespace mhqa::inline v0_1::io {

/// Writes {"a": […], "b": […]} as [{"a": …, "b": …}, …]: every column of any name, in order.
///
/// Errors: data_error for columns of several lengths, and those of json_value
void copy_columns_as_rows(json_value table, json_writer& out);

/// Copies a field of a record of HotpotQA, 2WikiMultihopQA or MuSiQue.
///
/// Shape:  "evidences" and "evidences_id" become [[subject, relation, object], …], "question_decomposition" [{…}, …];
///         all else is copied as it is
/// Errors: data_error as read_triples(), copy_columns_as_rows() and copy_json()
void copy_record_field(std::string_view name, json_value field, json_writer& out);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/record_copy.ipp>
#endif
