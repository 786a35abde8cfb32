#!/usr/bin/env bats
# fwhy JOB: what is said of jobs that wait, run and are over.
#
# Four nodes of 16 CPUs; ann in chem, bob in phys, both 1 share; age weighs 500
# and is full after a minute, fair share 1000.  After two minutes jobs 1 (20
# CPUs, 2000 MB) and 3 run; the last pass was in the second minute.  chem has
# used 20 times more than phys, so bob's FairShare is 2/3, ann's 1/3.
#
#   4 bob    666.667 + 500 = 1166.667      (MaxJobs of bob is 1)
#   2 ann    333.333 + 500 =  833.333      (2000 MB for each user)

load ../lib/cmd

setup_file() {
	begin_file why <<-'END'
		ClusterName=cluster
		AccountingStorageEnforce=associations,limits,qos
		PriorityType=priority/multifactor
		PriorityCalcPeriod=1
		PriorityDecayHalfLife=0
		PriorityUsageResetPeriod=MONTHLY
		PriorityWeightFairshare=1000
		PriorityWeightAge=500
		PriorityMaxAge=1
		DefMemPerCPU=100
		NodeName=n[1-4] CPUs=16 RealMemory=64000
		PartitionName=batch Nodes=ALL Default=YES
	END
	facctmgr -i add account chem,phys
	facctmgr -i add user ann account=chem
	facctmgr -i add user bob account=phys
	facctmgr -i modify user bob set maxjobs=1
	facctmgr -i modify qos normal set maxtresperuser=mem=2000
	fcontrol update clock=2030-01-10T12:00:00
	fbatch -Q --uid=ann -n 20 -t 60 --wrap 'sleep 3000'
	fbatch -Q --uid=ann -n 8 -t 60 --wrap 'sleep 3000'
	fbatch -Q --uid=bob -n 1 -t 10 --wrap 'sleep 3000'
	fbatch -Q --uid=bob -n 1 -t 10 -J small --wrap 'sleep 300'
	fbatch -Q --uid=ann -n 1 -d afterok:1 --wrap 'sleep 1'
	fbatch -Q --uid=ann -n 1 --begin=2030-01-10T18:00:00 --wrap 'sleep 1'
	fbatch -Q --uid=bob --hold -n 1 --wrap 'sleep 1'
	fsim run --for 120
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cp "$BATS_FILE_TMPDIR/why.db" here.db
	export FAIRTREE_DB=$PWD/here.db
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

lacks() {
	if grep -q -- "$1" out; then
		cat out
		return 1
	fi
}

@test "a limit of a QOS for a user: allowed, used, asked for" {
	says 'Job 2 (wrap) of ann, account chem, QOS normal, waits in batch since 2030-01-10T12:00:00; it asks for 1 node and 8 CPUs with 800M of memory for 1:00:00.' \
	    fwhy 2
	says 'Reason QOSMaxMemoryPerUser: a limit on memory of one user in a QOS (MaxTRESPerUser=mem).' \
	    fwhy 2
	says 'This job waits because of a limit: MaxTRESPerUser=mem of QOS normal for user ann is 2000M; 2000M of it used, and the job asks for 800M (QOSMaxMemoryPerUser).' \
	    fwhy 2
}

@test "a limit of an association" {
	says 'This job waits because of a limit: MaxJobs of user bob in account phys is 1; 1 of it used, and the job asks for 1 (AssocMaxJobsLimit).' \
	    fwhy 4
	facctmgr -i modify user bob set maxjobs=2
	says 'Reason AssocMaxJobsLimit: a limit on running jobs of the association (MaxJobs). That was true when a scheduler last considered it; no limit blocks it now.' \
	    fwhy 4
	lacks 'because of a limit'
}

@test "a limit of an account above" {
	facctmgr -i modify qos normal set maxtresperuser=mem=-1
	facctmgr -i modify account chem set grptres=cpu=24
	says 'This job waits because of a limit: GrpTRES=cpu of account chem is 24; 20 of it used, and the job asks for 8 (AssocGrpCpuLimit).' \
	    fwhy 2
}

# Job 1 of ann has 20 CPUs and 2000 MB, job 3 of bob 1 CPU and 100 MB.
@test "every limit that applies, its use, and the one that bites first" {
	facctmgr -i modify account chem set grptres=cpu=24 grpsubmitjobs=9
	facctmgr -i modify qos normal set maxwall=600
	# of a job: the one that blocks it
	says 'Limits of job 2, QOS normal, partition batch' fwhy 2
	says 'The limit that blocks this job: MaxTRESPerUser=mem of QOS normal for user ann: 2000M of 2000M used, 0 left; the job asks for 800M.' \
	    fwhy 2
	says 'MaxWallDurationPerJob of QOS normal: at most 10:00:00 for a job; the job asks for 1:00:00' \
	    fwhy 2
	says 'GrpTRES=cpu of account chem: 20 of 24 used, 4 left; the job asks for 8' \
	    fwhy 2
	# jobs 1, 2, 5 and 6
	says 'GrpSubmitJobs of account chem: 4 of 9 used, 5 left' fwhy 2
	# of a user: the one of which most is used, MaxJobs before memory
	says 'Limits of jobs of bob@phys, QOS normal, partition batch' fwhy bob
	says 'The limit that is used up: MaxJobs of user bob in account phys: 1 of 1 used, 0 left.' \
	    fwhy bob
	says 'MaxTRESPerUser=mem of QOS normal for user bob: 100M of 2000M used, 1900M left' \
	    fwhy bob
	fwhy bob --json | perl -MJSON::PP -0777 -ne '
		my ($wall, $jobs, @rest) = @{ decode_json($_)->{limits} };
		exit !($wall->{per_job} && !$wall->{bites_first}
		    && $jobs->{name} eq "MaxJobs" && $jobs->{bites_first}
		    && $jobs->{left} == 0 && @rest == 1)'
	fwhy 2 --json | perl -MJSON::PP -0777 -ne '
		my @first = grep { $_->{bites_first} }
		    @{ decode_json($_)->{limits} };
		exit !(@first == 1 && $first[0]{reason} eq
		    "QOSMaxMemoryPerUser")'
	# 20 of 24 is more than 4 of 9; without limits nothing is said
	facctmgr -i modify qos normal set maxtresperuser=mem=-1 maxwall=-1
	says 'The limit that bites first: GrpTRES=cpu of account chem: 20 of 24 used, 4 left.' \
	    fwhy ann
	fview --at ann --keys i --dump-frames --size 120x40 --ascii >out
	grep -q 'The limit that bites first: GrpTRES=cpu' out
	facctmgr -i modify account chem set grptres=cpu=-1 grpsubmitjobs=-1
	fwhy ann >out
	lacks '^Limits'
	fview --at ann --keys i --dump-frames --size 120x40 --ascii |
	    grep -q 'No limit applies.'
	# what others use is not for everybody
	facctmgr -i modify account chem set grptres=cpu=40 maxjobs=9
	sed '/^ClusterName/a PrivateData=jobs' "$SLURM_CONF" >private.conf
	SLURM_CONF=$PWD/private.conf FAIRTREE_USER=ann fwhy 2 >out
	grep -q 'MaxJobs of user ann in account chem: 1 of 9 used' out
	lacks GrpTRES
}

# ann, who has used the most, is the last of three users: 1/3 of 1000.
@test "limits of other QOS and partitions, and thresholds" {
	sed '/^PartitionName=batch/a PartitionName=gpu Nodes=n4 QOS=gpu\
PartitionName=shut Nodes=n4 QOS=shut AllowAccounts=phys' "$SLURM_CONF" >more.conf
	export SLURM_CONF=$PWD/more.conf
	facctmgr -i add qos long,other,gpu,shut,held
	facctmgr -i modify qos long set maxwall=600 minprio=700
	facctmgr -i modify qos other,gpu,shut set grptres=cpu=8
	facctmgr -i modify qos held set usagethres=2000 flags=EnforceUsageThreshold
	facctmgr -i modify user ann set qos+=long,held
	fwhy ann | sed -n '/^Limits/,$p' >out
	diff -u - out <<-'END'
		Limits of jobs of ann@chem, QOS normal, partition batch
		The limit that is used up: MaxTRESPerUser=mem of QOS normal for user ann: 2000M of 2000M used, 0 left.

		  MaxTRESPerUser=mem of QOS normal for user ann: 2000M of 2000M used, 0 left

		More with QOS long
		  MaxWallDurationPerJob of QOS long: at most 10:00:00 for a job
		  MinPrioThresh of QOS long: at least 700 for nodes to be reserved for a job

		More with QOS held
		  UsageThreshold of QOS held: fair share of at least 2000; it is 333.333

		More in partition gpu, which has QOS gpu
		  GrpTRES=cpu of QOS gpu: 0 of 8 used, 8 left
	END
	# bob may name no other QOS
	fwhy bob >out
	lacks 'More with'
	grep -q '^More in partition shut, which has QOS shut$' out
	fwhy ann --json | perl -MJSON::PP -0777 -ne '
		my @all = @{ decode_json($_)->{limits} };
		my ($held) = grep { $_->{name} eq "UsageThreshold" } @all;
		exit !(@all == 5 && $all[0]{usual} && !$all[1]{usual}
		    && $held->{allowed} == 2000 && abs($held->{asked} - 1000 / 3) < 1e-9
		    && $held->{reason} eq "QOSUsageThreshold"
		    && $all[4]{partition} eq "gpu" && !$all[3]{partition})'
	# a job that waits for its threshold, and one with a priority
	facctmgr -i modify qos long set maxjobsperuser=0
	fbatch -Q --uid=ann -n 1 -t 60 --qos=held --wrap 'sleep 1'
	fbatch -Q --uid=ann -n 1 -t 60 --qos=long --wrap 'sleep 1'
	fsim run --for 60
	says 'This job waits because of a limit: UsageThreshold of QOS held: fair share of at least 2000; it is 333.333.' \
	    fwhy 8
	says 'Reason QOSUsageThreshold: its fair share is below the threshold of its QOS.' \
	    fwhy 8
	# 333, and what its age adds, at most 500
	fwhy 9 | grep -Eq '^  MinPrioThresh of QOS long: at least 700 for nodes to be reserved for a job; the job has [3-8][0-9]{2}$'
}

@test "limits on usage: what was used counts, not what is reserved" {
	facctmgr -i modify account chem set grptresmins=cpu=30
	fsim run --for 60
	fwhy 2 >out
	# 20 CPUs for a bit less than 2 minutes, or 3, as of the last pass
	grep -Eq '^  GrpTRESMins=cpu of account chem: [3-6][0-9] of 30 used, 0 left$' out
}

@test "limits that are not enforced are said to be so" {
	sed 's/associations,limits,qos/associations/' "$SLURM_CONF" >loose.conf
	SLURM_CONF=$PWD/loose.conf fwhy bob |
	    grep -q '  None is enforced: AccountingStorageEnforce does not name limits\.$'
}

@test "the priority taken apart, in whole numbers that add up" {
	fwhy 2 | grep -Eq 'age +500 +1 +500 +60\.0 +waited 00:0[12]:.. of PriorityMaxAge 00:01:00 as of the last pass$'
	says 'fair share 1000 0.333333 333 40.0 FairShare of ann in chem' \
	    fwhy 2
	says 'total 833 100.0' fwhy 2
}

@test "the place, who is in front, and the siblings that decide" {
	says 'In batch it has place 2 of 2 with 833. Ahead of it: 1 job of 1 user with 0.1667 node-hours. Right ahead is job 4 of bob with 1166, 333 more. It is ahead mainly through fair share: 667 against 333.' \
	    fwhy 2
	grep -q '^ann is behind bob because, under root, chem (LF 0\..*) is behind phys (LF ' out
	says 'In batch it has place 1 of 2 with 1166. No job is ahead of it.' \
	    fwhy 4
	lacks 'is behind'
}

@test "held, begin time, dependency: these have no place" {
	says "This job is held by its owner, so its priority is 0. 'fcontrol release 7' releases it; its priority would then be 666." \
	    fwhy 7
	lacks Queue
	says 'This job may not begin before 2030-01-10T18:00:00.' fwhy 6
	lacks Queue
	says 'This job waits for other jobs: afterok:1(unfulfilled).' fwhy 5
	lacks Queue
}

@test "a priority set by hand" {
	fcontrol update job 2 priority=5000
	says 'other 5000 - set by hand' fwhy 2
	says 'In batch it has place 1 of 2 with 5000. No job is ahead of it.' \
	    fwhy 2
}

@test "an array and one of its tasks" {
	fbatch -Q --uid=ann --array=3-5 -n 1 -t 1 --wrap 'sleep 1'
	fwhy 8 | grep -Fq 'Job 8_[3-5] (wrap) of ann'
	fwhy 8_4 | grep -Fq 'Job 8_[3-5] (wrap) of ann'
	run fwhy 8_9
	[ "$status" -eq 1 ]
	[ "$output" = 'fwhy: error: no job 8_9' ]
}

@test "jobs that run and are over: one line" {
	[ "$(fwhy 1 | wc -l)" -eq 1 ]
	# within the first seconds, when the scheduler came to it
	fwhy 1 | grep -Eq '^Job 1 \(wrap\) of ann, account chem, QOS normal, runs in batch on n\[1-2\] since 2030-01-10T12:00:0.; its time limit is reached at 2030-01-10T13:00:0.\.$'
	fcancel 4
	[ "$(fwhy 4 | wc -l)" -eq 1 ]
	says 'Job 4 (small) of bob, account phys, QOS normal, is over: CANCELLED at 2030-01-10T12:02:00, it never started.' \
	    fwhy 4
}

# g[1-2] have 2 GPUs and 8 CPUs each, n1 has 8 CPUs; gpu allows an hour.
gpu_cluster() {
	export FAIRTREE_DB=$PWD/gpu.db SLURM_CONF=$PWD/gpu.conf
	cat >gpu.conf <<-'END'
		ClusterName=cluster
		AccountingStorageEnforce=associations,limits,qos
		AccountingStorageTRES=gres/gpu
		GresTypes=gpu
		Licenses=tool:3
		SelectTypeParameters=CR_CPU_Memory
		PriorityWeightAge=1000
		NodeName=g[1-2] CPUs=8 RealMemory=8000 Gres=gpu:2
		NodeName=n1 CPUs=8 RealMemory=16000 Feature=big
		PartitionName=gpu Nodes=g[1-2] Default=YES MaxTime=60
		PartitionName=all Nodes=ALL
	END
	facctmgr -i add account chem
	facctmgr -i add user ann,bob account=chem
	fcontrol update clock=2030-01-10T12:00:00
}

@test "what is missing, and on which nodes" {
	gpu_cluster
	# one GPU of g1 and 6 CPUs of g2 are in use, n1 has 4000 of 16000 left
	fbatch -Q --uid=bob -w g1 --gres=gpu:1 --mem=100 -t 60 --wrap 'sleep 3000'
	fbatch -Q --uid=bob -w g2 -n 6 --mem=100 -t 60 --wrap 'sleep 3000'
	fbatch -Q --uid=bob -p all -w n1 --mem=12000 -L tool:2 -t 60 --wrap 'sleep 3000'
	fsim run --for 60
	fbatch -Q --uid=ann --gres=gpu:2 -c 4 --mem=200 -t 60 --wrap 'sleep 1'
	fsim run --for 60
	says 'This job is next in gpu and waits for 4 CPUs on g2 and 2 GPUs on g1.' fwhy 4
	says 'Missing now in gpu: 4 CPUs on g2 (2 are free); 2 GPUs on g1 (1 is free).' \
	    fwhy 4
	says 'Job 4 (wrap) of ann, account chem, QOS normal, waits in gpu since 2030-01-10T12:01:00; it asks for 1 node and 4 CPUs with 200M of memory, 2 GPUs on each node for 1:00:00.' \
	    fwhy 4
	fcancel 4
	fbatch -Q --uid=ann -p all -C big --mem=5000 -t 60 --wrap 'sleep 1'
	fbatch -Q --uid=ann -p all -L tool:2 --mem=10 -t 60 --wrap 'sleep 1'
	fsim run --for 60
	says 'This job is next in all and waits for 5000M of memory on n1 (4000M are free).' \
	    fwhy 5
	says 'Missing now in all: 5000M of memory on n1 (4000M are free); g[1-2] (too small or without what it asks for).' \
	    fwhy 5
	says 'This job has place 2 of 2 in all and waits for 2 of license tool (1 free).' \
	    fwhy 6
	fcontrol update nodename=n1 state=drain reason=test
	says 'This job cannot start while so many nodes of all are down or drained: n1.' \
	    fwhy 5
}

@test "the answer is about a partition that can start the job" {
	gpu_cluster
	sed -i '/^PartitionName=gpu/s/$/ PriorityTier=2/' gpu.conf
	fbatch -Q --uid=bob -p all -w n1 --mem=16000 -t 60 --wrap 'sleep 3000'
	fcontrol update nodename=g1 state=drain reason=test
	fbatch -Q --uid=ann -p gpu,all -N 2 --mem=100 -t 60 --wrap 'sleep 1'
	fsim run --for 60
	# gpu has g2 alone; all has n1, too, which is full
	says 'This job is next in all and waits for nodes: it asks for 2, and 1 has room for it.' \
	    fwhy 2
	fcontrol update partitionname=all state=down
	says 'This job cannot start while so many nodes of gpu are down or drained: g1.' \
	    fwhy 2
	fcontrol update partitionname=gpu state=down
	says 'This job cannot start while partition gpu is down.' fwhy 2
	fcontrol update partitionname=all state=up
	says 'This job is next in all and waits for nodes: it asks for 2, and 1 has room for it.' \
	    fwhy 2
}

@test "a job waits for tasks of its array, or for its reservation" {
	gpu_cluster
	fbatch -Q --uid=ann -p all -a 1-3%2 --mem=100 -t 60 --wrap 'sleep 3000'
	fcontrol create reservation=r1 starttime=2030-01-10T15:00:00 duration=60 \
	    nodes=g1 users=bob
	fbatch -Q --uid=bob -p all --reservation=r1 --mem=100 -t 30 --wrap 'sleep 1'
	fsim run --for 60
	says 'This job waits for other tasks of its array: 2 may run at once.' \
	    fwhy 1_3
	says 'This job waits for its reservation: r1 is not active.' fwhy 2
	fwhy 2 >out
	lacks 'Missing now'
	fcontrol update job 1 arraytaskthrottle=3
	says 'This job is next in all, and its resources are free: the next run of a scheduler can start it.' \
	    fwhy 1_3
}

@test "a job that can never start says so, and is in nobody's way" {
	gpu_cluster
	fbatch -Q --uid=bob --exclusive -N 2 -t 60 --wrap 'sleep 3000'
	fsim run --for 60
	fbatch -Q --uid=ann -t 90 -n 4 --mem=100 --wrap 'sleep 1'
	fbatch -Q --uid=bob -t 30 -n 1 --mem=100 --wrap 'sleep 1'
	fsim run --for 60
	fwhy 2 | head -1 |
	    grep -qx 'This job can never start: it asks for 1:30:00; partition gpu allows 1:00:00\.'
	fwhy 2 >out
	lacks 'Queue'
	lacks 'Nobody is in front'
	says 'In gpu it has place 1 of 1 with 1. No job is ahead of it.' fwhy 3
	fprio -h -j 3 -o %k | grep -q '^ *1/1$'
	# in a partition with room for its time it can
	fcontrol update job 2 partition=gpu,all
	says 'In all it has place 1 of 1 with 1. No job is ahead of it.' fwhy 2
	# a limit that the job alone exceeds, and one that others use up
	facctmgr -i modify user ann set maxtresperjob=cpu=2
	fwhy 2 | head -1 |
	    grep -qx 'This job can never start: it asks for 1:30:00; partition gpu allows 1:00:00; MaxTRESPerJob=cpu of user ann in account chem is 2, and the job asks for 4 (AssocMaxCpuPerJobLimit)\.'
	facctmgr -i modify user ann set maxtresperjob=cpu=-1 grptres=cpu=4
	says 'In all it has place 1 of 1 with 1. No job is ahead of it.' fwhy 2
	fcontrol update partition=all allowaccounts=phys
	fwhy 2 | head -1 |
	    grep -qx 'This job can never start: it asks for 1:30:00; partition gpu allows 1:00:00; partition all does not admit account chem\.'
	[ "$(fwhy 2 --json | perl -MJSON::PP -0777 -ne 'print decode_json($_)->{can_never_start} ? 1 : 0')" = 1 ]
	# what it depends on cannot happen any more
	fbatch -Q --uid=ann -t 30 -d afternotok:3 --wrap 'sleep 1'
	fcancel 1
	fsim run --for 60
	says 'This job can never start: it waits for afternotok:3(failed), which cannot happen any more.' \
	    fwhy 4
}

# Job 1 has g1 and g2 for an hour, n1 is free.
@test "what would help is what helps" {
	gpu_cluster
	fbatch -Q --uid=bob --exclusive -N 2 -t 60 --wrap 'sleep 3600'
	fsim run --for 60
	fbatch -Q --uid=ann -t 90 -n 4 --mem=100 --wrap 'sleep 600'
	fbatch -Q --uid=ann -p all -t 30 -N 3 --mem=100 --wrap 'sleep 600'
	fbatch -Q --uid=ann -t 30 -n 1 --gres=gpu:1 --mem=100 --wrap 'sleep 600'
	fsim run --for 60
	fwhy 2 >out
	grep -Eq '^  With a time limit of 1:00:00 instead of 1:30:00 backfill would plan its start at 2030-01-10T13:0[01]:.. \(in 5[89] min\)\.  Command: fcontrol update job 2 TimeLimit=1:00:00$' out
	grep -q '^  In partition all it would start at once\.  Command: fcontrol update job 2 Partition=all$' out
	fwhy 3 | grep -q '^  With 1 node instead of 3 it would start at once\.  Command: fcontrol update job 3 NumNodes=1$'
	# all GPUs are in use, whatever it does without
	fwhy 4 | grep -q '^  None of these changes helps: a shorter time limit, partition all\.'
	# the copies left no trace, and the commands do what was said
	[ "$(fqueue -h -t R -o %i)" = 1 ]
	cp "$FAIRTREE_DB" before.db
	fcontrol update job 2 Partition=all
	fsim run --for 60
	[ "$(fqueue -h -j 2 -o '%t %N')" = 'R n1' ]
	export FAIRTREE_DB=$PWD/before.db
	fcontrol update job 3 NumNodes=1
	fsim run --for 60
	[ "$(fqueue -h -j 3 -o '%t %N')" = 'R n1' ]
	fwhy 4 --json | perl -MJSON::PP -0777 -ne '
		exit(@{ decode_json($_)->{help} } == 0 ? 0 : 1)'
}

# Job 1 has 4 of 16 CPUs of n1 for an hour, job 2 is to have the whole node
# after it; job 3 fits before that if it takes less.
@test "less time lets a job in before a reservation of another" {
	export FAIRTREE_DB=$PWD/gap.db SLURM_CONF=$PWD/gap.conf
	cat >gap.conf <<-'END'
		ClusterName=cluster
		PriorityWeightAge=1000
		SelectTypeParameters=CR_CPU
		NodeName=n1 CPUs=16
		PartitionName=batch Nodes=ALL Default=YES
	END
	facctmgr -i add account chem
	facctmgr -i add user ann account=chem
	fcontrol update clock=2030-01-10T12:00:00
	fbatch -Q --uid=ann -n 4 -t 60 --wrap 'sleep 3600'
	fsim run --for 60
	fbatch -Q --uid=ann -n 16 -t 60 --wrap 'sleep 3600'
	fsim run --for 60
	fbatch -Q --uid=ann -n 4 -t 120 --wrap 'sleep 600'
	fsim run --for 60
	says 'This job has place 2 of 2 in batch; its resources are free now, so it waits for the jobs ahead of it.' \
	    fwhy 3
	limit=$(fwhy 3 | sed -n 's/^  With a time limit of \(.*\) instead of 2:00:00 it would start at once\..*/\1/p')
	# job 2 is planned for 13:00, it is 12:03
	case $limit in
	5[0-7]:*) ;;
	*) echo "limit is '$limit'" && false ;;
	esac
	fcontrol update job 3 TimeLimit="$limit"
	fsim run --for 60
	[ "$(fqueue -h -t R -o %i | sort | tr '\n' ' ')" = '1 3 ' ]
	fqueue -h -t PD -o %i | grep -qx 2
}

@test "JSON and YAML" {
	fwhy 2 --json >job.json
	run perl -MJSON::PP -0777 -ne '
		my $d = decode_json($_);
		my $sum = $d->{priority}{other};
		$sum += $_->{rounded} for @{ $d->{priority}{factors} };
		print "$sum\n";
		my $q = $d->{queues}[0];
		print "@{ $d->{limit} }{qw(name tres qos user allowed used)} ",
		    "$d->{limit}{asked}\n";
		print "@{$q}{qw(rank of jobs_ahead)} ",
		    "@{ $q->{next} }{qw(id decides)}\n"' job.json
	[ "${lines[0]}" = 833 ]
	[ "${lines[1]}" = 'MaxTRESPerUser mem normal ann 2000 2000 800' ]
	[ "${lines[2]}" = '2 2 1 4 fair share' ]
	fwhy 4 --yaml | grep -q 'reason: AssocMaxJobsLimit'
}

@test "--what-if: the limit is gone" {
	fwhy 4 --what-if 'modify user bob set maxjobs=5' |
	    grep -Fq 'no limit blocks it now'
	fwhy 4 | grep -Fq 'because of a limit'
}

@test "PrivateData=jobs: own jobs only, and nobody in front is named" {
	sed '/^ClusterName/a PrivateData=jobs' "$SLURM_CONF" >private.conf
	export SLURM_CONF=$PWD/private.conf FAIRTREE_USER=ann
	run fwhy 4
	[ "$status" -eq 1 ]
	[ "$output" = 'fwhy: error: no job 4 of yours (PrivateData hides the jobs of others)' ]
	# one that is hidden, and one that there is not, are told apart by nothing
	run fwhy 99
	[ "$status" -eq 1 ]
	[ "$output" = 'fwhy: error: no job 99 of yours (PrivateData hides the jobs of others)' ]
	# the place among the others would count them
	says 'In batch it has priority 833.' fwhy 2
	lacks 'place|In front'
	fwhy --json 2 >out
	lacks 'rank|jobs_ahead|users_ahead'
	lacks bob
}

@test "refused" {
	run fwhy 99
	[ "$status" -eq 1 ]
	[ "$output" = 'fwhy: error: no job 99 (assoc=99 is the association with that number)' ]
	run fwhy --lesson bedrock 1
	[ "$status" -eq 1 ]
	[ "$output" = 'fwhy: error: a lesson has no jobs' ]
}

@test "a job without a size of memory waits for all of a node's" {
	gpu_cluster
	fbatch -Q --uid=bob -w g1 -n 1 --mem=100 -t 60 --wrap 'sleep 3000'
	fbatch -Q --uid=bob -w g2 -n 1 --mem=200 -t 60 --wrap 'sleep 3000'
	fsim run --for 60
	fbatch -Q --uid=ann -n 1 -t 60 --wrap 'sleep 1'
	fsim run --for 60
	says 'This job is next in gpu and waits for all memory on g[1-2] (at most 7900M are free, on g1).' \
	    fwhy 3
	says 'Missing now in gpu: all memory on g[1-2] (at most 7900M are free, on g1).' \
	    fwhy 3
	says '"tried": "a shorter time limit, partition all",' fwhy 3 --json
}

@test "too few CPUs are free" {
	gpu_cluster
	fbatch -Q --uid=bob -w g1 -n 8 --mem=100 -t 60 --wrap 'sleep 3000'
	fbatch -Q --uid=bob -w g2 -n 7 --mem=100 -t 60 --wrap 'sleep 3000'
	fsim run --for 60
	fbatch -Q --uid=ann -p gpu -n 2 --mem=100 -t 60 --wrap 'sleep 1'
	fsim run --for 60
	fwhy 3 | grep 'only 1 CPU is free for it, on 1 node (it asks for 2 on at least 1)\.$'
}

@test "a load is about users, not about a job or the weights" {
	run fwhy 2 --days 3
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "fwhy: error: --load, --rate and --days apply to users, not to jobs" ]
	run fwhy --lint --load nowhere
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "fwhy: error: --load, --rate and --days apply to users" ]
}

@test "a job of several QOS can start if one of them admits it" {
	export FAIRTREE_SLURM=26.05
	facctmgr -i add qos strict >/dev/null
	facctmgr -i modify qos strict set priority=9 maxtresperjob=cpu=2 >/dev/null
	facctmgr -i modify account phys set qos+=strict >/dev/null
	run fbatch --uid=bob -n 4 -t 10 -q strict --wrap true
	run fwhy "${output##* }"
	[[ $output == *"can never start"* ]]
	run fbatch --uid=bob -n 4 -t 10 -q strict,normal --wrap true
	run fwhy "${output##* }"
	[[ $output != *"can never start"* ]]
}

@test "a job can be without a QOS" {
	export FAIRTREE_DB=$PWD/lax.db SLURM_CONF=
	printf '%s\n' ClusterName=lax 'NodeName=n1 CPUs=4' \
	    'PartitionName=batch Nodes=ALL Default=YES' >lax.conf
	fimport conf lax.conf
	facctmgr -i add account chem
	facctmgr -i add user ann account=chem
	fbatch --uid=ann -q nowhere -t 10 --wrap true
	run fwhy 1
	[[ $output == *'Job 1 (wrap) of ann, account chem, waits in batch since'* ]]
	says '"qos": null,' fwhy 1 --json
}

@test "a job that ended long ago is found by its number, and so is a task" {
	run fbatch --uid=ann --array=1-3 -n 1 -t 10 --wrap 'sleep 60'
	local array=${output##* }
	fcancel 5 6 7
	fsim run --for 2-0
	[ -z "$(fqueue -h)" ]
	run fwhy "${array}_2"
	[[ ${lines[0]} == "Job ${array}_2 (wrap) of ann, account chem, QOS normal, is over: COMPLETED at "* ]]
	run fwhy "$array"
	[[ ${lines[0]} == *", is over: COMPLETED at "* ]]
	run fwhy 1
	[[ ${lines[0]} == 'Job 1 (wrap) of ann, '*", is over: COMPLETED at "* ]]
	run fwhy "${array}_4"
	[ "$output" = "fwhy: error: no job ${array}_4" ]
}
