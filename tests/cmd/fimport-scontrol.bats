#!/usr/bin/env bats
# fimport scontrol: what scontrol shows of one store, imported into another, is
# shown alike there, with and without the same settings, in both forms, in all
# releases; importing it again changes nothing.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$(command -v fcontrol)" scontrol
	cat >slurm.conf <<'END'
ClusterName=c
GresTypes=gpu
AccountingStorageTRES=gres/gpu
DefMemPerCPU=1000
NodeName=n[1-4] Sockets=2 CoresPerSocket=4 ThreadsPerCore=2 RealMemory=64000 Gres=gpu:a100:2 Feature=fast,big Weight=3
NodeName=m[1-2] CPUs=8 RealMemory=32000 NodeAddr=h[1-2] TmpDisk=100
PartitionName=main Nodes=n[1-4] Default=YES MaxTime=2-0 DefaultTime=60 PriorityTier=3 AllowAccounts=a,b TRESBillingWeights=CPU=1.0,Mem=0.25G OverSubscribe=FORCE:2 DefMemPerCPU=500
PartitionName=all Nodes=ALL Hidden=YES MaxNodes=3 GraceTime=60 QOS=normal State=DRAIN OverTimeLimit=5 DenyQos=normal ExclusiveUser=YES AllowGroups=root DefCpuPerGPU=2 DefMemPerGPU=100
PartitionName=ex Nodes=m[1-2] PreemptMode=CANCEL OverSubscribe=EXCLUSIVE RootOnly=YES LLN=YES MaxCPUsPerNode=4 MaxMemPerNode=1000
Licenses=tool:4,flex:2
END
	grep -v "^NodeName\|^PartitionName\|^Licenses" slurm.conf >bare.conf
}

# store NAME CONF TIME: a new one with a few users.
store() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/$1.db
	fimport conf "$2" >/dev/null
	facctmgr add account a,b >/dev/null
	facctmgr add user ann,bob account=a >/dev/null
	facctmgr add user cy account=b >/dev/null
	fcontrol update clock="$3"
}

# Changes of every kind.
change() {
	./scontrol update nodename=n1 state=drain \
	    reason="bad disk State=x in slot 3"
	./scontrol update nodename=n2 state=down reason="ups"
	./scontrol update nodename=n3 state=drain reason="x"
	./scontrol update nodename=n3 state=down \
	    reason="$(printf 'y\nsecond = line')"
	./scontrol update nodename=m1 weight=9 features=slow
	./scontrol update partitionname=main maxtime=1-0 state=down
	./scontrol update partitionname=ex prioritytier=7 nodes=m1
	fsim run --for 100 --quiet
	./scontrol create reservation reservationname=now users=ann \
	    starttime=now duration=600 nodes=n4 flags=maint,ignore_jobs
	./scontrol create reservation reservationname=day accounts=a \
	    starttime=now+1hour duration=60 nodecnt=1 \
	    flags=daily,PURGE_COMP=10:00 partition=all
	./scontrol create reservation reservationname=lic users=bob \
	    starttime=now+2hours duration=60 licenses=tool:2 \
	    flags=license_only
	./scontrol create reservation reservationname=co users=bob \
	    starttime=now+3hours duration=60 nodes=m2 corecnt=2
	# the first of them began more than ten minutes ago
	fsim run --for 1000 --quiet
}

# show OPTION...: all that fimport scontrol reads.
show() {
	for entity in node partition reservation license; do
		./scontrol -a "$@" show $entity
	done
}

# round_trip RELEASE
round_trip() {
	export FAIRTREE_SLURM=$1
	store a slurm.conf 2030-01-07T08:00
	change >/dev/null
	show >lines
	show -o >one
	SLURM_TIME_FORMAT=%s show -o >seconds
	for file in lines one seconds; do
		for conf in slurm bare; do
			echo "$file $conf"
			store $file-$conf $conf.conf 2030-01-07T08:18:20
			fimport scontrol $file
			show | diff lines -
			facctmgr log >journal
			run fimport scontrol $file
			[ "$output" = "added to the settings: 0 nodes, 0 \
partitions, 0 licenses
changed: 0 nodes, 0 partitions, 0 reservations
made: 0 reservations in cluster 'c'" ]
			facctmgr log | diff journal -
		done
	done
}

@test "round trip, 22.05" {
	round_trip 22.05
}

@test "round trip, 24.11" {
	round_trip 24.11
}

@test "round trip, 26.05" {
	round_trip 26.05
}

@test "what the real Slurm showed: nodes, partitions, reservations" {
	for release in 22.05 24.11 26.05; do
		export FAIRTREE_DB=$BATS_TEST_TMPDIR/$release.db
		export FAIRTREE_SLURM=$release
		facctmgr add cluster cluster >/dev/null
		facctmgr add account phys >/dev/null
		facctmgr add user ann account=phys >/dev/null
		# case j46, j48; CoreCnt is all cores of two nodes
		cat >x <<'END'
NodeName=n1 Arch=x86_64 CoresPerSocket=1 
   CPUAlloc=16 CPUEfctv=16 CPUTot=16 CPULoad=17.97
   AvailableFeatures=(null)
   ActiveFeatures=(null)
   Gres=gpu:a100:2(S:0-1)
   NodeAddr=127.0.0.1 NodeHostName=localhost Port=26820 Version=24.11.5
   OS=Linux 6.18.44-fc-v669 #1 SMP PREEMPT_DYNAMIC @0 
   RealMemory=64000 AllocMem=16000 FreeMem=17071 Sockets=16 Boards=1
   State=MIXED+DRAIN* ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions=debug 
   BootTime=2026-11-22T13:44:37 SlurmdStartTime=2026-11-22T14:31:28
   LastBusyTime=2026-11-22T14:31:33 ResumeAfterTime=None
   CfgTRES=cpu=16,mem=62.50G,billing=16
   AllocTRES=cpu=16,mem=16000M
   CurrentWatts=0 AveWatts=0
   
   Reason=fan [root@1795357000]

PartitionName=debug AllowGroups=ALL AllowAccounts=ALL AllowQos=ALL AllocNodes=ALL Default=YES QoS=N/A DefaultTime=NONE DisableRootJobs=NO ExclusiveUser=NO ExclusiveTopo=NO GraceTime=0 Hidden=NO MaxNodes=UNLIMITED MaxTime=UNLIMITED MinNodes=0 LLN=NO MaxCPUsPerNode=UNLIMITED MaxCPUsPerSocket=UNLIMITED NodeSets=ALL Nodes=n1 PriorityJobFactor=1 PriorityTier=1 RootOnly=NO ReqResv=NO OverSubscribe=NO OverTimeLimit=NONE PreemptMode=OFF State=UP TotalCPUs=16 TotalNodes=1 SelectTypeParameters=NONE JobDefaults=(null) DefMemPerNode=UNLIMITED MaxMemPerNode=UNLIMITED TRES=cpu=16,mem=62.50G,node=1,billing=16
ReservationName=now StartTime=2026-11-22T14:28:46 EndTime=2036-11-22T14:38:46 Duration=00:10:00 Nodes=n1 NodeCnt=1 CoreCnt=16 Features=(null) PartitionName=(null) Flags=SPEC_NODES TRES=cpu=16 Users=ann Groups=(null) Accounts=(null) Licenses=(null) State=ACTIVE BurstBuffer=(null) MaxStartDelay=(null)
ReservationName=gone StartTime=2026-11-22T14:28:46 EndTime=2036-11-22T14:38:46 Duration=00:10:00 Nodes=n[1-2] Flags=SPEC_NODES Users=ann
END
		run fimport scontrol x
		[ "$output" = "added to the settings: 1 node, 1 partition, 0 licenses
changed: 1 node, 0 partitions, 0 reservations
made: 1 reservation in cluster 'cluster'
left out: reservation gone: unknown nodes 'n[1-2]'" ]
		[ "$(fcontrol show node n1 | grep -o 'State=[^ ]*\|Reason=.*')" \
		    = "State=IDLE+DRAIN+RESERVED
Reason=fan [root@2026-11-22T14:16:40]" ]
	done
}

@test "tomorrow: a node is back, a reservation has moved" {
	store a slurm.conf 2030-01-07T08:00
	change >/dev/null
	show -o >x
	store b slurm.conf 2030-01-07T08:18:20
	fimport scontrol x >/dev/null
	sed -i '/^NodeName=n1 /{s/IDLE+DRAIN/IDLE/;s/ Reason=.*//}
	    /^ReservationName=co/s/2030-01-07T1\([12]\)/2030-01-08T1\1/g' x
	run fimport scontrol x
	[ "$output" = "added to the settings: 0 nodes, 0 partitions, 0 licenses
changed: 1 node, 0 partitions, 1 reservation
made: 0 reservations in cluster 'c'" ]
	show -o | diff - x
}

@test "what a partition had is taken away" {
	local change

	store a slurm.conf 2030-01-07T08:00
	for change in main:DefaultTime=01:00:00:DefaultTime=NONE \
	    all:OverTimeLimit=5:OverTimeLimit=NONE all:QoS=normal:QoS=N/A \
	    main:DefMemPerCPU=500:DefMemPerNode=UNLIMITED \
	    ex:MaxMemPerNode=1000:MaxMemPerNode=UNLIMITED; do
		IFS=: read -r partition had <<<"$change"
		now=${had##*:} had=${had%:*}
		fcontrol -o show partition "$partition" >before
		grep -q " $had " before
		sed "s| $had | $now |" before >x
		run fimport scontrol x
		[ "${lines[1]}" = 'changed: 0 nodes, 1 partition, 0 reservations' ]
		fcontrol -o show partition "$partition" | diff x -
		run fimport scontrol x
		[ "${lines[1]}" = 'changed: 0 nodes, 0 partitions, 0 reservations' ]
	done
}

@test "whom partitions are for alone has changed, since 26.05" {
	export FAIRTREE_SLURM=26.05
	store a slurm.conf 2030-01-07T08:00
	for alone in USER NO TOPO NODE NO; do
		fcontrol -o show partition main |
			sed "s/Exclusive=[A-Z]*/Exclusive=$alone/" >x
		run fimport scontrol x
		[ "${lines[1]}" = "changed: 0 nodes, 1 partition, 0 \
reservations" ]
		fcontrol -o show partition main | grep "Exclusive=$alone"
	done
}

@test "a reservation that is gone is deleted, if the file has reservations" {
	store a slurm.conf 2030-01-07T08:00
	change >/dev/null
	grep -v '^$' <(fcontrol -o show reservation) | grep -v ReservationName=lic >x
	fcontrol -o show node >nodes
	fimport scontrol nodes
	[ "$(fcontrol -o show reservation | grep -c .)" -eq 4 ]
	run fimport scontrol x
	[ "$(grep del <<<"$output")" = "deleted: 1 reservation" ]
	fcontrol -o show reservation | diff x -
	echo "No reservations in the system" >x
	run fimport scontrol x
	[ "$(grep del <<<"$output")" = "deleted: 3 reservations" ]
	fcontrol -o show reservation | diff x -
}

@test "refusals change nothing" {
	store a slurm.conf 2030-01-07T08:00
	show >before
	printf 'NodeName=n1 State=DRAIN Reason=x\nJobId=1 JobName=x\n' >x
	run fimport scontrol x
	[ "$status" -eq 1 ]
	[ "$output" = "x:2:1: expected a record of scontrol show: NodeName=, \
PartitionName=, ReservationName= or LicenseName=" ]
	printf 'PartitionName=main MaxTime=odd\n' >x
	run fimport scontrol x
	[ "$status" -eq 1 ]
	[[ "$output" = "x:1:1: "*odd* ]]
	show | diff before -
}

# without_conf RELEASE: what scontrol shows is enough for the same cluster.
without_conf() {
	export FAIRTREE_SLURM=$1
	cat >>slurm.conf <<'END'
PriorityType=priority/multifactor
PriorityDecayHalfLife=3-0
PriorityUsageResetPeriod=MONTHLY
PriorityFavorSmall=YES
PriorityFlags=MAX_TRES,ACCRUE_ALWAYS
PriorityWeightAge=100
PriorityWeightFairshare=1000
PriorityWeightTRES=CPU=10,Mem=20
PriorityMaxAge=1-0
AccountingStorageEnforce=limits
SchedulerParameters=bf_interval=60,default_queue_depth=50
SelectTypeParameters=CR_Core_Memory
PreemptType=preempt/qos
PreemptMode=REQUEUE
PrivateData=jobs
OverTimeLimit=5
KillWait=7
END
	store a slurm.conf 2030-01-07T08:00
	show >lines
	./scontrol show config | grep -v "^Configuration\|^BOOT" >config
	{
		echo "Configuration data as of 2030-01-07T08:00:00"
		cat config
	} >shown
	store b shown 2030-01-07T08:00
	fimport scontrol lines
	show | diff lines -
	./scontrol show config | grep -v "^Configuration\|^BOOT" |
	    diff config -
	# conf replaces all settings, so both are needed again
	fimport conf shown
	fimport scontrol lines
	show | diff lines -
}

@test "a cluster whose slurm.conf cannot be read, 22.05" {
	without_conf 22.05
}

@test "a cluster whose slurm.conf cannot be read, 24.11" {
	without_conf 24.11
}

@test "a cluster whose slurm.conf cannot be read, 26.05" {
	without_conf 26.05
}
