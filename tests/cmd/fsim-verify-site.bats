#!/usr/bin/env bats
# fsim replay --verify on what the real Slurm did with three workloads, recorded
# with slurmd running: tests/site/WORKLOAD-RELEASE; what was submitted is in
# tests/site/WORKLOAD.txt.  The README has the same numbers.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/site.db
	cd "$BATS_TEST_TMPDIR" || return
}

# verify WORKLOAD RELEASE PERCENT: with the site's own settings and tree the error is
# so much, and all of errors.csv.  Those with a manifest have the time of the decay
# passes.
verify() {
	local site=$BATS_TEST_DIRNAME/../site/$1-$2 trace

	trace=$site
	export FAIRTREE_SLURM=$2
	fimport conf "$site/slurm.conf"
	if [ -e "$site/manifest" ]; then
		fimport qos "$site/qos"
	else
		facctmgr -i add qos high priority=100
		trace=$site/sacct
	fi
	fimport dump "$site/dump"
	fsim replay --verify --db "$FAIRTREE_DB" --csv "$trace" >now.csv
	diff "$site/errors.csv" now.csv
	[ "$(awk -F, '$1 == "all" { printf "%.0f", $7 * 100 }' now.csv)" = "$3" ]
}

@test "130 jobs on 4 nodes" {
	verify replay 24.11 26
}

@test "130 jobs on 4 nodes, 26.05" {
	verify replay 26.05 26
}

@test "130 jobs on 4 nodes, 22.05" {
	verify replay 22.05 30
}

@test "250 jobs on 8 nodes, up to 6 each, two tiers" {
	verify wide 24.11 33
}

@test "250 jobs on 8 nodes, 26.05" {
	verify wide 26.05 31
}

@test "250 jobs on 8 nodes, 22.05" {
	verify wide 22.05 35
}

@test "300 jobs on 4 nodes, limits of QOS, arrays, dependencies" {
	verify busy 24.11 28
}

@test "300 jobs on 4 nodes, 26.05" {
	verify busy 26.05 30
}

@test "300 jobs on 4 nodes, 22.05" {
	verify busy 22.05 29
}
