#!/usr/bin/env bats
# Answers to yes-or-no questions: a whole line under our own names.  Keys are
# typed when a question or a prompt is there (tests/pty/ptyrun), never by time.
# The answers that sacctmgr takes are in tests/oracle (g06, g07, t16, y03).

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no terminal to be had'
	export FAIRTREE_DB=$PWD/test.db
	export XDG_STATE_HOME=$PWD/state HOME=$PWD
	export TERM=dumb PAGER=cat
	facctmgr -Q add account physics >/dev/null
	facctmgr -Q add user ann,bob account=physics >/dev/null
}

# typed COMMAND LINE...: what COMMAND shows goes to `out`
typed() {
	local command=$1
	shift
	printf '%s\n' "$@" >keys
	status=0
	# shellcheck disable=SC2086 # words
	ptyrun keys $command >out || status=$?
}

users() {
	facctmgr -nP list user format=user | tr '\n' ' '
}

# asked N: how many times it asked
asked() {
	[ "$(grep -c '^(N/y): ' out)" -eq "$1" ] || { cat out; false; }
}

@test "what is no answer is asked again, and no letter of it is one" {
	for word in xyz yonder nay 'y n' 'maybe y' '1'; do
		typed facctmgr begin 'add account bio' quit "$word" n pending \
		    rollback quit
		asked 2
		grep -qx 'Y or N please' out
		grep -q '^ *1  add account bio' out
		grep -q '1 pending change discarded' out
		[ -z "$(facctmgr -nP list account bio)" ]
	done
}

@test "a delete: y and yes, in any case and with blanks around" {
	for word in y Y yes YES ' y ' 'yes '; do
		typed 'facctmgr delete user ann' "$word"
		asked 1
		[ "$(users)" = 'bob root ' ]
		facctmgr -Q undo
	done
	for word in n N no NO ' n' ''; do
		typed 'facctmgr delete user ann' "$word"
		asked 1
		grep -q 'Changes Discarded' out
		[ "$(users)" = 'ann bob root ' ]
	done
	typed 'facctmgr delete user ann' xyz '^D'
	asked 2
	grep -q 'no answer: end of input' out
	[ "$(users)" = 'ann bob root ' ]
}

@test "an answer may end with the input" {
	# a terminal hands out nothing before the key
	typed 'facctmgr delete user ann' '#until (N/y): ' '#keys y' '#until y' '^D'
	[ "$(users)" = 'bob root ' ]
	typed 'facctmgr delete user bob' '#until (N/y): ' '#keys xy' \
	    '#until xy' '^D' n
	asked 2
	[ "$(users)" = 'bob root ' ]
}

@test "the line behind an answer is a command again" {
	typed facctmgr 'delete user ann' yes 'list user format=user' \
	    'delete user bob' xyz n 'list user format=user' quit
	asked 3
	[ "$(grep -c '^ *bob *$' out)" -eq 3 ] # the list, and what is asked
	[ "$(users)" = 'bob root ' ]
	grep -q '^facctmgr> quit' out
}

@test "leaving with something pending: the whole word" {
	typed facctmgr begin 'add account bio' quit yy yes
	asked 2
	[ -z "$(facctmgr -nP list account bio)" ]
}

@test "apply on a terminal, tried on a copy first, makes a new store" {
	export FAIRTREE_DB=$PWD/new.db
	cat >wish.cfg <<-'END'
		Cluster - 'cluster'
		Parent - 'root'
		Account - 'phys'
	END
	typed 'facctmgr apply wish.cfg'
	asked 0
	facctmgr -nP list account format=account | grep -qx phys
}

@test "fcancel -i: the whole line, too" {
	for _ in 1 2; do
		fbatch -Q --uid=ann -H --wrap 'sleep 10'
	done
	typed 'fcancel -i 1 2' yonder n xyz y
	[ "$(fqueue -h -o %i)" = 1 ]
	[ "$(grep -o 'Cancel job_id=1 ' out | wc -l)" -eq 2 ]
	[ "$(grep -o 'Cancel job_id=2 ' out | wc -l)" -eq 2 ]
}

@test "scancel -i: the first letter counts, as in Slurm" {
	mkdir slurm
	ln -s "$FT_BUILD/bin/fcancel" slurm/scancel
	fbatch -Q --uid=ann -H --wrap 'sleep 10'
	echo yonder | slurm/scancel -i 1 >out
	[ -z "$(fqueue -h -o %i)" ]
}
