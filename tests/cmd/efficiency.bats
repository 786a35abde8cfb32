#!/usr/bin/env bats
# What jobs use of their CPUs and memory: who says it, and what shows it.
#
# Two nodes of 4 CPUs, jobs submitted at 12:00:00 of a day, an hour passes.  1 runs
# 30 min on 4 CPUs, and computes a quarter of 2 h: 30 min; it uses 1 of 2 GB.  Of
# 2 nothing is known.  The tasks of 3 run 100 s on 2 CPUs, and compute 110% of
# 200 s: 220 s, on CPUs that are not theirs alone; they use 2 of 1 GB.  4 is
# running, and 5 is held.

load ../lib/cmd

setup_file() {
	begin_file used <<-'END'
		ClusterName=cluster
		AccountingStorageEnforce=associations
		PriorityType=priority/multifactor
		SelectTypeParameters=CR_Core_Memory
		DefMemPerCPU=100
		NodeName=n[1-4] CPUs=4 RealMemory=4000
		PartitionName=main Nodes=ALL Default=YES
	END
	import_phys ann
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -n 4 --mem=2G -t 60 --runtime 30m \
	    --cpu-efficiency 25 --mem-used 1G --wrap work
	fbatch -Q --uid=ann -n 1 -t 60 --runtime 10m --wrap work
	fbatch -Q --uid=ann -a 1-2 -n 2 --mem-per-cpu=512 -t 60 --runtime 100 \
	    --cpu-efficiency 110 --mem-used 2048 --wrap work
	fbatch -Q --uid=ann -n 4 -t 300 --runtime 4h --cpu-efficiency 50 \
	    --mem-used 10 --wrap work
	fbatch -Q --uid=ann -H -n 4 --cpu-efficiency 50 --mem-used 10 --wrap work
	fsim run --for 1:00:00
	mkdir slurm
	ln -s "$(readlink -f "$FT_BUILD/bin/facct")" slurm/sacct
	ln -s "$(readlink -f "$FT_BUILD/bin/feff")" slurm/seff
}

@test "facct --efficiency: what is known" {
	facct --efficiency -j 1,2,3,5 >out
	diff -u - out <<-'END'
		JobID             State  AllocCPUS    Elapsed   TotalCPU CPUEfficiency    MemUsed     ReqMem MemEfficiency 
		------------ ---------- ---------- ---------- ---------- ------------- ---------- ---------- ------------- 
		1             COMPLETED          4   00:30:00  30:00.000         25.00         1G         2G         50.00 
		2             COMPLETED          1   00:10:00    unknown       unknown    unknown       100M       unknown 
		5               PENDING          4   00:00:00    unknown       unknown    unknown       400M       unknown 
		3_1           COMPLETED          2   00:01:40  03:40.000        110.00         2G         1G        200.00 
		3_2           COMPLETED          2   00:01:40  03:40.000        110.00         2G         1G        200.00 
	END
	prints $'JobID,TotalCPU,MemUsedRaw,MemEfficiency\n1,30:00.000,1048576,50' \
	    facct -j 1 --csv -o jobid,totalcpu,memusedraw,memefficiency
	facct -j 1,2 --json >out
	grep -q '"cpu_efficiency": 25.0, .*"mem_efficiency": 50.0, "mem_used": "1G", "mem_used_kib": 1048576, .*"total_cpu": "30:00.000", "total_cpu_seconds": 1800,' out
	grep -q '"cpu_efficiency": null, .*"total_cpu": null, "total_cpu_seconds": null,' out
}

# its CPU time so far is half of 4 times its elapsed time
@test "a running job: facct knows what it used so far, Slurm does not" {
	facct -n -P -j 4 -o elapsedraw >out
	ran=$(cat out)
	prints "$(printf '%02d:%02d:%02d' $((2 * ran / 3600)) \
	    $((2 * ran / 60 % 60)) $((2 * ran % 60)))|50.000000|10M" \
	    facct -n -P -j 4 -o totalcpu,cpuefficiency,memused
	prints $'00:00:00|\n00:00:00|' \
	    "$BATS_FILE_TMPDIR/slurm/sacct" -n -P -j 4 -o totalcpu,maxrss
}

@test "--truncate leaves what was used as it is" {
	half=$(date -u -d "$(facct -n -P -j 1 -o start)Z + 10 min" +%FT%T)
	prints '00:10:00|30:00.000|25.000000' facct -n -P -j 1 -T \
	    -S 2030-01-01T12:00:00 -E "$half" \
	    -o elapsed,totalcpu,cpuefficiency
}

@test "options that say it are read as experiments read theirs" {
	run fbatch --cpu-efficiency=half --wrap x
	[ "$status" -eq 1 ]
	[[ $output == *"bad --cpu-efficiency 'half': expected a number, 0 or more, found 'half'"* ]]
	run fbatch --mem-used=lots --wrap x
	[[ $output == *"bad --mem-used 'lots': expected an amount of memory"* ]]
	run fbatch --cpu-efficiency=1001 --wrap x
	[ "$status" -eq 1 ]
	[[ $output == *"bad --cpu-efficiency '1001': more than 1000"* ]]
	run "$BATS_FILE_TMPDIR/slurm/sacct" --efficiency
	[ "$status" -ne 0 ]
}

# 100 jobs with 20 to 80%, drawn evenly: 50% on average, 3 sigma are 5.2%
@test "an experiment draws it for each job" {
	cp "$FAIRTREE_DB" drawn.db
	export FAIRTREE_DB=$PWD/drawn.db
	echo 'Jobs=some User=ann Count=100 Arrival=once Runtime=60
	    cpu-efficiency=20..80 mem-used=10M:50%,20M:50%' | tr -d '\n' >some
	fbatch --experiment some
	fsim run --for 10:00:00
	facct -a -n -P -S 2030-01-01 --name some -o cpuefficiency,memused >out
	[ "$(wc -l <out)" -eq 100 ]
	awk -F'|' '$1 < 20 || $1 > 80 || $2 !~ /^[12]0M$/ { exit 1 }
	    { sum += $1; big += $2 == "20M" }
	    END { exit sum < 4480 || sum > 5520 || big < 35 || big > 65 }' out
}

# 80 s of 4 times 100 s are 20%; the larger step has 2 times 3 of 8 GB, 75%
@test "tables of sacct say it: TotalCPU, and MaxRSS of the largest step" {
	export FAIRTREE_DB=$PWD/sacct.db
	cat >table <<-'END'
		JobID|User|Account|State|Submit|Start|End|AllocCPUS|ReqMem|NTasks|TotalCPU|MaxRSS
		7|ann|phys|COMPLETED|2030-01-01T12:00:00|2030-01-01T12:00:00|2030-01-01T12:01:40|4|8G||01:20.000|
		7.batch||phys|COMPLETED|2030-01-01T12:00:00|2030-01-01T12:00:00|2030-01-01T12:01:40|4||1|00:50.000|1G
		7.0||phys|COMPLETED|2030-01-01T12:00:00|2030-01-01T12:00:00|2030-01-01T12:01:40|4||2|00:30.000|3145728K
		8|ann|phys|COMPLETED|2030-01-01T12:00:00|2030-01-01T12:00:00|2030-01-01T12:01:40|4|8G||00:00:00|
		8.batch||phys|COMPLETED|2030-01-01T12:00:00|2030-01-01T12:00:00|2030-01-01T12:01:40|4||1|00:00:00|
	END
	fimport --create sacct table
	prints $'7|01:20.000|20.000000|6G|75.000000\n8|unknown|unknown|unknown|unknown' \
	    facct -a -n -P -S 2030-01-01 \
	    -o jobid,totalcpu,cpuefficiency,memused,memefficiency
	# what ours prints says the same again
	"$BATS_FILE_TMPDIR/slurm/sacct" -a -P -S 2030-01-01 \
	    -o jobid,user,account,state,submit,start,end,alloccpus,reqmem,ntasks,totalcpu,maxrss >again
	FAIRTREE_DB=$PWD/again.db fimport --create sacct again
	diff <(facct -a --efficiency -S 2030-01-01) \
	    <(FAIRTREE_DB=$PWD/again.db facct -a --efficiency -S 2030-01-01)
}

@test "feff and seff: a job in words" {
	feff 1 >out
	diff -u - out <<-'END'
		Job ID: 1
		Cluster: cluster
		User/Group: ann/root
		State: COMPLETED (exit code 0)
		Nodes: 1
		Cores per node: 4
		CPU Utilized: 00:30:00
		CPU Efficiency: 25.00% of 02:00:00 core-walltime
		Job Wall-clock time: 00:30:00
		Memory Utilized: 1.00 GB
		Memory Efficiency: 50.00% of 2.00 GB (2.00 GB/node)
	END
	"$BATS_FILE_TMPDIR/slurm/seff" 1 | diff -u out -
	feff 2 3_2 | sed -n '/^Cores/,$p' >out
	diff -u - out <<-'END'
		Cores: 1
		CPU Utilized: unknown
		CPU Efficiency: unknown of 00:10:00 core-walltime
		Job Wall-clock time: 00:10:00
		Memory Utilized: unknown
		Memory Efficiency: unknown of 100.00 MB (100.00 MB/core)

		Job ID: 3
		Array Job ID: 3_2
		Cluster: cluster
		User/Group: ann/root
		State: COMPLETED (exit code 0)
		Nodes: 1
		Cores per node: 2
		CPU Utilized: 00:03:40
		CPU Efficiency: 110.00% of 00:03:20 core-walltime
		Job Wall-clock time: 00:01:40
		Memory Utilized: 2.00 GB
		Memory Efficiency: 200.00% of 1.00 GB (512.00 MB/core)
	END
}

@test "feff: jobs that have not ended, figures, and words that are no jobs" {
	feff 4 >out
	grep -qx 'State: RUNNING' out
	grep -q '^CPU Efficiency: 50.00% of ' out
	grep -qx 'WARNING: Efficiency statistics may be misleading for RUNNING jobs.' out
	"$BATS_FILE_TMPDIR/slurm/seff" 4 | grep -qx 'CPU Utilized: unknown'
	feff 5 >out
	[ "$(tail -n 1 out)" = 'Efficiency not available for jobs in the PENDING state.' ]
	feff -d 1 >out
	[ "$(sed -n 2p out)" = \
		'Slurm data: 1  ann root COMPLETED cluster 4 1 1 2097152 1 1800 1800 1048576 0' ]
	run feff 99
	[ "$status" -eq 1 ]
	[ "$output" = "feff: error: no such job: '99'" ]
	run feff 1_x
	[ "$output" = "feff: error: not a job ID: '1_x'" ]
	run "$BATS_FILE_TMPDIR/slurm/seff" 99
	[ "$output" = 'seff: error: Job not found.' ]
	run "$BATS_FILE_TMPDIR/slurm/seff" 1 2
	[ "$status" -eq 1 ]
}
