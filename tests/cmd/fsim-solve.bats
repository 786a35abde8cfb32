#!/usr/bin/env bats
# fsim solve: which settings reach targets.
#
# six.swf: six jobs of one processor and 100 s, all submitted at 0, first come first
# served on N processors:
#
#   N   waits                      mean   used
#   1   0 100 200 300 400 500       250   600 / 600     = 1
#   2   0 0 100 100 200 200         100   600 / 2 x 300 = 1
#   3   0 0 0 100 100 100            50   600 / 3 x 200 = 1
#   4   0 0 0 0 100 100            33.3   600 / 4 x 200 = .75

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
	cd "$BATS_TEST_TMPDIR" || return
	for i in 1 2 3 4 5 6; do
		job $i 1 100 1
	done >six.swf
}

# job NUMBER PROCESSORS SECONDS USER: submitted at 0
job() {
	echo "$1 0 -1 $3 $2 -1 -1 $2 $3 -1 1 $4 $4 -1 -1 -1 -1 -1"
}

solve() {
	fsim solve --grid nodes=1..4 --cpus 1 --policy fcfs --copies 0 "$@" six.swf
}

fails() {
	run "${@:2}"
	[ "$status" -ne 0 ]
	[ "${lines[0]}" = "fsim: error: $1" ]
}

@test "two targets that one point reaches" {
	solve --target 'wait_mean <= 1m' --target 'utilisation >= 0.9' >out
	[ "$(head -n 1 out)" = 'nodes=3 reaches all targets.' ]
	solve --target 'wait_mean <= 1m' --target 'utilisation >= 0.9' --csv \
	    --finalists 4 >out
	# sum of misses: 3: none; 4: .15/.9 = .17; 2: 40/60 = .67; 1: 190/60
	# one trace as it is has no intervals: _half, _low and _high are empty
	[ "$(tr -d '\r' <out | cut -d, -f1,2,6,10,11)" = 'nodes,wait_mean_1,utilisation_2,reached,front
3,50,1,yes,yes
4,33.333333333333336,0.75,no,yes
2,100,1,no,no
1,250,1,no,no' ]
}

@test "the nearest, where none reaches the target" {
	solve --target 'mean wait <= 20' >out
	# (33.3 - 20) / 20
	[ "$(head -n 1 out)" = 'No point of the grid reaches the target. The nearest is nodes=4, which misses by 66.7 %.' ]
	solve --target 'wait_mean <= 00:00:20' --json >out
	grep -q '"reached": "no"' out
}

@test "the points are halved until the finalists are left" {
	solve --target 'wait_mean <= 1m' --finalists 1 --json >out
	[ "$(grep -c '"points": [0-9]' out)" = 3 ]
	grep -q '{"points": 4, "jobs": 6}' out
	grep -q '{"points": 2, "jobs": 6}' out
	grep -q '{"points": 1, "jobs": 6}' out
	[ "$(solve --target 'wait_mean <= 1m' --finalists 1 --csv | tail -n +2 | cut -d, -f1)" = 4 ]
}

# pair AT RUN: two jobs of one processor
pair() {
	for i in 1 2; do
		job 1 1 "$2" "$i" | awk -v at="$1" '{ $2 = at; print }'
	done
}

# On one processor the second of a pair waits for the first.
@test "several traces: each is a unit of the intervals" {
	for run in 20 24 22 26 18; do
		pair 0 $run >two$run.swf
	done
	of_traces() {
		fsim solve --grid nodes=1,2 --cpus 1 --policy fcfs "$@" two??.swf
	}
	# 10 12 11 13 9: mean 11, deviation sqrt(10 / 4), over sqrt(5) 0.707107;
	# t of 4 degrees is 2.776445 (tables): 1.963243, so 9.036757 to 12.963243
	of_traces --target 'wait_mean <= 13' --csv >out
	[ "$(head -n 1 out)" = \
	    nodes,wait_mean,wait_mean_half,wait_mean_low,wait_mean_high,reached,front ]
	[ "$(awk -F, '$1 == 1 { printf "%g %.6f %.6f %.6f %s", $2, $3, $4, $5,
	    $6 }' out)" = '11 1.963243 9.036757 12.963243 yes' ]
	of_traces --target 'wait_mean <= 12' --csv | grep -q '^1,11,.*,perhaps,'
	of_traces --target 'wait_mean <= 12' >people
	grep -qx 'Tried: 2 points on 10 of 10 jobs.' people
	grep -qx 'The unit is a trace; +-: 95 % confidence' people
	of_traces --target 'wait_mean <= 12' --json >json
	grep -q '"unit": "trace",' json
	grep -q '"units": 5,' json
	grep -q '{"nodes": "1", "wait_mean": 11.0, "wait_mean_half": 1.96' json
	# copies are averaged first: n stays the number of traces
	of_traces --target 'wait_mean <= 12' --copies 2 --json | grep -q '"units": 5,'
	pair 0 30 | sed 's/ 2 2 -1 -1/ 3 3 -1 -1/' >two30.swf
	fails "two30.swf: target 'wait_mean of jobs of user u2 <= 1': the trace has no such job" \
	    of_traces --target 'wait_mean of jobs of user u2 <= 1'
}

# Two weeks: in the first two pairs of 20 s (mean wait 10), in the second of 24 s
# (12).  Two weeks drawn have 10, 11 (one of each) or 12.
@test "resampled: other weeks than those there were" {
	week=604800
	{
		pair 0 20
		pair 561600 20
		pair $week 24
		pair $((week + 561600)) 24
	} >two.swf
	resampled() {
		fsim solve --grid nodes=1 --cpus 1 --policy fcfs --resample weeks \
		    --target 'wait_mean <= 11.5' "$@" two.swf
	}
	resampled --csv >out
	# percentiles: no half
	[ "$(sed -n 2p out | cut -d, -f1,3-6)" = 1,,10,12,perhaps ]
	resampled >people
	grep -qx 'Resamplings of one trace, the unit is a week; Low, High: the middle 95 %, which takes 40' people
	grep -q 'these in 200 resampled copies.$' people
	resampled --json | grep -q '"drawn": "week",'
	# too few for an interval: nobody knows
	[ "$(resampled --copies 5 --csv | sed -n 2p | cut -d, -f3-6)" = ,,,perhaps ]
	fails '--resample needs --copies above 0' resampled --copies 0
	fails '--shake needs --copies, and no --resample' resampled --shake 60
}

# With 400 jobs the first round replays 400 / 2 of them.
@test "the first rounds replay a part of the trace" {
	for ((i = 1; i <= 400; i++)); do
		job $i 1 100 1
	done >six.swf
	solve --target 'wait_mean <= 1m' --finalists 2 --json >out
	grep -q '{"points": 4, "jobs": 200}' out
	grep -q '{"points": 2, "jobs": 400}' out
}

# A job of two processors and 300 s before two of one: on two processors these wait
# 300 s, on three one of them starts at once, and the other after 300 s.
@test "targets of a part of the jobs" {
	{
		job 1 2 300 1
		job 2 1 100 2
		job 3 1 100 3
	} >six.swf
	[ "$(solve --target 'wait_max of jobs under 2 processors <= 99' --csv |
	    tr -d '\r' | sed -n 's/^\([234]\),\([^,]*\),.*/\1 \2/p' | sort)" = '2 300
3 100
4 0' ]
	[ "$(solve --target 'wait_max of jobs over 1 processors <= 0' --csv |
	    tr -d '\r' | sed -n 's/^3,\([^,]*\),.*/\1/p')" = 0 ]
	# on nodes of two processors each job fits on one node; of one, the first
	# takes two
	[ "$(fsim solve --policy fcfs --copies 0 --grid cpus=1,2 --nodes 2 --csv \
	    --target 'jobs of jobs under 2 nodes >= 3' six.swf |
	    tr -d '\r' | cut -d, -f1,2 | tail -n +2 | xargs)" = '2,3 1,2' ]
}

@test "shares as keys of a grid" {
	fails "--grid: fairshare.a changes a store: name one with --db" \
	    fsim solve --grid fairshare.a=1,2 --target 'wait_mean<=1' six.swf
	# equal shares and no usage: first come, first served; with most of the
	# shares the last of three jobs on one processor comes first
	export FAIRTREE_DB=$PWD/shares.db
	for account in a b; do
		facctmgr -Q add account $account
		facctmgr -Q add user user$account account=$account
	done
	for i in 1 2 3 4; do
		job $i 1 100 1
		job $((i + 4)) 1 100 2
	done | sort -n >six.swf
	printf '%s\n' 'user 1 usera@a' 'user 2 userb@b' >map
	run fsim solve --db shares.db --map map --nodes 1 --cpus 1 --policy easy \
	    --copies 0 --grid fairshare.b=1,100 --csv \
	    --target 'mean wait of jobs of account b <= 4m' six.swf
	[ "$status" -eq 0 ]
	[[ "${lines[1]}" == 100,* ]]
	run fsim sweep --db shares.db --map map --grid fairshare.nobody=1,2 six.swf
	[ "$status" -eq 1 ]
}

@test "bad targets are refused, with one line" {
	fails "a target is MEASURE <= VALUE or MEASURE >= VALUE, not 'wait_mean'" \
	    solve --target wait_mean
	fails "bad value '1x' in target 'wait_mean <= 1x'" \
	    solve --target 'wait_mean <= 1x'
	fails "unknown measure in target 'longest nap <= 1'" \
	    solve --target 'longest nap <= 1'
	fails "target 'user_jain of jobs of user 1 >= 1': user_jain is known of all jobs only" \
	    solve --target 'user_jain of jobs of user 1 >= 1'
	fails "target 'wait_mean of jobs of user bob <= 1': the trace has no such job" \
	    solve --target 'wait_mean of jobs of user bob <= 1'
	fails "nothing is wanted: --target 'MEASURE <= VALUE'" solve
}
