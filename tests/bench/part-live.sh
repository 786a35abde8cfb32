#!/bin/sh
# One user's usage changes, and its new rank: the library beside livemin, the
# least work it can be (which ranks nothing exactly and moves whole arrays).
#
# Nanoseconds for each change, the middle of many and of several rounds that
# take turns; "decay" lets time pass before each.  "instr" is instructions for
# each change, which do not depend on what else the machine does (by
# valgrind(1)).  Some ranks must be those of a full run.
#
# Environment: BENCH_SIZES (users), BENCH_SHAPES, BENCH_ROUNDS, BENCH_INSTR (the
# largest size to count instructions at, 0 for none).
set -eu

: "${BENCH_SIZES:=1000 10000 100000 1000000}"
: "${BENCH_SHAPES:=flat typical deep ties}"
: "${BENCH_ROUNDS:=3}"
: "${BENCH_INSTR:=100000}"
bin=$FT_BUILD/bench
status=0

# Make a tree once; prints its path.
tree() {
	if [ ! -f "$FT_DATA/$1-$2.bin" ]; then
		"$bin/ftgen" "$1" "$2" 42 "$FT_DATA/new"
		rm "$FT_DATA/new.cfg" "$FT_DATA/new.usage"
		mv "$FT_DATA/new.bin" "$FT_DATA/$1-$2.bin"
	fi
	echo "$FT_DATA/$1-$2.bin"
}

# Instructions of bench_live with $2 changes in the tree $1.
instructions() {
	BENCH_NO_CHECK=1 valgrind --tool=callgrind \
	    --callgrind-out-file=/dev/null "$bin/bench_live" "$1" "$2" slurm \
	    2>&1 >/dev/null | awk '/Collected/ { print $4 }'
}

# The column $2 (a name) of lines $1 "name value name value ...": its median.
median() {
	echo "$1" | awk -v name="$2" '{ for (i = 1; i < NF; i += 2)
	    if ($i == name) print $(i + 1) }' | sort -n |
	    awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

row='%-8s %8s %9s %7s %7s %7s %7s %10s %7s %6s %s\n'
# shellcheck disable=SC2059
printf "$row" shape users livemin ours ratio p99 decay documented instr build \
    ranks
for shape in $BENCH_SHAPES; do
	for size in $BENCH_SIZES; do
		file=$(tree "$shape" "$size")
		bound='' ours='' decay='' merged=''
		# moving all of a large array takes its time
		few=20000
		[ "$shape" != flat ] || [ "$size" -lt 100000 ] || few=500
		for _ in $(seq "$BENCH_ROUNDS"); do
			bound="$bound$("$bin/livemin" "$file" "$few")
"
			ours="$ours$("$bin/bench_live" "$file" 20000 slurm)
" || status=1
			decay="$decay$("$bin/bench_live" "$file" 20000 slurm \
			    decay)
" || status=1
			merged="$merged$("$bin/bench_live" "$file" 20000 \
			    documented)
" || status=1
		done
		same=same
		case $ours$decay$merged in
		*'wrong '[1-9]*)
			same=DIFFERENT
			status=1
			;;
		esac
		instr=-
		if [ "$size" -le "$BENCH_INSTR" ] &&
		    command -v valgrind >/dev/null 2>&1; then
			a=$(instructions "$file" 10001)
			b=$(instructions "$file" 1)
			instr=$(((a - b) / 10000))
		fi
		min=$(median "$bound" median) our=$(median "$ours" median)
		# shellcheck disable=SC2059
		printf "$row" "$shape" "$size" "$min" "$our" \
		    "$(echo "$our $min" | awk '{ printf "%.2f", $1 / $2 }')" \
		    "$(median "$ours" p99)" "$(median "$decay" median)" \
		    "$(median "$merged" median)" "$instr" \
		    "$(median "$ours" build)" "$same"
	done
done
exit $status
