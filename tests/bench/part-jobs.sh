#!/bin/sh
# Jobs in the store: many who submit at once, and what a hundred thousand cost.
#
# Environment: BENCH_JOBS (jobs), BENCH_WRITERS (processes).
set -eu

: "${BENCH_JOBS:=1000 10000 100000}" "${BENCH_WRITERS:=1 8}"
bin=$FT_BUILD/bench

printf '%-24s %10s %14s\n' 'submitting at once' commits/s 'longest wait ms'
for n in $BENCH_WRITERS; do
	rm -f "$FT_DATA"/jobs.db*
	"$bin/jobbench" writers "$FT_DATA/jobs.db" "$n" 3 |
	    awk -v n="$n" '{ printf "%-24s %10s %14s\n", n " processes", $2, $4 }'
done
echo
printf '%-10s' 'jobs, ms'
printf ' %8s' submit end read world usage TRES
echo
for n in $BENCH_JOBS; do
	rm -f "$FT_DATA"/jobs.db*
	"$bin/jobbench" rows "$FT_DATA/jobs.db" "$n" |
	    awk -v n="$n" '{ printf "%-10s %8s %8s %8s %8s %8s %8s\n", n, $2,
		$4, $6, $8, $10, $12 }'
done
rm -f "$FT_DATA"/jobs.db*
