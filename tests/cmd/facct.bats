#!/usr/bin/env bats
# facct under its own name; what sacct prints is in tests/oracle/cases.
#
# Two nodes of 4 CPUs, jobs submitted at 12:00:00 (1893499200) of a day.
# 1 of ann runs 20 s, 2 of bob fails at once, 3 of ann is cancelled, 4 of bob is
# put back and waits to begin again, 5 of ann is held.

load ../lib/cmd

setup_file() {
	begin_file acct <<-'END'
		ClusterName=cluster
		AccountingStorageEnforce=associations,limits,qos
		PriorityType=priority/multifactor
		DefMemPerCPU=100
		NodeName=n[1-2] CPUs=4 RealMemory=4000
		PartitionName=main Nodes=ALL Default=YES
	END
	import_phys ann bob
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -N 2 -n 4 -t 10 -J a-name-of-some-length \
	    --mem-per-cpu=512 --wrap 'sleep 20'
	fbatch -Q --uid=bob -n 1 -t 10 -J fails --wrap 'exit 3'
	fbatch -Q --uid=ann -n 1 -t 10 --wrap 'sleep 1000'
	fbatch -Q --uid=bob -n 1 -t 10 --wrap 'sleep 1000'
	fbatch -Q --uid=ann -n 1 -t 10 -H --wrap 'sleep 1'
	fsim run --for 100
	FAIRTREE_USER=ann fcancel 3
	fcontrol requeue 4
	fsim run --for 1
	cp acct.db fresh.db
}

@test "columns grow, steps are left out" {
	facct -j 1,2,5 >out
	diff -u - out <<-'END'
		JobID                      JobName  Partition    Account  AllocCPUS      State ExitCode 
		------------ --------------------- ---------- ---------- ---------- ---------- -------- 
		1            a-name-of-some-length       main       phys          4  COMPLETED      0:0 
		2                            fails       main       phys          1     FAILED      3:0 
		5                             wrap       main       phys          1    PENDING      0:0 
	END
}

@test "steps, if they are asked for" {
	prints $'1\n1.batch' facct -n -P -j 1 --steps -o jobid
	prints 1 facct -n -P -j 1 --steps -X -o jobid
	# the script is on the first of two nodes
	prints '1.batch|1|n1|COMPLETED' facct -n -P -j 1.batch \
	    -o jobid,nnodes,nodelist,state
	prints $'3|CANCELLED by 1001|0:0\n3.batch|CANCELLED|0:15' facct -n -P \
	    -j 3 --steps -o jobid,state,exitcode
}

@test "what a job asked for and had" {
	prints '4|4|2|2|2G|billing=4,cpu=4,mem=2G,node=2|n[1-2]' facct -n -P \
	    -j 1 -o reqcpus,alloccpus,nnodes,allocnodes,reqmem,alloctres,nodelist
	prints 2048M facct -n -P --noconvert -j 1 -o reqmem
	prints 2097152K facct -n -P --units=K -j 1 -o reqmem
	prints '00:10:00|10' facct -n -P -j 1 -o timelimit,timelimitraw
	prints '|None assigned|00:00:00|Unknown' facct -n -P -j 5 \
	    -o alloctres,nodelist,elapsed,start
	prints '3:0|FAILED|NonZeroExitCode' facct -n -P -j 2 \
	    -o exitcode,state,reason
}

@test "times agree with each other" {
	export SLURM_TIME_FORMAT=%s
	prints 1893499200 facct -n -P -j 1 -o submit
	facct -n -P -j 1 -o start,end,elapsedraw,cputimeraw >out
	IFS='|' read -r start end elapsed cpu <out
	[ "$elapsed" -eq 20 ]
	[ $((end - start)) -eq 20 ]
	[ "$cpu" -eq 80 ]
	# half of it lies in a window that starts in the middle
	prints 10 facct -n -P -T -j 1 -S "uts$((start + 10))" -o elapsedraw
}

@test "runs of a job that was put back" {
	facct -n -P -D -j 4 -o jobid,state >out
	[ "$(sort out | tr '\n' ' ')" = '4|PENDING 4|REQUEUED ' ]
	prints '4|PENDING' facct -n -P -j 4 -o jobid,state
	# the new run may not begin yet
	prints '4|REQUEUED' facct -a -n -P -u bob --name=wrap -o jobid,state
}

@test "the window" {
	prints $'1\n2\n3\n4' facct -n -P -o jobid
	prints '' facct -n -P -S 2029-12-30 -E 2029-12-31 -o jobid ||
		[ ! -s out ]
	# after the first two had ended
	prints $'3\n4' facct -n -P -S 12:01:00 -o jobid
	prints '' facct -n -P -s CD -o jobid || [ ! -s out ]
	prints 1 facct -n -P -s CD -S today -E now -o jobid
	prints $'1\n2' facct -n -P -s completed,f -S today -E now -o jobid
	prints 4 facct -n -P -s RQ -S today -E now -o jobid
	prints $'1\n2\n3\n4' facct -n -P -s R -S today -E now -o jobid
	prints 5 facct -n -P -j 5 -o jobid
}

@test "selections" {
	prints $'1\n3' facct -n -P -u ann -o jobid
	FAIRTREE_USER=ann prints $'1\n3' facct -n -P -o jobid
	FAIRTREE_USER=ann prints $'1\n2\n3\n4' facct -n -P -a -o jobid
	prints 2 facct -n -P --name=fails -o jobid
	prints 1 facct -n -P -N n2 -i 2 -o jobid
	prints 1 facct -n -P -I 3-4 -o jobid
	prints '' facct -n -P -r other -o jobid || [ ! -s out ]
	cp "$SLURM_CONF" private.conf
	echo PrivateData=jobs >>private.conf
	export SLURM_CONF=$PWD/private.conf
	FAIRTREE_USER=bob prints $'2\n4' facct -n -P -a -o jobid
}

@test "for programs" {
	prints '1;2;COMPLETED' facct -n -P --delimiter=';' -j 1 \
	    -o jobid,nnodes,state
	prints '1|COMPLETED|' facct -n -p -j 1 -o jobid,state
	facct --csv -j 1 -o jobid,alloctres >out
	diff -u - <(tr -d '\r' <out) <<-'END'
		JobID,AllocTRES
		1,"billing=4,cpu=4,mem=2048,node=2"
	END
	facct --json -j 1,5 >out
	perl -MJSON::PP -0777 -e '
		my $d = decode_json(<>);
		die "schema" unless $d->{schema} eq "fairtree.accounting/1";
		my ($one, $five) = sort { $a->{job_id} <=> $b->{job_id} }
		    @{ $d->{jobs} };
		die "job" unless $one->{job_id} == 1 && $one->{user} eq "ann";
		die "tres" unless $one->{alloc_tres}[2]{value} == 2048;
		die "seconds" unless $one->{elapsed_seconds} == 20;
		die "start" if defined $five->{start};
	' out
	facct --yaml -j 1 | grep -q '^  *state: *"\?COMPLETED'
	facct -j 1 -P -o all | awk -F'|' 'NR == 1 { n = NF } NF != n { exit 1 }'
}

@test "what is refused" {
	refuses "facct: error: unknown field 'bogus'" facct -o jobid,bogus
	refuses "facct: error: unknown user 'nobody'" facct -u nobody
	refuses "facct: error: not a job ID: 'x'" facct -j 1,x
	refuses "facct: error: not an array task: '1_x'" facct -j 1_x
	refuses "facct: error: not a time: 'soon'" facct -S soon
	refuses "facct: error: unknown job state: 'nowhere'" facct -s nowhere
	refuses "facct: error: no cluster 'x' in the store" facct -M x
	refuses "facct: error: not a unit of memory: 'Q'" facct --units=Q
	refuses "facct: error: the window starts at 2030-01-02T00:00:00, after\
 its end at 2030-01-01T00:00:00" facct -S 2030-01-02 -E 2030-01-01
	! facct words >out 2>err
	head -1 err | diff - <(echo "facct: error: unexpected operand 'words'")
}

@test "nothing is written" {
	cmp "$FAIRTREE_DB" "$BATS_FILE_TMPDIR/fresh.db"
}

@test "modify job changes what is kept of a job" {
	cp "$FAIRTREE_DB" other.db
	export FAIRTREE_DB=$PWD/other.db
	FAIRTREE_USER=bob run facctmgr modify job jobids=1 set comment=x
	[ "$status" -eq 1 ]
	[[ $output == *"your own jobs"* ]]
	run facctmgr modify job jobids=99 set comment=x
	[ "$status" -eq 1 ]
	[[ $output == *"no such job"* ]]
	FAIRTREE_USER=ann run facctmgr modify job jobids=1 set \
	    comment="Good Run" derivedexitcode=256
	[ "$status" -eq 0 ]
	run facct -X -n -P -j 1 -o comment,derivedexitcode,exitcode
	[ "$output" = "Good Run|1:0|0:0" ]
}

# Few columns are read from the store for most fields, all for the rest.
@test "a field alone shows what it shows among all others" {
	local all=() i=0 field
	cp "$FAIRTREE_DB" other.db
	export FAIRTREE_DB=$PWD/other.db
	fcontrol create reservation=resv starttime=now duration=1-0 users=bob \
	    nodes=n2
	fbatch -Q --uid=bob -t 5 --comment=why --exclusive -o out -e err -i in \
	    --gid=77 --wckey=key -D /tmp --reservation=resv --wrap 'exit 1'
	fbatch -Q --uid=bob -t 5 -q normal -s --wrap 'sleep 5'
	fbatch -Q --uid=bob -t 5 -a 1-5%2 -H --wrap 'sleep 5'
	fsim run --for 600
	fcancel 8
	facctmgr -i modify job jobids=6 set admincomment=a systemcomment=s \
	    comment=c derivedexitcode=512
	facct -a -D -P -S 2030-01-01 --steps -o all >whole
	[ "$(wc -l <whole)" -gt 12 ]
	IFS='|' read -r -a all <whole
	[ "${#all[@]}" -gt 100 ]
	for field in "${all[@]}"; do
		i=$((i + 1))
		diff <(cut -d'|' -f$i whole) <(facct -a -D -P -S 2030-01-01 \
		    --steps -o "$field") || { echo "$field" && return 1; }
	done
}

# The store looks for few jobs by when they ended, and goes through most of them.
@test "a window with few of the jobs and one with most" {
	local from
	export FAIRTREE_DB=$PWD/other.db
	import_phys ann bob
	fcontrol update clock=2030-01-01T12:00:00
	[ -z "$(facct -a -n -S 2030-01-01)" ]
	for minutes in 1 2 3 4 5 6 7 8 9 10 11 12; do
		fbatch -Q --uid=ann -n 1 -t 30 --wrap "sleep $((60 * minutes))"
	done
	fsim run --for 1:00:00
	facct -a -X -n -P -S 2030-01-01 -o end,jobid >whole
	[ "$(wc -l <whole)" -eq 12 ]
	for from in $(cut -d'|' -f1 whole); do
		diff <(awk -F'|' -v from="$from" '$1 >= from' whole) \
		    <(facct -a -X -n -P -S "$from" -o end,jobid)
	done
}
