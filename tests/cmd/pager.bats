#!/usr/bin/env bats
# A pager where a screen is not enough.  The terminal has 10 rows of 60 columns;
# the pager is a script that marks what it gets.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no terminal to be had'
	unset LESS
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	export TERM=xterm LINES=10 COLUMNS=60
	printf '#!/bin/sh\nenv >pager.env\nsed s/^/P:/\n' >mark
	chmod +x mark
	export FAIRTREE_PAGER=$PWD/mark
	: >keys
	facctmgr -Q add account a
	facctmgr -Q add user ann account=a
}

# grow N: N more accounts
grow() {
	for i in $(seq "$1"); do
		facctmgr -Q add account "b$i"
	done
}

# on_terminal COMMAND...: what a terminal shows goes to `out`
on_terminal() {
	status=0
	ptyrun keys "$@" >out || status=$?
}

@test "only what a screen is not enough for, and only a terminal's" {
	# 2 rows of header, root, root's user, a, ann and 3 accounts: 9 rows,
	# and the prompt of the shell has the tenth
	grow 3
	on_terminal fshare -a -o Account,User
	[ "$(wc -l <out)" -eq 9 ]
	if grep -q P: out; then false; fi
	grow 5
	on_terminal fshare -a -o Account,User
	[ "$status" -eq 0 ]
	[ "$(grep -c '^P:' out)" -eq "$(wc -l <out)" ]
	fshare -a -o Account,User >plain
	if grep -q P: plain; then false; fi
	sed 's/^P://; s/\x1b\[[0-9;]*m//g' out | diff - plain
	# no rows at all is no size: the terminal of ptyrun has more than these
	on_terminal sh -c 'LINES=0 fshare -A a -o Account'
	if grep -q P: out; then false; fi
	# lines that the terminal folds fill more than one row
	on_terminal sh -c 'COLUMNS=12 fshare -A b1,b2 -o Account%40,User%40'
	grep -q '^P:' out
}

@test "lists, explanations and help; never under Slurm's names" {
	grow 8
	ln -s "$(command -v facctmgr)" sacctmgr
	ln -s "$(command -v fshare)" sshare
	while read -r line; do
		on_terminal $line
		grep -q '^P:' out || { echo "$line"; cat out; false; }
	done <<-'END'
		fshare -a
		facctmgr help
		facctmgr list assoc
		facctmgr show account
		facctmgr log
		facctmgr --help
		facctmgr --json list account
		fcontrol show config
		fcontrol help
		fbatch --help
		fsim --help
		fsim help replay
		fsim replay --help
		fwhy --help
	END
	while read -r line; do
		on_terminal $line
		if grep -q '^P:' out; then echo "$line"; false; fi
	done <<-'END'
		./sshare -a
		./sacctmgr help
		fshare -a --no-pager
		fshare --no-pager --help
		facctmgr help --no-pager
		facctmgr --dry-run add account c1,c2,c3,c4,c5,c6,c7,c8,c9
		fshare --complete=words
	END
	printf '%s\n' 'list account' 'help' quit >keys
	on_terminal facctmgr
	if grep -q '^P:' out; then false; fi
	: >keys
	for i in 1 2 3 4 5 6 7 8 9; do
		fbatch -Q --uid=root -A a --wrap true || :
	done
	on_terminal timeout -s INT 2 fqueue -i 1
	if grep -q '^P:' out; then false; fi
}

@test "which one, and what it is told" {
	grow 8
	on_terminal fshare -a
	grep -qx LESS=FRX pager.env
	grep -qx LV=-c pager.env
	LESS=-S on_terminal fshare -a
	grep -qx LESS=-S pager.env
	PAGER='sed s/^/Q:/' on_terminal fshare -a
	grep -q '^P:' out
	unset FAIRTREE_PAGER
	PAGER='sed s/^/Q:/' on_terminal fshare -a
	grep -q '^Q:' out
	PAGER='sed s/^/Q:/' TERM=dumb on_terminal fshare -a
	grep -q '^Q:' out
	for none in '' cat; do
		PAGER=$none on_terminal fshare -a
		grep -q '^.*Account' out
		PAGER='sed s/^/Q:/' FAIRTREE_PAGER=$none on_terminal fshare -a
		if grep -q '^Q:' out; then false; fi
	done
	mkdir path
	printf '#!/bin/sh\nsed s/^/L:/\n' >path/less
	chmod +x path/less
	PATH=$PWD/path:$PATH on_terminal fshare -a
	grep -q '^L:' out
	TERM=dumb PATH=$PWD/path:$PATH on_terminal fshare -a
	if grep -q '^L:' out; then false; fi
}

@test "one that is not there, or is left early, loses nothing and fails nothing" {
	grow 8
	fshare -a >plain
	FAIRTREE_PAGER='exec ./nowhere 2>/dev/null' on_terminal fshare -a
	[ "$status" -eq 0 ]
	sed 's/\x1b\[[0-9;]*m//g' out | diff - plain
	: >noprogram
	# the shell prints its message in parts, and the first looks like a prompt
	for none in './noprogram 2>/dev/null' '  '; do
		FAIRTREE_PAGER=$none on_terminal fshare -a
		[ "$status" -eq 0 ]
		sed 's/\x1b\[[0-9;]*m//g' out | diff - plain
	done
	for early in 'exit 3' 'head -n 1' false; do
		FAIRTREE_PAGER=$early on_terminal fshare -a
		[ "$status" -eq 0 ]
		[ "$(wc -l <out)" -le 1 ]
	done
	# much more than a pipe holds
	FAIRTREE_PAGER='head -n 1' on_terminal fsim trace --jobs 20000
	[ "$status" -eq 0 ]
	[ "$(wc -l <out)" -eq 1 ]
	FAIRTREE_PAGER='wc -l' on_terminal fsim trace --jobs 20000
	[ "$(cat out)" -eq "$(fsim trace --jobs 20000 | wc -l)" ]
}

@test "messages wait until it has ended, and the exit status is the command's" {
	grow 8
	cat >bad.conf <<-'END'
		NoSuchKey=1
	END
	FAIRTREE_PAGER='sed s/^/P:/; echo END' on_terminal fshare -a --conf bad.conf
	cat out
	# a warning before any text appears at once; the text is paged
	grep -q '^P:' out
	if grep '^P:' out | grep warning; then false; fi
	FAIRTREE_PAGER='sed s/^/P:/; echo END' \
	    on_terminal facctmgr list account where nosuch=1
	if grep '^P:.*rror' out; then false; fi
}

@test "the store is not locked while somebody reads" {
	grow 8
	export FAIRTREE_PAGER='sh -c "sed s/^/P:/; facctmgr -Q add account during && echo DONE"'
	on_terminal fshare -a
	grep -qx DONE out
}

@test "a signal ends the command after its pager" {
	grow 8
	mkfifo go
	export FAIRTREE_PAGER='trap "" INT; sed s/^/P:/; echo READY; cat go; echo LEFT'
	# the terminal echoes the key
	printf '%s\n' '#until READY' '^C' '#until ^C' '#run : >go' >keys
	on_terminal fshare -a
	[ "$status" -eq 0 ]
	grep -q LEFT out
}
