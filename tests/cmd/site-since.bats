#!/usr/bin/env bats
# fimport site --since-last: pairs of snapshots of the real Slurm, three minutes and
# some jobs apart (tests/site/RELEASE/root and later), and edited copies of them.

load ../lib/cmd

setup() {
	sites=$BATS_TEST_DIRNAME/../site
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
}

# pair RELEASE: copies of both snapshots, ./root and ./later.
pair() {
	rm -rf root later
	mkdir root later
	cp -R "$sites/$1/root/." root
	cp -R "$sites/$1/later/." later
}

# drift: import ./root and compare ./later with it; the report is in ./report.
drift() {
	rm -f test.db*
	fimport site root >imported
	fimport site --since-last later >report
}

# usage ROW NUMBER: the later sshare prints this RawUsage of lines like ROW.
usage() {
	sed "s/^\( *$1|[^|]*|[^|]*|[^|]*|\)[0-9]*/\1$2/" later/sshare >changed
	! cmp -s changed later/sshare
	mv changed later/sshare
}

state() {
	facctmgr dump cluster file=tree >/dev/null
	cat tree
	facctmgr log
	fqueue -a -h
	fshare -a -l -m -P
	fcontrol show config
	rm tree
}

# Everybody's usage follows from that three minutes before, to the digit that
# RawUsage lacks.  Passes are those of the files priority_last_decay_ran.
@test "usage of all recorded pairs is what it had to become" {
	for release in 22.05 24.11 26.05; do
		pair $release
		drift
		grep '^RawUsage: 22 of 22 equal' report
	done
	cat >wanted <<'END'
cluster 'cluster' from 2026-11-28T16:39:07 to 2026-11-28T16:42:30
tree and QOS: 0 changes
settings: 0 changes
jobs: 6 submitted, 9 started, 12 ended, 0 vanished
  submitted: 39 40 41 42 43 44
  started: 29 32 33 39 40 41 42 43 44
  ended: 7 29 31 32 33 34 37 38 39 40 41 42
RawUsage: 22 of 22 equal, from the decay pass at 2026-11-28T16:39:01 to that at 2026-11-28T16:42:01
END
	diff wanted report
}

@test "nothing is written, and the same snapshot has no news" {
	pair 24.11
	fimport site root >imported
	state >before
	fimport site --since-last later >report
	state >after
	diff before after
	fimport site later >imported
	fimport site --since-last later >report
	grep '^jobs: 0 submitted, 0 started, 0 ended, 0 vanished$' report
	grep '^RawUsage: 22 of 22 equal' report
}

# ann@astro ran nothing: she had [1433, 1434), and 180 s leave
# 0.5 ^ (180 / 604800) = 0.999794 of that, [1432.70, 1433.71).
@test "a RawUsage that cannot be is listed, one that can be is not" {
	pair 22.05
	for fits in 1432 1433; do
		usage 'astro|ann' $fits
		drift
		grep '^RawUsage: 22 of 22 equal' report
	done
	usage 'astro|ann' 1434
	drift
	grep '^RawUsage: 21 of 22 equal' report
	grep '^  ann@astro: predicted 1432.70 to 1433.70, real 1434, difference +0.30$' \
		report
	usage 'astro|ann' 1431
	drift
	grep '^  ann@astro: predicted 1432.70 to 1433.70, real 1431, difference -0.70$' \
		report
	run grep HalfLife report
	[ "$status" -eq 1 ]
}

# A plain user does not see when the last pass was: the even step that fits, or what
# gives the most rows.  PrivateData was set by a restart of slurmctld, before
# `private` of 24.11 and 26.05, so that the pass before was no even step.
@test "a pass that is not known is sought" {
	for release in 22.05 24.11 26.05; do
		rm -f test.db*
		fimport site "$sites/$release/root" >imported
		fimport site --since-last "$sites/$release/user" >report
		grep '^RawUsage: 22 of 22 equal' report
		grep '^(the latter is not known: no other one makes more rows equal)$' report
		fimport site --since-last "$sites/$release/private" >report
		fimport site --since-last --json "$sites/$release/private" |
		    grep '"partial": true'
		grep '^RawUsage: 9 of 9 equal' report
	done
	grep ' to that at 2026-11-28T16:42:57$' report
}

# Job 33 of flo, 16 CPU and 16000 MB at 0.25 a GB: 16 + 0.25 * 15.625 = 19.90625,
# ended 12 s after the pass: 12 * 19.90625 = 238.875 were charged then.
@test "shares that were printed before the queue lack the jobs that ended since" {
	pair 24.11
	sed -i '/sshare.json/d; s/^sshare	1795884150/sshare	1795884130/' \
		later/manifest
	drift
	grep '^RawUsage: 19 of 22 equal' report
	usage 'root|' 34765
	usage 'bio|' 6853
	usage 'bio|flo' 5734
	drift
	grep '^RawUsage: 22 of 22 equal' report
}

@test "what is not known about the passes is said if rows differ" {
	pair 22.05
	sed -i 's/^PriorityCalcPeriod=1/PriorityCalcPeriod=7/' \
		root/conf/slurm.conf later/conf/slurm.conf
	usage 'astro|ann' 5000
	drift
	grep '^passes in between were not PriorityCalcPeriod apart, but 00:03:00 late in all; it is not known when$' report
}

# The cluster ran with seven days, 604800 s; these files say one.
@test "another half-life that gives all rows is named" {
	pair 24.11
	sed -i 's/^PriorityDecayHalfLife=7-0/PriorityDecayHalfLife=1-0/' \
		root/conf/slurm.conf later/conf/slurm.conf
	drift
	grep '^settings: 0 changes' report
	grep '^RawUsage: 3 of 22 equal' report
	grep '^all rows would be equal with a PriorityDecayHalfLife from 5-18:48:23 to 7-18:37:25, not 1-00:00:00$' \
		report
	# none gives this one, too
	usage 'astro|ann' 9999
	sed -i '/sshare.json/d' later/manifest
	drift
	run grep 'would be equal' report
	[ "$status" -eq 1 ]
}

# found TEXT...: these are the other settings that would fit, and no others.
found() {
	printf 'all rows would be equal %s\n' "$@" >wanted
	grep 'would be equal' report | diff wanted -
}

# The cluster ran with CPU=1.0,Mem=0.25G in partition debug, without weights in short,
# and with UsageFactor 0.5 of low, 1 of normal.  What ended between the last pass and
# the earlier table is in its numbers.
@test "the weight or factor that gives all rows is named" {
	pair 24.11
	sed -i 's/Mem=0.25G/Mem=0.5G/' ./*/conf/slurm.conf ./*/partitions
	drift
	grep '^RawUsage: 5 of 22 equal' report
	found 'with TRESBillingWeights mem=0.25G of partition debug (from 0.249872G to 0.250061G), not 0.5G'
	pair 24.11
	sed -i 's/CPU=1.0,Mem/CPU=1.5,Mem/' ./*/conf/slurm.conf ./*/partitions
	drift
	found 'with TRESBillingWeights cpu=1 of partition debug (from 0.999869 to 1.00006), not 1.5'
	sed -i 's/TRESBillingWeights=[^ ]*//' ./*/conf/slurm.conf ./*/partitions
	drift
	found 'with TRESBillingWeights mem=0.25G of partition debug (from 0.249872G to 0.250061G), not 0G'
	pair 22.05
	sed -i '/^normal|/s/1.000000/2.000000/' ./*/qos
	drift
	found 'with UsageFactor=1 of QOS normal (from 0.999934 to 1.0001), not 2'
	pair 26.05
	sed -i '/^low|/s/0.500000/2.000000/' ./*/qos
	drift
	found 'with UsageFactor=0.5 of QOS low (from 0.499219 to 0.500796), not 2'
	fimport site --since-last --json later >json
	grep '"text": "with UsageFactor=0.5 of QOS low ' json
}

# ann@astro can have 1432 or 1433.
@test "no weight is named if one row does not fit with it" {
	pair 22.05
	sed -i 's/Mem=0.25G/Mem=0.5G/' ./*/conf/slurm.conf ./*/partitions
	usage 'astro|ann' 1434
	drift
	run grep 'would be equal' report
	[ "$status" -eq 1 ]
}

# 180 s of 7 days decay as 120 s of 14 and 60 s of 3.5: 120/14 + 60/3.5 = 180/7.
@test "a half-life that changed in between: when is found" {
	pair 22.05
	sed -i 's/^PriorityDecayHalfLife=.*/PriorityDecayHalfLife=14-0/' root/conf/slurm.conf
	sed -i 's/^PriorityDecayHalfLife=.*/PriorityDecayHalfLife=3-12/' later/conf/slurm.conf
	drift
	grep '^~ PriorityDecayHalfLife 14-0 -> 3-12$' report
	grep '^all rows would be equal if PriorityDecayHalfLife changed from 14-00:00:00 to 3-12:00:00 after the pass at 2026-11-28T16:41:07$' \
		report
	# 14 for all of it is too long, 4 too short
	sed -i 's/^PriorityDecayHalfLife=.*/PriorityDecayHalfLife=15-0/' root/conf/slurm.conf
	sed -i 's/^PriorityDecayHalfLife=.*/PriorityDecayHalfLife=30-0/' later/conf/slurm.conf
	drift
	run grep 'changed from' report
	[ "$status" -eq 1 ]
}

# What the pass at 16:41:07 leaves if it clears all: its own slice of 60 s, another
# one, and no job that ended before.  bob: 2 CPU and 2000 MB, 2 + 0.25 * 2000/1024 =
# 2.48828 a second, of 60 s decayed by themselves 59.99588, of 60 s more 60 s old
# 59.99176: 298.56.  The others likewise, pass by pass, from sacct.
cleared() {
	pair 22.05
	sed -i '2,$s/^\([^|]*|[^|]*|[^|]*|[^|]*|[^|]*|\)[0-9]*/\10/' later/sshare
	usage 'root|' 6387
	usage 'bio|' 1492
	usage 'bio|flo' 1492
	usage 'chem|' 1194
	usage 'chem|ann' 298
	usage 'chem|eve' 895
	usage 'phys|' 3699
	usage 'phys|cy' 2985
	usage 'astro|' 298
	usage 'astro|bob' 298
	usage 'solid|' 415
	usage 'solid|jana' 415
}

# Local midnight is where TZ puts it; 28 November 2026 is a Saturday.
@test "usage that was cleared in between" {
	cleared
	drift
	grep '^RawUsage: 2 of 22 equal' report
	found 'if all usage was cleared by the pass at 2026-11-28T16:41:07 (it is NONE)'
	TZ=UTC-7:19 fimport site --since-last later >report
	found 'if all usage was cleared by the pass at 2026-11-29T00:00:07, as by PriorityUsageResetPeriod=DAILY or WEEKLY (it is NONE)'
	TZ=UTC-7:20 fimport site --since-last later >report
	found 'if all usage was cleared by the pass at 2026-11-29T00:01:07 (it is NONE)'
	usage 'solid|jana' 416
	drift
	run grep 'would be equal' report
	[ "$status" -eq 1 ]
}

@test "usage is predicted to be cleared as the settings say" {
	cleared
	sed -i 's/^PriorityUsageResetPeriod=NONE/PriorityUsageResetPeriod=DAILY/' \
		root/conf/slurm.conf later/conf/slurm.conf
	drift
	export TZ=UTC-7:19
	fimport site --since-last later >report
	grep '^RawUsage: 22 of 22 equal' report
	grep '^all usage was cleared by the pass at 2026-11-29T00:00:07 (PriorityUsageResetPeriod)$' report
	# it should have been, and was not
	cp "$sites/22.05/later/sshare" later/sshare
	fimport site --since-last later >report
	grep '^RawUsage: 22 of 22 equal' report
	grep '^PriorityUsageResetPeriod clears all usage at 2026-11-29T00:00:07, but it was not cleared$' report
	export TZ=UTC-7:20
	cleared
	sed -i 's/^PriorityUsageResetPeriod=NONE/PriorityUsageResetPeriod=DAILY/' \
		later/conf/slurm.conf
	fimport site --since-last later >report
	found 'if all usage was cleared by the pass at 2026-11-29T00:01:07 (it is DAILY)'
}

# zoe is new, so what she used is known exactly: nothing.
@test "changes of tree, QOS and settings" {
	pair 22.05
	sed -i 's/^\(cluster|org|lena|[^/]*\)|1|/\1|7|/
		$a cluster|bio|zoe||99|5||90|3||||||||||||||||||' later/assoc
	sed -i '$a zoe|bio||None|' later/users
	sed -i 's/^low|2|1|/low|2|3|/' later/qos
	sed -i '/^  bio|flo/a\  bio|zoe||3|0.02|0|0.000000|0.000000|0.5|inf|||' later/sshare
	sed -i 's/^PriorityWeightAge=.*/PriorityWeightAge=5/
		s/^\(PartitionName=short.*\)MaxTime=15/\1MaxTime=20/' \
		later/conf/slurm.conf
	drift
	sed -n '2,/^jobs/p' report >changes
	cat >wanted <<'END'
tree and QOS: 3 changes
~ qos low priority 1 -> 3
~ user lena@org fairshare 1 -> 7
+ user zoe@bio fairshare=3
settings: 3 changes
~ PriorityWeightAge 1000 -> 5
- PartitionName=short Nodes=n[1-4] MaxTime=15 State=UP PriorityJobFactor=10 PriorityTier=2
+ PartitionName=short Nodes=n[1-4] MaxTime=20 State=UP PriorityJobFactor=10 PriorityTier=2
jobs: 6 submitted, 9 started, 12 ended, 0 vanished
END
	diff wanted changes
	grep '^RawUsage: 23 of 23 equal' report
	usage 'bio|zoe' 1
	drift
	grep '^RawUsage: 22 of 23 equal' report
}

@test "a job that the later snapshot does not name has vanished" {
	pair 24.11
	sed -i '/^30|30|/d' later/squeue later/sacct/*
	drift
	grep '^jobs: 6 submitted, 9 started, 12 ended, 1 vanished$' report
	grep '^  vanished: 30$' report
}

@test "JSON" {
	pair 22.05
	drift
	fimport site --since-last --json later >json
	grep '"schema": "fairtree.drift/1"' json
	grep '"equal": 22,' json
	grep '"partial": false' json
	grep -c '"row": .*"equal": true}' json | grep -x 22
	grep '"vanished": \[\]' json
}

@test "without shares there is only the rest" {
	pair 24.11
	sed -i '/^sshare/d' later/manifest
	drift
	grep '^usage: no shares were collected$' report
}

# refuse MESSAGE WORD...
refuse() {
	local want=$1

	shift
	run fimport "$@"
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "fimport: error: $want" ]
}

@test "refusals" {
	pair 24.11
	refuse "no such store: none.db (make one with \`fimport sshare FILE\` or \`facctmgr add account NAME\`; --db or FAIRTREE_DB names another)" \
		--db none.db site --since-last later
	[ ! -e none.db ]
	fimport site root >imported
	cp -R later other
	sed -i s/ClusterName=cluster/ClusterName=other/ other/conf/slurm.conf
	refuse "other is of cluster 'other', the store of 'cluster': name the store that was made from an earlier snapshot (--db)" \
		site --since-last other
	fimport site later >imported
	refuse "root is of 2026-11-28T16:39:07, the store of 2026-11-28T16:42:30: --since-last needs a snapshot that is not older than the store" \
		site --since-last root
	refuse "--since-last is for site, not for 'conf'" conf --since-last x
	refuse "--json is for --since-last" site --json later
	echo nonsense >later/assoc
	run fimport site --since-last later
	[ "$status" -eq 1 ]
	[ "$output" = "later/assoc:1:1: no column 'Account'" ]
}
