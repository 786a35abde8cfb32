#!/usr/bin/env bats
# What the shells complete: bash for real, zsh and fish as far as they are here.

setup_file() {
	export FT_BUILD=${FT_BUILD:-$BATS_TEST_DIRNAME/../../build}
	top=$BATS_TEST_DIRNAME/../..
	export top FAIRTREE_DB=$BATS_FILE_TMPDIR/db FAIRTREE_USER=root
	export LC_ALL=C PATH=$FT_BUILD/bin:$PATH
	unset FAIRTREE_CONF SLURM_CONF
	fimport dump "$top/data/examples/bedrock.cfg"
}

# offers WORD...: what bash offers for the last word, sorted, in one line
offers() {
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
	_fairtree "$1"
	printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | xargs
}

setup() {
	# shellcheck source=/dev/null
	source "$top/completions/fairtree.bash"
}

@test "bash: options" {
	[ "$(offers fshare --par)" = "--parsable --parsable2 --partition" ]
	[ "$(offers fshare -a --tr)" = "--trace --tree" ]
	[ "$(offers /usr/bin/fshare --js)" = "--json" ]
}

@test "bash: names out of the store" {
	[ "$(offers fshare -u b)" = "barney betty" ]
	[ "$(offers fshare -A '')" = "bedrock managers root" ]
	[ "$(offers fshare --users = w)" = "wilma" ]
	[ "$(offers fshare --users =)" = "barney betty fred root slate wilma" ]
	[ "$(offers fshare -A bedrock,m)" = "bedrock,managers" ]
	[ "$(offers fshare -o User,Raw)" = "User,RawShares User,RawUsage" ]
	[ "$(offers fshare -M '')" = "cluster" ]
	[ "$(offers fwhy b)" = "barney betty" ]
	[ "$(offers fwhy barney w)" = "wilma" ]
	[ "$(offers fwhy --lin)" = "--lint" ]
}

@test "bash: words to choose from, and nothing" {
	[ "$(offers fshare --ties = s)" = "slurm" ]
	[ "$(offers fshare --color a)" = "always auto" ]
	[ -z "$(offers fshare --top 1)" ]
	[ -z "$(offers fshare x)" ]
}

@test "bash: sub-commands" {
	[ "$(offers fimport '')" = "conf dump sacct squeue sshare usage" ]
	[ "$(offers fimport d)" = "dump" ]
}

@test "bash: a store that cannot be read is silent" {
	cd "$BATS_TEST_TMPDIR"
	got=$(FAIRTREE_DB=/dev/null/none offers fshare -u b 2>err)
	[ -z "$got" ]
	[ ! -s err ]
}

@test "zsh and fish read theirs" {
	! command -v zsh >/dev/null || zsh -n "$top/completions/_fairtree"
	! command -v fish >/dev/null || fish -n "$top/completions/fairtree.fish"
}
