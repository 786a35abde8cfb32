#!/usr/bin/env bats
# fsim replay --verify on what the real Slurm did: 130 jobs of six users on four
# nodes, recorded with slurmd running (tests/site/replay-RELEASE).

setup() {
	export FT_BUILD=${FT_BUILD:-$BATS_TEST_DIRNAME/../../build}
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/site.db FAIRTREE_USER=root
	export LC_ALL=C TZ=UTC PATH=$FT_BUILD/bin:$PATH
	unset FAIRTREE_CONF SLURM_CONF NO_COLOR COLUMNS
}

# The site's own settings and tree, its sacct: the error is errors.csv.
verify() {
	local site=$BATS_TEST_DIRNAME/../site/replay-$1

	export FAIRTREE_SLURM=$1
	fimport conf "$site/slurm.conf"
	facctmgr -i add qos high priority=100
	fimport dump "$site/dump"
	fsim replay --verify --db "$FAIRTREE_DB" --csv "$site/sacct" |
		cut -d, -f1-8 >"$BATS_TEST_TMPDIR/now.csv"
	diff "$site/errors.csv" "$BATS_TEST_TMPDIR/now.csv"
}

@test "24.11: a wait error of 24 %" {
	verify 24.11
}

@test "26.05: a wait error of 21 %" {
	verify 26.05
}

@test "22.05: a wait error of 30 %" {
	verify 22.05
}
