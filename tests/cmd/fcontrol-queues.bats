#!/usr/bin/env bats
# Partitions as queues: SubordinateList, FairTreeSlots, fcontrol check.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/queues.db
	export SLURM_CONF=$BATS_TEST_TMPDIR/slurm.conf
	cd "$BATS_TEST_TMPDIR" || return
	cat >nodes.conf <<-'END'
		ClusterName=cluster
		DefMemPerCPU=100
		SchedulerParameters=bf_interval=5,sched_interval=5
		NodeName=n[1-2] CPUs=4 RealMemory=4000
		PartitionName=debug Nodes=ALL Default=YES
	END
	conf 'PartitionName=A.q Nodes=ALL SubordinateList="slots=2(B.q:1,C.q:2:lr)"
PartitionName=B.q Nodes=ALL FairTreeSlots=2
PartitionName=C.q Nodes=ALL'
	fcontrol reconfigure # makes the store
}

# The nodes, and these lines; line 6 is the first of them.
conf() {
	cp nodes.conf slurm.conf
	printf '%s\n' "$1" >>slurm.conf
}

@test "show partition prints the list as it is meant; scontrol does not" {
	run fcontrol show partition A.q
	[ "${lines[-1]}" = "   SubordinateList=slots=2(B.q:1:sr, C.q:2:lr)" ]
	run fcontrol show partition B.q
	[ "${lines[-1]}" = "   SubordinateList=NONE FairTreeSlots=2" ]
	run fcontrol show partition debug
	[[ $output != *SubordinateList* ]]
	ln -s "$(command -v fcontrol)" scontrol
	run ./scontrol show partition A.q
	[ "$status" -eq 0 ]
	[[ $output != *SubordinateList* ]]
	run ./scontrol update partitionname=A.q SubordinateList=NONE
	[ "$status" -eq 1 ]
	run ./scontrol check
	[ "$output" = "invalid keyword: check" ]
}

@test "a list may be changed live, but not to one that is refused" {
	fcontrol update partitionname=A.q SubordinateList="slots=3(B.q, C.q)"
	run fcontrol show partition A.q
	[ "${lines[-1]}" = "   SubordinateList=slots=3(B.q:0:sr, C.q:0:sr)" ]
	run fcontrol update partitionname=B.q "SubordinateList=slots=1(A.q)"
	[ "$status" -eq 1 ]
	[ "$output" = "fcontrol: error: SubordinateList: loop: A.q over B.q \
over A.q" ]
	run fcontrol update partitionname=B.q "SubordinateList=slots=1(C.q:lr)"
	[ "$status" -eq 1 ]
	[ "$output" = "fcontrol: error: SubordinateList: column 13: a sequence \
number expected" ]
	run fcontrol show partition B.q
	[ "${lines[-1]}" = "   SubordinateList=NONE FairTreeSlots=2" ]
	fcontrol update nodename=n1 FairTreeSlots=3
	run fcontrol show node n1
	[[ $output == *"FairTreeSlots=3"* ]]
}

@test "check: nothing to say" {
	run fcontrol check
	[ "$status" -eq 0 ]
	[ "$output" = "2 nodes, 4 partitions, 3 queues: 0 refused, 0 warnings" ]
}

@test "check: all that is refused, and settings that are, are not loaded" {
	while IFS='|' read -r what lines want; do
		conf "$(printf '%b' "$lines")"
		run fcontrol -Q check
		[ "$status" -eq 1 ] || { echo "$what: $output"; false; }
		[ "${lines[0]}" = "$PWD/slurm.conf:$want" ] ||
			{ echo "$what: $output"; false; }
		run fcontrol show partition A.q
		[ "$status" -eq 1 ]
		[[ $output == *"SubordinateList: "* ]]
	done <<-'END'
		self|PartitionName=A.q Nodes=ALL SubordinateList=slots=1(A.q)|6:1: refused: SubordinateList: A.q is its own subordinate
		loop|PartitionName=A.q Nodes=ALL SubordinateList=slots=2(B.q)\nPartitionName=B.q Nodes=ALL SubordinateList=slots=1(A.q)|6:1: refused: SubordinateList: loop: A.q over B.q over A.q
		diamond|PartitionName=A.q Nodes=ALL SubordinateList=slots=3(B.q,C.q)\nPartitionName=B.q Nodes=ALL SubordinateList=slots=2(C.q)\nPartitionName=C.q Nodes=ALL|7:1: refused: SubordinateList: C.q is below A.q and below B.q of one tree
		two trees|PartitionName=A.q Nodes=ALL SubordinateList=slots=3(C.q)\nPartitionName=B.q Nodes=ALL SubordinateList=slots=2(C.q)\nPartitionName=C.q Nodes=ALL|7:1: refused: SubordinateList: C.q is below A.q and below B.q, which are in two trees
		both|PartitionName=A.q Nodes=ALL SubordinateList=B.q=1,slots=2(C.q)|6:1: refused: SubordinateList: column 7: either slots=N(...) or queues, not both
		name|PartitionName=A.q Nodes=ALL SubordinateList=slotsrv.q=1|6:1: refused: SubordinateList: column 1: a queue whose name starts with 'slots' is read as a limit of slots if it is the first
		default|PartitionName=A.q Nodes=ALL SubordinateList=[n1=B.q]|6:1: refused: SubordinateList: column 1: a list for all other hosts, or NONE, must come first
		groups|NodeSet=x Nodes=n1\nNodeSet=y Nodes=n[1-2]\nPartitionName=A.q Nodes=ALL SubordinateList=NONE,[@x=B.q],[@y=slots=1(B.q)]\nPartitionName=B.q Nodes=ALL|8:1: refused: SubordinateList: two groups give A.q different lists on node 'n1'
	END
}

@test "check: what is probably not meant" {
	while IFS='|' read -r what lines want; do
		conf "$(printf '%b' "$lines")"
		run fcontrol -Q check
		[ "$status" -eq 0 ] || { echo "$what: $output"; false; }
		[ "$output" = "$(printf '%b' "$want" |
		    sed "s|^:|$PWD/slurm.conf:|")" ] ||
			{ echo "$what: $output"; false; }
	done <<-'END'
		inner|PartitionName=A.q Nodes=ALL SubordinateList=slots=2(B.q)\nPartitionName=B.q Nodes=ALL SubordinateList=slots=2(C.q)\nPartitionName=C.q Nodes=ALL|:7:1: warning: SubordinateList: the limit 2 of B.q never counts: A.q above it has 2
		mixed|PartitionName=A.q Nodes=ALL SubordinateList=slots=2(B.q:1:sr,C.q:1:lr)\nPartitionName=B.q Nodes=ALL\nPartitionName=C.q Nodes=ALL|:6:1: warning: SubordinateList: B.q and C.q have the number 1, but one sr and one lr: the last one listed wins
		unknown|PartitionName=A.q Nodes=ALL SubordinateList=slots=2(Z.q),[n9=NONE],[@no=NONE]|:6:1: warning: SubordinateList: no partition 'Z.q' to be a subordinate of A.q\n:6:1: warning: SubordinateList: no node 'n9' for a list of A.q\n:6:1: warning: SubordinateList: no NodeSet 'no' for a list of A.q
		twice|PartitionName=A.q Nodes=ALL SubordinateList=slots=2(C.q)\nPartitionName=B.q Nodes=ALL SubordinateList=C.q=1\nPartitionName=C.q Nodes=ALL|:7:1: warning: SubordinateList: C.q is below B.q queue-wise and below A.q slot-wise: its tasks may be suspended twice
		not all hosts|PartitionName=A.q Nodes=n1 SubordinateList=slots=2(B.q)\nPartitionName=B.q Nodes=ALL\nPartitionName=C.q Nodes=n2 SubordinateList=slots=2(B.q)|
		keys|FairTreeSlotCnt=slots\nPartitonName=x\nPartitionName=A.q Nodes=ALL PriorityTier=3|:6:1: warning: unknown parameter 'FairTreeSlotCnt'; did you mean 'FairTreeSlotCount'?\n:7:1: warning: unknown parameter 'PartitonName'; did you mean 'PartitionName'?
		of Slurm|SlurmdUser=root\nSuspendTime=300\nSlurmctldHost=here|
		no nodes|PartitionName=A.q|:6:1: warning: partition 'A.q' has no nodes
		unused|FairTreeLoadAdjust=yes|:6:1: warning: FairTreeLoadAdjust has no effect: no partition has a SubordinateList
		qos|PartitionName=A.q Nodes=ALL QOS=gold AllowQos=normal,silver|:6:1: warning: partition 'A.q': QOS names the unknown QOS 'gold'\n:6:1: warning: partition 'A.q': AllowQos names the unknown QOS 'silver'
	END
}

@test "check: another file, and one that cannot be read" {
	cp slurm.conf other.conf
	echo 'PriorityMaxAge=soon' >>other.conf
	run fcontrol check other.conf
	[ "$status" -eq 1 ]
	[[ ${lines[0]} == "other.conf:9:"*": refused: bad value 'soon' for \
PriorityMaxAge"* ]] || { echo "$output"; false; }
	echo 'PartitionName=A.q Nodes=n9' >>nodes.conf
	run fcontrol check nodes.conf
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "nodes.conf:6:1: refused: unknown node n9" ] ||
		{ echo "$output"; false; }
	run fcontrol check absent.conf
	[ "$status" -eq 1 ]
	[ "$output" = "fcontrol: error: cannot open 'absent.conf': No such \
file or directory" ]
}

# In the order of the file: includes where they stand, lines that go on,
# defaults, all four kinds of lines, lists of queues, rules over parameters.
@test "check: everything that is wrong, and what is ignored" {
	cat >inc.conf <<-'END'
		MailProg=/bin/true
		PriortyWeightAge=3
		PartitionName=DEFAULT MaxTim=3 State=UP
	END
	cat >big.conf <<-'END'
		ClusterName=c
		PriorityWeightAge=x  PriorityMaxAge=soon
		FooBar=1
		NodeName=DEFAULT CPUs=4 RealMemroy=3
		NodeName=n[1-2] Sockets=x CoreSpecCount=1 \
		   Wieght=3 Bogus=1
		NodeName=n2 CPUs=4
		Include inc.conf
		PartitionName=a Nodes=n[1-2] MaxTime=foo SubordinateLst=x
		PartitionName=b Nodes=n9 Default=YES
		PartitionName=A.q Nodes=ALL SubordinateList=slots=1(A.q)
		NodeSet=x Nodes=n1 Fature=y
		DownNodes=n1 State=DOWN Reson=x
		what is this
		Include nowhere.conf
		PreemptMode=SUSPEND
		PriorityWeightTRES=foo=1
	END
	run fcontrol check big.conf
	[ "$status" -eq 1 ]
	[ "$output" = "big.conf:2:19: refused: bad value 'x' for \
PriorityWeightAge: expected a whole number
big.conf:2:37: refused: bad value 'soon' for PriorityMaxAge: expected a duration \
such as 30, 1:30:00 or 7-0
big.conf:3:1: warning: unknown parameter 'FooBar' (also unknown to Slurm)
big.conf:4:25: refused: unknown key 'RealMemroy' on a NodeName line; did you \
mean 'RealMemory'?
big.conf:5:25: refused: bad value 'x' for Sockets
big.conf:5:27: note: ignored: CoreSpecCount, a Slurm setting that is not used \
here
big.conf:6:4: refused: unknown key 'Wieght' on a NodeName line; did you mean \
'Weight'?
big.conf:6:13: refused: unknown key 'Bogus' on a NodeName line
big.conf:7:1: refused: node 'n2' is already defined
inc.conf:1:1: note: ignored: MailProg, a Slurm setting that is not used here
inc.conf:2:1: warning: unknown parameter 'PriortyWeightAge'; did you mean \
'PriorityWeightAge'?
inc.conf:3:23: refused: unknown key 'MaxTim' on a PartitionName line; did \
you mean 'MaxTime'?
big.conf:9:38: refused: bad value 'foo' for MaxTime
big.conf:9:42: refused: unknown key 'SubordinateLst' on a PartitionName \
line; did you mean 'SubordinateList'?
big.conf:10:1: refused: unknown node n9
big.conf:11:1: refused: SubordinateList: A.q is its own subordinate
big.conf:12:20: refused: unknown key 'Fature' on a NodeSet line; did you \
mean 'Feature'?
big.conf:13:25: refused: unknown key 'Reson' on a DownNodes line; did you \
mean 'Reason'?
big.conf:14:6: refused: expected '=' after 'what'
big.conf:15:9: refused: cannot open 'nowhere.conf': No such file or directory
big.conf:16:1: refused: PreemptMode 'SUSPEND' needs GANG beside SUSPEND
big.conf:17:1: refused: TRES 'foo' of PriorityWeightTRES is not in \
AccountingStorageTRES
2 nodes, 3 partitions, 1 queue: 18 refused, 2 warnings, 2 ignored" ] ||
		{ echo "$output"; false; }
	run fcontrol --json check big.conf
	[ "$(grep -c '"level": "refused"' <<<"$output")" -eq 18 ]
	[[ $output == *'"refused": 18,'*'"warned": 2,'*'"ignored": 2'* ]]
	# --quiet leaves notes out
	run fcontrol -Q check big.conf
	[ "${#lines[@]}" -eq 20 ]
}

# slurmctld of 22.05 does not start, and sinfo says: Parsing error at
# unrecognized key: Foo
@test "keys that lines of nodes and partitions cannot have are not loaded" {
	while IFS='|' read -r line want; do
		conf "$line"
		run fshare
		[ "$status" -eq 1 ]
		[ "$output" = \
		    "fshare: error: $PWD/slurm.conf:6:$want line" ] ||
			{ echo "$output"; false; }
		run fimport conf slurm.conf
		[ "$status" -eq 1 ]
	done <<-'END'
		NodeName=n7 Foo=1|13: unknown key 'Foo' on a NodeName
		NodeName=DEFAULT Foo=1|18: unknown key 'Foo' on a NodeName
		PartitionName=x Nodes=n1 Foo=1|26: unknown key 'Foo' on a PartitionName
		NodeSet=s Nodes=n1 Foo=1|20: unknown key 'Foo' on a NodeSet
		DownNodes=n1 State=DOWN Foo=1|25: unknown key 'Foo' on a DownNodes
	END
	# of Slurm, of this release or another; a parameter that nobody knows
	conf 'PartitionName=x Nodes=n1 CpuBind=none PowerDownOnIdle=yes
NodeName=n7 CoreSpecCount=1 RestrictedCoresPerGPU=1
Foo=1'
	fshare
	fimport conf slurm.conf
	SLURM_CONF= run fcontrol check
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "stored:6:26: note: ignored: CpuBind, "* ]]
}

@test "check: as JSON" {
	conf 'PartitionName=A.q Nodes=ALL SubordinateList=slots=1(A.q)'
	run fcontrol --json check
	[ "$status" -eq 1 ]
	[[ $output == *"{\"refused\": true, \"level\": \"refused\", \
\"kind\": \"self-reference\", \"place\": \"$PWD/slurm.conf:6:1\", \"node\": \"n1\", \"text\": \
\"SubordinateList: A.q is its own subordinate\"}"* ]]
}

@test "fsim run tells of it, and fwhy says why" {
	fcontrol update clock=2030-01-01T00:00:00
	for queue in B.q C.q A.q; do
		fbatch -w n1 -p "$queue" -t 60 --wrap="sleep 600"
		fsim run -q --for 10
	done
	fbatch -w n1 -p B.q -t 60 --wrap="sleep 600"
	run fsim run --explain --for 10
	[[ $output == *"suspend 4 root (root): n1: A.q: 3 tasks (1 3 4) run, \
limit 2: 1 too many; suspend 4 of B.q: level 1, number 1, sr: started last"* ]] ||
		{ echo "$output"; false; }
	run fqueue -h -o '%i %t'
	[ "$(printf '%s\n' "$output" | sort)" = "1 R
2 S
3 R
4 S" ]
	run fwhy 2
	[[ $output == *"It is suspended by subordination: on n1 at most 2 jobs \
may run in A.q and below, and 2 are running: 1, 3."* ]] || { echo "$output"; false; }
	# a command ends one; what follows happens when time passes
	fcancel 3
	run fsim run --explain --for 1
	[[ $output == *"resume  4 root (root): n1: "* ]] ||
		{ echo "$output"; false; }
}
