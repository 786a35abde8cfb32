#!/usr/bin/env bats
# fcontrol: reservations, its own side; scontrol's is in tests/oracle/cases/w2*.
#
# The clock stands at 2030-01-01T08:00:00; four nodes of 16 CPUs.

load ../lib/cmd

setup_file() {
	begin_file reservations <<-'END'
		ClusterName=cluster
		SchedulerParameters=bf_interval=5,sched_interval=5
		NodeName=n[1-4] CPUs=16 RealMemory=64000
		PartitionName=debug Nodes=ALL Default=YES MaxTime=1-0
	END
	facctmgr -i add account phys
	facctmgr -i add user ann,bob account=phys
	fcontrol update clock=2030-01-01T08:00:00
	cp reservations.db fresh.db
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return
	rm -f reservations.db-*
	cp fresh.db reservations.db
}

create() {
	fcontrol create reservation "$@"
}

queue() {
	fqueue -h -S i -o "%i %u %v %T %r %N" "$@"
}

@test "made, shown, changed, deleted" {
	run create starttime=now+1hour duration=60 nodecnt=2 users=ann
	[ "$status" -eq 0 ]
	[ "$output" = "Reservation created: ann_1" ]
	run fcontrol -o show reservation ann_1
	[[ $output == "ReservationName=ann_1 StartTime=2030-01-01T09:00:00"* ]]
	[[ $output == *" Nodes=n[1-2] NodeCnt=2 "* ]]
	fcontrol update reservation=ann_1 duration+=30 users+=bob
	run fcontrol -o show reservation ann_1
	[[ $output == *" EndTime=2030-01-01T10:30:00 "* ]]
	[[ $output == *" Users=ann,bob "* ]]
	fcontrol delete reservation ann_1
	run fcontrol show reservation
	[ "$output" = "No reservations in the system" ]
	run fcontrol show reservation --csv
	[ "$status" -eq 0 ]
	[ "$output" = "" ]
}

@test "control characters are refused" {
	run create reservationname=$'a\nb' starttime=now duration=1 \
	    nodes=n1 users=ann
	[ "$status" -eq 1 ]
	[[ $output == *"bad word 'reservationname=a\\u000Ab': it contains a control character"* ]]
	run fcontrol show reservation
	[ "$output" = "No reservations in the system" ]
}

@test "names count on" {
	create starttime=now duration=1 nodes=n1 users=ann
	fcontrol delete reservation ann_1
	run create starttime=now duration=1 nodes=n1 accounts=phys users=bob
	[ "$output" = "Reservation created: phys_2" ]
}

@test "as documents" {
	create starttime=now duration=60 nodes=n3 users=ann flags=daily
	run fcontrol show reservation --json
	[ "$status" -eq 0 ]
	[[ $output == *'"schema": "fairtree.control_reservations/1"'* ]]
	[[ $output == *'"reservation_name": "ann_1"'* ]]
	[[ $output == *'"nodes": "n3"'* ]]
	[[ $output == *'"flags": "DAILY,SPEC_NODES"'* ]]
}

@test "refused: nothing is made, status 1" {
	for words in "starttime=now" "duration=5" \
	    "starttime=now duration=5 nodes=n9 users=ann" \
	    "starttime=now duration=5 nodes=n1 users=nobody" \
	    "starttime=now duration=5 nodes=n1 users=ann flags=nonsense" \
	    "starttime=never duration=5 nodes=n1 users=ann" \
	    "starttime=now duration=5 nodes=n1 users=ann foo=bar"; do
		# words are to be parted
		# shellcheck disable=SC2086
		run create $words
		[ "$status" -eq 1 ]
		[ -n "$output" ]
	done
	run fcontrol show reservation
	[ "$output" = "No reservations in the system" ]
}

@test "only operators" {
	FAIRTREE_USER=ann run create starttime=now duration=5 nodes=n1 users=ann
	[ "$status" -eq 1 ]
	[ "$output" = "fcontrol: error: permission denied for user 'ann': \
needs an operator" ]
	create starttime=now duration=5 nodes=n1 users=ann
	FAIRTREE_USER=ann run fcontrol delete reservation ann_1
	[ "$status" -eq 1 ]
	FAIRTREE_USER=ann run fcontrol update reservation=ann_1 duration=9
	[ "$status" -eq 1 ]
}

@test "jobs: inside, outside, and fwhy says why" {
	create starttime=now+10minutes duration=20 nodes=n[1-3] users=ann
	fbatch -Q --uid=ann --reservation=ann_1 -n 1 -t 60 --wrap 'sleep 3600'
	fbatch -Q --uid=bob -N 4 -t 60 --wrap 'sleep 60'
	fbatch -Q --uid=bob -N 3 -t 5 --wrap 'sleep 60'
	run fbatch --uid=bob --reservation=ann_1 -n 1 -t 5 --wrap 'sleep 60'
	[ "$status" -eq 1 ]
	[[ $output == *"Access denied to requested reservation" ]]
	fsim run --for 30
	run queue
	[ "${lines[0]}" = "1 ann ann_1 PENDING Reservation " ]
	[ "${lines[1]}" = "2 bob (null) PENDING ReqNodeNotAvail, May be reserved for other job " ]
	[ "${lines[2]}" = "3 bob (null) RUNNING None n[1-3]" ]
	run fwhy 1
	[[ $output == *"Its reservation ann_1 starts at 2030-01-01T08:10:00."* ]]
	run fwhy 2
	[[ $output == *"Reservation ann_1 holds n[1-3] from 2030-01-01T08:10:00 until 2030-01-01T08:30:00 for ann"* ]]
	fsim run --for 660
	run queue -j 1
	[ "$output" = "1 ann ann_1 RUNNING None n1" ]
	run fcontrol show node n1
	[[ $output == *"State=MIXED+RESERVED "* ]]
	run fcontrol delete reservation ann_1
	[ "$output" = "delete_reservation reservation: Requested reservation is in use" ]
	fsim run --for 1300
	run fqueue -h -t all -j 1 -o "%T %r %v"
	[ "$output" = "TIMEOUT TimeLimit (null)" ]
	run facct -X -n -P -j 1 -o reservation
	[ "$output" = "ann_1" ]
	run fcontrol show reservation
	[ "$output" = "No reservations in the system" ]
}

@test "who still waits is held until released" {
	create starttime=now duration=2 nodes=n1 users=ann
	fbatch -Q --uid=ann --reservation=ann_1 -n 16 -t 1 --wrap 'sleep 1000'
	fbatch -Q --uid=ann --reservation=ann_1 -n 16 -t 60 --wrap 'sleep 1000'
	fbatch -Q --uid=ann --reservation=ann_1 -n 16 -t 1 --wrap 'sleep 10'
	fsim run --for 200
	run queue -j 3
	[ "$output" = "3 ann (null) RESV_DEL_HOLD Reservation ann_1 was deleted " ]
	run fwhy 3
	[[ $output == "This job is held, so its priority is 0: Reservation ann_1 was deleted, and it named no other."* ]]
	fcontrol release 3
	fsim run --for 10
	run queue -j 3
	[[ $output == "3 ann (null) RUNNING None "* ]]
}

@test "a run in two parts is the same, and a restart knows it all" {
	create starttime=now duration=3 nodes=n1 users=ann flags=hourly
	fbatch -Q --uid=ann --reservation=ann_1 -n 1 -t 1 --wrap 'sleep 30'
	for _ in 1 2 3; do fsim run --for 600; done
	run fcontrol -o show reservation ann_1
	[[ $output == *"StartTime=2030-01-01T09:00:00 EndTime=2030-01-01T09:03:00"* ]]
	run facct -X -n -P -j 1 -o state,reservation
	[ "$output" = "COMPLETED|ann_1" ]
	fcontrol update reservation=ann_1 skip
	run fcontrol -o show reservation ann_1
	[[ $output == *"StartTime=2030-01-01T10:00:00 "* ]]
}
