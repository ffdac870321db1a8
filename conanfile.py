# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The Conan recipe: `conan create .` packages the headers and CMake's package configuration.

With the option system_libs, range-v3, fmt and simdjson come from the system instead of Conan's packages.
"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain
from conan.tools.files import copy, load


class MhqaConan(ConanFile):
    name = "mhqa"
    description = "Multi-hop question answering: compose, probe and score, header-only C++20"
    license = "Apache-2.0"
    topics = ("question-answering", "evaluation", "header-only")
    package_type = "header-library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"with_io": [True, False], "system_libs": [True, False]}
    default_options = {"with_io": True, "system_libs": False}
    exports_sources = "CMakeLists.txt", "cmake/*", "include/*", "share/*", "LICENSE", "NOTICE"
    test_package_folder = "tests/packages/conan"
    no_copy_source = True

    def set_version(self):
        config = load(self, os.path.join(self.recipe_folder, "include", "mhqa", "config.hpp"))
        self.version = re.search(r'MHQA_VERSION_STRING "([^"]+)"', config).group(1)

    def requirements(self):
        if self.options.system_libs:
            return
        self.requires("range-v3/0.12.0")
        if self.options.with_io:
            self.requires("fmt/[>=9.1 <12]")
            self.requires("simdjson/[>=3.0 <4]")

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        # Headers are copied, nothing is compiled; the packages are looked up by the program that uses mhqa.
        toolchain = CMakeToolchain(self)
        for part in ("TESTS", "EXAMPLES", "TOOLS"):
            toolchain.cache_variables[f"MHQA_BUILD_{part}"] = False
        toolchain.cache_variables["MHQA_WITH_IO"] = bool(self.options.with_io)
        toolchain.generate()
        CMakeDeps(self).generate()

    def package(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_id(self):
        options = bool(self.info.options.with_io)
        self.info.clear()
        self.info.options.with_io = options

    def package_info(self):
        # find_package(mhqa) finds mhqa's own configuration, with the targets that docs/build.md lists.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("share", "cmake", "mhqa")]
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
