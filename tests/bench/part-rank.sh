#!/bin/sh
# Ranking: the library beside ftmin, the least work it can be.
#
# Nanoseconds per association, the middle of several rounds that take turns.
# "all" is decay + sums + ranks.  "instr" is the ratio of instructions of all
# three, which does not depend on what else the machine does (by valgrind(1),
# for one size).  Ranks must be the same, byte for byte.
#
# Environment: BENCH_SIZES (users), BENCH_SHAPES, BENCH_ROUNDS, BENCH_INSTR (a
# size, 0 for none).
set -eu

: "${BENCH_SIZES:=1000 10000 100000 1000000}"
: "${BENCH_SHAPES:=flat typical deep ties zero}"
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

# Instructions of "$2 $3 $1".
instructions() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$2" "$3" \
	    "$1" 2>&1 >/dev/null | awk '/Collected/ { print $4 }'
}

# Ratio of the instructions of ours to the bound's, both per run.
instruction_ratio() {
	a=$(instructions 6 "$bin/bench_rank" "$1")
	b=$(instructions 1 "$bin/bench_rank" "$1")
	c=$(instructions 6 "$bin/ftmin" "$1")
	d=$(instructions 1 "$bin/ftmin" "$1")
	echo "$a $b $c $d" | awk 'NF == 4 && $3 > $4 {
	    printf "%.2f\n", ($1 - $2) / ($3 - $4); exit } { print "-" }'
}

# The column $2 (a name) of lines $1 "name value name value ...": its median.
median() {
	echo "$1" | awk -v name="$2" '{ for (i = 1; i < NF; i += 2)
	    if ($i == name) print $(i + 1) }' | sort -n |
	    awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

row='%-8s %8s %7s %7s %6s %7s %7s %6s %6s %10s %7s %s\n'
# shellcheck disable=SC2059
printf "$row" shape users ftmin ours ratio 'all min' ours ratio instr \
    documented build ranks
for shape in $BENCH_SHAPES; do
	for size in $BENCH_SIZES; do
		file=$(tree "$shape" "$size")
		runs=$((size > 100000 ? 11 : 41))
		bound='' ours='' merged=''
		for _ in $(seq "$BENCH_ROUNDS"); do
			bound="$bound$("$bin/ftmin" "$file" "$runs" \
			    "$FT_DATA/bound")
"
			ours="$ours$("$bin/bench_rank" "$file" "$runs" slurm \
			    "$FT_DATA/ours")
"
			merged="$merged$("$bin/bench_rank" "$file" "$runs" \
			    documented)
"
		done
		same=same
		if ! cmp -s "$FT_DATA/bound" "$FT_DATA/ours"; then
			same=DIFFERENT
			status=1
		fi
		instr=-
		if [ "$size" = "$BENCH_INSTR" ] &&
		    command -v valgrind >/dev/null 2>&1; then
			instr=$(instruction_ratio "$file")
		fi
		min=$(median "$bound" rank) our=$(median "$ours" rank)
		min_all=$(median "$bound" all) our_all=$(median "$ours" all)
		# shellcheck disable=SC2059
		printf "$row" "$shape" "$size" "$min" "$our" \
		    "$(echo "$our $min" | awk '{ printf "%.2f", $1 / $2 }')" \
		    "$min_all" "$our_all" \
		    "$(echo "$our_all $min_all" |
			awk '{ printf "%.2f", $1 / $2 }')" \
		    "$instr" "$(median "$merged" rank)" \
		    "$(median "$ours" build)" "$same"
	done
done
rm -f "$FT_DATA/bound" "$FT_DATA/ours"
exit $status
