"""A recipe for Conan 2, to run in this directory: conan create ."""
import os
from conan import ConanFile
from conan.tools.files import copy, load


class FpmH(ConanFile):
    name = "fpm-h"
    description = "Split work over unequal processors so that the last one finishes as early as possible (C header)"
    license = ("MIT", "Unlicense")
    topics = ("load-balancing", "partitioning", "hpc", "header-only")
    package_type = "header-library"
    settings = "os"
    no_copy_source = True

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "..", "..", "..", "fpm.h"))
        self.version = text.split(" - v", 1)[1].split(" ", 1)[0]

    def export_sources(self):
        top = os.path.join(self.recipe_folder, "..", "..", "..")
        for name in ("fpm.h", "fpm_kernels.h", "LICENSE"):
            copy(self, name, top, self.export_sources_folder)

    def package(self):
        copy(self, "*.h", self.source_folder, os.path.join(self.package_folder, "include"))
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "fpm")
        self.cpp_info.set_property("cmake_target_name", "fpm::fpm")
        self.cpp_info.set_property("cmake_target_aliases", ["fpm"])
        self.cpp_info.set_property("pkg_config_name", "fpm")
        if self.settings.os != "Windows":
            self.cpp_info.system_libs = ["m"]
