#!/usr/bin/env bats
# fcancel: its own side; scancel's is in tests/oracle/cases/j34-scancel.
#
# ann has jobs 1 (one), 2 (two) and the array 4 of three tasks, bob has 3 (one);
# all are held.

load ../lib/cmd

setup_file() {
	begin_file cancel <<-'END'
		ClusterName=cluster
		NodeName=n[1-4] CPUs=16 RealMemory=64000
		PartitionName=debug Nodes=ALL Default=YES
	END
	facctmgr -i add account phys
	facctmgr -i add user ann,bob account=phys
	fbatch -Q --uid=ann -H -J one --wrap 'sleep 10'
	fbatch -Q --uid=ann -H -J two --wrap 'sleep 10'
	fbatch -Q --uid=bob -H -J one --wrap 'sleep 10'
	fbatch -Q --uid=ann -H -a 1-3 --wrap 'sleep 10'
	cp cancel.db fresh.db
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return
	rm -f cancel.db-*
	cp fresh.db cancel.db
}

queue() {
	fqueue -h -S i -o '%i' | tr '\n' ' '
}

@test "a job, a task, an array" {
	run fcancel 2 4_2
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ "$(queue)" = '1 3 4_[1,3] ' ]
	fcancel 4
	[ "$(queue)" = '1 3 ' ]
}

@test "those that fit" {
	fcancel -n one -u ann
	[ "$(queue)" = '2 3 4_[1-3] ' ]
	fcancel -t RUNNING
	[ "$(queue)" = '2 3 4_[1-3] ' ]
	FAIRTREE_USER=bob fcancel --me
	[ "$(queue)" = '2 4_[1-3] ' ]
	fcancel -t PENDING -A phys
	[ "$(queue)" = '' ]
}

@test "a list, and only what fits of it" {
	fcancel -u ann 1,3
	[ "$(queue)" = '2 3 4_[1-3] ' ]
}

@test "defaults from the environment" {
	SCANCEL_NAME=one fcancel -u ann
	[ "$(queue)" = '2 3 4_[1-3] ' ]
}

@test "what has ended is no error, what never was is one" {
	fcancel 1
	run fcancel 1
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	run fcancel 99
	[ "$status" -eq 1 ]
	[ "$output" = 'fcancel: error: job 99: Invalid job id specified' ]
}

@test "another's job" {
	FAIRTREE_USER=ann run fcancel 3 1
	[ "$status" -eq 1 ]
	[ "$output" = 'fcancel: error: job 3: Access/permission denied' ]
	[ "$(queue)" = '2 3 4_[1-3] ' ]
}

@test "signals leave jobs as they are" {
	fcancel -s USR1 1
	[ "$(queue)" = '1 2 3 4_[1-3] ' ]
	fcancel -s KILL 1
	[ "$(queue)" = '2 3 4_[1-3] ' ]
}

@test "mistakes change nothing" {
	run fcancel
	[ "$status" -eq 1 ]
	[ "$output" = 'fcancel: error: No job identification provided' ]
	run fcancel 1 x
	[ "$status" -eq 1 ]
	[ "$output" = 'fcancel: error: Invalid job id x' ]
	run fcancel -u nobodyknows 1
	[ "$status" -eq 1 ]
	[ "$output" = "fcancel: error: unknown user 'nobodyknows'" ]
	run fcancel -t done 1
	[ "$status" -eq 1 ]
	run fcancel -s BOGUS 1
	[ "$status" -eq 1 ]
	[ "$output" = "fcancel: error: unknown signal 'BOGUS'" ]
	run fcancel -i 1 </dev/null
	[ "$status" -eq 1 ]
	[ "$(queue)" = '1 2 3 4_[1-3] ' ]
}

@test "-v tells" {
	run fcancel -v 1
	[ "$status" -eq 0 ]
	[ "$output" = 'fcancel: Terminating job 1' ]
}
