# A port for vcpkg.  Copy this directory to ports/fpm-h, or name its parent by --overlay-ports.  REPO is this
# repository, REF a tag, SHA512 that of the archive, which vcpkg prints when it does not match.
vcpkg_from_github(
    OUT_SOURCE_PATH SOURCE_PATH
    REPO OWNER/fpm.h
    REF "v${VERSION}"
    SHA512 0
)

file(INSTALL "${SOURCE_PATH}/fpm.h" "${SOURCE_PATH}/fpm_kernels.h" DESTINATION "${CURRENT_PACKAGES_DIR}/include")
file(WRITE "${CURRENT_PACKAGES_DIR}/share/fpm/fpmConfig.cmake" [[
get_filename_component(FPM_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
if(NOT TARGET fpm::fpm)
  add_library(fpm::fpm INTERFACE IMPORTED)
  set_target_properties(fpm::fpm PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${FPM_PREFIX}/include")
  if(NOT WIN32)
    set_target_properties(fpm::fpm PROPERTIES INTERFACE_LINK_LIBRARIES m)
  endif()
endif()
if(NOT TARGET fpm) # the same by the name without ::
  add_library(fpm INTERFACE IMPORTED)
  set_target_properties(fpm PROPERTIES INTERFACE_LINK_LIBRARIES fpm::fpm)
endif()
]])
include(CMakePackageConfigHelpers)
write_basic_package_version_file("${CURRENT_PACKAGES_DIR}/share/fpm/fpmConfigVersion.cmake"
    VERSION "${VERSION}" COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
