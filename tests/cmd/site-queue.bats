#!/usr/bin/env bats
# fshare verify on the queue of a recorded site: sprio factor by factor; states, reasons
# and the order of squeue.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/site.db
	unset FAIRTREE_SLURM
	sites=$BATS_TEST_DIRNAME/../site
}

# copy SITE: a copy, imported as it is, whose files a test changes.
copy() {
	cp -RL "$sites/$1" "$BATS_TEST_TMPDIR/site"
	fimport site "$BATS_TEST_TMPDIR/site"
	cd "$BATS_TEST_TMPDIR/site" || return
}

# change FILE EXPRESSION
change() {
	sed "$2" "$1" >changed
	! cmp -s "$1" changed
	mv changed "$1"
}

# numbers TITLE: Jobs Equal Rounded Rule Pass Hidden Unexplained
numbers() {
	awk -v title="$1" '$1 " " $2 == title && NF == 9 { $1 = $2 = ""; print $0 }' <<<"$output" |
		sed 's/^ *//'
}

factors='JOBID SITE ASSOC FAIRSHARE JOBSIZE PARTITION_W QOS NICE TRES'

@test "every release, as root: nothing is unexplained" {
	for release in 22.05 24.11 26.05; do
		FAIRTREE_DB=$BATS_TEST_TMPDIR/$release.db
		fimport site "$sites/$release/root"
		run fshare verify "$sites/$release/root"
		[ "$status" -eq 0 ]
		for title in $factors AGE AGE_N PRIORITY; do
			[ "$(numbers "sprio $title")" = '8 8 0 0 0 0 0' ]
		done
		for title in JOBID STATE REASON; do
			[ "$(numbers "squeue $title")" = '21 21 0 0 0 0 0' ]
		done
		# 29 waits in two partitions: squeue has its priority in the second,
		# 6233, which is below the 6727 of job 15; here that of the first,
		# 6833, is above
		[ "$(numbers 'squeue ORDER')" = '11 9 0 2 0 0 0' ]
	done
}

@test "every release, some minutes later: all is equal" {
	for release in 22.05 24.11 26.05; do
		FAIRTREE_DB=$BATS_TEST_TMPDIR/$release.db
		fimport site "$sites/$release/root"
		fimport site "$sites/$release/later"
		run fshare verify "$sites/$release/later"
		[ "$status" -eq 0 ]
		[ "$(numbers 'sprio PRIORITY')" = '5 5 0 0 0 0 0' ]
		[ "$(numbers 'squeue REASON')" = '15 15 0 0 0 0 0' ]
		[ "$(numbers 'squeue ORDER')" = '8 8 0 0 0 0 0' ]
	done
}

@test "the pass of a plain user's snapshot is found by its ages" {
	copy 22.05/user
	run fshare verify .
	[ "$status" -eq 0 ]
	# 0.0034722 of a day is 300 s after 16:34:07
	[[ $output == *'sprio AGE_N of job 16 in debug: there 0.0034722, here '\
'0.0035301: pass, as of the pass at 2026-11-28T16:39:07'* ]]
	[ "$(numbers 'sprio AGE_N')" = '8 0 0 0 8 0 0' ]
}

@test "an earlier pass within the period, and one before it" {
	copy 24.11/root
	# sprio ran at 16:39:07; the pass here was at 16:39:00, after 299 s.
	# 253 s: 16:38:14, 53 s before sprio.  0.0029282 x 86400 = 253.
	sed '1!d' sprio >other
	awk -F'|' -v OFS='|' '$1 == 16 { $8 = 3; $17 = "0.0029282"; print }' \
		sprio >>other
	cp other sprio
	run fshare verify .
	[ "$(numbers 'sprio AGE_N')" = '1 0 0 0 1 0 0' ]
	# the other jobs are not in that table
	[ "$status" -eq 1 ]
	[ "$(numbers 'sprio JOBID')" = '8 1 0 0 0 0 7' ]
	# 230 s: 77 s before sprio, and the period is 60.
	# 230 / 86400 = 0.0026620
	change sprio 's/0\.0029282/0.0026620/'
	run fshare verify .
	[ "$(numbers 'sprio AGE_N')" = '1 0 0 0 0 0 1' ]
}

@test "one age alone is no pass" {
	copy 24.11/root
	change sprio '/^16|/s/0\.0034606/0.0034491/'
	run fshare verify .
	[ "$status" -eq 1 ]
	[ "$(numbers 'sprio AGE_N')" = '8 7 0 0 0 0 1' ]
	[[ $output == *'sprio AGE_N of job 16 in debug as normal: there '\
'0.0034491, here 0.0034606: unexplained'* ]]
}

@test "a factor that is off by one is unexplained" {
	copy 26.05/root
	change sprio '/^16|/s/|27|50|/|28|50|/'
	run fshare verify .
	[ "$status" -eq 1 ]
	[ "$(numbers 'sprio JOBSIZE')" = '8 7 0 0 0 0 1' ]
	[[ $output == *'sprio JOBSIZE of job 16 in debug as normal: there 28, here '\
'27: unexplained'* ]]
	run fshare verify . --json
	[ "$status" -eq 1 ]
	[[ $output == *'"column": "sprio JOBSIZE"'* ]]
}

@test "hidden users explain FAIRSHARE, and only what they give" {
	copy 24.11/private
	run fshare verify .
	[ "$status" -eq 0 ]
	[ "$(numbers 'sprio FAIRSHARE')" = '3 0 0 0 0 3 0' ]
	[ "$(numbers 'sprio PRIORITY')" = '3 0 0 0 0 3 0' ]
	# FairShare 0.200000 x 10000 is 2000
	change sprio '/^13|/s/|2000|/|2001|/'
	run fshare verify .
	[ "$status" -eq 1 ]
	[ "$(numbers 'sprio FAIRSHARE')" = '3 0 0 0 0 2 1' ]
}

@test "states, reasons, order and jobs of squeue" {
	copy 24.11/later
	change squeue '/^9|/s/RUNNING/SUSPENDED/'
	change squeue '/^36|/s/|Licenses|/|Resources|/'
	# above job 28
	change squeue '/^15|/s/|6727|/|7500|/'
	sed '/^43|/d' squeue >other && mv other squeue
	run fshare verify .
	[ "$status" -eq 1 ]
	[ "$(numbers 'squeue STATE')" = '14 13 0 0 0 0 1' ]
	[ "$(numbers 'squeue REASON')" = '14 13 0 0 0 0 1' ]
	[ "$(numbers 'squeue JOBID')" = '15 14 0 0 0 0 1' ]
	[ "$(numbers 'squeue ORDER')" = '8 6 0 0 0 0 2' ]
	[[ $output == *'squeue JOBID of job 43: there nothing, here 43'* ]]
	[[ $output == *'squeue ORDER of job 15: there 4, here 5: unexplained'* ]]
	# no miss: what the schedulers would say
	[[ $output == *'job 36: Resources there, Licenses here'* ]]
}

@test "a job that waits has the nodes it asks for, not those squeue guesses" {
	copy 24.11/root
	# NODES 4, node=1: 0.2708333 is (1 / 6 + 48 / 128) / 2
	run fprio -n -j 16 -h -o %j
	[ "${output// /}" = 0.2708333 ]
}

@test "a table without the columns is refused" {
	copy 24.11/root
	change sprio '1s/JOBID/JOB/'
	run fshare verify .
	[ "$status" -eq 1 ]
	[[ $output == *"no columns 'JOBID' and 'PARTITION'"* ]]
}
