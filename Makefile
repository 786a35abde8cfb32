# fairtree - the only Makefile.  Everything built goes under $(BUILD).
#
#   make            library and commands          make check   all tests
#   make demo       a first session, set-up included
#   make install    honours DESTDIR, PREFIX, BINDIR, MANDIR, ...
#
# CFLAGS, CPPFLAGS, LDFLAGS and LDLIBS belong to the user.  For developers:
#   make check T=tests/unit/t_num    only the tests whose path contains T
#   make asan valgrind cover fuzz bench lint format gen deps

# The programs, as name:mirrored Slurm command.  fNAME lives in cmd/fNAME/ and
# defines ft_cmd_fNAME.
PROGRAMS := $(shell sed -n \
	's/^CMD(\(.*\), "\(.*\)", "\(.*\)").*/\1:\3/p' cmd/cmd.def)

# Without ncurses there is no viewer: these files need it, the rest of
# cmd/fview does not.
CURSES   := ncursesw panelw
HAVE_CURSES := $(shell pkg-config --exists $(CURSES) 2>/dev/null && echo yes)
ON_CURSES := $(addprefix cmd/fview/terminal/,curses.c layer.c screen.c)
# Without libedit the shell of facctmgr reads lines as they come.
HAVE_EDIT := $(shell pkg-config --exists libedit 2>/dev/null && echo yes)
PKGS     := sqlite3 jansson yaml-0.1 zlib

VERSION := $(shell sed -n 's/^.define FT_VERSION "\(.*\)"/\1/p' \
	libcore/fairtree.h)
SOVERSION := $(firstword $(subst ., ,$(VERSION)))

BUILD ?= build
# Named from the root or from here, a folder has the same flags: else tests that
# run `make install` would rebuild everything under those that run beside.
override BUILD := $(patsubst $(CURDIR)/%,%,$(abspath $(BUILD)))
CFLAGS ?= -O2 -g
JOBS  ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
FUZZTIME ?= 30

PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
LIBEXECDIR ?= $(PREFIX)/libexec
INCLUDEDIR ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
MANDIR     ?= $(DATADIR)/man
BASHCOMPDIR ?= $(DATADIR)/bash-completion/completions
ZSHCOMPDIR  ?= $(DATADIR)/zsh/site-functions
FISHCOMPDIR ?= $(DATADIR)/fish/vendor_completions.d
INSTALL ?= install

.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
.PHONY: all demo check check-slurm asan valgrind cover fuzz bench lint format \
	gen deps deps-check deps-ci install uninstall dist deb clean run-check \
	run-valgrind run-fuzz run-lint objects FORCE

all:

# ---- flags ----------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
	-Wsign-conversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wpointer-arith -Wcast-qual -Wwrite-strings -Wformat=2 -Wundef -Wvla \
	-Wdouble-promotion -Wswitch-enum -Wnull-dereference

# Asked on first use only: `make check` on a bare machine installs pkg-config
# after this file was read.  ncursesw would redefine our _XOPEN_SOURCE.
PKG_CFLAGS = $(eval PKG_CFLAGS := $$(filter-out -D_XOPEN_SOURCE=600, \
	$$(shell pkg-config --cflags $(PKGS))))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $$(shell pkg-config --libs $(PKGS)))$(PKG_LIBS)

# The analyzer of gcc gives up a function sooner than it would by itself: what
# it finds behind that many steps takes half of its time, and that of clang looks
# too.
ANALYZER := $(if $(filter -fanalyzer,$(CFLAGS)), \
	--param=analyzer-bb-explosion-factor=2 \
	--param=analyzer-max-enodes-per-program-point=4)

COMPILE = $(CC) -std=c17 -D_XOPEN_SOURCE=700 -Ilibcore -Icmd -Itests \
	-I$(BUILD)/include $(PKG_CFLAGS) $(CPPFLAGS) -ffp-contract=off \
	$(WARNINGS) $(CFLAGS) $(ANALYZER)
# A quarter of the page faults of a small command were for pointers in tables
# that a program without a fixed address has to set when it starts.
LINK    = $(CC) $(CFLAGS) -no-pie $(LDFLAGS) -o $@
# One short line per step; `make V=1` shows the commands.
say     = $(if $(V),,@printf '%-5s %s\n' '$(1)' '$(2)';)
LIBS    = $(PKG_LIBS) -lm $(LDLIBS)
# Loading SQLite and finding its functions was an eighth of the time of a small
# command, so programs contain it where there is an archive of it.
# SQLITE_LIBS=-lsqlite3 asks for the shared library.
SQLITE_LIBS ?= $(or $(filter /%,$(shell $(CC) -print-file-name=libsqlite3.a)), \
	$(shell pkg-config --libs sqlite3))
# What programs load at the start; cmd/late, in libcmd, loads the rest.
BIN_LIBS = $(LIBCMD) $(SQLITE_LIBS) -lm $(LDLIBS)

# ---- what there is --------------------------------------------------------

names   = $(foreach p,$(PROGRAMS),$(firstword $(subst :, ,$(p))))
mirror  = $(word 2,$(subst :, ,$(filter $(1):%,$(PROGRAMS))))
objects = $(patsubst %.c,$(BUILD)/%.o,$(1))
# The files below folders $(1) whose name ends with $(2), four folders deep.
below   = $(foreach d,* */* */*/* */*/*/*,$(wildcard $(addsuffix /$d$(2),$(1))))

# What stands beside the SQL makes a source.
LIB_SRC  := $(filter-out libcore/store/sql/%,$(call below,libcore,.c))
SQL_SRC  := $(sort $(wildcard libcore/store/sql/*.sql))
GEN_SRC  := $(wildcard cmd/gen/*.c)
CMD_SRC  := $(filter-out cmd/main/main.c $(GEN_SRC) \
	$(if $(HAVE_EDIT),cmd/shell/noedit.c,cmd/shell/edit.c) \
	$(if $(HAVE_CURSES),,$(ON_CURSES)),$(call below,cmd,.c))
UNIT_SRC := $(wildcard tests/unit/t_*.c)
PROP_SRC := $(wildcard tests/prop/p_*.c)
FAULT_SRC := $(wildcard tests/fault/f_*.c)
FUZZ_SRC := $(wildcard tests/fuzz/f_*.c)
REPLAY_SRC := tests/fuzz/replay.c
BENCH_SRC := $(wildcard tests/bench/*.c)
TESTLIB_SRC := $(wildcard tests/tap/*.c tests/lib/*.c) \
	$(filter-out $(PROP_SRC),$(wildcard tests/prop/*.c)) \
	$(filter-out $(FAULT_SRC),$(wildcard tests/fault/*.c))
SCRIPTS := $(wildcard tests/cmd/*.bats tests/cmd/*.t tests/view/*.t \
	tests/arch/*.t tests/oracle/*.t)

# A program is built as soon as its source exists.
PROGS := $(foreach p,$(names),$(if \
	$(wildcard cmd/$(p)/*.c),$(if $(filter \
	fview,$(p)),$(if $(HAVE_CURSES),$(p)),$(p))))
BINS  := $(addprefix $(BUILD)/bin/,$(PROGS))
# The shell of facctmgr, which looks for it there from its own folder.
SHELL_BIN := $(BUILD)/libexec/fairtree/facctmgr-shell

STATIC := $(BUILD)/libfairtree.a
SHARED := $(BUILD)/libfairtree.so.$(VERSION)
SONAME := libfairtree.so.$(SOVERSION)
SOLINKS := $(SONAME) libfairtree.so
LIBCMD := $(BUILD)/libcmd.a
TESTLIB := $(BUILD)/libtest.a
# It tells of all commands, so it needs what they need.
GEN    := $(if $(HAVE_CURSES),$(BUILD)/gen/gen)

all: $(STATIC) $(SHARED) $(addprefix $(BUILD)/,$(SOLINKS)) \
	$(BUILD)/fairtree.pc $(BINS) $(SHELL_BIN)
	$(if $(HAVE_CURSES),,@echo 'no fview: $(CURSES) not found, see make deps')

# ---- compiling ------------------------------------------------------------

# The objects of libcore are in both libraries: what is hidden is called in the
# shared one as in a program.
LIB_FLAGS := -fPIC -fvisibility=hidden
$(BUILD)/libcore/%.o: OWN_FLAGS := $(LIB_FLAGS)
# Checks take long doubles; clang would warn of every double given to one.
$(BUILD)/tests/%.o: OWN_FLAGS := -Wno-double-promotion

# Rewritten only when the compiler or its flags change, which rebuilds all.
# -Werror is left out, so that `make` and `make check` share their objects.
FLAGS = $(COMPILE) $(LIB_FLAGS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)$(COMPILE) $(OWN_FLAGS) $(WERROR) -MMD -MP -c -o $@ $<

# main() of program fNAME is cmd/main/main.c around ft_cmd_fNAME.
$(BUILD)/cmd/main/f%.o: cmd/main/main.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)$(COMPILE) $(WERROR) -DFT_MAIN=ft_cmd_f$* -MMD -MP -c -o $@ $<
$(BUILD)/cmd/main/shell.o: cmd/main/main.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)$(COMPILE) $(WERROR) -DFT_MAIN=ft_cmd_facctmgr \
	    -DFT_OTHERS=facctmgr_programs -MMD -MP -c -o $@ $<

# Some texts go into the programs, so that they are found: the lessons, what
# fauction has to show, the schema.  $(1): the file made, $(2): the texts.
define embed
$(1): $(2)
	@mkdir -p $$(@D)
	$$(call say,TEXT,$$@)for f in $(2); do \
	    name=$$$${f##*/}; \
	    echo "{ \"$$$${name%.*}\", (const unsigned char[]){"; \
	    od -An -v -tu1 "$$$$f" | sed 's/[0-9][0-9]*/&,/g'; \
	    echo "0 }, $$$$(wc -c <"$$$$f") },"; \
	done >$$@
endef
MIGRATIONS := $(BUILD)/include/store/migrations.inc
$(eval $(call embed,$(MIGRATIONS),$(SQL_SRC)))
$(BUILD)/libcore/store/open/script.o: | $(MIGRATIONS)
LESSONS := $(wildcard data/lessons/*.lesson)
$(eval $(call embed,$(BUILD)/include/lessons/all.inc,$(LESSONS)))
$(BUILD)/cmd/common/lesson.o: | $(BUILD)/include/lessons/all.inc
AUCTION_TEXTS := data/examples/scheduler-game.csv \
	$(wildcard data/examples/auction/*.csv)
$(eval $(call embed,$(BUILD)/include/auction/texts.inc,$(AUCTION_TEXTS)))
$(BUILD)/cmd/fauction/texts.o: | $(BUILD)/include/auction/texts.inc
COLLECTOR := cmd/fimport/fairtree-collect
$(eval $(call embed,$(BUILD)/include/fimport/script.inc,$(COLLECTOR)))
$(BUILD)/cmd/fimport/collect.o: | $(BUILD)/include/fimport/script.inc

# The schema of each version as SQLite keeps it: what a store is compared with.
SCHEMA_INC := $(BUILD)/include/store/schema.inc
$(BUILD)/gen/schema: libcore/store/sql/schema.c $(MIGRATIONS) $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(COMPILE) $(LDFLAGS) -o $@ $< $(LIBS)
$(SCHEMA_INC): $(BUILD)/gen/schema
	$(call say,GEN,$@)$< >$@
$(BUILD)/libcore/store/open/schema.o: $(SCHEMA_INC)

objects: $(call objects,$(LIB_SRC) $(CMD_SRC) $(GEN_SRC) $(TESTLIB_SRC) \
	$(UNIT_SRC) $(PROP_SRC) $(FAULT_SRC) $(FUZZ_SRC) $(REPLAY_SRC) \
	$(BENCH_SRC))

-include $(wildcard $(BUILD)/cmd/main/*.d) $(patsubst %.o,%.d, \
	$(call objects,$(LIB_SRC) $(CMD_SRC) $(GEN_SRC) $(TESTLIB_SRC) \
	$(UNIT_SRC) $(PROP_SRC) $(FAULT_SRC) $(FUZZ_SRC) $(REPLAY_SRC) \
	$(BENCH_SRC)))

# ---- linking --------------------------------------------------------------

# Archives are rebuilt, so that a removed source leaves no member behind;
# q takes files of the same name from two folders.
define archive
	@rm -f $@
	$(call say,AR,$@)$(AR) qcs $@ $(filter %.o,$^)
endef

# Which members an archive has: rewritten only when a source comes or goes.
define members
$(1).list: FORCE
	@mkdir -p $$(@D)
	@echo '$(2)' | cmp -s - $$@ || echo '$(2)' >$$@
endef
$(eval $(call members,$(STATIC),$(LIB_SRC)))
$(eval $(call members,$(LIBCMD),$(CMD_SRC)))
$(eval $(call members,$(TESTLIB),$(TESTLIB_SRC)))

$(STATIC): $(call objects,$(LIB_SRC)) $(STATIC).list
	$(archive)
$(LIBCMD): $(call objects,$(CMD_SRC)) $(LIBCMD).list
	$(archive)
$(TESTLIB): $(call objects,$(TESTLIB_SRC)) $(TESTLIB).list
	$(archive)

$(SHARED): $(call objects,$(LIB_SRC)) $(STATIC).list
	$(call say,LINK,$@)$(LINK) -shared -Wl,-soname,$(SONAME) \
	    $(filter %.o,$^) $(LIBS)

# What the loader looks for leads to the file, what the linker looks for to it.
$(BUILD)/$(SONAME): $(SHARED)
	@ln -sf $(<F) $@
$(BUILD)/libfairtree.so: $(BUILD)/$(SONAME)
	@ln -sf $(<F) $@

# Folders under the prefix are said by it, so that pkg-config can move them.
under = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))
$(BUILD)/fairtree.pc: libcore/fairtree.h Makefile FORCE
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(call under,$(LIBDIR))' \
	    'includedir=$(call under,$(INCLUDEDIR))' '' 'Name: fairtree' \
	    'Description: Slurm accounting and fair share in one file' \
	    'Version: $(VERSION)' 'Requires.private: $(PKGS)' \
	    'Libs: -L$${libdir} -lfairtree' 'Libs.private: -lm' \
	    'Cflags: -I$${includedir}' >$@

# The shell starts all programs, but not a viewer that is not there.
$(BUILD)/cmd/facctmgr/programs.o: OWN_FLAGS := \
	$(if $(HAVE_CURSES),,-DFT_NO_VIEWER)
$(BUILD)/bin/%: $(BUILD)/cmd/main/%.o $(LIBCMD) $(STATIC)
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(LINK) $^ $(BIN_LIBS)
$(SHELL_BIN): $(BUILD)/cmd/main/shell.o $(LIBCMD) $(STATIC)
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(LINK) $^ $(BIN_LIBS)

$(BUILD)/gen/gen: $(call objects,$(GEN_SRC)) $(LIBCMD) $(STATIC)
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(LINK) $^ $(LIBS)

$(BUILD)/tests/prop/p_%: TEST_LIBS = -lgmp
$(BUILD)/tests/fuzz/f_%: $(BUILD)/tests/fuzz/f_%.o \
	$(call objects,$(REPLAY_SRC)) $(TESTLIB) $(LIBCMD) $(STATIC)
	$(call say,LINK,$@)$(LINK) $^ $(TEST_LIBS) $(LIBS)
$(BUILD)/tests/%: $(BUILD)/tests/%.o $(TESTLIB) $(LIBCMD) $(STATIC)
	$(call say,LINK,$@)$(LINK) $^ $(TEST_LIBS) $(LIBS)
# The bounds of a whole process load nothing they do not need.
$(BUILD)/bench/sqmin: LIBS = -lsqlite3
$(BUILD)/bench/stopwatch: LIBS =
$(BUILD)/bench/%: $(BUILD)/tests/bench/%.o $(TESTLIB) $(STATIC)
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(LINK) $^ $(LIBS)
$(BUILD)/fuzzers/%: $(BUILD)/tests/fuzz/%.o $(TESTLIB) $(LIBCMD) $(STATIC)
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(LINK) -fsanitize=fuzzer $^ $(TEST_LIBS) $(LIBS)

# ---- testing --------------------------------------------------------------

UNIT  := $(UNIT_SRC:%.c=$(BUILD)/%)
BENCH := $(BENCH_SRC:tests/bench/%.c=$(BUILD)/bench/%)
# The longest come first, so that no core waits for the last one.
LONGEST := tests/oracle/jobs.t $(sort $(wildcard tests/oracle/[0-9]*.t)) \
	tests/cmd/hostile.t
TESTS := $(LONGEST) $(UNIT) $(patsubst %.c,$(BUILD)/%,$(PROP_SRC) \
	$(FAULT_SRC) $(FUZZ_SRC)) \
	$(filter-out $(LONGEST) tests/oracle/run.t,$(SCRIPTS))
# What tests need: a terminal to run programs on, somebody who holds a store.
TOOLS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/pty/*.c))
T     ?=
SKIP  ?=
CHOSEN := $(filter-out $(SKIP),$(if $(T),$(foreach t,$(TESTS),$(if $(strip \
	$(foreach f,$(T:%.c=%),$(findstring $(f),$(t)))),$(t))),$(TESTS)))

# Tests find programs through FT_BUILD and run in the top folder.  Their
# expectations are those of Slurm 22.05; one that is about another release, or
# about what a store itself says, sets FAIRTREE_SLURM or unsets it.
TEST_ENV := FT_BUILD='$(abspath $(BUILD))' FT_TOP='$(CURDIR)' \
	FAIRTREE_SLURM=22.05 \
	LSAN_OPTIONS='suppressions=$(CURDIR)/tests/pty/lsan.supp:print_suppressions=0'
# What the caller has set for our programs, Slurm, and the tools of tests does not
# count, nor do zone, language and umask; there is nothing on standard input.
FOREIGN := (FAIRTREE|SLURM|S(ACCT|ACCTMGR|BATCH|CANCEL|CONTROL|HARE|INFO|PRIO)|$\
	SQUEUE|XDG|LC)_[A-Z_]*|LANG|LANGUAGE|TZ|NO_COLOR|COLUMNS|LINES|PAGER|$\
	EDITRC|CDPATH|BASH_ENV|ENV|POSIXLY_CORRECT|GREP_[A-Z]*
OWN_WAYS := umask 022; env \
	$$(env | sed -nE 's/^($(FOREIGN))=.*/-u \1/p') TZ=UTC
# A make that was not told -j uses all cores; one that was keeps its word.
SUBMAKE = $(MAKE) --no-print-directory \
	$(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

check: deps-check
	@+$(SUBMAKE) WERROR=-Werror run-check

# Some tests wait more than they compute: one more than there are cores.
run-check: $(filter $(BUILD)/%,$(CHOSEN)) \
	$(if $(filter-out $(BUILD)/%,$(CHOSEN)),all $(GEN) $(TOOLS))
	@$(OWN_WAYS) $(TEST_ENV) prove -j$$(($(JOBS) + 1)) -e '' $(CHOSEN) </dev/null

# Against the real Slurm, for those who have it: see tests/live/README.
check-slurm: all
	@for p in slurmctld slurmd slurmdbd munged mariadbd sbatch; do \
	    PATH="$$PATH:/usr/sbin" command -v $$p >/dev/null || \
		{ echo "check-slurm needs $$p: see tests/live/README"; exit 1; }; \
	done
	@test "$$(id -u)" -eq 0 || { echo 'check-slurm needs root'; exit 1; }
	@export CASES='$(CASES)' RENEW='$(RENEW)'; \
	$(TEST_ENV) prove -e '' tests/live/array.t tests/live/cases.t; \
	status=$$?; tests/live/slurm down; exit $$status

# clang also finds numbers that wrap around or are cut; a function that wants
# that says FT_WRAPS.  Bits that a shift drops are always dropped on purpose.
SANITIZE = -fsanitize=address,undefined $(if $(findstring clang,$(CC)), \
	-fsanitize=integer -fno-sanitize=unsigned-shift-base) \
	-fno-sanitize-recover=all
ASAN := BUILD=$(BUILD)/asan WERROR=-Werror \
	CFLAGS='-O1 -g1 -fno-omit-frame-pointer $(SANITIZE)'
asan: export FT_CASES_EVERY := 60
asan: export FT_CASES_TURN = $(TURN)
# Every twelfth script and every third property, and other ones at the next commit:
# TURN counts commits.
# That every command runs without a mistake is for tests/fault, which is whole.
EVERY ?= 12
TURN  ?= $(or $(shell git rev-list --count HEAD 2>/dev/null),0)
PROPS ?= 3
off-turn = $(if $(filter-out 1,$(2)),$(shell printf '%s\n' $(1) | \
	awk 'NR % $(2) != $(TURN) % $(2)'))
# A short command spends its time on being started: programs at a fixed address
# need no relocations, and traces of allocations are short.  To look for leaks
# takes a third: not where scripts run commands, as tests/fault runs all of them
# once more.  Two scripts run next to nothing that is sanitized: steps.t builds
# programs of its own, collect.bats is about a shell script.
UNSANITIZED := tests/cmd/steps.t tests/cmd/collect.bats
ASAN_SKIP = $(UNSANITIZED) $(call off-turn,$(filter-out $(UNSANITIZED), \
	$(filter tests/cmd/% tests/view/%,$(SCRIPTS))),$(EVERY))
asan:
	+ASAN_OPTIONS=detect_leaks=0:malloc_context_size=2 $(SUBMAKE) $(ASAN) \
	    T='tests/oracle tests/cmd tests/view' SKIP='$(ASAN_SKIP)' \
	    objects run-check
	+$(SUBMAKE) $(ASAN) T='tests/unit tests/prop tests/fault tests/fuzz' \
	    SKIP='$(call off-turn,$(PROP_SRC:%.c=$(BUILD)/asan/%),$(PROPS))' \
	    run-check

valgrind:
	+$(SUBMAKE) run-valgrind

# Memory only: valgrind computes long doubles in 64 bits, so that tests of
# real numbers fail under it by nature.
run-valgrind: $(UNIT)
	@for t in $(UNIT); do \
	    echo "valgrind $$t"; \
	    $(TEST_ENV) valgrind -q --error-exitcode=99 --leak-check=full \
		--errors-for-leak-kinds=definite,indirect \
		"$$t" >$(BUILD)/valgrind.log 2>&1; \
	    test $$? -ne 99 || { cat $(BUILD)/valgrind.log; exit 1; }; \
	done

# How much of libcore the tests run; what earlier runs counted does not count.
# Tests that run as another user count in the same files: they are there before,
# empty, and anybody may write them.
COVER := BUILD=$(BUILD)/cover CC=gcc \
	CFLAGS='-O0 -g --coverage -fprofile-update=atomic'
cover:
	@find $(BUILD)/cover -name '*.gcda' -delete 2>/dev/null || :
	+@$(SUBMAKE) $(COVER) objects
	@umask 0; find $(BUILD)/cover -name '*.gcno' | sed 's/gcno$$/gcda/' | \
	    xargs touch
	+@$(SUBMAKE) $(COVER) run-check; \
	status=$$?; find $(BUILD)/cover -name '*.gcda' -empty -delete; \
	tests/cover.pl $(BUILD)/cover && exit $$status

fuzz:
	+$(SUBMAKE) BUILD=$(BUILD)/fuzz CC=clang run-fuzz CFLAGS='-O1 -g \
	    -fsanitize=fuzzer-no-link,address,undefined \
	    -fno-sanitize-recover=undefined'

run-fuzz: $(FUZZ_SRC:tests/fuzz/%.c=$(BUILD)/fuzzers/%)
	@for f in $^; do \
	    name=$${f##*/f_}; seeds=tests/fuzz/corpus/$$name; \
	    new=$(BUILD)/corpus/$$name; mkdir -p $$new; \
	    echo "fuzz $$name"; \
	    $$f -max_total_time=$(FUZZTIME) -timeout=10 -verbosity=0 \
		-artifact_prefix=$(BUILD)/ $$new \
		$$(test -d $$seeds && echo $$seeds) 2>$(BUILD)/fuzz.log || \
		{ cat $(BUILD)/fuzz.log; exit 1; }; \
	done

bench: all $(BENCH)
	$(TEST_ENV) tests/bench/run.sh

# ---- care -----------------------------------------------------------------

C_FILES := $(call below,libcore cmd tests,.[ch])
SHELL_FILES := .ci/run .ci/deps .ci/dist .ci/deb $(COLLECTOR) \
	tests/live/array.t tests/live/in-root $(wildcard tests/*/*.sh data/*/*.sh)
PAGES := $(filter-out man/template.1,$(wildcard man/*.[1-8]))
# The analyzer gives up a function sooner than it would by itself: what it finds
# behind that many steps costs ten times the time, and -fanalyzer looks too.
TIDY_FLAGS = $(filter-out $(CC) $(WARNINGS) $(ANALYZER) -fanalyzer,$(COMPILE)) \
	-Xclang -analyzer-config -Xclang max-nodes=5000
# Not the tests themselves: what they do wrong, they do in every run.  FILES=N is
# every N-th file, and other ones at the next commit.
FILES ?= 1
SOURCES := $(LIB_SRC) $(CMD_SRC) $(GEN_SRC) $(TESTLIB_SRC)
LINTED = $(filter-out $(call off-turn,$(SOURCES),$(FILES)),$(SOURCES))

lint:
	+$(SUBMAKE) BUILD=$(BUILD)/analyze WERROR=-Werror \
	    CFLAGS='-O2 -g -fanalyzer' run-lint

run-lint: $(call objects,$(LINTED))
	@echo clang-tidy; printf '%s\n' $(LINTED) | xargs -P $(JOBS) -n 4 sh -c \
	    'clang-tidy --quiet "$$@" -- $(TIDY_FLAGS) 2>/dev/null' tidy
	cppcheck --quiet --std=c11 --enable=warning,performance,portability \
	    --inline-suppr --error-exitcode=1 \
	    --suppress=missingInclude -DFT_CPPCHECK \
	    -j $(JOBS) -Ilibcore -Icmd $(filter-out $(TESTLIB_SRC),$(LINTED))
	shellcheck $(SHELL_FILES)
	$(if $(PAGES),mandoc -T lint -W warning $(PAGES))

format:
	clang-format -i $(C_FILES)

# Fill the generated regions of man/ and completions/ from the tables, and make
# the pictures of data/pictures.
gen: $(GEN)
	$(if $(GEN),$(GEN) .,@echo 'gen needs $(CURSES), see make deps'; exit 1)

# Install what is missing: to build, to test, for everything in .ci/run.
deps:
	@sh .ci/deps build
deps-check:
	@sh .ci/deps build check
deps-ci:
	@sh .ci/deps build check ci

demo: deps
	@+$(SUBMAKE) -s all
	@PATH='$(abspath $(BUILD))/bin':"$$PATH" sh data/examples/demo.sh

# ---- installing -----------------------------------------------------------

SLURMDIR := $(LIBEXECDIR)/fairtree/slurm
SHELLDIR := $(dir $(BINDIR:%/=%))libexec/fairtree
MIRRORS  := $(foreach p,$(PROGS),$(if $(call mirror,$(p)), \
	$(p):$(call mirror,$(p))))
# Shell function: the way from folder $1 to file $2 without the prefix both
# have, so that links survive DESTDIR and a moved tree.
RELATIVE := relative() { from=$$1 up=; \
	while test "$${2\#"$$from"/}" = "$$2"; do \
	from=$${from%/*} up=../$$up; done; echo "$$up$${2\#"$$from"/}"; }

# bash and fish load the file that bears the name of the command.
LOADED := $(names)
define stage-completions
	$(INSTALL) -m 644 completions/fairtree.bash '$(STAGE)$(BASHCOMPDIR)'
	$(INSTALL) -m 644 completions/_fairtree '$(STAGE)$(ZSHCOMPDIR)'
	$(INSTALL) -m 644 completions/fairtree.fish '$(STAGE)$(FISHCOMPDIR)'
	@cd '$(STAGE)$(BASHCOMPDIR)' && \
	    for c in $(LOADED); do ln -sf fairtree.bash $$c; done
	@cd '$(STAGE)$(FISHCOMPDIR)' && \
	    for c in $(LOADED); do ln -sf fairtree.fish $$c.fish; done
endef

# All of it is put together in a folder of its own, then taken to its place with
# a list of every file and of every folder there was not: what `uninstall`
# removes is what was installed, whatever this Makefile has come to say since.
MANIFEST := $(DATADIR)/fairtree/manifest
STAGE = $(eval STAGE := $$(shell mktemp -d '$(abspath $(BUILD))'/stage.XXXX \
	))$(STAGE)

install: all
	@$(INSTALL) -d '$(STAGE)$(BINDIR)' '$(STAGE)$(SLURMDIR)' \
	    '$(STAGE)$(SHELLDIR)' \
	    '$(STAGE)$(LIBDIR)/pkgconfig' '$(STAGE)$(INCLUDEDIR)' \
	    '$(STAGE)$(BASHCOMPDIR)' '$(STAGE)$(ZSHCOMPDIR)' \
	    '$(STAGE)$(FISHCOMPDIR)' '$(STAGE)$(DATADIR)/fairtree'
	$(INSTALL) -m 755 $(BINS) $(COLLECTOR) '$(STAGE)$(BINDIR)'
	$(INSTALL) -m 755 $(SHELL_BIN) '$(STAGE)$(SHELLDIR)'
	@$(RELATIVE); for pair in $(MIRRORS); do \
	    ln -sf "$$(relative '$(SLURMDIR)' "$(BINDIR)/$${pair%:*}")" \
		"$(STAGE)$(SLURMDIR)/$${pair#*:}" || exit 1; \
	done
	$(INSTALL) -m 644 $(STATIC) '$(STAGE)$(LIBDIR)'
	$(INSTALL) -m 755 $(SHARED) '$(STAGE)$(LIBDIR)'
	@ln -s $(notdir $(SHARED)) '$(STAGE)$(LIBDIR)/$(SONAME)'
	@ln -s $(SONAME) '$(STAGE)$(LIBDIR)/libfairtree.so'
	$(INSTALL) -m 644 $(BUILD)/fairtree.pc '$(STAGE)$(LIBDIR)/pkgconfig'
	$(INSTALL) -m 644 libcore/fairtree.h '$(STAGE)$(INCLUDEDIR)'
	@for page in $(PAGES); do \
	    dir='$(STAGE)$(MANDIR)'/man$${page##*.}; \
	    $(INSTALL) -d "$$dir" && \
	    $(INSTALL) -m 644 $$page "$$dir" || exit 1; \
	done
	$(if $(wildcard completions/*),$(stage-completions))
	@find data/examples data/lessons -type f | while read -r file; do \
	    to='$(STAGE)$(DATADIR)/fairtree/'$${file#data/}; \
	    $(INSTALL) -d "$${to%/*}" && \
	    $(INSTALL) -m "$$(test -x "$$file" && echo 755 || echo 644)" \
		"$$file" "$$to" || exit 1; \
	done
	@to='$(DESTDIR)' list='$(STAGE).list'; echo '$(MANIFEST)' >"$$list"; \
	(cd '$(STAGE)' && find . -type d) | LC_ALL=C sort | \
	while read -r dir; do \
	    dir=$${dir#.}/; test -d "$$to$$dir" || \
		{ $(INSTALL) -d "$$to$$dir" && echo "$$dir" >>"$$list"; } || \
		exit 1; \
	done && \
	(cd '$(STAGE)' && find . ! -type d) | while read -r file; do \
	    file=$${file#.}; \
	    cp -Pp '$(STAGE)'"$$file" "$$to$$file.new" && \
	    mv -f "$$to$$file.new" "$$to$$file" && \
	    echo "$$file" >>"$$list" || exit 1; \
	done && \
	touch "$$to$(MANIFEST)" && \
	LC_ALL=C sort -u "$$list" "$$to$(MANIFEST)" -o "$$to$(MANIFEST)"
	@rm -rf '$(STAGE)' '$(STAGE).list'

uninstall:
	@to='$(DESTDIR)'; \
	test -e "$$to$(MANIFEST)" || \
	    { echo "no list of what to remove: $$to$(MANIFEST)"; exit 1; }; \
	LC_ALL=C sort -r "$$to$(MANIFEST)" | while read -r file; do \
	    case $$file in \
	    */) rmdir "$$to$$file" 2>/dev/null || :;; \
	    *) rm -f "$$to$$file" || exit 1;; \
	    esac; \
	done

# ---- packages -------------------------------------------------------------

# The sources as they are here: the same bytes wherever it is run.
DIST := $(BUILD)/fairtree-$(VERSION).tar.gz
dist:
	@sh .ci/dist '$(VERSION)' '$(DIST)'
	@echo '$(DIST)'

# Debian packages of these sources, in $(BUILD)/deb.
deb: dist
	@sh .ci/deps deb
	@sh .ci/deb '$(VERSION)' '$(DIST)' '$(BUILD)/deb'

clean:
	rm -rf '$(BUILD)'
