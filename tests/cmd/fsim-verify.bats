#!/usr/bin/env bats
# fsim replay --verify: waits held against those that really happened.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
	cd "$BATS_TEST_TMPDIR" || return
	cat >one.conf <<-'END'
		ClusterName=c
		NodeName=n1 CPUs=4
		PartitionName=main Nodes=n1 Default=YES MaxTime=UNLIMITED
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		SchedulerType=sched/backfill
	END
	# One node.  Job 1 ends first, at 60: there the comparison begins.
	# 2 starts then, at 60, 3 at 370, 5 (eligible from 480) at 680.  4 was
	# cancelled while it waited, 6 was never eligible, 7 still waits.
	cat >a.sacct <<-'END'
		JobID|User|Account|Partition|QOS|State|Submit|Eligible|Start|End|Timelimit|ReqCPUS|NCPUS|AllocTRES
		1|ann|phys|main|normal|COMPLETED|1893456000|1893456000|1893456000|1893456060|00:05:00|4|4|cpu=4
		2|ann|phys|main|normal|COMPLETED|1893456000|1893456000|1893456060|1893456360|00:10:00|4|4|cpu=4
		3|bob|phys|main|normal|COMPLETED|1893456120|1893456120|1893456370|1893456670|00:05:00|4|4|cpu=4
		4|bob|phys|main|normal|CANCELLED by 1000|1893456180|1893456180|None|1893456300|00:05:00|4|0|
		5|ann|phys|main|normal|COMPLETED|1893456240|1893456480|1893456680|1893456740|00:05:00|2|2|cpu=2
		6|ann|phys|main|normal|CANCELLED by 1000|1893456240|Unknown|None|1893456700|00:05:00|2|0|
		7|ann|phys|main|normal|PENDING|1893456500|1893456500|Unknown|Unknown|00:05:00|4|0|
	END
}

@test "the error of each class" {
	run fsim replay --verify --conf one.conf --csv a.sacct
	[ "$status" -eq 0 ]
	# Real waits 60, 250, 200: 510.  Predicted: 2 at 63, three seconds
	# after it arrives, 3 at 364 (its node is free at 363), 5 at 665.
	# Differences 3, 6, 15: 24 / 510; 3 - 6 - 15 = -18 of 510.  Median 6 s,
	# 90 % (number 2.7, rounded up) 15 s.
	[ "${lines[1]}" = 'all,,3,0,170,164,0.047058823529411764,'\
'-0.03529411764705882,0.1,0.25,1' ]
	[ "${lines[2]}" = "partition,main,${lines[1]#all,,}" ]
	# 15 of 200
	[ "${lines[3]}" = 'size,2,1,0,200,185,0.075,-0.075,0.25,0.25,1' ]
	[[ ${lines[4]} == size,3-4,2,0,155,153.5,0.0290* ]]
	[[ ${lines[5]} == qos,normal,3,* ]]
}

@test "a job that asked for two nodes is not spread over three" {
	local head='JobID|User|Account|Partition|State|Submit|Eligible|Start|End|Timelimit|ReqCPUS|NCPUS|NNodes|ReqTRES|AllocTRES'

	sed 's/n1/n[1-3]/' one.conf >three.conf
	# As the comparison begins, at 60, 2 and 3 have three processors of a
	# node each, 2 until 360.  4 needs three on each of two nodes.
	cat >n.sacct <<-END
		$head
		1|ann|phys|main|COMPLETED|1893456000|1893456000|1893456000|1893456060|00:10:00|1|1|1|cpu=1,node=1|cpu=1,node=1
		2|ann|phys|main|COMPLETED|1893456000|1893456000|1893456010|1893456360|00:10:00|3|3|1|cpu=3,node=1|cpu=3,node=1
		3|ann|phys|main|COMPLETED|1893456000|1893456000|1893456010|1893456960|00:20:00|3|3|1|cpu=3,node=1|cpu=3,node=1
		4|bob|phys|main|COMPLETED|1893456120|1893456120|1893456361|1893456400|00:05:00|6|6|2|cpu=6,node=2|cpu=6,node=2
	END
	run fsim replay --verify --conf three.conf --csv n.sacct
	# 2 starts at 63, three seconds after it arrives, so it ends at 363
	[[ ${lines[1]} == all,,1,0,241,244,* ]]
	# with -n 6 alone there are 1, 1 and 4 processors for it at once
	sed 's/|2|cpu=6,node=2|cpu=6,node=2/|3|cpu=6,node=1|cpu=6,node=3/' \
	    n.sacct >spread.sacct
	run fsim replay --verify --conf three.conf --csv spread.sacct
	[[ ${lines[1]} == all,,1,0,241,0,* ]]
	# -N 2-3: it may have more
	sed 's/|2|cpu=6,node=2|cpu=6,node=2/|3|cpu=6,node=2|cpu=6,node=3/' \
	    n.sacct >range.sacct
	run fsim replay --verify --conf three.conf --csv range.sacct
	[[ ${lines[1]} == all,,1,0,241,0,* ]]
}

@test "what was left out, and why" {
	run fsim replay --verify --conf one.conf a.sacct
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = 'Compared      2030-01-01T00:01:00 to '\
'2030-01-01T00:12:20' ]
	# real: 4 * 300 + 4 * 300 + 2 * 60 of 4 * 680
	[[ ${lines[1]} == *' predicted, 92.65% real, of 4 processors' ]]
	[[ $output == *'1 cancelled while waiting'* ]]
	[[ $output == *'1 still waited'* ]]
	[[ $output == *'1 left out: ended before'* ]]
	[[ $output == *'1 left out: never eligible'* ]]
	run fsim replay --verify --conf one.conf --json a.sacct
	[[ $output == *'"left_out_held": 1'*'"classes": ['*'"name": "main"'* ]]
}

@test "several tables, a running job, and no waits" {
	# 2 runs as the comparison begins at 60 of the first table; it is in
	# both, unfinished in the first
	{ head -n 2 a.sacct; sed -n 's/COMPLETED\(.*\)060|1893456360/RUNNING\1010|Unknown/p;' a.sacct | head -n 1; } >b.sacct
	{ head -n 1 a.sacct; sed -n 's/060|1893456360/010|1893456360/p' a.sacct; sed -n 4p a.sacct; } >c.sacct
	run fsim replay --verify --conf one.conf b.sacct c.sacct
	[ "$status" -eq 0 ]
	[[ $output == *'1 ran as it begins'* ]]
	[[ $output == *'1 repeated rows'* ]]
	# nobody waited: the error is undefined
	printf '%s\n' "$(head -n 2 a.sacct)" '9|ann|phys|main|normal|COMPLETED|1893456100|1893456100|1893456100|1893456200|00:05:00|4|4|cpu=4' >d.sacct
	run fsim replay --verify --conf one.conf d.sacct
	[ "$status" -eq 0 ]
	[[ $output == *$'\nall       -                  1      0   00:00:00 '*' - '*' - '* ]]
}

@test "a partition that is not there" {
	sed 's/|main|/|gone|/' a.sacct >g.sacct
	run fsim replay --verify --conf one.conf g.sacct
	[ "$status" -eq 0 ]
	# all but the job that had ended and the one that was held
	[[ $output == *'the partition of 5 jobs: they use the default'* ]]
}

@test "refusals" {
	run fsim replay --verify --conf one.conf --shake 5 a.sacct
	[ "$status" -eq 1 ]
	run fsim replay --verify --conf one.conf --policy easy a.sacct
	[ "$status" -eq 1 ]
	head -n 2 a.sacct >e.sacct
	run fsim replay --verify --conf one.conf e.sacct
	[ "$status" -eq 1 ]
	[[ $output == *'no job of the table started after'* ]]
	printf 'JobID|State\n1|COMPLETED\n' >f.sacct
	run fsim replay --verify --conf one.conf a.sacct f.sacct
	[ "$status" -eq 1 ]
	[[ $output == *"f.sacct:1:1: no column 'Submit'"* ]]
}

@test "compare prints the error of both settings" {
	run fsim compare -q --csv one.conf one.conf a.sacct
	[ "$status" -eq 0 ]
	[[ $output == *'all,,wait_error,0.0'* ]]
}

@test "a site without a store, and where only its submissions count" {
	mkdir -p s/sacct
	cp a.sacct s/sacct/001
	printf 'fairtree-site\t1\nsacct/001\t1\t1\t0\tsacct\n' >s/manifest
	run fsim replay --verify --conf one.conf s
	[[ $output == *'accounts and users, as no store is read without --db: one share each'* ]]
	fimport conf one.conf
	run fsim replay --verify --db "$FAIRTREE_DB" s
	[[ $output == *'accounts and users, which are not in the store: one share each'* ]]
	# a site is then what its table is; two sites are two traces
	cp -r s other
	for how in replay 'sweep -g policy=easy,slurm' \
	    'sweep -g seed=1,2 --repeat 2' 'sweep -g overrun=kill,allow' \
	    'solve -g policy=easy,fcfs -t wait_mean<=1'; do
		# shellcheck disable=SC2086
		fsim $how --conf one.conf --csv s >of-site
		# shellcheck disable=SC2086
		fsim $how --conf one.conf --csv s/sacct/001 | cmp - of-site
	done
	[ "$(wc -l <of-site)" -eq 3 ]
	run fsim compare -q --csv one.conf one.conf s other
	[ "$status" -eq 0 ]
	# 1, 2, 3 and 5, of each
	[[ $output == *'trace,s,jobs,4,4,'*'trace,other,jobs,4,4,'* ]]
}
