#!/usr/bin/env bats
# finfo under its own name; what sinfo prints is in tests/oracle/cases.
#
# Six nodes of 4 CPUs, two of which are big; job 1 has 6 CPUs of n1 and n2, and
# n4 is drained, n5 down, n6 failing.

load ../lib/cmd

setup_file() {
	begin_file info <<-'END'
		ClusterName=cluster
		GresTypes=gpu
		NodeName=n[1-4] CPUs=4 RealMemory=4000 Gres=gpu:a:2
		NodeName=n[5-6] CPUs=4 RealMemory=8000 Feature=big
		NodeName=later CPUs=4 State=FUTURE
		PartitionName=a-partition-with-a-long-name Nodes=ALL Default=YES
		PartitionName=big Nodes=n[5-6] MaxTime=60
		PartitionName=secret Nodes=n1 Hidden=YES
		PartitionName=empty
	END
	import_phys ann
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -N 2 -n 6 --ntasks-per-node=3 --gres=gpu:1 -t 10 \
	    --wrap 'sleep 100'
	fsim run --for 10
	fcontrol update nodename=n4 state=drain reason='a fan of it is loud'
	fcontrol update nodename=n5 state=down reason=psu
	fcontrol update nodename=n6 state=fail reason=soon
}

@test "columns grow, nothing is cut" {
	prints 'PARTITION                     AVAIL  TIMELIMIT  NODES  STATE NODELIST
a-partition-with-a-long-name*    up   infinite      1   fail n6
a-partition-with-a-long-name*    up   infinite      1  drain n4
a-partition-with-a-long-name*    up   infinite      2    mix n[1-2]
a-partition-with-a-long-name*    up   infinite      1   idle n3
a-partition-with-a-long-name*    up   infinite      1   down n5
big                              up    1:00:00      1   fail n6
big                              up    1:00:00      1   down n5
secret                           up   infinite      1    mix n1
empty                            up   infinite      0    n/a ' finfo
	prints 'a fan of it is loud root' finfo -h -t drain -p a-partition-with-a-long-name -o '%3E %u'
}

@test "sums: allocated, idle, other, all" {
	# 6 of 24 CPUs are allocated; those of n4 and n5 nobody can have
	prints '6/10/8/24 2/2/2/6' finfo -h -p a-partition-with-a-long-name -o '%C %F'
	# nodes of several partitions count once where none is named
	prints '6/10/8/24' finfo -h -o %C
	prints '2/2' finfo -h -o %A
}

@test "nodes that differ share a row, or do not" {
	prints '6 4 4000+' finfo -h -p a-partition-with-a-long-name -o '%D %c %m'
	prints '4 4000
2 8000' finfo -h -e -p a-partition-with-a-long-name -o '%D %m'
	prints 'gpu:a:1(IDX:0)
gpu:a:1(IDX:0)
gpu:a:0(IDX:N/A)' finfo -h -N -n 'n[1-3]' -p a-partition-with-a-long-name -O GresUsed:
}

@test "states" {
	prints 'n[1-2]' finfo -h -p a-partition-with-a-long-name -t mix -o %N
	prints 'n[1-2]' finfo -h -p a-partition-with-a-long-name -t alloc -o %N
	prints 'n[4,6]' finfo -h -p a-partition-with-a-long-name -t drain,fail -o %N
	prints 'n[3,6]' finfo -h -p a-partition-with-a-long-name -t 'idle&~drain' -o %N
	prints 'later future' finfo -h -F -p a-partition-with-a-long-name -t future -o '%N %T'
	prints 'down+' echo "$(finfo -h -n n5 -p big -O StateComplete:)+"
	run finfo -t broken
	[ "$status" -eq 1 ]
	[[ $output == *"unknown state of a node: 'broken' (there are unknown,"* ]]
}

@test "names that do not exist" {
	run finfo -p bog
	[ "$status" -eq 1 ]
	[[ $output == *"unknown partition 'bog'; did you mean 'big'?"* ]]
	run finfo -n n7
	[ "$status" -eq 1 ]
	[[ $output == *"unknown node 'n7'"* ]]
	run finfo -N extra
	[ "$status" -eq 1 ]
	[[ $output == *"unexpected operand 'extra'"* ]]
	run finfo -o '%k'
	[[ $output == *"no column has the letter 'k'"* ]]
	run finfo -O bogus
	[[ $output == *"no column is called 'bogus'"* ]]
}

@test "hidden partitions" {
	FAIRTREE_USER=ann finfo -h -s -o %R >out
	diff -u - out <<-'END'
		a-partition-with-a-long-name
		big
		empty
	END
	FAIRTREE_USER=ann finfo -a -h -o %R | grep -q '^secret$'
}

@test "what an administrator does, and undoes" {
	cp "$FAIRTREE_DB" own.db
	export FAIRTREE_DB=$PWD/own.db
	fcontrol update nodename=n1 state=drain reason=later
	prints 'drng n1 root' finfo -h -t draining -p secret -o '%t %N %u'
	fcontrol update nodename=n1 state=resume
	prints 'mix n1 none' finfo -h -p secret -o '%t %N %E'
	fcontrol create reservation reservationname=r starttime=now \
	    duration=60 nodes=n3 users=root flags=maint >/dev/null
	prints 'maint r' finfo -h -n n3 -p a-partition-with-a-long-name -o '%t %i'
	prints 'r            ACTIVE  2030-01-01T12:00:10  2030-01-01T13:00:10     01:00:00  n3' \
	    finfo -h -T
}

@test "for programs" {
	finfo --json >out
	perl -MJSON::PP -0777 -e '
		my $d = decode_json(<>);
		die "schema" unless $d->{schema} eq "fairtree.nodes/1";
		my ($mixed) = grep { $_->{state} eq "mixed" } @{ $d->{groups} };
		die "cpus" unless $mixed->{cpus_allocated} == 6
		    && $mixed->{cpus_total} == 8 && $mixed->{cpus} == 4;
		die "nodes" unless $mixed->{nodes} eq "n[1-2]";
		my ($down) = grep { $_->{state} eq "down" } @{ $d->{groups} };
		die "reason" unless $down->{reason} eq "psu";
		die "memory" unless $down->{memory} == 8000;
	' out
	finfo --csv -n n5 -p a-partition-with-a-long-name,big -O Partition,Nodes,StateLong >out
	diff -u - <(tr -d '\r' <out) <<-'END'
		Partition,Nodes,StateLong
		a-partition-with-a-long-name*,1,down
		big,1,down
	END
	diff -u <(fcontrol show nodes --prometheus) <(finfo --prometheus)
}
