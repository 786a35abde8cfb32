#!/bin/sh
# Two weeks of the bundled university: 100,000 jobs are submitted, run and
# charged.  Milliseconds of whole commands and jobs per second; then what
# reading costs on the store that holds them all.  It fails if a job is lost or
# if the same seed gives other jobs.
#
# Environment: BENCH_JOB_RUNS (how often; 2 or more).
set -eu

: "${BENCH_JOB_RUNS:=2}"
bin=$FT_BUILD/bench
PATH=$FT_BUILD/bin:$PATH
unset FAIRTREE_CONF SLURM_CONF
export PATH FAIRTREE_USER=root FAIRTREE_DB
FAIRTREE_DB=$FT_DATA/university.db
export TZ=UTC LC_ALL=C
examples=data/examples
jobs=100000
status=0

remove() {
	rm -f "$1" "$1-wal" "$1-shm"
}

# The tree with its usage, the machine, and the clock on a Monday morning.  It
# is made once: its decay passes follow from the second of its making.
make_university() {
	remove "$FAIRTREE_DB"
	{
		fimport dump "$examples/university.cfg"
		fimport conf "$examples/university.conf"
		fimport usage "$examples/university.usage"
		fcontrol update clock=2030-03-04T00:00:00
	} >"$FT_DATA/log"
	remove "$FT_DATA/base.db"
	cp "$FAIRTREE_DB" "$FT_DATA/base.db"
}

# tell NAME: one line of stopwatch's "median best memory" as jobs per second.
tell() {
	awk -v name="$1" -v jobs="$jobs" '{
		printf "%-44s %8.0f ms %9.0f jobs/s %7.0f MiB\n",
		    name, $1, jobs / $1 * 1000, $3 / 1024 }'
}

echo "$jobs jobs, two weeks, $(grep -c '^User' "$examples/university.cfg") \
associations"
make_university
run=0
while [ "$run" -lt "$BENCH_JOB_RUNS" ]; do
	run=$((run + 1))
	remove "$FAIRTREE_DB"
	cp "$FT_DATA/base.db" "$FAIRTREE_DB"
	"$bin/stopwatch" 1 '' fbatch --experiment "$examples/university.exp" |
	    tell 'fbatch --experiment university.exp'
	"$bin/stopwatch" 1 '' fsim run --for 14-0 | tell 'fsim run --for 15-0'
	facct -a -X -n -P -S 2030-03-01 -E 2031-05-01 \
	    -o JobID,User,Account,State,Submit,Start,End,NCPUS,NodeList \
	    >"$FT_DATA/jobs.$run"
	if [ "$(wc -l <"$FT_DATA/jobs.$run")" -ne "$jobs" ]; then
		echo "$(wc -l <"$FT_DATA/jobs.$run") jobs, not $jobs"
		status=1
	fi
	if ! cmp "$FT_DATA/jobs.1" "$FT_DATA/jobs.$run"; then
		echo 'the same seed gave other jobs'
		status=1
	fi
done
awk -F'|' '{ n[$4]++ } END { for (s in n) printf "  %s %d", s, n[s]; print "" }' \
    "$FT_DATA/jobs.1"
echo
for command in 'fqueue' 'fprio' 'fshare -l -a' 'fbatch --wrap true' \
    'facct -a -X -P -S 2030-03-01'; do
	# shellcheck disable=SC2086
	"$bin/stopwatch" 5 '' $command |
	    awk -v name="$command" '{
		printf "%-44s %8.0f ms %26.0f MiB\n", name, $1, $3 / 1024 }'
done
exit $status
