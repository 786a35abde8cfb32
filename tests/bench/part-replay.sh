#!/bin/sh
# Replay of traces on a pool: the library beside swfmin, the least work it can
# be where queues are short.
#
# Nanoseconds per job, the middle of several rounds that take turns.  "fair" is
# EASY backfill in the order of decayed usage every 300 seconds, "tree" in that
# of Fair Tree's ranks; both are looked at beside swfmin's fair, "tree" does
# more.  "parse" is reading the file.  The second table lets a trace grow whose
# load is 1.5, so that the queue grows as well (swfmin looks at all of it each
# time), the third the users of the tree.
#
# Environment: BENCH_JOBS (jobs of the first table), BENCH_GROWTH (jobs of the
# second), BENCH_WIDE (users of the third, as many jobs), BENCH_ROUNDS,
# BENCH_TRACE and BENCH_REPEAT (a trace of yours, and how often it is repeated;
# with the archive's NASA-iPSC-1993 and 50 the queue is nearly always empty).
set -eu

: "${BENCH_JOBS:=100000}" "${BENCH_GROWTH:=5000 20000 80000}"
: "${BENCH_WIDE:=1000 10000}" "${BENCH_ROUNDS:=5}"
: "${BENCH_TRACE:=}" "${BENCH_REPEAT:=1}"
bin=$FT_BUILD/bench

# Make a trace once; prints its path.  trace NAME OPTION...
trace() {
	file=$FT_DATA/$1.swf
	shift
	[ -f "$file" ] || "$FT_BUILD/bin/fsim" trace "$@" >"$file"
	echo "$file"
}

# The column $2 (a name) of lines $1 "name value name value ...": its median.
median() {
	echo "$1" | awk -v name="$2" '{ for (i = 1; i < NF; i += 2)
	    if ($i == name) print $(i + 1) }' | sort -n |
	    awk '{ v[NR] = $1 } END { print NR ? v[int((NR + 1) / 2)] : "-" }'
}

ratio() {
	echo "$1 $2" | awk '{ if ($2 > 0) printf "%.2f\n", $1 / $2
	    else print "-" }'
}

row='%-22s %8s %7s %6s %6s %6s %6s %7s %6s %6s %6s\n'
# Both programs on FILE, REPEAT times.  compare NAME FILE REPEAT
compare() {
	bound='' ours=''
	for _ in $(seq "$BENCH_ROUNDS"); do
		bound="$bound$("$bin/swfmin" "$2" "$3" 0 1)
"
		ours="$ours$("$bin/bench_replay" "$2" "$3" 0 1 parse fcfs easy \
		    fair tree)
"
	done
	fair=$(median "$bound" fair)
	# shellcheck disable=SC2059
	printf "$row" "$1" "$(median "$ours" longest)" "$fair" \
	    "$(ratio "$(median "$ours" parse)" "$(median "$bound" parse)")" \
	    "$(ratio "$(median "$ours" fcfs)" "$(median "$bound" fcfs)")" \
	    "$(ratio "$(median "$ours" easy)" "$(median "$bound" easy)")" \
	    "$(ratio "$(median "$ours" fair)" "$fair")" \
	    "$(median "$ours" fair)" "$(median "$ours" easy)" \
	    "$(median "$ours" tree)" "$(ratio "$(median "$ours" tree)" "$fair")"
}

head() {
	# shellcheck disable=SC2059
	printf "$row" "$1" queue swfmin parse fcfs easy fair 'fair ns' \
	    easy tree tree/
}

head 'ratios to swfmin'
compare 'load 0.3' "$(trace low --jobs "$BENCH_JOBS" --load 0.3)" 1
compare 'load 0.7' "$(trace middle --jobs "$BENCH_JOBS" --load 0.7)" 1
compare 'load 0.95' "$(trace high --jobs "$BENCH_JOBS" --load 0.95)" 1
[ -z "$BENCH_TRACE" ] ||
	compare "${BENCH_TRACE##*/} x $BENCH_REPEAT" "$BENCH_TRACE" \
	    "$BENCH_REPEAT"
echo
head 'load 1.5, jobs'
for n in $BENCH_GROWTH; do
	compare "$n" "$(trace "over-$n" --jobs "$n" --load 1.5)" 1
done
echo
head 'load 0.9, users'
for n in $BENCH_WIDE; do
	compare "$n" "$(trace "wide-$n" --jobs "$n" --users "$n" \
	    --accounts "$((n / 100))" --load 0.9)" 1
done
