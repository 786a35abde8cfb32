#!/usr/bin/env bats
# facctmgr audit: who moves under other releases and settings, and prices.
#
# Usage, with equal shares and a half-life of a week: old's ann had 100 a week
# before the day of the audit, new's bob has 60 since that day.
#
#   half-life   ann             bob   first
#   3.5 days    100/4    = 25   60    ann
#   7 days      100/2    = 50   60    ann
#   14 days     100/2^.5 = 70.7 60    bob
#
# So only twice the half-life changes places: both users move.
#
# Jobs, all of the same size, submitted together: 1 of bob, 2 of ann. Of three
# users, root included, ann is second and bob third by FairShare: (3-1)/3 and
# (3-2)/3, times 1000 and cut 666 and 333; 2 stands before 1. Without the weight of the fair share both have
# priority 1 and the number decides: 1 before 2.
#
# Prices on a node of 8 CPUs, 64 GiB and 2 GPUs with CPU=1, Mem=0.25G (per GiB),
# GRES/gpu=2:
#
#   hour of                     CPU  Mem  GPU   sum  MAX_TRES  MAX_TRES_GRES
#   1 CPU                         1    0    0     1         1              1
#   1 GPU, 4 CPUs, 32 GiB         4    8    2    14         8       8+2 = 10
#   1 GPU, 1 CPU                  1    0    2     3         2        1+2 = 3
#   node                          8   16    4    28        16      16+4 = 20
#
# With GRES/gpu=10 the GPU of the second row costs 10: 22, 10, 18.

load ../lib/cmd

setup_file() {
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/audit.db
	export FAIRTREE_SLURM=24.11
	cd "$BATS_FILE_TMPDIR" || return
	cat >slurm.conf <<-'END'
		ClusterName=cluster
		PriorityType=priority/multifactor
		PriorityCalcPeriod=1
		PriorityDecayHalfLife=7-0
		PriorityWeightFairshare=1000
		DefMemPerCPU=1000
		GresTypes=gpu
		AccountingStorageTRES=gres/gpu
		NodeName=g[1-2] CPUs=8 RealMemory=65536 Gres=gpu:2 State=DOWN
		NodeName=c1 CPUs=8 RealMemory=65536 State=DOWN
		PartitionName=gpu Nodes=g[1-2] Default=YES TRESBillingWeights="CPU=1,Mem=0.25G,GRES/gpu=2"
		PartitionName=cpu Nodes=c1
	END
	facctmgr -i add account old >log
	facctmgr -i add account new >>log
	facctmgr -i add user ann account=old >>log
	facctmgr -i add user bob account=new >>log
	fcontrol update clock=2030-01-01T00:00:00
	fimport conf slurm.conf >>log
	echo 'old ann 100000' >usage.txt
	fimport usage usage.txt >>log
	fsim run -q --for 7-0
	echo 'new bob 60000' >usage.txt
	fimport usage usage.txt >>log
	FAIRTREE_USER=bob fbatch -t 60 --wrap true >>log
	FAIRTREE_USER=ann fbatch -t 60 --wrap true >>log
	fsim run -q --for 2:00
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return
}

# costs ARGUMENT...: the prices as JSON has them
costs() {
	facctmgr audit --json "$@" | perl -MJSON::PP -0777 -ne '
		print join(" ", @{$_}{qw(partition shape tried sum MAX_TRES
		    MAX_TRES_GRES)}), "\n" for @{ decode_json($_)->{costs} }'
}

# row CHANGE: users, furthest user and jobs, as CSV
row() {
	facctmgr audit --csv "${@:2}" | sed -n "s/^[a-z_]*,$1,//p"
}

@test "a longer half-life moves who used less lately" {
	[ "$(fshare -hP -a -u ann -o fairshare | tail -n 1)" = 0.666667 ]
	[ "$(row PriorityDecayHalfLife=3-12:00:00)" = "0,,0" ]
	run row PriorityDecayHalfLife=14-00:00:00
	[ "$output" = "2,ann@old 2 -> 3,2" ]
	[ "$(row PriorityDecayHalfLife=14-0 setting=PriorityDecayHalfLife=14-0)" = "$output" ]
}

@test "weights move jobs, not users" {
	[ "$(row PriorityWeightFairshare=0)" = "0,,2" ]
	[ "$(row PriorityWeightFairshare=2000)" = "0,,0" ]
	facctmgr audit --json >audit.json
	perl -MJSON::PP -0777 -ne '
		for my $change (@{ decode_json($_)->{changes} }) {
			next if $change->{change} ne "PriorityWeightFairshare=0";
			print join(" ", @{$_}{qw(id partition user)},
			    map { @{$_}{qw(priority place)} } @{$_}{qw(before after)}),
			    "\n" for @{ $change->{jobs} };
		}' audit.json >jobs
	diff jobs - <<-'END'
		1 gpu bob 333 2 1 1
		2 gpu ann 666 1 1 2
	END
}

# With 1000 for all CPUs of the partition, 16, a job of one CPU has 62.5 more: 62
# whole points at least, so places stay.  Bob then asks for 8 CPUs and 600 are for all:
#
#   weight          bob             ann                 first
#   none       333              666                     ann
#   CPU=600    333 + 300 = 633  666 + 37 = 703          ann
#   CPU=1200   333 + 600 = 933  666 + 75 = 741          bob
@test "weights of resources are taken away and doubled as a whole" {
	cp "$FAIRTREE_DB" tres.db
	export FAIRTREE_DB=$PWD/tres.db
	fcontrol update config PriorityWeightTRES=CPU=1000
	facctmgr audit --csv | grep -q '^weight,"PriorityWeightTRES=""""",0,,0'
	[ "$(row PriorityWeightTRES=CPU=2000)" = 0,,0 ]
	fcancel 1
	FAIRTREE_USER=bob fbatch -n 8 -t 60 --wrap true
	fsim run -q --for 2:00
	fcontrol update config PriorityWeightTRES=CPU=600
	facctmgr audit --csv | grep -q '^weight,"PriorityWeightTRES=""""",0,,0'
	[ "$(row PriorityWeightTRES=CPU=1200)" = 0,,2 ]
	# each weight is doubled and keeps its unit
	fcontrol update config PriorityWeightTRES=CPU=600,Mem=0.25G,GRES/gpu=7
	facctmgr audit --csv |
	    grep -q '^weight,"PriorityWeightTRES=CPU=1200,Mem=0.5G,GRES/gpu=14",'
}

@test "each other release and tie rule is tried" {
	run facctmgr audit --csv
	[ "$(sed -n 's/^release,//p' <<<"$output")" = $'Slurm 22.05,0,,0\nSlurm 26.05,0,,0' ]
	[ "$(grep -c '^ties,' <<<"$output")" = 2 ]
}

# Four tied accounts, visited as they were made (z m a k) by releases before 23.11
# and by name since: tests/cmd/fshare.bats, "an upgrade of Slurm", has the same four
# moves, of k1, k2, a1 and a2.
@test "an upgrade under which ties are broken differently" {
	export FAIRTREE_DB=$PWD/ties.db FAIRTREE_SLURM=22.05
	for account in z m a k; do
		facctmgr -Q add account $account
	done
	for account in z m a k; do
		facctmgr -Q add user ${account}1 account=$account
		facctmgr -Q add user ${account}2 account=$account
	done
	printf '%s\n' 'z z1 10' 'z z2 90' 'm m1 20' 'm m2 80' 'a a1 30' \
	    'a a2 70' 'k k1 40' 'k k2 60' >usage
	fimport usage usage
	facctmgr -Q modify account z set description=z
	run row 'Slurm 26.05'
	[[ "$output" == '4,k2@k '*',0' ]]
	[ "$(row 'Slurm 24.11')" = "$output" ]
	facctmgr audit --json >audit.json
	grep -o '"change": "Slurm 26.05", "users_moved": 4' audit.json
}

@test "prices of four shapes under three rules" {
	costs >prices
	diff prices - <<-'END'
		gpu cpu 0 1 1 1
		gpu gpu 0 14 8 10
		gpu gpu_alone 0 3 2 3
		gpu node 0 28 16 20
		cpu cpu 0 1 1 1
		cpu node 0 8 8 8
	END
	facctmgr audit --json | grep -q '"rule": "sum"'
}

@test "prices under other weights, only where they differ" {
	costs billing=CPU=1,Mem=0.25G,GRES/gpu=10 >prices
	grep -qx 'gpu gpu 1 22 10 18' prices
	facctmgr audit billing=CPU=1 >page
	grep -q '^Partition gpu, if TRESBillingWeights were CPU=1$' page
	! grep -q '^Partition cpu, if' page
}

@test "the page names who would move, the furthest first" {
	facctmgr audit >page
	grep -qF 'PriorityDecayHalfLife=14-00:00:00: ann@old 2 -> 3, bob@new 3 -> 2; job 1 in gpu 2 -> 1, job 2 in gpu 1 -> 2' page
	grep -q 'PriorityDecayHalfLife=3-12:00:00 *0  -' page
}

@test "bad words and settings are refused, with one line" {
	run facctmgr audit billing=pony=1
	[ "$status" = 1 ]
	[ "${#lines[@]}" = 1 ]
	run facctmgr audit setting=Pony=1
	[ "$status" = 1 ]
	[ "$output" = "facctmgr: error: unknown setting 'Pony' in setting=" ]
	run facctmgr audit cluster=pony
	[ "$status" = 1 ]
	[ "$output" = "facctmgr: error: no cluster 'pony' in the store" ]
	run facctmgr audit pony
	[ "$status" = 1 ]
}

@test "the store stays as it is, and who may not see others is refused" {
	before=$(cksum <"$FAIRTREE_DB")
	facctmgr audit setting=PriorityMaxAge=1-0 >page
	[ "$(cksum <"$FAIRTREE_DB")" = "$before" ]
	cp "$FAIRTREE_DB" private.db
	export FAIRTREE_DB=$PWD/private.db
	fcontrol update config PrivateData=usage,jobs
	FAIRTREE_USER=ann run facctmgr audit
	[ "$status" = 1 ]
	[ "$output" = "facctmgr: error: PrivateData hides other users: audit is for operators" ]
}
