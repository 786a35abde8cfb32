#!/usr/bin/env bats
# facctmgr save: the store as one clean file.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	export FAIRTREE_DB=$PWD/a.db
	facctmgr -i -Q add account physics
	facctmgr -i -Q add user ann account=physics fairshare=3
}

refuses() { # WORDS OF THE MESSAGE, command
	local words=$1
	shift
	run "$@"
	[ "$status" -eq 1 ]
	[[ $output == *"$words"* ]]
}

@test "a copy that stands alone and says the same" {
	run facctmgr save b.db
	[ "$status" -eq 0 ]
	[ "$output" = " Saved the store as 'b.db'" ]
	[ "$(ls b.db*)" = b.db ]
	diff <(fshare -a -P) <(fshare --db b.db -a -P)
	diff <(facctmgr log) <(facctmgr --db b.db log)
	# what is done to one is not done to the other
	facctmgr -i -Q --db b.db add account biology
	[ -z "$(facctmgr -n -P list account biology)" ]
}

@test "what is there is replaced with -i only" {
	echo mine >b.db
	refuses "'b.db' exists; -i replaces it" facctmgr save file=b.db
	[ "$(cat b.db)" = mine ]
	[ -z "$(facctmgr -i -Q save b.db)" ]
	diff <(fshare -a -P) <(fshare --db b.db -a -P)
	[ "$(ls b.db*)" = b.db ]
}

@test "refused, and nothing is written" {
	refuses "is the store itself" facctmgr -i save a.db
	ln -s a.db l.db
	refuses "is the store itself" facctmgr -i save l.db
	mkdir d
	refuses "is not a regular file" facctmgr -i save d
	refuses "cannot be saved" facctmgr save nosuch/b.db
	refuses "no file to save" facctmgr save
	refuses "cannot be written to standard output" facctmgr save -
	refuses "cannot be written to standard output" facctmgr check --repair -
	[ ! -e ./- ]
	refuses "save takes one file" facctmgr save b.db c.db
	# a store with changes beside it would give them to what replaces it
	cp a.db u.db && echo x >u.db-wal
	refuses "is a store that is in use" facctmgr -i save u.db
	[ ! -e b.db ]
	facctmgr --dry-run save b.db
	[ ! -e b.db ]
}

@test "by the Slurm name it is no keyword" {
	ln -s "$(command -v facctmgr)" sacctmgr
	run ./sacctmgr save b.db
	[ "$status" -eq 1 ]
	[ ! -e b.db ]
}
