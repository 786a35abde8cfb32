#!/usr/bin/env bats
# fqueue under its own name; what squeue prints is in tests/oracle/cases.
#
# One node of 4 CPUs.  Job 1 of ann takes all of it for 100 s; 2 to 6 of bob
# and ann wait, 3 is an array, 4 is held, 5 wants either partition.

load ../lib/cmd
load ../lib/await

setup_file() {
	begin_file queue <<-'END'
		ClusterName=cluster
		AccountingStorageEnforce=associations,limits,qos
		PriorityType=priority/multifactor
		PriorityWeightFairshare=1000
		PriorityWeightPartition=100
		DefMemPerCPU=100
		NodeName=n1 CPUs=4 RealMemory=4000
		PartitionName=main Nodes=ALL Default=YES PriorityJobFactor=1
		PartitionName=high Nodes=ALL PriorityJobFactor=2
		PartitionName=secret Nodes=ALL Hidden=YES
	END
	import_phys ann bob
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -n 4 -t 10 -J first --wrap 'sleep 100'
	fsim run --for 10
	fbatch -Q --uid=bob -n 1 -t 1-00:00:00 \
	    -J a-name-that-is-longer-than-its-column --wrap 'sleep 1'
	fbatch -Q --uid=bob -n 1 -t 5 -a 1,3-5 -J many --wrap 'sleep 1'
	fbatch -Q --uid=ann -n 2 -t 5 -H -J held --mem-per-cpu=2G \
	    --wrap 'sleep 1'
	fbatch -Q --uid=ann -n 1 -t 5 -p main,high -J both --wrap 'sleep 1'
	fbatch -Q --uid=ann -n 1 -t 5 -p secret -J hidden --wrap 'sleep 1'
	cp queue.db fresh.db
}

@test "columns grow with what stands in them" {
	fqueue >out
	[ "$(awk '{ print length }' out | sort -u | wc -l)" -gt 0 ]
	grep -q ' a-name-that-is-longer-than-its-column  *bob PD ' out
	# each column starts where its header does
	at=$(head -1 out | grep -bo 'NODELIST(REASON)' | cut -d: -f1)
	cut -c$((at + 1))- out | tail -n +2 | grep -vE '^(\(|n1)' && false
	prints 'many    3_[1,3-5]' fqueue -h -j 3 -o '%8j%i'
	prints 'many    |3_[1,3-5]' fqueue -h -j 3 -O 'name:8|,jobarrayid:2'
	prints 'a-name-that-is-longer-than-its-column' fqueue -h -j 2 -o %4j
	# a column that grows does not touch the next one
	prints 'a-name-that-is-longer-than-its-column bob' \
	    fqueue -h -j 2 -o '%4j%u'
	prints 'bobmain ' fqueue -h -j 2 -O username:3,partition:5
}

@test "one row for each task of an array" {
	prints $'3_1\n3_3\n3_4\n3_5' fqueue -h -r -j 3 -o %i
	prints '3_4 4' fqueue -h -j 3_4 -o '%i %K'
	prints '3_[4-5] 4-5' fqueue -h -j 3_4,3_5 -o '%i %K'
	prints '3_[3-4]' fqueue -h -j '3_[3-4]' -o %i
	prints '' fqueue -h -j 3_2,3_9 -o %i || [ ! -s out ]
}

@test "selections" {
	prints $'1\n4\n5\n6' fqueue -h -u ann -S i -o %i
	FAIRTREE_USER=ann prints $'1\n4\n5' fqueue -h -u ann -S i -o %i
	uid=$(fqueue -h -j 2 -o %U)
	prints $'2\n3_[1,3-5]' fqueue -h -u "$uid" -S i -o %i
	prints 1 fqueue -h -t R -o %i
	prints $'2\n3_[1,3-5]\n4\n5\n6' fqueue -h -t pending -S i -o %i
	prints 5 fqueue -h -p high -o %i
	prints 4 fqueue -h -n held -o %i
	prints 1 fqueue -h -w n1 -o %i
	prints $'6\n4' fqueue -h -j 4,6 -S -i -o %i
	FAIRTREE_USER=bob prints $'1\n2\n3_[1,3-5]\n4\n5' \
	    fqueue -h -S i -o %i
	FAIRTREE_USER=bob prints $'1\n2\n3_[1,3-5]\n4\n5\n6' \
	    fqueue -h -a -S i -o %i
	FAIRTREE_USER=bob prints 6 fqueue -h -j 6 -o %i
	FAIRTREE_USER=bob prints $'2\n3_[1,3-5]' fqueue -h --me -S i -o %i
	FAIRTREE_USER=stranger prints ST fqueue --me -o %t
	SQUEUE_USERS=ann SQUEUE_STATES=PD SQUEUE_SORT=i SQUEUE_FORMAT=%i \
	    prints $'4\n5\n6' fqueue -h
}

@test "each partition has a priority of its own" {
	# fair share is the same; the partition counts 1/2 and 2/2 of 100
	fqueue -h -P -j 5 -o '%P %Q' >out
	[ "$(cut -d' ' -f1 out | tr '\n' ' ')" = 'high main ' ]
	[ $(($(sed -n 's/^high //p' out) - $(sed -n 's/^main //p' out))) -eq 50 ]
	prints 'main,high' fqueue -h -j 5 -o %P
}

@test "times" {
	prints '2030-01-01T12:00:00' fqueue -h -j 1 -o %V
	# 2030-01-01T12:00:00 UTC
	SLURM_TIME_FORMAT=%s prints 1893499200 fqueue -h -j 1 -o %V
	SLURM_TIME_FORMAT=relative prints 12:00:00 fqueue -h -j 1 -o %V
	SLURM_TIME_FORMAT='%d.%m.%y' prints 01.01.30 fqueue -h -j 1 -o %V
	prints '10:00 1-00:00:00' \
	    echo "$(fqueue -h -j 1 -o %l) $(fqueue -h -j 2 -o %l)"
	# used and left are the limit, end is start and limit
	fqueue -h -j 1 -o '%M %L' >out
	IFS=': ' read -r a b c d <out
	[ $((60 * 10#$a + 10#$b + 60 * 10#$c + 10#$d)) -eq 600 ]
	SLURM_TIME_FORMAT=%s fqueue -h -j 1 -o '%e %S' >out
	read -r end start <out
	[ $((end - start)) -eq 600 ]
}

@test "memory with a unit, priorities as a part" {
	prints '2G 2 4 (JobHeldUser)' fqueue -h -j 4 -o '%m %C %A %R'
	prints 'cpu=2,mem=4G,node=1,billing=2' fqueue -h -j 4 -O tres:0
	prints 0.00000000000000 fqueue -h -j 4 -o %p
}

@test "for programs" {
	fqueue --json -a >out
	perl -MJSON::PP -0777 -e '
		my $d = decode_json(<>);
		die "schema" unless $d->{schema} eq "fairtree.jobs/1";
		my %job = map { $_->{job_id} => $_ } @{ $d->{jobs} };
		die "jobs" unless join(",", sort keys %job) eq "1,2,3,4,5,6";
		die "cpus" unless $job{4}{cpus} == 2;
		die "tres" unless $job{4}{tres}[1]{value} == 4096;
		die "comment" if defined $job{4}{comment};
		die "name" unless $job{4}{name} eq "held";
	' out
	# long past its limit nothing is left
	fqueue --json -j 1 --now=now+1day |
		grep -q '"time_left_seconds": {"set": false, "infinite": false, "number": 0}'
	fqueue --yaml -j 4 | grep -q '^  *job_state: *"\?PENDING'
	fqueue --csv -j 4 -O jobid,name,tres >out
	diff -u - <(tr -d '\r' <out) <<-'END'
		JobID,Name,tres-alloc
		4,held,"cpu=2,mem=4096,node=1,billing=2"
	END
}

@test "who may not see others' jobs" {
	cp "$SLURM_CONF" private.conf
	echo PrivateData=jobs >>private.conf
	export SLURM_CONF=$PWD/private.conf
	FAIRTREE_USER=bob prints $'2\n3_[1,3-5]' fqueue -h -S i -o %i
	FAIRTREE_USER=ann prints $'1\n4\n5' fqueue -h -S i -o %i
	prints $'1\n2\n3_[1,3-5]\n4\n5\n6' fqueue -h -S i -o %i
	cp "$FAIRTREE_DB" coordinator.db
	export FAIRTREE_DB=$PWD/coordinator.db
	facctmgr -i add coordinator account=phys user=bob >/dev/null
	FAIRTREE_USER=bob prints $'1\n2\n3_[1,3-5]\n4\n5' \
	    fqueue -h -S i -o %i
}

@test "several lists of jobs" {
	prints $'1\n2' fqueue -h -S i -o %i -j 1 -j 2
	prints $'1\n2\n4' fqueue -h -S i -o %i -j1,2 --jobs=4
	prints $'1\n2' fqueue -h -S i -o %i -j 1 2
}

@test "again and again" {
	fqueue -i 1 -h -j 4 -o %i >out 3>&- &
	await has_lines 4 out
	kill $!
	await_end $!
	[ "$status" -eq 143 ]
	diff -u <(printf '4\n\n4\n\n') <(head -n 4 out)
}

@test "what is refused" {
	refuses "fqueue: error: unknown user 'nobody'" fqueue -u ann,nobody
	refuses 'fqueue: error: no job 99 in the queue' fqueue -j 99
	refuses "fqueue: error: not a job ID: 'x'" fqueue -j 1,x
	refuses 'fqueue: error: no such node: n9' fqueue -w n1,n9
	refuses "fqueue: error: no cluster 'x' in the store" fqueue -M x
	refuses "fqueue: error: --iterate needs a number of seconds, not '0'" \
	    fqueue -i 0
	refuses 'fqueue: error: --long and --format exclude each other' \
	    fqueue -l -o %i
	refuses "fqueue: error: unexpected operand '2'" fqueue 2
	refuses "fqueue: error: not a job ID: 'x'" fqueue -j 1 x
	# an array has no index above the largest MaxArraySize, 4000001
	refuses "fqueue: error: not a job ID: '1_[0-99999999]'" \
	    fqueue -j '1_[0-99999999]'
	! fqueue -t nowhere >out 2>err
	grep -q "^fqueue: error: unknown job state: 'nowhere' (there are " err
	[ ! -s out ]
}

@test "nothing is written" {
	cmp "$FAIRTREE_DB" "$BATS_FILE_TMPDIR/fresh.db"
}
