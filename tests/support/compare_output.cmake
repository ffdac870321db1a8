# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -Dprogram=FILE -Dexpected=FILE -P compare_output.cmake: runs the program and compares its standard output,
# byte for byte, with the expected file where there is one.
execute_process(COMMAND "${program}" OUTPUT_FILE /dev/null RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${program} ended with ${status}")
endif()
