#!/usr/bin/env bats
# fcontrol: what is our own: the clock, settings in the store, where values come
# from, documents.  What Slurm has too is in tests/oracle/cases/u*, h*.

load ../lib/cmd
load ../lib/await

setup() {
	examples=$FT_TOP/data/examples
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
}

value() {
	fcontrol show config | sed -n "s/^$1 *= //p"
}

clock() {
	fcontrol -o show clock | sed 's/.* Clock=\([^ ]*\).*/\1/'
}

# refuse PATTERN COMMAND...: exit status 1, one line that has it.
refuse() {
	local want=$1
	shift
	run "$@"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"$want"* ]] || {
		echo "wanted: $want; got: $output"
		return 1
	}
}

@test "the clock goes on, by seconds, by a duration, to a time" {
	fcontrol update clock=2030-01-01
	[ "$(clock)" = 2030-01-01T00:00:00 ]
	fcontrol update clock=+90
	[ "$(clock)" = 2030-01-01T00:01:30 ]
	fcontrol update clock=+1-02:00:00
	[ "$(clock)" = 2030-01-02T02:01:30 ]
}

@test "thousands of years pass in seconds, though a job waits" {
	fimport sshare "$examples/bedrock.sshare" >/dev/null
	fimport conf "$examples/bedrock.conf" >/dev/null
	fcontrol update clock=2030-01-01
	fbatch --uid=fred -n 500 --wrap=true
	cp test.db other.db
	(ulimit -t 60 && fcontrol update clock=9999-01-01)
	(ulimit -t 60 && FAIRTREE_DB=other.db fsim run --until 9999-01-01 -q)
	[ "$(clock)" = 9999-01-01T00:00:00 ]
	fprio -h >one
	[[ $(<one) == *' 1 main '* ]]
	FAIRTREE_DB=other.db fprio -h | diff one -
}

@test "the clock passes resets of usage as a run does" {
	{ cat "$examples/bedrock.conf"; echo PriorityUsageResetPeriod=DAILY; } \
		>slurm.conf
	fimport sshare "$examples/bedrock.sshare" >/dev/null
	fimport conf slurm.conf >/dev/null
	fcontrol update clock=2030-01-07T08:00
	fbatch --uid=fred -t 2-0 --wrap='sleep 172800'
	fsim run --for 60 --quiet
	cp test.db other.db
	fcontrol update clock=+4-0
	FAIRTREE_DB=other.db fsim run --for 4-0 --quiet
	fshare --history -u fred --csv >one
	FAIRTREE_DB=other.db fshare --history -u fred --csv | diff one -
	# usage begins anew each day: 24 h of a CPU are 86400 s
	[ "$(awk -F, '$3 == "fred" && $6 > 86400' one | wc -l)" -eq 0 ]
}

@test "the clock does not go back, and bad times change nothing" {
	fcontrol update clock=2030-01-01
	refuse 'cannot move the clock back' fcontrol update clock=2029-12-31
	refuse 'cannot move the clock back' fcontrol update clock=wall
	refuse 'not a time' fcontrol update clock=soon
	refuse 'cannot advance the clock' fcontrol update clock=+
	refuse 'cannot advance the clock' fcontrol update clock=+UNLIMITED
	refuse '9999' fcontrol update clock=+999999999999
	[ "$(clock)" = 2030-01-01T00:00:00 ]
}

@test "the clock follows the wall clock when it is told to" {
	before=$(date +%s)
	fcontrol update clock=wall
	now=$(date -d "$(clock)" +%s)
	[ "$now" -ge "$before" ] && [ "$now" -le "$(date +%s)" ]
}

@test "jobs that run end on the way and are charged, nothing starts" {
	fcontrol update clock=2030-01-01
	fbatch -Q -n 4 -t 10 --wrap 'sleep 60'
	fsim run --for 30
	[ "$(fqueue -h -t R | wc -l)" -eq 1 ]
	fbatch -Q --wrap 'sleep 60'
	fcontrol update clock=+600
	[ "$(fqueue -h -t R | wc -l)" -eq 0 ]
	[ "$(fqueue -h -t PD | wc -l)" -eq 1 ]
	# 4 CPUs for a minute, decayed for ten minutes of a week's half-life
	[ "$(fshare -a -h -P -o RawUsage | head -1)" -eq 239 ]
}

@test "only those who may change the clock and the settings do" {
	facctmgr -i add account chem >/dev/null
	facctmgr -i add user ann account=chem >/dev/null
	export FAIRTREE_USER=ann
	local denied="fcontrol: error: permission denied for user 'ann': needs an"
	refuse "$denied operator" fcontrol update clock=+60
	refuse "$denied administrator" \
	    fcontrol update config PriorityWeightAge=1
	refuse "$denied administrator" fcontrol reconfigure
	refuse "$denied administrator" fcontrol update nodename=n1 state=down \
	    reason=x
	refuse "$denied administrator" fcontrol create partitionname=q
	refuse "$denied operator" fcontrol delete reservation=x
	FAIRTREE_USER=root facctmgr -i modify user ann set \
	    adminlevel=operator >/dev/null
	fcontrol update clock=+60
}

@test "settings of the store change, all of them or none" {
	fcontrol update config PriorityWeightAge=1000 PriorityMaxAge=3-0
	[ "$(value PriorityWeightAge)" = 1000 ]
	[ "$(value PriorityMaxAge)" = 3-00:00:00 ]
	fcontrol update config priorityweightage=7
	[ "$(value PriorityWeightAge)" = 7 ]
	refuse "bad value 'x'" fcontrol update config PriorityWeightQOS=5 \
	    PriorityWeightAge=x
	[ "$(value PriorityWeightQOS)" = 0 ]
	refuse "unknown parameter 'Oil'" fcontrol update config Oil=1
	refuse 'PriorityUsageResetPeriod' fcontrol update config \
	    PriorityDecayHalfLife=0
	refuse 'not KEY=VALUE' fcontrol update config PriorityWeightAge
	fcontrol update config PriorityWeightAge=
	[ "$(value PriorityWeightAge)" = 0 ]
	[ "$(value PriorityMaxAge)" = 3-00:00:00 ]
}

@test "lines of nodes and partitions are settings too, and can be undone" {
	fcontrol update config 'NodeName=a[1-2] CPUs=4' \
	    'PartitionName=p Nodes=ALL Default=YES'
	fcontrol -o show partition | grep -q 'PartitionName=p .*Nodes=a\[1-2\]'
	fcontrol update config 'PartitionName=p Nodes=a1'
	fcontrol -o show partition | grep -q ' Nodes=a1 '
	[ "$(fcontrol -o show partition | wc -l)" -eq 1 ]
	refuse 'unknown node b1' fcontrol update config \
	    'PartitionName=q Nodes=b1'
	facctmgr undo >/dev/null
	fcontrol -o show partition | grep -q ' Nodes=a\[1-2\] '
}

@test "settings of a file are changed in the file" {
	echo PriorityWeightAge=5 >my.conf
	refuse "come from 'my.conf'" fcontrol --conf my.conf update config \
	    PriorityWeightAge=6
}

@test "where values come from, and what was ignored" {
	printf '%s\n' 'PriorityWeightAge=5' 'ReturnToService=2' \
	    'NodeName=a CPUs=2' >my.conf
	fcontrol reconfigure # makes the store
	run fcontrol --conf my.conf show config --origin
	[ "$status" -eq 0 ]
	[[ $output == *'PriorityWeightAge       = 5  # my.conf:1'* ]]
	[[ $output == *'PriorityWeightQOS       = 0  # built in'* ]]
	[[ $output == *'Ignored parameters'*'ReturnToService=2  # my.conf:2'* ]]
	[[ $output == *'NodeName=a CPUs=2  # my.conf:3'* ]]
}

@test "a dampening factor lasts until reconfigure" {
	fcontrol fsdampeningfactor 5
	[ "$(value FairShareDampeningFactor)" = 5 ]
	fcontrol reconfigure
	[ "$(value FairShareDampeningFactor)" = 1 ]
	refuse 'invalid dampening factor: 0' fcontrol fsdampeningfactor 0
}

@test "a node that goes down puts its jobs back" {
	fbatch -Q -N 1 -w n2 --wrap 'sleep 1000'
	fsim run --for 10
	[ "$(fqueue -h -t R -o %N)" = n2 ]
	fcontrol update nodename=n2 state=down reason=smoke
	[ "$(fqueue -h -t R | wc -l)" -eq 0 ]
	[ "$(fqueue -h -t PD | wc -l)" -eq 1 ]
	fcontrol -o show node n2 | grep -q ' State=DOWN .*Reason=smoke \[root@'
	fcontrol update nodename=n2 state=resume
	fcontrol -o show node n2 | grep -q ' State=IDLE '
	run fcontrol -o show node n2
	[[ $output != *Reason* ]]
}

# Run perl code on a JSON document, $d.
picks() {
	perl -MJSON::PP -0777 -ne "my \$d = decode_json(\$_); $1"
}

@test "documents have what the texts have" {
	fcontrol reconfigure # makes the store
	[ "$(fcontrol --json show partition | picks '
		my $part = $d->{partitions}[0];
		print "$d->{meta}{name} $part->{total_cpus} $part->{nodes} ",
		    $part->{default} == JSON::PP::true')" = \
	    'fairtree 64 n[1-4] 1' ]
	[ "$(fcontrol --json show node n1 | picks '
		my $node = $d->{nodes}[0];
		print "@{$node}{qw(cpu_tot real_memory)} ",
		    exists $node->{gres} && !defined $node->{gres}')" = \
	    '16 64000 1' ]
	[ "$(fcontrol --json show config | picks '
		my ($row) = grep { $_->{name} eq "PriorityWeightAge" }
		    @{ $d->{config} };
		print "$row->{value}, $row->{origin}, ",
		    scalar @{ $d->{ignored} }')" = '0, built in, 0' ]
	fcontrol --yaml show clock | grep -q 'cluster_name:'
	[ "$(fcontrol --json show licenses |
	    picks 'print scalar @{ $d->{licenses} }')" = 0 ]
	refuse 'text only' fcontrol --json show topology
	for verb in ping version listpids help; do
		refuse "$verb is text only" fcontrol --json "$verb"
		refuse "$verb is text only" fcontrol --csv "$verb"
	done
}

@test "line after line; the exit status tells of any that failed" {
	fcontrol reconfigure # makes the store
	run fcontrol <<<'ping
show hostnames "a[1-2]"
quit
oil'
	[ "$status" -eq 0 ]
	[[ $output == *'is UP'*'a1'*'a2'* ]]
	run fcontrol <<<'oil
ping'
	[ "$status" -eq 1 ]
}

@test "acting for another user" {
	facctmgr -i add account chem >/dev/null
	facctmgr -i add user ann account=chem >/dev/null
	refuse "denied for user 'ann': needs an operator" \
	    fcontrol -u ann update clock=+60
	export FAIRTREE_USER=ann
	refuse 'only administrators' fcontrol -u root update clock=+60
}

@test "gres of AccountingStorageTRES can be limited and charged" {
	printf '%s\n' 'AccountingStorageTRES=gres/gpu' GresTypes=gpu \
	    'NodeName=g[1-2] CPUs=8 Gres=gpu:2' \
	    'PartitionName=p Nodes=ALL Default=YES TRESBillingWeights=CPU=1,GRES/gpu=10' \
	    >gpu.conf
	export FAIRTREE_CONF=gpu.conf
	facctmgr -i add account chem grptres=gres/gpu=1 >/dev/null
	fcontrol -o show partition |
	    grep -q 'TRES=cpu=16,mem=2M,node=2,billing=56,gres/gpu=4'
}

# queue_is TEXT: these jobs are in the queue, in these states
queue_is() {
	[ "$(fqueue -h -o '%i %t')" = "$1" ]
}

@test "a store that follows the wall clock: jobs start and end as time passes" {
	fcontrol update clock=wall
	fcontrol show clock | grep -q 'Follows=wall'
	fbatch -Q --wrap 'sleep 1'
	before=$(date +%s)
	fbatch -Q -t 600 --wrap 'sleep 30000'
	# the first ends, the second runs, though nobody runs fsim
	await queue_is '2 R'
	now=$(date -d "$(clock)" +%s)
	[ "$now" -gt "$before" ] && [ "$now" -le "$(date +%s)" ]
	run fsim run --for 10 --speed 100
	[ "$status" -eq 1 ]
	[[ $output == *'follows the wall clock'* ]]
	fsim run | grep -q ' 1 running on '
	[ "$(facct -n -X -P -o JobID,State)" = '1|COMPLETED
2|RUNNING' ]
	# and stands again
	fcontrol update clock=+0
	fcontrol show clock | grep -q 'Follows=None'
	stands=$(clock)
	next_second
	[ "$(clock)" = "$stands" ]
}

@test "passes count from the time a new store is set to" {
	for db in one two; do
		export FAIRTREE_DB=$BATS_TEST_TMPDIR/$db.db
		facctmgr -i add account chem fairshare=10 >/dev/null
		facctmgr -i add user ann,bob account=chem >/dev/null
		next_second
		fcontrol update config PriorityType=priority/multifactor \
		    PriorityWeightFairshare=100000 PriorityWeightAge=1000
		fcontrol update clock=2030-01-01
		fcontrol show clock | grep -q 'LastDecay=2030-01-01T00:00:00'
		fbatch -Q --uid=ann --count 30 -N 2 --exclusive -t 20 \
		    --wrap 'sleep 1000'
		fbatch -Q --uid=bob --count 30 -N 1 --exclusive -t 20 \
		    --wrap 'sleep 700'
		fsim run -q --for 2:10:00
		# with jobs in it the passes stay where they are
		fcontrol update clock=2030-01-01T02:11:00
		facct -a -D -P -o ALL >$db.acct
		fprio -h -l >$db.prio
		fshare -a -P -l >$db.share
	done
	fcontrol show clock | grep -q 'LastDecay=2030-01-01T02:10:00'
	cmp one.acct two.acct
	cmp one.prio two.prio
	cmp one.share two.share
	[ -s one.prio ] && [ "$(wc -l <one.acct)" -gt 20 ]
}

@test "unknown words of a node or partition are one line, and name themselves" {
	fcontrol update clock=2030-01-01
	refuse "Invalid creation entity: partition" \
	    fcontrol create partition name=p
	fcontrol create partition p
	refuse "fcontrol: error: unknown partition field: 'Foo=1'" \
	    fcontrol update partitionname=p Foo=1
	refuse "fcontrol: error: unknown node field: 'Foo=1'" \
	    fcontrol update nodename=n1 Foo=1
	refuse "fcontrol: error: unknown node state: 'foo' (want down, drain, " \
	    fcontrol update nodename=n1 state=foo
}

@test "a count of nodes does not wrap to something small" {
	ln -s "$(command -v fcontrol)" scontrol
	fcontrol update clock=2030-01-01
	fcontrol create partition p
	# 2^54 Ki and 2^44 Mi are 2^64
	for count in 18014398509481984k 17592186044416m; do
		refuse "Invalid numeric value \"$count\" for MaxNodes." \
		    ./scontrol update partitionname=p MaxNodes=$count
	done
	./scontrol show partition p | grep -q 'MaxNodes=UNLIMITED'
}
