# find_package(espalier) gives espalier::espalier.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS espalier EXPORT espalier-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/espalier DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT espalier-targets NAMESPACE espalier:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/espalier)
configure_package_config_file(cmake/espalier-config.cmake.in ${PROJECT_BINARY_DIR}/espalier-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/espalier)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/espalier-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/espalier-config.cmake ${PROJECT_BINARY_DIR}/espalier-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/espalier)
if(ESPALIER_BUILD_CLI)
  install(TARGETS espalier_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
