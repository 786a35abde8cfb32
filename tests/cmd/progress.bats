#!/usr/bin/env bats
# The line that shows how far a command is, and what the interrupt key leaves.
# Work lasts as long as a test wants: a command reads a FIFO whose writer waits,
# or gets more work until the line has appeared.

load ../lib/cmd
load ../lib/await

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no terminal to be had'
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	export TERM=xterm
	erase=$'\r\e[K'
}

# tree N: a flat file with N accounts of 100 users
tree() {
	awk -v n="$1" 'BEGIN {
		print "Cluster - '\''cluster'\'':Fairshare=1"
		print "Parent - '\''root'\''"
		for (a = 1; a <= n; a++)
			print "Account - '\''a" a "'\''"
		for (a = 1; a <= n; a++) {
			print "Parent - '\''a" a "'\''"
			for (u = 1; u <= 100; u++)
				print "User - '\''u" a "_" u "'\'':" \
				    "DefaultAccount='\''a" a "'\''"
		}
	}'
}

# slowly FILE: a FIFO `in` that gives the beginning of FILE, and the rest when
# somebody has opened the FIFO `go`
slowly() {
	mkfifo in go
	{ head -n 9 "$1"; cat go; tail -n +10 "$1"; } >in 3>&- &
}

# typed COMMAND LINE...: run it by the shell and type the lines; what the
# terminal shows goes to `out`
typed() {
	local command=$1
	shift
	printf '%s\n' "$@" >keys
	status=0
	ptyrun keys sh -c "$command" >out || status=$?
}

# frames: what the line showed, each on a line of its own
frames() {
	tr '\r' '\n' <out | sed -n 's/\x1b\[K$//p' | grep .
}

# whole: the store is intact and has what it had in the file `before`
whole() {
	[ "$(facctmgr check)" = ' The store is intact' ]
	facctmgr dump cluster file=after >/dev/null
	diff before after
	[ -z "$(find . -name 'test.db?*' ! -name test.db-lock)" ]
}

# more COMMAND [LINE...]: run COMMAND, which reads the flat file `cfg` into the store
# `saved.db`, with a larger tree each time, until its work took long enough for the
# line to appear, and for the signal to come before the end
more() {
	for n in 1000 4000 16000 64000; do
		tree $n >cfg
		cp saved.db test.db
		typed "$@"
		if frames >/dev/null && [ "$status" -ne 0 ]; then return 0; fi
	done
	return 1
}

@test "one line, after a second of work, erased before the answer" {
	tree 3 >cfg
	slowly cfg
	typed 'exec facctmgr load in' '#until reading' '#run : >go'
	[ "$status" -eq 0 ]
	# all on one line, which ends erased
	[ "$(wc -l <out)" -eq 2 ]
	grep -qF "$erase Cluster cluster: 3 accounts, 300 users, " out
	frames | head -n 1 | grep -qx 'reading: 1 s'
	if frames | grep -v '^[a-z]*: [ -~]*$'; then return 1; fi
	# and the store is as without a terminal
	facctmgr dump cluster file=shown >/dev/null
	rm test.db*
	facctmgr load cfg
	facctmgr dump cluster file=unseen >/dev/null
	diff shown unseen
}

@test "it fits the terminal, whatever its width" {
	tree 20 >cfg
	facctmgr -i add account x >/dev/null
	for columns in 6 12 24 40; do
		rm -f in go
		slowly cfg
		COLUMNS=$columns typed 'exec facctmgr --dry-run load in' \
		    '#until read' '#run : >go'
		[ "$status" -eq 0 ]
		frames | awk -v most="$columns" '
		    length >= most { print; bad = 1 } END { exit bad }'
	done
	rm in go
	slowly cfg
	# and when that changes
	typed 'exec facctmgr --dry-run load in' '#until reading: ' \
	    '#size 50 8' $'#until \rreading\e' '#run : >go'
	[ "$status" -eq 0 ]
	frames | grep -qx reading
}

# hidden NAME COMMAND: start COMMAND on a terminal of its own, to read the FIFO
# `NAME.in`; it has opened it
hidden() {
	mkfifo "$1.in"
	: >none
	ptyrun none sh -c "$2" >"$1.out" 2>&1 &
	hidden="$hidden $!"
	# whoever opens a FIFO to write waits for the reader
	exec {fd}>"$1.in"
	head -n 9 cfg >&"$fd"
	open="$open $fd"
}

@test "nothing where nobody looks, or nobody may" {
	tree 3 >cfg
	fsim trace --jobs 10 >trace
	facctmgr -i add account x >/dev/null
	hidden='' open=''
	hidden dumb 'TERM=dumb exec facctmgr -n load dumb.in'
	hidden unset 'unset TERM; exec facctmgr -n load unset.in'
	ln -s "$(command -v facctmgr)" sacctmgr
	hidden slurm 'exec ./sacctmgr -n load slurm.in'
	hidden file 'exec facctmgr -n load file.in 2>file.err'
	hidden quiet 'exec fsim replay --quiet quiet.in'
	hidden pipe 'exec facctmgr -n load pipe.in 2>&1 | cat'
	hidden behind 'set -m; facctmgr -n load behind.in & wait'
	# a command that was started later shows the line, so these would, too
	slowly cfg
	typed 'exec facctmgr -n load in' '#until reading' '#run : >go'
	for fd in $open; do exec {fd}>&-; done
	for pid in $hidden; do await_end "$pid"; done
	[ ! -s file.err ]
	if grep -l reading ./*.out; then return 1; fi
}

# read_and_end COMMAND SIGNAL: end COMMAND by SIGNAL while it reads a file
read_and_end() {
	rm -f in go
	slowly cfg
	typed "echo \$\$ >pid; exec $1 in" '#until reading' \
	    "#run kill -$2 \$(cat pid)"
	echo "$1, $2: $status"
	: >go
	wait $! || : # nobody read the rest
}

@test "an interrupt, SIGTERM and SIGKILL while it reads" {
	tree 3 >cfg
	facctmgr load cfg >/dev/null
	facctmgr dump cluster file=before >/dev/null
	tree 5 >cfg
	for command in 'facctmgr load' 'facctmgr apply' 'fimport dump' \
	    'fimport sshare' 'fimport usage' 'fimport sacct' \
	    'fimport history' 'fbatch --experiment' 'fsim replay' \
	    'fauction run'; do
		read_and_end "$command" INT
		[ "$status" -eq 254 ]
		[ "$(tail -c 4 out)" = "$erase" ]
	done
	read_and_end 'facctmgr load' TERM
	[ "$status" -eq 241 ]
	[ "$(tail -c 4 out)" = "$erase" ]
	read_and_end 'facctmgr load' KILL
	[ "$status" -eq 247 ]
	whole
}

@test "an interrupt within the transaction undoes all of it" {
	tree 3 >cfg
	facctmgr load cfg >/dev/null
	facctmgr dump cluster file=before >/dev/null
	cp test.db saved.db
	for name in INT TERM KILL; do
		more 'echo $$ >pid; exec facctmgr load cfg' '#until ing: ' \
		    "#run kill -$name \$(cat pid)"
		echo "$name: $status"
		[ "$status" -gt 240 ]
		whole
	done
}

@test "fsim run stops at a consistent instant" {
	printf 'Seed=1 Duration=90-0\nJobs=j Count=2000 Arrival=every:1h %s\n' \
	    Runtime=20m >exp
	facctmgr -i add account x >/dev/null
	facctmgr -i add user root account=x >/dev/null
	fbatch --experiment exp >/dev/null
	typed 'exec fsim run --for 90-0 --speed 86400' '#until running: 2' '^C'
	[ "$status" -eq 130 ]
	tail -n 1 out | grep -qF "${erase}stopped at "
	[ "$(facctmgr check)" = ' The store is intact' ]
	# every second of a job that ended is charged, of others that have passed
	fsim run --for 10000-0 | grep ' 0 running .* 0 waiting$'
}

@test "fsim replay, compare, sweep and fauction can be interrupted" {
	cat >conf <<-'END'
		NodeName=n[1-64] CPUs=16
		PartitionName=all Nodes=ALL Default=YES
	END
	fsim trace --jobs 100000 >trace
	typed 'exec fsim replay trace' '#until replaying: ' '^C'
	[ "$status" -eq 130 ]
	tail -n 1 out | grep -qF "${erase}fsim: error: interrupted"
	typed 'exec fsim compare conf conf trace' '#until comparing: ' '^C'
	[ "$status" -eq 130 ]
	tail -n 1 out | grep -qF "${erase}fsim: error: interrupted"
	typed 'exec fsim sweep --grid nodes=64,65 trace' '#until sweeping: ' '^C'
	[ "$status" -eq 130 ]
	tail -n 1 out | grep -qF "${erase}fsim: error: interrupted"
	typed 'exec fauction run --samples 10000' '#until playing: ' '^C'
	[ "$status" -eq 254 ]
	[ "$(tail -c 4 out)" = "$erase" ]
}
