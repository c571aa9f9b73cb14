# fpm.h - `make` lists the targets.  The library itself needs no build: include fpm.h.
#
# Variables: CC CXX FC NVCC MPICC MPIFC MINGW WASM_CC, CFLAGS CXXFLAGS CUFLAGS FFLAGS, PREFIX DESTDIR (install), JOBS (parallel
# compilations, of the tests and of what others wait for), TEST_COUNT (multiplies the sweeps of the tests), TESTS (which),
# ONLY (part of the name of the checks to run: make check ONLY=valgrind), FAULTS (part of the names of
# the faults to plant), BENCH_ARGS, B (build),
# REF (what pairs and answers compare with), COUNT (pairs counts instructions, by valgrind).
# With a BLAS: make all TOOL_FLAGS=-DFPMK_USE_CBLAS TOOL_LIBS=-lopenblas.

CC ?= cc
CXX ?= c++
CFLAGS ?= -O2
CXXFLAGS ?= -O2
CUFLAGS ?= -O2
FFLAGS ?= -O2
PREFIX ?= /usr/local
ifeq ($(origin FC),default)
FC := gfortran
endif
MPICC ?= mpicc
MPIFC ?= mpif90
MINGW ?= x86_64-w64-mingw32-gcc
NVCC ?= $(firstword $(shell command -v nvcc 2>/dev/null) $(wildcard /usr/local/cuda/bin/nvcc) nvcc)
ARCH ?= sm_90
JOBS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); [ "$$n" -gt 8 ] && n=8; echo $$n)
export CC CXX FC NVCC MPICC MPIFC JOBS

# Whoever makes the tool waits for it, so it is compiled on all processors, also without -j.  A -j of
# the command line rules, and so does the make that calls this one.  Other goals beside it, such as
# clean, are for one after the other.
ifeq ($(filter-out build/fpm-tool install all,$(MAKECMDGOALS)),)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS)
endif
endif

# The benches want the models' own arithmetic at full speed; flags that the compiler lacks drop out.
FAST = $(eval FAST := -O3 $(call accepted,-march=native))$(FAST)
# Address and undefined-behaviour sanitizers, when a program made with them runs here.  `make test`
# leaves out what makes up much of its time and what the first of them mostly sees as well.
SANITIZE = -fsanitize=address$(comma)undefined -fno-sanitize-recover=all
SEEN = -fno-sanitize=null$(comma)alignment$(comma)object-size$(comma)pointer-overflow
SAN = $(eval SAN := $(call runs,$(SANITIZE) $(SEEN)))$(SAN)
# Misleading indentation makes gcc look each line up in the file: make check has it once (check.sh).
WARN = $(eval WARN := $(call accepted,-Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wno-misleading-indentation))$(WARN)
# A compiler may take the flag and have no OpenMP.
OPENMP = $(eval OPENMP := $(call accepted,-fopenmp,extern int omp_get_max_threads(void); int main(void) { return !omp_get_max_threads(); }))$(OPENMP)
WITH_OPENMP = $(if $(OPENMP),-DFPMK_USE_OPENMP $(OPENMP))
LIBS = -lm -lpthread
# Programs for Windows need no DLL of the compiler's.
STATIC = $(eval STATIC := $(if $(findstring mingw,$(shell $(CC) -dumpmachine 2>/dev/null)),-static))$(STATIC)

comma := ,
B ?= build
# probe FLAGS,PROGRAM,COMMAND: the flags, if this program is made with them and the command is true.
probe = mkdir -p $B; echo '$(or $(2),int main(void) { return 0; })' > $B/probe-$$$$.c; \
	if $(CC) $(1) -Werror $B/probe-$$$$.c -o $B/probe-$$$$ $(LIBS) >/dev/null 2>&1$(3); \
	then echo '$(1)'; fi; rm -rf $B/probe-$$$$*
accepted = $(shell $(call probe,$(1),$(2)))
runs = $(shell $(call probe,$(1),, && $B/probe-$$$$ >/dev/null 2>&1))

# quick FLAG: for what takes long to compile, unless CFLAGS say otherwise.
quick = $(if $(filter file,$(origin CFLAGS)),$(1))

HEADERS := $(wildcard fpm.h fpm_kernels.h)
EXAMPLES := $(filter-out %/demo.c examples/tool/% examples/web/%,$(wildcard examples/*/*.c))
# Programs lie in build/examples, whatever folder their source is in: names are there once.
programs = $(patsubst %,$B/examples/%,$(basename $(notdir $(1))))
vpath %.c $(sort $(dir $(EXAMPLES)))
vpath %.cpp $(sort $(dir $(wildcard examples/*/*.cpp)))
vpath %.f90 $(sort $(dir $(wildcard examples/*/*.f90)))
vpath %.cu $(sort $(dir $(wildcard examples/*/*.cu)))
MPI_EXAMPLES := $(shell grep -l '[<"]mpi.h[>"]' $(EXAMPLES) /dev/null)
TESTS := $(wildcard tests/test_*.c tests/test_*.sh)
BENCHES := $(wildcard bench/bench_*.c)
# The library, which takes longest, comes first, so that the short ones fill in.
TOOL_SOURCES := $(sort $(wildcard examples/tool/*.c))
TOOL_LONG := $(filter %/fpm.c %/kernels.c,$(TOOL_SOURCES))
TOOL_OBJECTS := $(patsubst examples/tool/%.c,$B/tool/%.o,$(TOOL_LONG) $(filter-out $(TOOL_LONG),$(TOOL_SOURCES)))
TOOL := $(if $(TOOL_OBJECTS),$B/fpm-tool)
LOGS := $(patsubst tests/%.c,$B/tests/%.log,$(filter %.c,$(TESTS))) \
	$(patsubst tests/%.sh,$B/tests/%.sh.log,$(filter %.sh,$(TESTS)))
# Parallel inside, unless the caller's -j rules already.
parallel = $(MAKE) --no-print-directory -s $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: help all shared install-shared demo mpi cuda web page manual test check check-long faults bench report pictures pairs answers install uninstall dist clean examples test-logs force
.DELETE_ON_ERROR:
.SECONDARY:

help: ## list the targets (the default)
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22

all: $(TOOL) examples ## build build/fpm-tool (30 s of processor time; alone: make build/fpm-tool) and all examples that this machine can build

demo: $B/demo ## measure this machine, partition, run the real work and compare; draws build/*.svg
	cd $B && ./demo

mpi: $(call programs,$(MPI_EXAMPLES)) ## build the examples that need MPI, where MPICC is
	@for e in $^; do [ ! -x $$e ] || echo "to run it: mpirun --oversubscribe -n 4 $$e"; done

web: $B/fpm-web.html ## make build/fpm-web.html, a page to play with: the library as WebAssembly, one file

page: $B/fpm-web.html ## renew examples/web/index.html, the page as it is published, by make web
	cp $B/fpm-web.html examples/web/index.html

# A quarter of the sweeps: make check runs them whole, from another seed.
test: export TEST_COUNT := $(or $(TEST_COUNT),0.25)
test: ## build and run all tests, under the sanitizers where the compiler has them
	@$(if $(SAN),:,echo "no sanitizers: $(CC) -fsanitize=address$(comma)undefined gives no program that runs")
	@rm -f $(LOGS)
	@echo "compiling $(words $(TESTS)) tests and running them, in about a minute"
	+@$(parallel) -k test-logs SAN='$(SAN)' WARN='$(WARN)' || true
	@sh tests/build/jobs/total_of_logs.sh $(LOGS)

check: ## the tests, and the build matrix, fast-math, sanitizers, exports, format, long sweeps
	@SAN='$(if $(SAN),$(SANITIZE))' sh tests/build/jobs/check.sh '$(ONLY)'

check-long: export CHECK_LONG = 1
check-long: export CHECK_COUNT ?= 50
check-long: export FUZZ_SECONDS ?= 300
check-long: export CHECK_LIMIT = 36000
check-long: export TEST_LIMIT = 36000
check-long: check ## the same at length: sweeps, five minutes of each fuzzer, analyzers, coverage: two hours

faults: ## plant each fault of tests/build/lists/faults.txt in a copy of fpm.h, and see that tests notice it: hours
	@JOBS=$(JOBS) sh tests/build/jobs/faults.sh $(FAULTS)

bench: $(patsubst bench/%.c,$B/bench/%,$(BENCHES)) ## build and run the benches
	@for b in $^; do echo; echo "== $$b"; $$b $(BENCH_ARGS) || exit 1; done

SHOWN = $(sort $(shell sed -n 's/^<!-- output of: \(bench_[a-z_]*\).*/\1/p' bench/README.md 2>/dev/null))
report: $(SHOWN:%=$B/bench/%) ## run the benches that bench/README.md shows, and renew it: minutes
	@sh bench/report.sh $B/bench

pictures: $(TOOL) ## draw examples/pictures/*.svg and bench/*.svg anew, by the commands that the texts show: a minute
	@sed -n 's/^\$$ //p' examples/README.md examples/docs/*.md bench/README.md | grep -E '(examples/pictures|bench)/[a-z]*\.svg' | sh -ex > /dev/null

pairs: ## time this fpm.h against that of REF, a tag or commit (PAIRS: which; COUNT=1: instructions)
	@mkdir -p $B/pairs/old $B/pairs/new
	for f in fpm.h bench/pairs.c bench/bench.h; do git show $(REF):$$f > $B/pairs/old/$${f##*/} || exit 1; cp $$f $B/pairs/new/; done
	for s in old new; do $(CC) $(CFLAGS) -shared -fPIC -DPAIRS_SIDE -I$B/pairs/$$s $B/pairs/$$s/pairs.c -o $B/pairs/$$s.so -lm || exit 1; done
	$(CC) $(CFLAGS) bench/pairs.c -o $B/pairs/pairs -ldl
	$(if $(COUNT),sh bench/pairs_count.sh $B/pairs $(PAIRS),$B/pairs/pairs $B/pairs/old.so $B/pairs/new.so $(PAIRS))

answers: ## compare this fpm.h's answers with those of REF, a tag or commit (SECTIONS: which)
	@sh tests/build/jobs/answers.sh $(REF) $(SECTIONS)

shared: $B/libfpm.so $B/fpm.json ## build build/libfpm.so for other languages, and build/fpm.json, which says what is in it

install-shared: shared $B/fpm-shared.pc ## copy the shared library, fpm.json, fpm.rs, fpm.h and a file for pkg-config to PREFIX
	install -d $(INSTALL)/include $(INSTALL)/lib/pkgconfig $(INSTALL)/share/fpm
	install -m 644 fpm.h $(INSTALL)/include/
	install -m 644 $B/$(LIBFPM) $(INSTALL)/lib/
	cd $(INSTALL)/lib && ln -sf $(LIBFPM) $(SONAME) && ln -sf $(SONAME) libfpm.so
	install -m 644 $B/fpm-shared.pc $(INSTALL)/lib/pkgconfig/
	[ ! -s $B/fpm.json ] || install -m 644 $B/fpm.json $B/fpm.rs $(INSTALL)/share/fpm/

install: $(TOOL) $B/fpm.pc ## copy headers, tool, manual page, fpm.py and what pkg-config and CMake read to PREFIX
	install -d $(INSTALL)/include $(INSTALL)/share/pkgconfig $(INSTALL)/share/cmake/fpm $(INSTALL)/share/fpm $(INSTALL)/share/doc/fpm
	install -m 644 $(HEADERS) $(INSTALL)/include/
	install -m 644 $B/fpm.pc $(INSTALL)/share/pkgconfig/
	install -m 644 $B/fpmConfig.cmake $B/fpmConfigVersion.cmake $(INSTALL)/share/cmake/fpm/
	install -m 644 examples/python/fpm.py $(INSTALL)/share/fpm/
	install -m 644 LICENSE $(INSTALL)/share/doc/fpm/
	$(if $(TOOL),install -d $(INSTALL)/bin $(INSTALL)/share/man/man1)
	$(if $(TOOL),install -m 755 $(TOOL) $(INSTALL)/bin/)
	$(if $(TOOL),install -m 644 examples/docs/fpm-tool.1 $(INSTALL)/share/man/man1/)

uninstall: ## remove what install copied
	! cd $(INSTALL) 2>/dev/null || { rm -f $(HEADERS:%=include/%) share/pkgconfig/fpm.pc bin/fpm-tool share/man/man1/fpm-tool.1 \
	    share/cmake/fpm/fpmConfig.cmake share/cmake/fpm/fpmConfigVersion.cmake share/fpm/fpm.py share/doc/fpm/LICENSE \
	    lib/$(LIBFPM) lib/$(SONAME) lib/libfpm.so lib/pkgconfig/fpm-shared.pc share/fpm/fpm.json share/fpm/fpm.rs; \
	    for d in share/cmake/fpm share/fpm share/doc/fpm; do [ ! -d $$d ] || rmdir $$d 2>/dev/null || :; done; }

manual: ## make build/manual.html (one file, with a search box) and build/manual.txt from the headers' comments
	@mkdir -p $B
	@command -v python3 > /dev/null || { echo "make manual needs python3"; exit 1; }
	python3 examples/packaging/manual.py $B/manual

dist: manual ## make a release in build/: fpm-VERSION.tar.gz, the tool for Linux and for Windows, what is new, checksums; the same bytes each time
	@rm -rf $B/dist $B/$(RELEASE)* && mkdir -p $B/dist/$(RELEASE)
	@cp -R Makefile README.md LICENSE $(HEADERS) examples $B/manual.html $B/manual.txt $B/dist/$(RELEASE)/
	@find $B/dist -name __pycache__ -prune -exec rm -rf {} +
	@cd $B/dist/$(RELEASE) && find . -type f | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum > ../SHA256SUMS && mv ../SHA256SUMS .
	@cd $B/dist && tar --sort=name --mtime=@$${SOURCE_DATE_EPOCH:-315532800} --owner=0 --group=0 --numeric-owner \
	    --mode=u=rwX,go=rX --format=ustar -cf $(RELEASE).tar $(RELEASE) && gzip -9 -n -f $(RELEASE).tar
	@mv $B/dist/$(RELEASE).tar.gz $B/
	@sed -n '/^   What is new in/,/^$$/s/^   //p' fpm.h > $B/$(RELEASE)-new.txt
	+@$(parallel) $B/dist/linux/fpm-tool B=$B/dist/linux CFLAGS='$(CFLAGS)' STATIC='-static -s' 2> $B/dist/linux.err > $B/dist/linux.out && \
	    mv $B/dist/linux/fpm-tool $B/$(RELEASE)-$(shell $(CC) -dumpmachine | cut -d- -f1)-linux || \
	    echo "no static tool: $(CC) -static says: $$(tail -n 1 $B/dist/linux.err)"
	+@if ! command -v $(MINGW) > /dev/null 2>&1; then echo "no tool for Windows: no $(MINGW)"; \
	    else $(parallel) $B/dist/windows/fpm-tool B=$B/dist/windows CC=$(MINGW) CFLAGS='$(CFLAGS)' STATIC='-static -s -Wl,--no-insert-timestamp' > $B/dist/windows.out && \
	    mv $B/dist/windows/fpm-tool.exe $B/$(RELEASE)-x86_64-windows.exe; fi
	@rm -rf $B/dist && cd $B && sha256sum $(RELEASE)* > $(RELEASE).sha256 && cat $(RELEASE).sha256

clean: ## remove build/
	rm -rf $B

# ---- installation ----

# In quotes, for paths may have blanks in them.
quoted = '$(subst ','\'',$(1))'
INSTALL = $(call quoted,$(DESTDIR)$(PREFIX))
version = $(shell sed -n 's/^\#define FPM_VERSION_$(1) //p' fpm.h)

RELEASE = fpm-$(call version,MAJOR).$(call version,MINOR).$(call version,PATCH)

# Programs that include fpm.h hold its implementation, so there is no library but libm.
$B/fpm.pc: fpm.h force
	@mkdir -p $(@D)
	@printf '%s\n' $(call quoted,prefix=$(PREFIX)) 'includedir=$${prefix}/include' '' 'Name: fpm' \
	    'Description: optimal data partitioning by functional performance models (a C header)' \
	    'Version: $(RELEASE:fpm-%=%)' \
	    'Cflags: "-I$${includedir}"' 'Libs: -lm' > $@
	@printf '%s\n' 'get_filename_component(FPM_PREFIX "$${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)' \
	    'if(NOT TARGET fpm::fpm)' '  add_library(fpm::fpm INTERFACE IMPORTED)' \
	    '  set_target_properties(fpm::fpm PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "$${FPM_PREFIX}/include")' \
	    '  if(NOT WIN32)' '    set_target_properties(fpm::fpm PROPERTIES INTERFACE_LINK_LIBRARIES m)' '  endif()' 'endif()' \
	    'if(NOT TARGET fpm) # the same by the name without ::' '  add_library(fpm INTERFACE IMPORTED)' \
	    '  set_target_properties(fpm PROPERTIES INTERFACE_LINK_LIBRARIES fpm::fpm)' 'endif()' \
	    > $(@D)/fpmConfig.cmake
	@printf '%s\n' 'set(PACKAGE_VERSION "$(RELEASE:fpm-%=%)")' '# Before 1.0 another minor version may have another interface.' \
	    'if(PACKAGE_FIND_VERSION MATCHES "^$(call version,MAJOR)\\.$(call version,MINOR)(\\.|$$)" AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)' \
	    '  set(PACKAGE_VERSION_COMPATIBLE TRUE)' 'endif()' \
	    'if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)' '  set(PACKAGE_VERSION_EXACT TRUE)' 'endif()' > $(@D)/fpmConfigVersion.cmake

# ---- the shared library, for other languages ----

# Before 1.0 another minor version may have another interface, so it has another soname.
SONAME = libfpm.so.$(call version,MAJOR).$(call version,MINOR)
LIBFPM = libfpm.so.$(RELEASE:fpm-%=%)
NAMED = $(eval NAMED := $(call accepted,-Wl$(comma)-soname$(comma)$(SONAME)))$(NAMED)

# By -O1, as fpm.py compiles it: in three fifths of the time of -O2, to run as fast within an eighth.
$B/libfpm.so: fpm.h
	@mkdir -p $(@D)
	$(CC) $(filter-out -fsanitize%,$(CFLAGS)) $(call quick,-O1) -shared -fPIC -DFPM_IMPLEMENTATION -x c fpm.h $(NAMED) -o $B/$(LIBFPM) -lm
	cd $(@D) && ln -sf $(LIBFPM) $(SONAME) && ln -sf $(SONAME) libfpm.so

$B/fpm.json: fpm.h examples/packaging/layout.py examples/packaging/declarations.py
	@mkdir -p $(@D)
	@if command -v python3 > /dev/null; then CC='$(CC)' python3 -B examples/packaging/layout.py $B/fpm; \
	    else echo "no $@: no python3"; fi

$B/fpm-shared.pc: fpm.h force
	@mkdir -p $(@D)
	@printf '%s\n' $(call quoted,prefix=$(PREFIX)) 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' 'Name: fpm-shared' \
	    'Description: optimal data partitioning by functional performance models (a shared library)' \
	    'Version: $(RELEASE:fpm-%=%)' \
	    'Cflags: "-I$${includedir}"' 'Libs: "-L$${libdir}" -lfpm -lm' > $@

# ---- the tool, the demo, the examples ----

# The library has a file of the tool for itself, so that a change in another compiles in no time.  Unless
# CFLAGS say otherwise the tool is compiled by -Og: its twelve commands that were counted execute 1.0
# to 1.3 times the instructions of -O2, and it takes 30 instead of 60 s of processor time: 12 for the
# library (-O2: 45), 14 for 63 other files, 3 for the kernels, which are timed and compiled as all else.
$B/fpm-tool: $(TOOL_OBJECTS)
	$(CC) $(CFLAGS) $(OPENMP) $(STATIC) $^ -o $@ $(TOOL_LIBS) $(LIBS)

$B/tool/%.o: examples/tool/%.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(TOOL_QUICK) $(TOOL_OPENMP) $(TOOL_FLAGS) -I. -c $< -o $@

TOOL_QUICK = $(call quick,-Og)
$B/tool/kernels.o: TOOL_QUICK =
$B/tool/kernels.o: TOOL_OPENMP = $(WITH_OPENMP)
$(filter-out $B/tool/fpm.o $B/tool/kernels.o,$(TOOL_OBJECTS)): $(wildcard examples/tool/*.h)

# With OpenMP too, so that devices and the cores beside them can be measured together.
cuda: $B/fpm-tool-cuda ## build build/fpm-tool-cuda with nvcc, cuBLAS and cuFFT
$B/fpm-tool-cuda: $B/tool/kernels-cuda.o $(filter-out $B/tool/kernels.o,$(TOOL_OBJECTS))
	$(NVCC) $(OPENMP:%=-Xcompiler %) $^ -o $@ -lcublas -lcufft $(TOOL_LIBS)

$B/tool/kernels-cuda.o: examples/tool/kernels.c $(HEADERS)
	@mkdir -p $(@D)
	$(NVCC) -x cu $(CUFLAGS) -arch=$(ARCH) $(OPENMP:%=-DFPMK_USE_OPENMP -Xcompiler %) $(TOOL_FLAGS) \
	    -DFPMK_USE_CUDA -DFPMK_USE_CUBLAS -DFPMK_USE_CUFFT -I. -c $< -o $@

$B/demo: examples/start/demo.c examples/tool/style.h $(HEADERS)
	@mkdir -p $(@D)
	@echo "compiling the demo, which takes about 20 seconds"
	$(CC) $(FAST) $(DEMO_FLAGS) -I. $< -o $@ $(LIBS)

# Where no compiler makes WebAssembly (WASM_CC, or clang) the script says what it wants, and fails.
# The page reads texts by the tool's own files.
WEB_TOOL := $(sort $(shell grep -o 'examples/tool/[a-z_]*\.c' examples/web/build.sh 2>/dev/null)) $(wildcard examples/tool/*.h)
$B/fpm-web.html: $(filter-out examples/web/index.html,$(wildcard examples/web/*)) $(WEB_TOOL) fpm.h
	@sh examples/web/build.sh $B

examples: $(call programs,$(EXAMPLES) $(wildcard examples/*/*.cpp)) \
	$(addsuffix -f90,$(call programs,$(filter-out %/fpm.f90,$(wildcard examples/*/*.f90)))) \
	$(addsuffix -cu,$(call programs,$(wildcard examples/*/*.cu)))

# An example that includes mpi.h needs MPICC; without it the rule says so and makes nothing.
$B/examples/%: %.c examples/tool/style.h $(HEADERS)
	@mkdir -p $(@D)
	@if ! grep -q '[<"]mpi.h[>"]' $<; then cc='$(CC)'; else cc='$(MPICC)'; \
	    if ! command -v $(MPICC) >/dev/null 2>&1; then echo "SKIP $@: no $(MPICC) (Debian: openmpi-bin libopenmpi-dev)"; exit 0; fi; fi; \
	omp=; ! grep -q 'pragma omp' $< || omp='$(OPENMP)'; \
	echo "$$cc $(CFLAGS) $$omp -I. $< -o $@ $(LIBS)"; $$cc $(CFLAGS) $$omp -I. $< -o $@ $(LIBS)

$B/examples/%: %.cpp examples/tool/style.h $(HEADERS)
	@mkdir -p $(@D)
	@if ! command -v $(firstword $(CXX)) >/dev/null 2>&1; then echo "SKIP $@: no $(CXX)"; exit 0; fi; \
	echo "$(CXX) $(CXXFLAGS) -I. $< -o $@ $(LIBS)"; $(CXX) $(CXXFLAGS) -I. $< -o $@ $(LIBS)

# Other languages link a compiled copy of the implementation, without the sanitizers' runtime.
$B/fpm.o: fpm.h
	@mkdir -p $(@D)
	@printf '#define FPM_IMPLEMENTATION\n#include "fpm.h"\n' > $B/fpm.c
	$(CC) $(filter-out -fsanitize%,$(CFLAGS)) -I. -c $B/fpm.c -o $@

$B/examples/%-f90: %.f90 examples/fortran/fpm.f90 $B/fpm.o
	@mkdir -p $@.mod
	@fc='$(FC)'; ! grep -q '^ *use mpi' $< || fc='$(MPIFC)'; \
	if ! command -v $$fc >/dev/null 2>&1; then echo "SKIP $@: no Fortran compiler $$fc"; exit 0; fi; \
	echo "$$fc $(FFLAGS) -J$@.mod examples/fortran/fpm.f90 $< $B/fpm.o -o $@ -lm"; \
	$$fc $(FFLAGS) -J$@.mod examples/fortran/fpm.f90 $< $B/fpm.o -o $@ -lm

# A .cu file holds the CUDA implementation; NAME.c beside it is its C caller.
$B/examples/%-cu: %.cu %.c $(HEADERS)
	@mkdir -p $(@D)
	@if ! command -v $(NVCC) >/dev/null 2>&1; then echo "SKIP $@: no nvcc"; exit 0; fi; set -ex; \
	$(NVCC) $(CUFLAGS) -arch=$(ARCH) -I. -c $< -o $@.o; \
	$(CC) $(filter-out -fsanitize%,$(CFLAGS)) -I. -DHAVE_KERNELS_O -c $(word 2,$^) -o $@-main.o; \
	$(NVCC) $@-main.o $@.o -o $@ -lm -lpthread

# One without is a program of its own.
$B/examples/%-cu: %.cu $(EXAMPLES) $(HEADERS)
	@mkdir -p $(@D)
	@if ! command -v $(NVCC) >/dev/null 2>&1; then echo "SKIP $@: no nvcc"; exit 0; fi; set -ex; \
	$(NVCC) $(CUFLAGS) -arch=$(ARCH) -I. $< -o $@ -lm -lpthread

# ---- tests: a log each, run anew every time ----

# Tests that define the switch have the implementation themselves.
OWN := $(shell grep -l 'define FPM_IMPLEMENTATION' $(filter %.c,$(TESTS)) /dev/null)

# What others wait for and what takes long come first, so that the short ones fill in.
SLOW = %_split %_optimal %_matrix %_rect
test-logs: $(if $(filter-out $(OWN) tests/test_tool.sh,$(TESTS)),$B/tests/fpm.o) $(filter %.sh.log,$(LOGS)) $(filter $(SLOW:%=%.log),$(LOGS)) $(LOGS)

# -Og compiles in half the time of -O1 and runs as fast under the sanitizers.
TESTFLAGS = -Og -g1 $(WARN) $(SAN) -I. -Itests

$B/tests/%.o: tests/%.c $(wildcard tests/*.h) $(HEADERS)
	@mkdir -p $(@D)
	@$(CC) $(TESTFLAGS) -c $< -o $@ > $(basename $@).cc 2>&1 || { cat $(basename $@).cc; exit 1; }

# The implementation is compiled once.
$(patsubst tests/%.c,$B/tests/%,$(filter-out $(OWN),$(filter %.c,$(TESTS)))): $B/tests/fpm.o

$B/tests/%: $B/tests/%.o
	@$(CC) $(TESTFLAGS) $(OBJECT) $(filter %.o,$^) -o $@ $(LIBS) >> $@.cc 2>&1

$B/tests/%.log: $B/tests/% force
	@sh tests/build/jobs/run_test.sh $@ $<

# The scripts compile examples for an object that has the implementation; that of test_tool.sh, and
# of its tool, is made in a moment.
$B/tests/test_cuda.sh.log $B/tests/test_jacobi.sh.log $B/tests/test_matmul.sh.log: $B/tests/fpm.o
$B/tests/test_tool.sh.log: $B/tests/plain.o $(TOOL:$B/%=$B/tests/%)

$B/tests/plain.o: fpm.h
	@mkdir -p $(@D)
	@$(CC) -O0 -I. -c tests/build/probes/implementation.c -o $@

$B/tests/fpm-tool: $(wildcard examples/tool/*.[ch]) $B/tests/plain.o $(HEADERS)
	@$(CC) -O0 $(WITH_OPENMP) -DFPM__IMPLEMENTED -I. $(filter %.c %.o,$^) -o $@ $(LIBS)

$B/tests/%.sh.log: tests/%.sh force
	@mkdir -p $(@D)
	@TOOL=$(TOOL:$B/%=$B/tests/%) FPM_O=$(firstword $(filter %.o,$^)) sh tests/build/jobs/run_test.sh $@ sh $<

# ---- benches: a line "peers: gsl metis" in a bench names the libraries that it compares with; each
# one that pkg-config or the linker finds gives -DHAVE_GSL and is linked ----

# Benches are made anew when the compiler or its flags change: make bench FAST=-O2.
$B/bench/flags: force
	@mkdir -p $(@D)
	@echo '$(CC) $(FAST) $(BENCH_FLAGS)' | cmp -s - $@ || echo '$(CC) $(FAST) $(BENCH_FLAGS)' > $@

$B/bench/%: bench/%.c $(wildcard bench/*.h tests/oracle*.h) examples/tool/style.h $(HEADERS) $B/bench/flags
	@sh tests/build/jobs/bench_peers.sh $< $(@D) > $@.peers
	$(CC) $(FAST) $(BENCH_FLAGS) -DBENCH_BUILD='"$(strip $(FAST) $(BENCH_FLAGS))"' -I. -Ibench $$(sed -n 1p $@.peers) $< -o $@ $$(sed -n 2p $@.peers) $(LIBS)
