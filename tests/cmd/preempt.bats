#!/usr/bin/env bats
# Jobs that are pushed aside, as the commands tell of them.
#
# Four nodes of 16 CPUs.  Three jobs of ann run on a node each, in partitions of
# tier 1 whose jobs are suspended (1), put back (2), or cancelled with 30 s of
# grace (3); they start after batch_sched_delay, 3 s, at 12:00:03.  At 12:00:10
# bob wants the same nodes in one of tier 9 (4, 5, 6) for 50 s; the main
# scheduler, which ran at 12:00:03 and then each 5 s where there is need, sees
# it at 12:00:13.  So 4 and 5 run from then to 12:01:03; 3 goes 30 s later, at
# 12:00:43, and 6 starts.  1 goes on at 12:01:03, after 10 s of running and 50
# of waiting.  2 may begin 121 s after 12:00:13.

load ../lib/cmd

setup_file() {
	begin_file why <<-'END'
		ClusterName=cluster
		AccountingStorageEnforce=associations,limits,qos
		PriorityType=priority/multifactor
		PriorityCalcPeriod=1
		PriorityDecayHalfLife=0
		PriorityUsageResetPeriod=MONTHLY
		DefMemPerCPU=100
		SchedulerParameters=bf_interval=5,sched_interval=5
		PreemptType=preempt/partition_prio
		PreemptMode=SUSPEND,GANG
		NodeName=n[1-4] CPUs=16 RealMemory=64000
		PartitionName=low Nodes=ALL Default=YES PriorityTier=1
		PartitionName=back Nodes=ALL PriorityTier=1 PreemptMode=REQUEUE
		PartitionName=kill Nodes=ALL PriorityTier=1 PreemptMode=CANCEL GraceTime=30
		PartitionName=top Nodes=ALL PriorityTier=9
	END
	facctmgr -i add account chem
	facctmgr -i add user ann,bob account=chem
	fcontrol update clock=2030-01-10T12:00:00
	fbatch -Q --uid=ann -n 16 -w n1 -t 60 -p low --wrap 'sleep 100'
	fbatch -Q --uid=ann -n 16 -w n2 -t 60 -p back --wrap 'sleep 100'
	fbatch -Q --uid=ann -n 16 -w n3 -t 60 -p kill --wrap 'sleep 100'
	fsim run --for 10
	fbatch -Q --uid=bob -n 16 -w n1 -t 60 -p top --wrap 'sleep 50'
	fbatch -Q --uid=bob -n 16 -w n2 -t 60 -p top --wrap 'sleep 50'
	fbatch -Q --uid=bob -n 16 -w n3 -t 60 -p top --wrap 'sleep 50'
	fsim run --for 10 --explain >early.log
	cp why.db early.db
	fsim run --for 60 --explain >late.log
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cp "$BATS_FILE_TMPDIR/early.db" early.db
	cp "$BATS_FILE_TMPDIR/why.db" late.db
}

early() {
	FAIRTREE_DB=$PWD/early.db "$@"
}

late() {
	FAIRTREE_DB=$PWD/late.db "$@"
}

# says LINE COMMAND...: LINE is a line of its output, blanks made one
says() {
	local line=$1
	shift
	"$@" | sed 's/   */ /g; s/^ //' >out || true
	grep -Fxq -- "$line" out || {
		echo "not said: $line"
		cat out
		return 1
	}
}

@test "fsim run --explain: who pushed whom aside, and how" {
	local log=$BATS_FILE_TMPDIR/early.log
	says '2030-01-10T12:00:13 suspend 1 ann (chem) for 4 bob (chem)' \
	    cat "$log"
	says '2030-01-10T12:00:13 preempt 2 ann (chem) for 5 bob (chem): put back' \
	    cat "$log"
	says '2030-01-10T12:00:13 preempt 3 ann (chem) for 6 bob (chem): told, until 2030-01-10T12:00:43' \
	    cat "$log"
	log=$BATS_FILE_TMPDIR/late.log
	says '2030-01-10T12:00:43 preempt 3 ann (chem) for 6 bob (chem): cancelled' \
	    cat "$log"
	says '2030-01-10T12:01:03 resume 1 ann (chem)' cat "$log"
}

@test "fqueue: suspended, put back, still running" {
	early fqueue -h -S i -o '%i|%t|%r|%N|%M' >out
	diff out - <<-'END'
		1|S|None|n1|0:10
		2|PD|BeginTime||0:00
		3|R|None|n3|0:17
		4|R|None|n1|0:07
		5|R|None|n2|0:07
		6|PD|Resources||0:00
	END
	late fqueue -h -S i -o '%i|%t|%r|%N|%M' >out
	diff out - <<-'END'
		1|R|None|n1|0:27
		2|PD|BeginTime||0:00
		6|R|None|n3|0:37
	END
}

@test "fcontrol show job: the times of it" {
	early fcontrol -o show job 3 | tr ' ' '\n' >out
	grep -Fxq EndTime=2030-01-10T12:00:43 out
	grep -Fxq PreemptTime=2030-01-10T12:00:13 out
	grep -Fxq PreemptEligibleTime=2030-01-10T12:00:03 out
	late fcontrol -o show job 3 | tr ' ' '\n' >out
	grep -Fxq JobState=PREEMPTED out
	grep -Fxq ExitCode=0:15 out
	grep -Fxq PreemptTime=2030-01-10T12:00:43 out
	early fcontrol -o show job 1 | tr ' ' '\n' >out
	grep -Fxq SuspendTime=2030-01-10T12:00:13 out
	grep -Fxq SecsPreSuspend=10 out
	grep -Fxq PreemptTime=None out
	late fcontrol -o show job 1 | tr ' ' '\n' >out
	grep -Fxq SuspendTime=2030-01-10T12:01:03 out
	grep -Fxq SecsPreSuspend=10 out
	# an hour, and the 50 s it did not run
	grep -Fxq EndTime=2030-01-10T13:00:53 out
	late fcontrol -o show job 2 | tr ' ' '\n' >out
	grep -Fxq Restarts=1 out
	! grep -q Preempt out
}

@test "facct: a row for each run, the time suspended left out of elapsed" {
	late facct -D -X -a -n -P -o JobID,State,Elapsed,Suspended >out
	diff out - <<-'END'
		1|RUNNING|00:00:27|00:00:50
		2|PREEMPTED|00:00:10|00:00:00
		3|PREEMPTED|00:00:40|00:00:00
		4|COMPLETED|00:00:50|00:00:00
		5|COMPLETED|00:00:50|00:00:00
		6|RUNNING|00:00:37|00:00:00
	END
}

@test "fshare: all the time it had the nodes is charged, also that of waiting" {
	late fsim run --for 90
	# ann: 1 ran 100 s and was suspended for 50; 2 ran 10 s, then (from
	# 12:02:14 to the pass at 12:02:00: not yet); 3 ran 40 s; 16 CPUs each.
	# bob: three times 50 s
	late fshare -a -P -n -o User,RawUsage >out
	grep -Fxq 'ann|'$((16 * (150 + 10 + 40))) out
	grep -Fxq 'bob|'$((16 * 150)) out
}

@test "fwhy: by whom and until when" {
	says 'Job 1 (wrap) of ann, account chem, QOS normal, is suspended in low on n1 since 2030-01-10T12:00:03; its time limit is reached at 2030-01-10T13:00:10. Job 4 preempted it; it resumes when its resources are free.' \
	    early fwhy 1
	says 'Job 2 (wrap) of ann, account chem, QOS normal, waits in back since 2030-01-10T12:00:13; it asks for 1 node and 16 CPUs with 1600M of memory for 1:00:00. It ran until job 5 preempted it, and was requeued.' \
	    early fwhy 2
	says 'Job 3 (wrap) of ann, account chem, QOS normal, runs in kill on n3 since 2030-01-10T12:00:03; its time limit is reached at 2030-01-10T13:00:03. It was notified at 2030-01-10T12:00:13 that job 6 preempts it, and may run until 2030-01-10T12:00:43.' \
	    early fwhy 3
	says 'Job 3 (wrap) of ann, account chem, QOS normal, is over: PREEMPTED at 2030-01-10T12:00:43 after 0:40. Job 6 preempted it.' \
	    late fwhy 3
	early fwhy 4 >out
	! grep -q 'preempt' out
}
