#!/bin/sh
# The viewer on a generated tree: from before its start to its first frame, and
# what a frame costs.
#
# Milliseconds, the middle of several runs.  Both goals are of 100 000 users:
# the first frame within 100 ms after loading, a step within 16 ms.  Loading is
# what a share table of one user does; the first is what comes on top of it: names,
# the record of the walk, the frame.
#
# Environment: BENCH_SIZES (users), BENCH_SHAPE, BENCH_RUNS.
set -eu

: "${BENCH_SIZES:=1000 10000 100000}"
: "${BENCH_SHAPE:=typical}"
: "${BENCH_RUNS:=7}"
bin=$FT_BUILD/bench
PATH=$FT_BUILD/bin:$PATH
unset FAIRTREE_CONF SLURM_CONF
export PATH FAIRTREE_USER=root FAIRTREE_DB TZ=UTC LC_ALL=C

if [ ! -x "$FT_BUILD/bin/fview" ]; then
	echo 'no fview'
	exit 0
fi

middle() {
	sort -n | sed -n "$(((BENCH_RUNS + 1) / 2))p"
}

# Nanoseconds of a command, the middle of several runs.
took() {
	i=0
	while [ "$i" -lt "$BENCH_RUNS" ]; do
		start=$(date +%s%N)
		"$@" >"$FT_DATA/log"
		echo $(($(date +%s%N) - start))
		i=$((i + 1))
	done | middle
}

printf '%8s %12s %12s %12s\n' users 'load ms' 'first ms' 'step ms'
for size in $BENCH_SIZES; do
	tree=$FT_DATA/$BENCH_SHAPE-$size
	"$bin/ftgen" "$BENCH_SHAPE" "$size" 42 "$tree"
	FAIRTREE_DB=$tree-view.db
	rm -f "$FAIRTREE_DB" "$FAIRTREE_DB-wal" "$FAIRTREE_DB-shm"
	facctmgr -i load "$tree.cfg" cluster=cluster >"$FT_DATA/log"
	fimport usage "$tree.usage" >"$FT_DATA/log"
	load=$(took fshare -U -u root)
	first=$(took fview --dump-frames --frame 0)
	from=$((size / 2))
	steps=$(took fview --dump-frames --from "$from" --to $((from + 500)))
	awk -v size="$size" -v loading="$load" -v first="$first" -v steps="$steps" \
		'BEGIN { printf "%8d %12.1f %12.1f %12.3f\n", size, loading / 1e6,
		    (first - loading) / 1e6, (steps - first) / 500 / 1e6 }'
done
