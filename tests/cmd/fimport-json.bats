#!/usr/bin/env bats
# fimport squeue and fimport sacct: what is imported from JSON, from a table with all
# columns, and from one with times as seconds, is the same, and what was there.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	for name in sbatch:fbatch squeue:fqueue sacct:facct scancel:fcancel \
	    scontrol:fcontrol; do
		ln -s "$(command -v "${name#*:}")" "${name%:*}"
	done
	cat >slurm.conf <<'END'
ClusterName=c
NodeName=n[1-4] CPUs=16 RealMemory=64000 Gres=gpu:a100:2 Feature=fast
PartitionName=main Nodes=n[1-4] Default=YES MaxTime=2-0 DefaultTime=60
GresTypes=gpu
Licenses=tool:4
AccountingStorageTRES=gres/gpu
DefMemPerCPU=1000
END
	queue=ArrayJobID,ArrayTaskID,JobID,JobArrayID,UserName,Account,State
	queue=$queue,Partition,QOS,Name,Reason,NumNodes,NumCPUs,TimeLimit
	queue=$queue,TimeLeft,TimeUsed,SubmitTime,EligibleTime,StartTime
	queue=$queue,EndTime,AccrueTime,PriorityLong,Nice,Dependency,Licenses
	queue=$queue,Feature,ReqNodes,ExcNodes,NodeList,MinMemory,MinTime
	queue=$queue,OverSubscribe,Requeue,NumTasks,cpus-per-task
	queue=$queue,tres-per-node,tres-per-job,tres-alloc,Comment,WorkDir
	queue=$queue,Prefer,MaxNodes,LastSchedEval,Deadline,Contiguous,MinCpus
	queue=$queue,NTPerNode,BatchHost,SchedNodes,Reservation
	past=JobID,JobIDRaw,User,Account,Partition,QOS,State,Submit,Eligible
	past=$past,Start,End,Elapsed,Timelimit,ReqMem,AllocTRES,ReqTRES,NNodes
	past=$past,AllocCPUS,ReqCPUS,ExitCode,NodeList,JobName,Reason,Priority
	past=$past,Suspended,TotalCPU,MaxRSS,NTasks,Comment,WorkDir
	past=$past,Constraints,Restarts
}

store() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/$1.db
	fimport conf slurm.conf >/dev/null
	facctmgr add account a,b >/dev/null
	facctmgr add user ann,bob account=a >/dev/null
	facctmgr add user cy account=b >/dev/null
}

# Jobs of all kinds, seven minutes after they were submitted.
submit() {
	store a
	fcontrol update clock=2030-01-07T08:00
	./scontrol create reservation reservationname=r users=cy \
	    starttime=now+20hours duration=60 nodes=n1
	./sbatch --uid=ann -N 2 -n 32 -t 30 -J first --comment=note \
	    -L tool:2 --wrap=x
	./sbatch --uid=bob -n 4 -t 1-0 --gres=gpu:a100:1 --wrap=x
	./sbatch --uid=bob -n 2 -c 3 -t 1-0 -C fast -x n3 ${1:+"$1"} \
	    --wrap=x
	./sbatch --uid=cy -N 4 -n 64 -t 5 --nice=7 -J big --wrap=x
	./sbatch --uid=cy -n 1 -H --wrap=x
	./sbatch --uid=cy -n 1 -t 3 -a 1-4%2 -J arr --wrap=x
	./sbatch --uid=cy -n 1 -t 3 -d afterok:1 --mem=3G --no-requeue -w n4 \
	    --wrap=x
	./sbatch --uid=cy -n 1 -t 3 --time-min=1 --begin=2030-01-09T08:00 \
	    --wrap=x
	./sbatch --uid=cy -n 1 -t 3 --gpus=2 --prefer=fast --wrap=x
	./sbatch --uid=cy -n 1 -t 3 --reservation=r --wrap=x
	fsim run --for 300 --quiet
	./scontrol suspend 2
	fsim run --for 100 --quiet
	./scancel 5
	fsim run --for 20 --quiet
}

# print FIELDS: all jobs, with bars between the columns.
print() {
	./squeue -a -S i -O "${1//,/:200|,}:200" |
	    sed 's/ *|/|/g;s/ *$//'
}

# queue_trip RELEASE OPTION
queue_trip() {
	export FAIRTREE_SLURM=$1
	submit "$2" >/dev/null
	print "$queue" >table
	SLURM_TIME_FORMAT=%s print "$queue" >seconds
	./squeue -a --json >json
	./scontrol show reservation >shown
	for file in table seconds json; do
		echo "$file"
		store "$file"
		fimport scontrol shown >/dev/null
		run fimport --at 2030-01-07T08:07 --keep-priority squeue $file
		[ "$output" = "$(./squeue -h -t PD | wc -l) pending jobs, \
$(./squeue -h -t R,S | wc -l) running jobs in cluster 'c' \
at 2030-01-07T08:07:00" ]
		print "$queue" | diff table -
	done
	# it knows when it was printed
	store now
	fimport squeue json | grep -q ' at 2030-01-07T08:07:00$'
}

@test "squeue, 24.11" {
	queue_trip 24.11 --exclusive
}

@test "squeue, 26.05: JSON does not say what is exclusive" {
	queue=$queue,Exclusive
	queue_trip 26.05
}

# past_trip RELEASE
past_trip() {
	export FAIRTREE_SLURM=$1
	submit --exclusive >/dev/null
	./scancel 2 4 10
	fsim run --for 2-0 --quiet
	all="-a -D -S 2030-01-01 -E 2030-02-01"
	# shellcheck disable=SC2086
	{
		./sacct $all -P -o "$past" >table
		SLURM_TIME_FORMAT=%s ./sacct $all -P -o "$past" >seconds
		./sacct $all --json >json
		./sacct $all -X -P -o "$past" >whole
	}
	for file in table seconds json; do
		echo "$file"
		store "$file"
		run fimport --at 2030-01-09T09:00 sacct $file
		[[ "$output" = *" $(($(wc -l <whole) - 1)) ended jobs "* ]]
		echo "$output" >>said
		# shellcheck disable=SC2086
		./sacct $all -X -P -o "$past" | diff whole -
	done
	[ "$(sort -u said | wc -l)" -eq 1 ]
}

@test "sacct, 24.11" {
	past_trip 24.11
}

@test "sacct, 26.05" {
	past_trip 26.05
}

@test "what the settings lack is left out, and said" {
	store a
	fcontrol update clock=2030-01-07T08:00
	cat >x <<'END'
JOBID|USER|ACCOUNT|STATE|LICENSES|REQ_NODES|TRES_PER_NODE|RESERVATION|TIME_LIMIT
1|ann|a|PENDING|odd:1|n9|gres/odd:1|odd|10:00
2|ann|a|PENDING|tool:1|n1|gres/gpu:1|(null)|10:00
END
	run fimport --at 2030-01-07T08:05 squeue x
	[ "${lines[0]}" = "2 pending jobs, 0 running jobs in cluster 'c' at \
2030-01-07T08:05:00" ]
	[ "${lines[1]}" = "4 requests left out, for nodes, licenses, generic \
resources or reservations that are unknown here" ]
	run ./squeue -h -S i -o '%i|%W|%n|%b|%v'
	[ "${lines[0]}" = "1|(null)||N/A|(null)" ]
	[ "${lines[1]}" = "2|tool:1|n1|gres:gpu:1|(null)" ]
}

@test "jobs in a drained partition, on a drained node, are there all the same" {
	store a
	fcontrol update clock=2030-01-07T08:00
	fcontrol update partitionname=main state=drain
	fcontrol update nodename=n2 state=drain reason=x
	cat >x <<'END'
JOBID|USER|ACCOUNT|STATE|CPUS|NODELIST|TIME
1|ann|a|RUNNING|16|n2|1:00
2|ann|a|PENDING|1||0:00
END
	run fimport squeue x
	[ ${#lines[@]} -eq 1 ]
	[ "$(fqueue -h -S i -o '%i %t %N')" = "1 R n2
2 PD " ]
	# the state is as before
	fcontrol show node n2 | grep -q 'State=ALLOCATED+DRAIN '
	fcontrol show partition main | grep -q 'State=DRAIN '
	run fbatch --uid=ann -n 1 --wrap=x
	[ "$status" -eq 1 ]
}

@test "JSON on a single line of 2 MiB" {
	store a
	{
		printf '{"jobs":['
		for i in $(seq 1 200); do
			[ "$i" -eq 1 ] || printf ,
			printf '{"job_id":%d,"user_name":"ann","job_state":' "$i"
			printf '["PENDING"],"account":"a","none":"%11000s"}' x
		done
		printf ']}'
	} >json
	run fimport squeue json
	[[ "$output" = "200 pending jobs, "* ]]
}
