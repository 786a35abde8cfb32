#!/usr/bin/env bats
# fimport site: RawUsage of one snapshot, recounted from its jobs.  The site is made by
# hand: without decay usage is seconds x weights x UsageFactor.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	unset FAIRTREE_SLURM
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	t=1795910400 # 2026-11-29T00:00:00, a Sunday
	site
}

# Job 1: ann, 4 CPU and 2 GPU of weight 4: 12 a second, 1000 s
# Job 2: bob, 2 CPU, UsageFactor 2: 4 a second, 500 s
# Job 3: ann, 1 CPU, 300 s
site() {
	mkdir -p site/conf site/sacct
	cat >site/conf/slurm.conf <<'END'
ClusterName=tiny
PriorityType=priority/multifactor
PriorityCalcPeriod=5
PriorityDecayHalfLife=0
PriorityUsageResetPeriod=NONE
AccountingStorageTRES=gres/gpu
GresTypes=gpu
NodeName=n[1-2] CPUs=8 RealMemory=8000 Gres=gpu:4
PartitionName=cpu Nodes=n[1-2] Default=YES
PartitionName=gpu Nodes=n[1-2] TRESBillingWeights="CPU=1,GRES/gpu=4"
END
	cat >site/qos <<'END'
Name|ID|Priority|UsageFactor
normal|1|0|1.000000
high|2|5|2.000000
END
	cat >site/assoc <<'END'
Cluster|Account|User|Partition|ID|ParentID|ParentName|Share|QOS
tiny|root|||1|0||1|normal
tiny|root|root||2|1||1|normal
tiny|a|||3|1|root|1|high,normal
tiny|a|ann||4|3||1|high,normal
tiny|a|bob||5|3||1|high,normal
END
	printf '%s\n' 'User|Def Acct|Admin' 'root|root|Administrator' \
	    'ann|a|None' 'bob|a|None' >site/users
	cat >site/sacct/001 <<END
JobID|JobIDRaw|User|Account|Partition|QOS|State|Submit|Start|End|ElapsedRaw|AllocCPUS|NNodes|AllocTRES|NodeList|JobName
1|1|ann|a|gpu|normal|COMPLETED|$((t - 7200))|$((t - 7200))|$((t - 6200))|1000|4|1|billing=12,cpu=4,gres/gpu=2,node=1|n1|one
2|2|bob|a|cpu|high|COMPLETED|$((t - 5000))|$((t - 5000))|$((t - 4500))|500|2|1|billing=2,cpu=2,node=1|n1|two
3|3|ann|a|cpu|normal|COMPLETED|$((t - 2000))|$((t - 2000))|$((t - 1700))|300|1|1|billing=1,cpu=1,node=1|n2|three
END
	used 12300 2000
	echo 'slurm 24.11.5' >site/version
	# the last pass was 100 s before: 6b0b6a9c
	printf '\0\0\0\0\x6b\x0b\x6a\x9c\0\0\0\0\0\0\0\0' >site/decay
	{
		printf 'fairtree-site\t1\n'
		for part in version conf/slurm.conf qos assoc users sshare decay; do
			printf '%s\t%s\t%s\t0\tx\n' $part $t $t
		done
		printf 'sacct/001\t%s\t%s\t0\tsacct -a -X -D -P -S 2026-11-28T00:00:00 -E 2026-11-29T00:00:00 -o JobID\n' $t $t
	} >site/manifest
}

# used 35 8: what sshare prints
used() {
	cat >site/sshare <<END
Account|User|Partition|RawShares|RawUsage
root||||$(($1 + $2))
 root|root||1|0
 a|||1|$(($1 + $2))
  a|ann||1|$1
  a|bob||1|$2
END
}

# recount: the part of the answer that is about RawUsage
recount() {
	rm -f test.db*
	fimport site site >all
	sed -n '/^RawUsage/,/^not collected/p' all | grep -v '^not collected'
}

is() {
	printf '%s\n' "$@" >wanted
	recount | diff wanted -
}

@test "usage that follows from the jobs alone" {
	is 'RawUsage: 5 of 5 rows follow from the jobs since 2026-11-28T00:00:00 alone'
	# too much; what is older does not decay
	used 12301 2000
	is 'RawUsage: 2 of 5 rows follow from the jobs since 2026-11-28T00:00:00 alone, 3 need older ones' \
	    'all rows would follow with TRESBillingWeights cpu=1.0003 of partition gpu (from 1.00025 to 1.0005), not 1' \
	    'all rows would follow with TRESBillingWeights node of partition gpu (from 0.000999999 to 0.002), not 0' \
	    'all rows would follow with TRESBillingWeights gres/gpu=4.001 of partition gpu (from 4.0005 to 4.001), not 4' \
	    'all rows would follow with UsageFactor=1.0001 of QOS normal (from 1.00008 to 1.00016), not 1'
	# too little: no older job explains that
	used 12298 2000
	recount >answer
	grep '^RawUsage: 2 of 5 rows follow from the jobs since 2026-11-28T00:00:00 alone, 3 cannot be$' answer
	grep '^  ann@a: RawUsage 12298, of these jobs 12300.00$' answer
}

# (4 + 2 w) * 1000 + 300 is in [12300, 12301): w is in [4, 4.0005).
@test "another weight of a partition" {
	sed -i 's|GRES/gpu=4|GRES/gpu=2|' site/conf/slurm.conf
	recount >answer
	grep '^RawUsage: 2 of 5 rows follow from the jobs since 2026-11-28T00:00:00 alone, 3 need older ones$' answer
	grep -Fx 'all rows would follow with TRESBillingWeights gres/gpu=4 of partition gpu (from 4 to 4.0005), not 2' answer
	sed -i 's|GRES/gpu=2|GRES/gpu=8|' site/conf/slurm.conf
	recount >answer
	grep '^RawUsage: 2 of 5 rows follow from the jobs since 2026-11-28T00:00:00 alone, 3 cannot be$' answer
	grep '^  ann@a: RawUsage 12300, of these jobs 20300.00$' answer
	grep -Fx 'all rows would follow with TRESBillingWeights gres/gpu=4 of partition gpu (from 4 to 4.0005), not 8' answer
	# bob needs older jobs; then any lower weight would do
	used 12300 2001
	recount >answer
	run grep '^all rows' answer
	[ "$status" -eq 1 ]
	grep -Fx 'with older jobs, all rows would follow with TRESBillingWeights gres/gpu of partition gpu (from 0 to 4.0005), not 8' answer
	# no weight gives bob less; decay would
	used 12300 1998
	recount >answer
	[ "$(grep 'would follow' answer)" = "with older jobs, all rows would follow with a PriorityDecayHalfLife from 00:01:21 to 02:34:05, not 00:00:00" ]
}

# The highest of its TRES is charged: 4 a GPU gives max(4, 8) = 8, 6 gives 12.
@test "weights of which the highest counts" {
	echo PriorityFlags=MAX_TRES >>site/conf/slurm.conf
	used 8300 2000
	is 'RawUsage: 5 of 5 rows follow from the jobs since 2026-11-28T00:00:00 alone'
	used 12300 2000
	recount >answer
	grep -Fx 'all rows would follow with TRESBillingWeights gres/gpu=6 of partition gpu (from 6 to 6.0005), not 4' answer
}

# 1000 F in [2000, 2001).
@test "another UsageFactor" {
	sed -i 's/^high.*/high|2|5|1.000000/' site/qos
	recount >answer
	grep -Fx 'all rows would follow with UsageFactor=2 of QOS high (from 2 to 2.001), not 1' answer
}

# Half-life 600 s: f = 1 - 0.693 / 600, passes 300 s apart.  Worked out pass by pass:
# job 1 leaves 4.96, job 2 8.03, job 3 30.95.  All that older jobs can have left is
# 2 * 48 / (1 - f) * f^86300, nothing.
@test "usage that decays: nothing older is left of it" {
	sed -i 's/^PriorityDecayHalfLife=0/PriorityDecayHalfLife=10/' site/conf/slurm.conf
	used 35 8
	is 'RawUsage: 5 of 5 rows follow from the jobs since 2026-11-28T00:00:00 alone'
	used 36 8
	recount >answer
	grep '^RawUsage: 2 of 5 rows follow from the jobs since 2026-11-28T00:00:00 alone, 3 cannot be$' answer
	grep '^  ann@a: RawUsage 36, of these jobs 35.91, of older ones at most 0.00$' answer
}

@test "usage that was cleared" {
	used 300 0
	recount >answer
	grep '^RawUsage: 1 of 5 rows follow from the jobs since 2026-11-28T00:00:00 alone, 4 cannot be$' answer
	# after the end of job 2 at 22:45:00 and up to the start of job 3 at 23:26:40,
	# or by the pass that charges it first, at 23:28:20
	grep -Fx 'all rows would follow if all usage was cleared by a pass from 2026-11-28T22:48:20 to 2026-11-28T23:28:20 (it is NONE)' answer
	TZ=UTC-1 recount >answer
	grep -Fx 'all rows would follow if all usage was cleared by a pass from 2026-11-28T23:48:20 to 2026-11-29T00:28:20, as by PriorityUsageResetPeriod=DAILY or WEEKLY (it is NONE)' answer
	sed -i 's/^PriorityUsageResetPeriod=NONE/PriorityUsageResetPeriod=DAILY/' site/conf/slurm.conf
	export TZ=UTC-1
	is 'RawUsage: 5 of 5 rows follow from the jobs since 2026-11-29T00:03:20 alone'
	used 300 1
	recount >answer
	grep '^  bob@a: RawUsage 1, of these jobs 0.00' answer
}

@test "without the span of sacct nothing is said" {
	sed -i 's/ -S .*//' site/manifest
	run recount
	[ -z "$output" ]
}
