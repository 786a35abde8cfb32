#!/usr/bin/env bats
# fcontrol: jobs, its own side; scontrol's is in tests/oracle/cases/j32*, j46*.
#
# Job 1 of ann waits held, 2 of bob runs, 3 is an array of ann, held.  The only
# weight is that of the partition: priorities are 1000, less nice.

load ../lib/cmd

setup_file() {
	begin_file jobs <<-'END'
		ClusterName=cluster
		PriorityWeightPartition=1000
		NodeName=n[1-4] CPUs=16 RealMemory=64000
		PartitionName=debug Nodes=ALL Default=YES MaxTime=1-0
	END
	facctmgr -i add account phys
	facctmgr -i add user ann,bob account=phys
	fbatch -Q --uid=ann -H -J one -t 10 --wrap 'sleep 10'
	fbatch -Q --uid=bob -J two -t 10 --wrap 'sleep 1000'
	fbatch -Q --uid=ann -H -a 1-3%2 -J arr -t 10 --wrap 'sleep 10'
	fsim run --for 10
	cp jobs.db fresh.db
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return
	rm -f jobs.db-*
	cp fresh.db jobs.db
}

queue() {
	fqueue -h -S i -o "%i %t %r %Q" "$@"
}

@test "hold and release" {
	fcontrol release 1
	[ "$(queue -j 1)" = '1 PD None 1000' ]
	fcontrol hold 1
	[ "$(queue -j 1)" = '1 PD JobHeldAdmin 0' ]
	FAIRTREE_USER=ann run fcontrol release 1
	[ "$status" -eq 1 ]
	[ "$output" = 'fcontrol: error: job 1: Access/permission denied' ]
	fcontrol uhold 1
	FAIRTREE_USER=ann fcontrol release 1
	[ "$(queue -j 1)" = '1 PD None 1000' ]
}

@test "tasks of an array" {
	fcontrol release 3_2
	[ "$(queue -r | tail -n 3 | sort)" = "$(printf '%s\n' \
	    '3_1 PD JobHeldUser 0' '3_2 PD None 1000' \
	    '3_3 PD JobHeldUser 0')" ]
	run fcontrol hold '3_[2-5]'
	[ "$status" -eq 1 ]
	[ "$output" = 'fcontrol: error: job 3_[4-5]: Invalid job id specified' ]
	fcontrol release 3
	[ "$(queue -r -t PD | grep -c Held)" -eq 1 ]
}

@test "several words, names, prefixes" {
	fcontrol release 1 3
	[ "$(queue -t PD | grep -c Held)" -eq 0 ]
	fcontrol hold jobname=one
	[ "$(queue -j 1)" = '1 PD JobHeldAdmin 0' ]
	fcontrol release job=1
	[ "$(queue -j 1)" = '1 PD None 1000' ]
	run fcontrol hold jobname=nosuch
	[ "$status" -eq 1 ]
}

@test "update" {
	fcontrol release 1
	fcontrol update job 1 nice=100 comment='two words'
	[ "$(queue -j 1)" = '1 PD None 900' ]
	fcontrol update jobid=1 nice=0
	fcontrol update jobid=1 priority=5
	[ "$(queue -j 1)" = '1 PD None 5' ]
	fcontrol update jobid=1 priority=infinite
	[ "$(queue -j 1)" = '1 PD None 1000' ]
	fcontrol update jobid=1 timelimit=+20 runtime=7 extra=mine
	fcontrol show job 1 | grep -q 'TimeLimit=00:30:00'
	fcontrol show job 1 | grep -q 'Comment=two words'
	fcontrol show job 1 | grep -q 'Extra=mine'
	fsim run --for 60
	fcontrol show job 1 | grep -q 'RunTime=00:00:07'
}

@test "a bad value changes nothing, and is said once" {
	for words in 'job=2 comment=foo nice=bad' 'job=3_2 nice=bad' \
	    'job=3_[1-2] nice=bad' 'jobname=arr comment=foo nice=bad' \
	    'job=1,3 comment=foo nice=bad'; do
		sqlite3 jobs.db .dump >before
		# shellcheck disable=SC2086
		run fcontrol update $words
		[ "$status" -eq 1 ]
		[ "$output" = 'fcontrol: error: Invalid Nice value: bad' ]
		sqlite3 jobs.db .dump | cmp - before
	done
}

@test "a change that is refused takes those before it back" {
	sqlite3 jobs.db .dump >before
	run fcontrol update job=1 comment=foo partition=no
	[ "$status" -eq 1 ]
	[ "$output" = 'fcontrol: error: job 1: Invalid partition name specified' ]
	sqlite3 jobs.db .dump | cmp - before
}

@test "what cannot be updated" {
	run fcontrol update jobid=1 bogus=1
	[ "$status" -eq 1 ]
	[ "$output" = "fcontrol: error: unknown job field: 'bogus=1'" ]
	run fcontrol update jobid=1 nice=99999999999
	[ "$status" -eq 1 ]
	run fcontrol update jobid=1
	[ "$status" -eq 1 ]
	[ "$output" = 'No changes specified' ]
	run fcontrol update jobid=1,99 nice=3
	[ "$status" -eq 1 ]
	[ "$output" = 'fcontrol: error: job 99: Invalid job id specified' ]
	fcontrol show job 1 | grep -q 'Nice=3 '
	FAIRTREE_USER=bob run fcontrol update jobid=1 nice=4
	[ "$status" -eq 1 ]
	[ "$output" = 'fcontrol: error: job 1: Invalid user id' ]
}

# As scontrol and squeue 22.05 print it.
@test "tasks on their own, and those that have ended" {
	fcontrol update jobid=3_2 nice=5
	[ "$(fqueue -h -j 3 -o "%i %r %K %y")" = '3_[1-3] JobHeldUser 1-3 0' ]
	[ "$(fqueue -h -r -j 3 -S i -o %i | tr '\n' ' ')" = '3_2 3_1 3_3 ' ]
	fcontrol release 3_2
	[ "$(fqueue -h -j 3 -o "%i %r")" = '3_[1-3] JobHeldUser,None' ]
	fsim run --for 60
	[ "$(fqueue -h -j 3 -o "%i %r")" = '3_[1,3%2] JobHeldUser' ]
	ln -sf "$FT_BUILD/bin/fcontrol" scontrol
	run ./scontrol hold 3
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = '3_1,3: No error' ]
	[ "${lines[1]}" = '3_2: Job has already finished' ]
	# under our own name those that are left are meant
	fcontrol hold 3
}

@test "requeue, suspend, resume" {
	fcontrol suspend 2
	[ "$(queue -j 2)" = '2 S None 0' ]
	fcontrol resume 2
	[ "$(queue -j 2)" = '2 R None 1000' ]
	fcontrol requeue 2
	[ "$(queue -j 2 | cut -c1-4)" = '2 PD' ]
	fcontrol show job 2 | grep -q 'Restarts=1'
	run fcontrol requeue 2
	[ "$status" -eq 1 ]
	[ "$output" = 'fcontrol: error: job 2: Job is pending execution' ]
}

# Both have 1000: job 4 keeps it, and job 5 goes below.
@test "top of a job that is named twice" {
	fbatch -Q --uid=ann -t 10 --wrap 'sleep 10'
	fbatch -Q --uid=ann -t 10 --wrap 'sleep 10'
	fcontrol top 4,4
	[ "$(fqueue -h -S i -j 4,5 -o '%i %Q %y' | paste -sd' ')" = \
	    '4 1000 0 5 999 1' ]
}

# A job for nodes that do not exist: the second run changes nothing but its age, so
# it is not written.  The last pass is 10 s before the end of the hour, as the job
# came 10 s after the clock began: 1000 + 1000 * 3590 s / 10 h = 1099.
@test "show job computes priorities, as the queue does" {
	export SLURM_CONF=$PWD/age.conf
	{ cat slurm.conf; printf 'PriorityWeightAge=%d\nPriorityMaxAge=%s\n' \
		1000 10:00:00; } >age.conf
	fbatch -Q --uid=ann -N 9 -t 10 --wrap 'sleep 10'
	for _ in 1 2; do
		fsim run -q --for 30:00
	done
	[ "$(queue -j 4)" = '4 PD PartitionNodeLimit 1099' ]
	fcontrol show job 4 | grep -q ' *Priority=1099 '
	fcontrol --json show job 4 | grep -A 3 '"priority"' | grep -q 1099
}

@test "show job, and as a document" {
	fcontrol show job 2 >out
	head -n 1 out | grep -qx 'JobId=2 JobName=two'
	grep -q '   JobState=RUNNING Reason=None Dependency=(null)' out
	[ "$(fcontrol -o show job | wc -l)" -eq 3 ]
	fcontrol --json show job 2 >out
	run perl -MJSON::PP -0777 -ne 'my $job = decode_json($_)->{jobs}[0];
		print "$job->{job_id} $job->{job_state}"' out
	[ "$output" = '2 RUNNING' ]
	run fcontrol show job 99
	[ "$status" -eq 1 ]
	run fcontrol show job 3_9
	[ "$status" -eq 1 ]
	[ "$output" = 'Job 3_9 not found' ]
}
