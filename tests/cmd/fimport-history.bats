#!/usr/bin/env bats
# fimport history: jobs, events and reservations of the past; a bad line changes
# nothing.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	facctmgr -Q -i add cluster cluster
	facctmgr -Q -i add account phys
	facctmgr -Q -i add user ann account=phys
}

past() {
	cat <<'END'
# what happened
cluster from=2025-03-01T00:00:00 tres=cpu=32,mem=128000,node=2 nodes=n[1-2]
event node=n2 from=2025-03-03T06:00:00 to=2025-03-03T12:00:00 state=drain tres=cpu=16 reason=psu

resv id=4 name=class from=2025-03-04T08:00:00 to=2025-03-04T12:00:00 nodes=n1 tres=cpu=16 flags=maint assocs=phys/ann,phys
job id=1 user=ann account=phys nodes=n[1-2] tres=cpu=32,mem=8000,node=2 submit=2025-03-03T08:00:00 start=2025-03-03T12:00:00 end=2025-03-03T13:30:00 state=COMPLETED
job id=2 user=ann account=phys nodes=n1 tres=cpu=4 submit=2025-03-04T08:00:00 start=2025-03-04T08:00:00 end=2025-03-04T09:00:00 state=FAILED resv=4
job id=3 user=ann account=phys tres=cpu=4 submit=2025-03-04T08:00:00 end=2025-03-04T09:00:00 state=CANCELLED
roll from=2025-03-01T00:00:00 to=2025-04-01T00:00:00
END
}

@test "history: all kinds of lines" {
	past >x
	run -0 fimport history x
	# 32 x 5400 + 4 x 3600
	[ "$output" = "3 ended jobs (52.00 billing-hours charged), 2 events, 1 past reservation in cluster 'cluster' at 2025-03-04T09:00:00" ]
	run -0 facct -a -X -n -P -S 2025-03-01 -E 2025-04-01 \
	    -o jobid,state,start,elapsed,alloccpus,reservation
	[ "${lines[0]}" = "1|COMPLETED|2025-03-03T12:00:00|01:30:00|32|" ]
	[ "${lines[1]}" = "2|FAILED|2025-03-04T08:00:00|01:00:00|4|class" ]
	[[ ${lines[2]} = "3|CANCELLED|None|00:00:00|"* ]]
}

@test "history: what is wrong is named, and changes nothing" {
	past >x
	sed 's/state=drain/state=gone/' x >y
	run ! fimport history y
	[ "$output" = "y:3:69: not down or drain: 'gone'" ]
	sed 's/assocs=phys.ann/assocs=phys\/bob/' x >y
	run ! fimport history y
	[ "$output" = "y:5:1: unknown association in 'phys/bob,phys'" ]
	sed 's/flags=maint/flags=odd/' x >y
	run ! fimport history y
	[ "$output" = "y:5:1: unknown flag in 'odd'" ]
	sed 's/nodes=n1 tres=cpu=16/nodes=n[1 tres=cpu=16/' x >y
	run ! fimport history y
	[ "$output" = "y:5:1: not a list of nodes: 'n[1'" ]
	sed 's/tres=cpu=16 reason/tres=frogs=16 reason/' x >y
	run ! fimport history y
	[[ $output = "y:3:1: "*frogs* ]]
	sed 's/state=CANCELLED/state=RUNNING/' x >y
	run ! fimport history y
	[ "$output" = "y:8:1: the job has not ended" ]
	[ "$(facct -a -X -n -S 2025-01-01 -E 2026-01-01)" = "" ]
}

@test "history: twice is refused, a dry run writes nothing, --create adds users" {
	past >x
	run -0 fimport --dry-run history x
	[[ $output = "3 ended jobs"*" would be in cluster"* ]]
	fimport history x
	run ! fimport history x
	[ "$output" = "x:6:1: job 1 is in the store already" ]
	echo "job id=9 user=eve account=bio tres=cpu=1 start=2025-03-05T00:00:00 end=2025-03-05T01:00:00 state=COMPLETED" >y
	run ! fimport history y
	run -0 fimport --create history y
	[[ ${lines[0]} = "1 new account, 1 new user, 1 new user association" ]]
}
