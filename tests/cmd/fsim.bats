#!/usr/bin/env bats
# fsim: time passes.

load ../lib/cmd
load ../lib/await

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/sim.db
	export SLURM_CONF=$BATS_TEST_TMPDIR/slurm.conf
	cd "$BATS_TEST_TMPDIR" || return
	cat >slurm.conf <<-'END'
		ClusterName=cluster
		PriorityCalcPeriod=1
		PriorityDecayHalfLife=0
		PriorityUsageResetPeriod=NONE
		SchedulerParameters=bf_interval=5,sched_interval=5
		DefMemPerCPU=1000
		MinJobAge=3600
		NodeName=n[1-4] CPUs=16 RealMemory=64000
		PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE
	END
	fcontrol update clock=2030-01-01T00:00:00
}

@test "a job starts, runs, ends, and is charged" {
	fbatch -n 8 -t 2 --wrap="sleep 20"
	run fsim run --for 4
	[ "$status" -eq 0 ]
	[ "$output" = "2030-01-01T00:00:04: 00:00:04 passed, 1 started, 0 \
ended; 1 running on 8 of 64 CPUs, 0 waiting" ]
	run fqueue -h -o '%i %T %M %N'
	[ "$output" = '1 RUNNING 0:01 n1' ]
	run fsim run --until 2030-01-01T00:01:00
	[ "$output" = "2030-01-01T00:01:00: 00:00:56 passed, 0 started, 1 \
ended; 0 running on 0 of 64 CPUs, 0 waiting" ]
	run fqueue -h -t all -o '%i %T %M'
	[ "$output" = '1 COMPLETED 0:20' ]
	# 8 CPUs for 20 s
	run fshare -n -P -A root -o RawUsage
	[ "${lines[0]}" = 160 ]
}

@test "until so many jobs have ended, or nothing can happen any more" {
	for _ in 1 2 3; do
		fbatch -N 4 -n 64 -t 1 --wrap="sleep 10"
	done
	run fsim run --jobs 2
	[ "$status" -eq 0 ]
	[[ $output == *', 2 started, 2 ended; 0 running '*', 1 waiting' ]]
	fbatch -H --wrap="sleep 1"
	run fsim run --jobs 99
	[ "$status" -eq 0 ]
	[[ $output == *', 1 started, 1 ended; 0 running '*', 1 waiting' ]]
}

@test "--jobs ends with the last job, not at the end of a day" {
	fbatch -t 1 --wrap="sleep 10"
	run fsim run --jobs 99
	[[ $output == '2030-01-01T00:00:1'*', 1 started, 1 ended; '* ]]
	run fsim run --jobs 99
	[[ $output == '2030-01-01T00:00:1'*', 0 started, 0 ended; '* ]]
}

@test "lengths of time that are none" {
	for long in -1 UNLIMITED x 99999999999999999999; do
		run fsim run --for "$long"
		[ "$status" -eq 1 ]
		[[ $output == *"not '$long'" ]]
	done
	run fsim run --for 999999999999999
	[ "$status" -eq 1 ]
	[[ $output == *'after the year 9999' ]]
}

@test "a job that begins later is waited for" {
	fbatch --begin=2030-02-01 --wrap="sleep 1"
	run fsim run --jobs 1
	[[ $output == 2030-02-01T00:00:* ]]
}

@test "--explain prints event by event" {
	fbatch -N 4 -n 64 -t 1 --wrap="sleep 5"
	fbatch -N 4 -n 64 -t 3 --wrap="sleep 90"
	run fsim run --for 90 --explain
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = '2030-01-01T00:00:03 pass    main: 2 waiting, 2 '\
'examined (not the whole queue), 1 started' ]
	[[ ${lines[1]} == '2030-01-01T00:00:03 start   1 root (root) on '\
'n[1-4] in debug, priority '*', by main' ]]
	[[ ${lines[2]} == '2030-01-01T00:00:03 wait    2 root (root) '\
'priority '*': Resources (it is next, and what it asks for is not free)' ]]
	[[ $output == *'2030-01-01T00:00:08 end     1 root (root) COMPLETED '\
'after 00:00:05'* ]]
	[[ $output == *' decay   usage decays, priorities are recomputed'* ]]
}

@test "--json and --yaml, and silence" {
	fbatch --wrap="sleep 5"
	fsim run --for 60 --json >out
	run perl -MJSON::PP -0777 -ne 'my $run = decode_json($_)->{run};
		print "@{$run}{qw(started ended)} ", $run->{to} - $run->{from},
		    " @{$run}{qw(decay_passes cpus)}"' out
	[ "$output" = '1 1 60 1 64' ]
	run fsim run --for 1 --yaml
	[[ $output == *'  ended: 0'* ]]
	run fsim run --for 1 -q
	[ -z "$output" ]
}

@test "bad wishes change nothing" {
	while IFS='|' read -r words want; do
		# shellcheck disable=SC2086
		run fsim $words
		[ "$status" -eq 1 ]
		[[ ${lines[0]} == "fsim: error: $want"* ]]
	done <<-'END'
		run|missing --for TIME, --until TIME or --jobs N
		run --for x|--for needs a length of time, not 'x'
		run --for 1 --until now|--for and --until exclude each other
		run --until 2029-01-01|'2029-01-01' is in the past
		run --for 1 --speed 0|--speed needs a number above 0, not '0'
		|no verb: run
		walk --for 1|unknown verb 'walk' (run,
		run more --for 1|unexpected word 'more'
	END
	run fcontrol show clock
	[[ $output == *2030-01-01T00:00:00* ]]
}

state_is() {
	[ "$(fqueue -h -j "$1" -t all -o %T)" = "$2" ]
}

@test "one at a time, live, until it is interrupted; the others go on" {
	fbatch -t 2-0 --wrap="sleep 100000"
	fsim run --for 1-0 --speed 20 >out 2>&1 3>&- &
	pid=$!
	await state_is 1 RUNNING
	run fsim run --for 1
	[ "$status" -eq 1 ]
	[ "$output" = \
	    "fsim: error: process $pid is already running the clock of this store" ]
	# what another submits is seen
	fbatch -t 1 --wrap="sleep 2"
	await state_is 2 COMPLETED
	kill -INT "$pid"
	await_end "$pid"
	[ "$status" -eq 130 ]
	[[ $(cat out) == 'stopped at 2030-01-01T'* ]]
	run fsim run --for 1 -q
	[ "$status" -eq 0 ]
}

@test "the same jobs give the same dump" {
	for i in 1 2 3 4 5 6 7 8; do
		fbatch -n $((i * 7)) -t $((1 + i % 3)) --wrap="sleep $((i * 13))"
	done
	cp sim.db again.db
	fsim run --for 1-0 -q
	FAIRTREE_DB=again.db fsim run --for 1-0 -q
	facct -a -P -S 2030-01-01 -E 2030-01-03 \
	    -o JobID,State,Start,End,NodeList,Elapsed >one
	FAIRTREE_DB=again.db facct -a -P -S 2030-01-01 -E 2030-01-03 \
	    -o JobID,State,Start,End,NodeList,Elapsed >two
	[ "$(grep -c COMPLETED one)" -ge 4 ]
	cmp one two
}

@test "as many jobs as fit in 32 bits may share a CPU" {
	sed -i 's/Default=YES/& OverSubscribe=FORCE:4294967295/' slurm.conf
	for i in 1 2 3; do
		fbatch -N 4 -n 64 -t 5 --wrap='sleep 100'
	done
	fsim run --for 20 -q
	[ "$(fqueue -h -o %T | sort -u)" = RUNNING ]
}
