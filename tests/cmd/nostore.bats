#!/usr/bin/env bats
# A store that does not exist: who reads refuses it, who writes makes it.  What
# is said by the Slurm names is in tests/oracle/cases/z50-nobody-answers.

load ../lib/cmd
load ../lib/await

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	export TERM=dumb
	export HOME=$PWD/wrong
	store=$HOME/.local/state/fairtree/fairtree.db
	mkdir wrong
	echo "Cluster - 'cluster'" >empty.cfg
	printf '%s\n' 'group hpc-* account=*' >lab.map
	echo 'hpc-x:x:5001:ann' >lab.group
	echo 'ann:x:1000:1000::/:/bin/sh' >lab.passwd
}

# refuses COMMAND: one line that names the store, and no trace of one
refuses() {
	run bash -c "exec </dev/null; $1"
	[ "$status" -eq "${2:-1}" ] || { echo "$1: $status $output"; false; }
	[ "${#lines[@]}" -eq 1 ] || { echo "$1: $output"; false; }
	[[ $output == *": error: no such store: $store ("*"--db"* ]] ||
		{ echo "$1: $output"; false; }
	[ -z "$(ls -A wrong)" ] || { echo "$1: made something"; false; }
}

@test "who reads refuses it, and makes nothing" {
	while read -r line; do
		refuses "$line"
	done <<-'END'
		fshare
		fshare -a --json
		fshare --csv --tree
		fshare --trace
		fshare --prometheus
		fshare --what-if 'add account x'
		fshare --diff --what-if 'add account x'
		fprio
		fprio -w
		fprio --diff --what-if 'add account x'
		fwhy ann
		fwhy ann bob
		fwhy 12
		fwhy --lint
		fview
		fview --at ann
		fview --json
		fview --dot
		fview --dump-frames
		fview --svg a.svg
		fview --keys q
		fqueue
		fqueue --json
		fqueue -i 1
		facct
		facct -a --csv
		fcontrol show job
		fcontrol show job 5
		fcontrol show nodes
		fcontrol show partition --json
		fcontrol show config --origin
		fcontrol show reservation
		fcontrol show assoc_mgr
		fcontrol show licenses
		fcontrol show steps
		fcontrol show topology
		fcontrol show clock
		fcontrol ping
		fcontrol check
		facctmgr list account
		facctmgr list assoc tree
		facctmgr list user where qos=normal
		facctmgr list config
		facctmgr list stats
		facctmgr list problem
		facctmgr list transaction
		facctmgr dump cluster file=-
		facctmgr log
		facctmgr save copy.db
		facctmgr plan empty.cfg
		facctmgr sync lab.map group=lab.group passwd=lab.passwd
		facctmgr solve user ann@x rank 1
		facctmgr audit
		facctmgr -Q --dry-run add account x
		facctmgr --print-commands add account x
		echo list user | facctmgr
		fauction queue
	END
	refuses "facctmgr diff empty.cfg" 2
}

@test "who changes what there must be already makes nothing either" {
	while read -r line; do
		refuses "$line"
	done <<-'END'
		fcancel 5
		fcancel -u ann
		fcontrol hold 5
		fcontrol release 5
		fcontrol requeue 5
		fcontrol suspend 5
		fcontrol top 5
		fcontrol update job 5 nice=3
		facctmgr -i delete user ann
		facctmgr undo
		facctmgr redo
		fbatch --test-only --wrap true
	END
}

@test "the settings say where nothing is, too" {
	store=$PWD/other.db
	refuses "FAIRTREE_DB=$PWD/other.db fshare"
	refuses "fshare --db $PWD/other.db"
	refuses "fsim replay --db $PWD/other.db t.swf"
	[ ! -e other.db ]
	# what needs no store goes on without
	fwhy --lesson recipe UserA UserB >/dev/null
	fview --lesson recipe --json >/dev/null
	fcontrol show hostnames 'n[1-2]' >/dev/null
	echo 'PriorityMaxAge=1-0' >good.conf
	fcontrol check good.conf >/dev/null
	[ -z "$(fshare --complete=users)" ]
	[ -z "$(ls -A wrong)" ]
}

# makes COMMAND: there is a store afterwards
makes() {
	rm -rf wrong
	bash -c "exec </dev/null; $1" >/dev/null || { echo "$1: $?"; false; }
	[ -s "$store" ] || { echo "$1: no store"; false; }
	fshare >/dev/null
}

@test "who writes makes it" {
	echo 'ClusterName=lab' >lab.conf
	: >empty.usage
	while read -r line; do
		makes "$line"
	done <<-'END'
		facctmgr -Q add account x
		facctmgr add cluster cluster
		facctmgr -Q modify qos normal set priority=3
		facctmgr -i -Q load empty.cfg
		facctmgr -Q apply empty.cfg
		facctmgr -i -Q sync lab.map group=lab.group passwd=lab.passwd apply
		printf '%s\n' begin 'add account x' commit | facctmgr
		fbatch --wrap true
		fcontrol update clock=+60
		fcontrol update config PriorityWeightAge=5
		fcontrol create partition=new
		fcontrol reconfigure
		fimport conf lab.conf
		fimport dump empty.cfg
		fimport usage empty.usage
		fsim run --for 60
	END
	[ -z "$(ls -A wrong/.local/state/fairtree | grep -v '^fairtree.db')" ]
}

@test "a block that is rolled back makes nothing" {
	printf '%s\n' begin 'add account x' 'list account format=account' \
	    rollback | facctmgr >out
	grep -q '^ *x *$' out
	[ -z "$(ls -A wrong)" ]
}

@test "a block begun without a store is committed into a new one" {
	printf '%s\n' begin 'add account x' commit | facctmgr >/dev/null
	facctmgr -nP list account format=account | grep -qx x
}

@test "a store made by a Slurm name ranks ties as Slurm" {
	mkdir slurm
	for pair in facctmgr:sacctmgr fshare:sshare; do
		ln -s "$(command -v "${pair%:*}")" "slurm/${pair#*:}"
	done
	run slurm/sshare
	[ "$status" -eq 255 ]
	[ -z "$(ls -A wrong)" ]
	slurm/sacctmgr -i add account x >/dev/null
	slurm/sshare >/dev/null
	fcontrol show config | grep -Eq '^FairTreeTies *= slurm'
}

@test "a store that is deleted is not made again by who had it open" {
	export FAIRTREE_DB=$PWD/short.db
	mkfifo lines
	for words in 'facctmgr -Q|list account format=account|add account new|root' \
	    'fcontrol|show clock|update clock=+5|Clock='; do
		IFS='|' read -r program look change shows <<<"$words"
		fcontrol reconfigure
		$program <lines >out 2>err &
		exec 7>lines
		echo "$look" >&7
		await grep -qs "$shows" out
		rm short.db*
		echo "$change" >&7
		exec 7>&-
		status=0
		wait $! || status=$?
		[ "$status" -eq 1 ]
		grep -q "no such store: $PWD/short.db" err
		[ ! -e short.db ]
	done
}

has_moved() {
	! fcontrol show clock | cmp -s - before
}

@test "fsim run stops when its store is deleted, or another takes its place" {
	export FAIRTREE_DB=$PWD/short.db
	for deed in 'rm short.db' 'mv other.db short.db'; do
		rm -f short.db*
		fcontrol reconfigure
		facctmgr save other.db >/dev/null
		fcontrol show clock >before
		fsim run --for 1000000 --speed 60 >out 2>err &
		# it has begun when the clock has moved
		await has_moved
		$deed
		status=0
		wait $! || status=$?
		[ "$status" -eq 1 ]
		grep -qx "fsim: error: $PWD/short.db: the store was deleted or \
replaced by another file" err
		rm -f other.db
	done
}

# next NEED COMMAND: on a terminal, what to do next in a store without NEED
next() {
	local need=$1
	shift
	ptyrun keys "$@" >out || :
	tail -n 1 out | grep -q "^$1: the store has no $need yet: .*import" ||
		{ echo "$*"; cat out; false; }
	# not where programs read, nor under a name of Slurm
	if "$@" 2>&1 | grep 'has no .* yet'; then false; fi
}

@test "an empty store says what to do next" {
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no terminal to be had'
	PATH=${FT_BUILD:-$FT_TOP/build}/tests/pty:$PATH
	: >keys
	fcontrol reconfigure
	next users fshare
	next users fshare -a --json
	next users fwhy ann
	next users facctmgr list user
	next users facctmgr list account
	next users facctmgr list assoc
	next users fqueue
	next users freport user top
	ptyrun keys facctmgr list qos >out
	if grep 'has no' out; then false; fi
	ln -s "$(command -v squeue || command -v fqueue)" squeue
	ptyrun keys ./squeue >out
	if grep 'has no' out; then false; fi
	# the commands that it names work
	facctmgr -Q add account physics >/dev/null
	facctmgr -Q add user ann account=physics >/dev/null
	ptyrun keys fshare -a >out
	if grep 'has no' out; then false; fi
	next jobs fqueue
	next jobs fprio
	next jobs facct
	next jobs fcontrol show job
	next jobs freport user top
	next jobs feff 3
	next jobs fsim run --for 60
	next jobs fauction queue
	fbatch --uid=ann --wrap true >/dev/null
	ptyrun keys fqueue -t S >out
	if grep 'has no' out; then false; fi
}

@test "the viewer of an empty store says so, too" {
	fcontrol reconfigure
	fview --size 80x24 --keys j --dump-frames >frame
	grep -q 'nobody is here yet' frame
	grep -q 'fimport sshare' frame
}
