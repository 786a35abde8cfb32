#!/bin/sh
# What a user feels, in one table: each command beside a bound that is measured
# in the same run, and the ratio that is wanted.
#
# Bounds: "no history" is the command on the same tree and queue without ended
# jobs; "open", "commit" and "inserts" are sqmin: open a file and read a row,
# change a row, insert a tree of BENCH_USERS; "a tenth" is the command on a
# tree or trace of a tenth of the size, which shows how its cost grows.  Times
# are medians in milliseconds.  Without a bound, the goal is in the row's unit.
# A missed goal is marked and fails nothing.
#
# Environment: BENCH_USERS (of the large tree), BENCH_HISTORY (ended jobs, in
# hundreds of thousands), BENCH_TRACE_JOBS, BENCH_LONG_TRACE
# (jobs of a trace that takes minutes, such as 100000), BENCH_LIVE_USERS,
# BENCH_RUNS.
set -eu

: "${BENCH_USERS:=100000}" "${BENCH_HISTORY:=1 10}" "${BENCH_RUNS:=5}"
: "${BENCH_TRACE_JOBS:=12000}" "${BENCH_LONG_TRACE:=0}"
: "${BENCH_LIVE_USERS:=1000000}"
bin=$FT_BUILD/bench
PATH=$FT_BUILD/bin:$PATH
unset FAIRTREE_CONF SLURM_CONF
export PATH FAIRTREE_USER=root FAIRTREE_DB TZ=UTC LC_ALL=C
examples=data/examples
log=$FT_DATA/log

remove() {
	rm -f "$1" "$1-wal" "$1-shm"
}

# Make $2 a copy of the store $1, which nobody has open.
copy() {
	remove "$2"
	cp "$1" "$2"
}

# Median milliseconds.  ms RUNS BEFORE COMMAND...
ms() {
	"$bin/stopwatch" "$@" | awk '{ print $1 }'
}

row='%-46s %9s %9s  %-11s %6s %6s  %s\n'

# One line of the table: VALUE / BOUND is to be at most GOAL, with "least" at
# least.  Without a bound (BOUND 1, KIND a unit) VALUE itself is.
# result NAME VALUE BOUND KIND GOAL [least]
result() {
	echo "$2 $3 $5 ${6:-most}" | {
		read -r value bound goal side
		ratio=$(echo "$value $bound" | awk '{ printf "%.2f", $1 / $2 }')
		met=$(echo "$ratio $goal $side" | awk '{
			print (($3 == "least" ? $1 >= $2 : $1 <= $2) ? \
			    "met" : "MISSED") }')
		[ "$bound" != 1 ] || bound=- ratio=$2
		# shellcheck disable=SC2059
		printf "$row" "$1" "$value" "$bound" "$4" "$ratio" "$goal" \
		    "$met"
	}
}

# ---- a cluster with a past --------------------------------------------------

# A university on a Monday morning: its tree, usage and machine.
make_university() {
	remove "$FAIRTREE_DB"
	{
		fimport dump "$examples/university.cfg"
		fimport conf "$examples/university.conf"
		fimport usage "$examples/university.usage"
		fcontrol update clock=2030-03-04T00:00:00
	} >"$log"
}

# Two weeks of 100,000 jobs, $1 times.
live_on() {
	for seed in $(seq "$1"); do
		fbatch --experiment "$examples/university.exp" \
		    --seed "$seed" >"$log"
		fsim run --for 14-0 --quiet
	done
	fsim run --for 10-0 --quiet
}

# A thousand jobs, more than the machine holds at once, no others, and a decay
# pass.
make_queue() {
	fcancel --state=pending
	fbatch --uid=lliu --array=1-1000 -n 64 -t 600 --wrap 'sleep 36000' \
	    >"$log"
	fsim run --for 10:00 --quiet
}

# What a command costs after $1 times 100,000 jobs, and what it costs without.
time_history() {
	plain=$FT_DATA/no-history.db past=$FT_DATA/history-$1.db
	FAIRTREE_DB=$past
	make_university
	live_on "$1"
	make_queue
	FAIRTREE_DB=$plain
	make_university
	fcontrol update "clock=+$((86400 * (14 * $1 + 10)))" >"$log"
	make_queue
	for command in fqueue fprio 'fshare -l -a' 'fbatch --wrap true'; do
		FAIRTREE_DB=$plain
		# shellcheck disable=SC2086
		bound=$(ms "$BENCH_RUNS" '' $command)
		FAIRTREE_DB=$past
		# shellcheck disable=SC2086
		result "$command, after ${1}00,000 jobs" \
		    "$(ms "$BENCH_RUNS" '' $command)" "$bound" 'no history' 1.3
	done
	result "fsim run, a minute, after ${1}00,000 jobs" \
	    "$(ms "$BENCH_RUNS" '' fsim run --for 60 --quiet)" 1 ms 30
	time_facct "$((350 * $1))"
}

# The list of all jobs may take so long as $1 times 1/600 of the inserts.
time_facct() {
	"$bin/stopwatch" "$BENCH_RUNS" '' facct -a -X -P -S 2030-03-01 |
	    { read -r took _ memory
		result 'facct -a -X -P of them' "$took" "$bare" inserts \
		    "$(inserts "$1")"
		result 'facct -a -X -P of them, memory' \
		    "$((memory / 1024))" 1 MiB 20; }
}

# ---- the scheduler ----------------------------------------------------------

time_university() {
	FAIRTREE_DB=$FT_DATA/university.db
	make_university
	fbatch --experiment "$examples/university.exp" >"$log"
	took=$(ms 1 '' fsim run --for 14-0 --quiet)
	result 'fsim run, university, policy slurm' \
	    "$(echo "$took" | awk '{ printf "%.0f", 1e8 / $1 }')" 1 jobs/s \
	    10000 least
	remove "$FAIRTREE_DB"
}

# A trace of $1 jobs that ask for more than there is; prints its path.
trace() {
	file=$FT_DATA/load-1.2-$1.swf
	[ -f "$file" ] || fsim trace --jobs "$1" --load 1.2 >"$file"
	echo "$file"
}

replay() {
	ms 1 '' fsim replay --policy slurm "$(trace "$1")"
}

time_replay() {
	few=$((BENCH_TRACE_JOBS / 4))
	result "fsim replay, load 1.2, $BENCH_TRACE_JOBS jobs" \
	    "$(replay "$BENCH_TRACE_JOBS")" "$(replay "$few")" 'a fourth' 6
	million=$FT_DATA/million.swf
	[ -f "$million" ] || fsim trace --jobs 1000000 >"$million"
	"$bin/stopwatch" 1 '' fsim replay --policy easy -q "$million" |
	    { read -r took _ memory
		result 'fsim replay --policy easy, a million jobs' "$took" 1 \
		    ms 10000
		result 'fsim replay --policy easy of them, memory' \
		    "$((memory / 1024))" 1 MiB 200; }
	[ "$BENCH_LONG_TRACE" -gt 0 ] || return 0
	result "fsim replay, load 1.2, $BENCH_LONG_TRACE jobs" \
	    "$(replay "$BENCH_LONG_TRACE" |
		awk '{ printf "%.1f", $1 / 1000 }')" 1 s 60
}

# ---- a small store ----------------------------------------------------------

# COMMAND beside sqmin MODE FILE, timed before and after it because the machine
# does other things as well.  beside KIND MODE FILE COMMAND...
beside() {
	kind=$1 mode=$2 file=$3
	shift 3
	before=$(ms 51 '' "$bin/sqmin" "$mode" "$file")
	value=$(ms 101 '' "$@")
	after=$(ms 51 '' "$bin/sqmin" "$mode" "$file")
	result "$*" "$value" \
	    "$(echo "$before $after" | awk '{ print ($1 + $2) / 2 }')" \
	    "$kind" 1.3
}

time_small() {
	FAIRTREE_DB=$FT_DATA/small.db
	bound=$FT_DATA/bound.db
	remove "$FAIRTREE_DB"
	facctmgr -i add account first >"$log"
	"$bin/sqmin" tree "$bound" 20 >"$log"
	for command in 'fshare -l -a' 'facctmgr list assoc' \
	    'facctmgr list qos' 'facctmgr dump cluster file=/dev/null'; do
		# shellcheck disable=SC2086
		beside open row "$FAIRTREE_DB" $command
	done
	beside commit write "$bound" facctmgr -i modify account first set fair=2
}

# ---- a large tree -----------------------------------------------------------

# Make the files of a tree of $1 users, and a store of them.
make_tree() {
	tree=$FT_DATA/typical-$1
	FAIRTREE_DB=$tree.db
	"$bin/ftgen" typical "$1" 42 "$tree"
	remove "$FAIRTREE_DB"
	facctmgr -i load "$tree.cfg" cluster=cluster >"$log"
	fimport usage "$tree.usage" >"$log"
	fshare -a -l -P >"$tree.table"
	accounts=$(sed -n "s/^Account - '\([^']*\)'.*/\1/p" "$tree.cfg" |
	    paste -s -d , -)
}

# Set load, modify, delete, undo, redo and sshare to what they take on the tree.
time_changes() {
	new=$FT_DATA/new.db
	gone="rm -f $new $new-wal $new-shm"
	again="$gone; cp $tree.db $new"
	FAIRTREE_DB=$new
	load=$(ms "$BENCH_RUNS" "$gone" \
	    facctmgr -i load "$tree.cfg" cluster=cluster)
	sshare=$(ms "$BENCH_RUNS" "$again" fimport sshare "$tree.table")
	modify=$(ms "$BENCH_RUNS" "$again" \
	    facctmgr -i modify user where account="$accounts" set fairshare=7)
	delete=$(ms "$BENCH_RUNS" "$again" \
	    facctmgr -i delete user where account="$accounts")
	copy "$new" "$FT_DATA/less.db"
	undo=$(ms "$BENCH_RUNS" "$gone; cp $FT_DATA/less.db $new" facctmgr undo)
	copy "$new" "$FT_DATA/more.db"
	redo=$(ms "$BENCH_RUNS" "$gone; cp $FT_DATA/more.db $new" facctmgr redo)
	remove "$new"
}

# The goals in milliseconds are those of a machine that inserts 100,000 users in
# 600: here they are that many inserts.
inserts() {
	echo "$1" | awk '{ printf "%.2f", $1 / 600 }'
}

time_large() {
	make_tree "$((BENCH_USERS / 10))"
	time_changes
	small="$load $modify $delete $undo $redo"
	make_tree "$BENCH_USERS"
	time_changes
	result "facctmgr load, $BENCH_USERS users" "$load" "$bare" inserts 1.5
	result 'fimport sshare over it' "$sshare" "$bare" inserts \
	    "$(inserts 800)"
	result 'facctmgr modify user, all' "$modify" "$bare" inserts \
	    "$(inserts 700)"
	result 'facctmgr delete user, all' "$delete" "$bare" inserts \
	    "$(inserts 1000)"
	result 'facctmgr undo' "$undo" "$bare" inserts "$(inserts 1000)"
	result 'facctmgr redo' "$redo" "$bare" inserts "$(inserts 1000)"
	for name in load modify delete undo redo; do
		eval "value=\$$name"
		result "facctmgr $name" "$value" "${small%% *}" 'a tenth' 11
		small=${small#* }
	done
	FAIRTREE_DB=$tree.db
	user=$(awk 'END { print $2 }' "$tree.usage")
	result 'fshare -U -u USER' \
	    "$(ms "$BENCH_RUNS" '' fshare -U -u "$user")" "$bare" inserts \
	    "$(inserts 25)"
	result 'facctmgr list assoc -P' \
	    "$(ms "$BENCH_RUNS" '' facctmgr list assoc -P)" "$bare" inserts \
	    "$(inserts 110)"
	result 'fview, first frame' \
	    "$(ms "$BENCH_RUNS" '' fview --dump-frames --frame 0)" "$bare" \
	    inserts "$(inserts 60)"
}

# ---- one charge -------------------------------------------------------------

time_live() {
	"$bin/ftgen" flat "$BENCH_LIVE_USERS" 42 "$FT_DATA/flat"
	result "a charge and its rank, flat, $BENCH_LIVE_USERS users" \
	    "$("$bin/bench_live" "$FT_DATA/flat.bin" 20000 slurm |
		awk '{ printf "%.2f", $2 / 1000 }')" 1 us 2
	rm "$FT_DATA/flat.bin" "$FT_DATA/flat.cfg" "$FT_DATA/flat.usage"
}

# shellcheck disable=SC2059
printf "$row" command value bound of ratio goal ''
bare=$("$bin/sqmin" tree "$FT_DATA/bound.db" "$BENCH_USERS" |
    awk '{ print $2 }')
time_small
for hundreds in $BENCH_HISTORY; do
	time_history "$hundreds"
done
time_university
time_replay
time_large
time_live
