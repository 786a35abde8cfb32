#!/usr/bin/env bats
# fsim compare: two settings, one trace.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
	cd "$BATS_TEST_TMPDIR" || return
}

# Two jobs at once on one processor, the user of the first has run before:
#   job user submit run      by submission     by usage
#   1   1        0  100      0..100            0..100
#   2   1       10  100      100..200          200..300, wait 190
#   3   2       20  100      200..300, wait 180   100..200, wait 80
three_jobs() {
	echo '1 0 -1 100 1 -1 -1 1 100 -1 1 1 1 -1 -1 -1 -1 -1'
	echo '2 10 -1 100 1 -1 -1 1 100 -1 1 1 1 -1 -1 -1 -1 -1'
	echo '3 20 -1 100 1 -1 -1 1 100 -1 1 2 1 -1 -1 -1 -1 -1'
}

# A pool with this order would be one for both sides, so that settings differ:
# age alone against fair share alone.
two_settings() {
	common='PriorityType=priority/multifactor
		PriorityCalcPeriod=1
		PriorityDecayHalfLife=7-0
		SchedulerParameters=bf_interval=5,sched_interval=5'
	printf '%s\nPriorityWeightAge=100000\n' "$common" >age.conf
	printf '%s\nPriorityWeightFairshare=100000\n' "$common" >fair.conf
}

# A trace in which many wait, of 5 users in 2 groups.
long_trace() {
	echo '; MaxProcs: 4'
	awk 'BEGIN { for (i = 0; i < 200; i++) {
		run = 100 + i * 37 % 500; n = 1 + i % 3
		print i + 1, i * 120, -1, run, n, -1, -1, n, run + 60, -1, 1,
		    i % 5 * (i % 2) + 1, i % 2 + 1, -1, -1, -1, -1, -1 } }'
}

value() { # KIND NAME METRIC COLUMN
	awk -F, -v k="$1" -v n="$2" -v m="$3" -v c="$4" \
	    '$1 == k && $2 == n && $3 == m { print $c }' out.csv
}

@test "settings that make no difference, sides on which nothing starts" {
	long_trace >t.swf
	echo PriorityDecayHalfLife=1-0 >a.conf
	echo PriorityDecayHalfLife=7-0 >b.conf
	fsim compare a.conf b.conf t.swf >out 2>err
	[ "$(cat err)" = 'fsim: warning: a.conf and b.conf made no difference '\
'in any run
fsim: warning: all weights are 0: first come, first served' ]
	echo PriorityWeightAge=5 >>b.conf
	fsim compare a.conf b.conf --seeds 2 t.swf >out 2>err
	[ "$(tail -n +2 err)" = 'fsim: warning: a.conf: all weights are 0: '\
'first come, first served
fsim: warning: b.conf: only PriorityWeightAge is not 0: first come, '\
'first served' ]
	fsim compare -q a.conf b.conf t.swf >out 2>err
	[ ! -s err ]
	two_settings
	fsim compare age.conf fair.conf t.swf >out 2>err
	[ ! -s err ]
	printf '%s\n' 'EnforcePartLimits=ALL' 'NodeName=n1 CPUs=4' \
	    'PartitionName=a Nodes=ALL Default=YES MaxTime=1' >none.conf
	run fsim compare age.conf none.conf t.swf
	[ "$status" -eq 1 ]
	[ "${lines[-1]}" = 'fsim: error: no job started under none.conf (fsim '\
'replay says why)' ]
}

@test "who gains and who loses, by hand" {
	three_jobs >t.swf
	two_settings
	fsim compare --nodes 1 --cpus 1 --csv age.conf fair.conf t.swf >out.csv
	head -1 out.csv |
	    grep -qx 'kind,name,metric,a,b,difference,half,n,better,low,high'
	# ends are seen a second later, and a scheduler may take some more
	near() { awk -v x="$1" -v y="$2" 'BEGIN {
		exit !(x >= y && x <= y + 20) }'; }
	user2a=$(awk -F, '$1 == "user" && $3 == "wait_mean" { print $4 }' \
	    out.csv | sort -n | tail -1)
	near "$user2a" 180
	gains=$(grep '^user,.*,wait_mean,.*,B,,$' out.csv)
	[ "$(echo "$gains" | wc -l)" -eq 1 ]
	near "$(echo "$gains" | cut -d, -f4)" 180
	near "$(echo "$gains" | cut -d, -f5)" 80
	loses=$(grep '^user,.*,wait_mean,.*,A,,$' out.csv)
	# 0 and 90 by age, 0 and 190 by fair share: means 45 and 95
	near "$(echo "$loses" | cut -d, -f4)" 45
	near "$(echo "$loses" | cut -d, -f5)" 95
	# one run each: no interval
	[ "$(echo "$loses" | cut -d, -f7,8)" = ,1 ]
}

@test "the same settings: no difference, with any number of seeds" {
	long_trace >t.swf
	two_settings
	fsim compare --seeds 4 --csv age.conf age.conf t.swf >out.csv
	[ "$(value all '' wait_mean 6)" = 0 ]
	[ "$(value all '' wait_mean 7)" = 0 ]
	[ "$(value all '' wait_mean 8)" = 4 ]
	! grep -q ',[AB],[^,]*,[^,]*$' out.csv
}

@test "the interval is Student's of the paired differences" {
	long_trace >t.swf
	two_settings
	fsim compare --seeds 3 --shake 600 --csv age.conf fair.conf t.swf \
	    >out.csv
	# the same three pairs by sweeps of one setting each
	for side in age fair; do
		fsim sweep --conf $side.conf --grid seed=1..3 --shake 600 \
		    --csv -o wait_mean t.swf | tail -n +2 | cut -d, -f2 >$side
	done
	# t of 2 degrees at 95 %: 4.302653 (tables)
	paste age fair | awk '{ d[NR] = $2 - $1; s += d[NR]; a += $1; b += $2 }
		END { m = s / 3
			for (i = 1; i <= 3; i++) q += (d[i] - m) ^ 2
			printf "%.6g %.6g %.6g %.4g\n", a / 3, b / 3, m,
			    4.302653 * sqrt(q / 2) / sqrt(3) }' >want
	awk -F, '$1 == "all" && $3 == "wait_mean" {
		printf "%.6g %.6g %.6g %.4g\n", $4, $5, $6, $7 }' out.csv >have
	diff want have
}

@test "the same bytes whatever the number of processes" {
	long_trace >t.swf
	two_settings
	for format in '' --csv --json --yaml; do
		fsim compare --seeds 3 -j 1 $format age.conf fair.conf t.swf \
		    >one
		fsim compare --seeds 3 -j 4 $format age.conf fair.conf t.swf \
		    >four
		cmp one four
	done
}

@test "tables, charts and a picture" {
	long_trace >t.swf
	two_settings
	run fsim compare --seeds 2 --plot --svg p.svg --top 1 age.conf \
	    fair.conf t.swf
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = 'A: age.conf' ]
	[ "${lines[1]}" = 'B: fair.conf' ]
	[[ $output == *'means over 2 seeds; +-: 95 % confidence'* ]]
	[[ $output == *'(3 more in between; '* ]]
	[[ $output == *'Mean wait by account, A and B'* ]]
	head -c 200 p.svg | grep -q '<svg'
	run fsim compare --plot --json age.conf fair.conf t.swf
	[ "$status" -eq 1 ]
}

@test "errors name what is wrong" {
	three_jobs >t.swf
	two_settings
	run fsim compare age.conf t.swf
	[ "$status" -eq 1 ]
	[[ $output == 'fsim: error: expected two settings and a trace: '* ]]
	echo 'PriorityWeightAge=many' >bad.conf
	run fsim compare age.conf bad.conf t.swf
	[ "$status" -eq 1 ]
	[[ $output == bad.conf:1:* ]]
	run fsim compare age.conf none.conf t.swf
	[ "$status" -eq 1 ]
	[[ $output == *"cannot open 'none.conf'"* ]]
	run fsim compare --seeds 1 age.conf fair.conf t.swf
	[ "$status" -eq 1 ]
	run fsim compare --confidence 100 age.conf fair.conf t.swf
	[ "$status" -eq 1 ]
	: >empty.swf
	run fsim compare age.conf fair.conf empty.swf
	[ "$status" -eq 1 ]
	[ ! -e none.db ]
}

@test "--order needs a pool policy" {
	run fsim compare --order submit age.conf fair.conf trace.swf
	[ "$status" -eq 1 ]
	[[ $output == *'--order needs a pool policy'* ]]
	run fsim sweep --grid order=submit,usage trace.swf
	[ "$status" -eq 1 ]
	[[ $output == *'--order needs a pool policy'* ]]
}

# as_duration: seconds of one day at most, rounded, as HH:MM:SS
as_duration() {
	awk '{ s = $1 < 0 ? -$1 : $1; s = int(s + 0.5)
		printf "%02d:%02d:%02d\n", s / 3600, s / 60 % 60, s % 60 }'
}

@test "tables show waits as durations, machine formats as seconds" {
	three_jobs >t.swf
	two_settings
	fsim compare --nodes 1 --cpus 1 --csv age.conf fair.conf t.swf >out.csv
	fsim compare --nodes 1 --cpus 1 age.conf fair.conf t.swf >out
	for metric in wait_mean wait_max makespan; do
		read -r _ a b difference _ < <(grep "^$metric " out)
		[ "$a" = "$(value all '' "$metric" 4 | as_duration)" ]
		[ "$b" = "$(value all '' "$metric" 5 | as_duration)" ]
		[ "${difference#[-+]}" = \
		    "$(value all '' "$metric" 6 | as_duration)" ]
	done
	# user 2 waits 180 s by age and 80 s by fair share, and 20 at most for
	# the schedulers: the smaller wait is the one with a minus
	grep -Eq '^u?2 +1 00:03:[012].  *00:01:[234].  *-00:01:4. .*gains $' out
	# as the report of one replay does
	fsim sweep --grid nodes=1 --conf age.conf --cpus 1 -o wait_max,makespan \
	    t.swf >swept
	fsim sweep --grid nodes=1 --conf age.conf --cpus 1 -o wait_max,makespan \
	    --csv t.swf >swept.csv
	[ "$(awk 'END { print $2; print $3 }' swept)" = \
	    "$(tail -n 1 swept.csv | tr , '\n' | tail -n 2 | as_duration)" ]
}

# A week and a day after another: 3 weeks, of 4 users, with a job every 2 h.
weeks() {
	echo '; MaxProcs: 4'
	awk 'BEGIN { for (i = 0; i < 252; i++) {
		run = 3000 + i * 3701 % 20000; n = 1 + i % 3
		print i + 1, i * 7200, -1, run, n, -1, -1, n, run + 60, -1, 1,
		    i % 4 + 1, i % 2 + 1, -1, -1, -1, -1, -1 } }'
}

@test "several traces: each is one unit, whatever its seeds" {
	two_settings
	for i in 1 2 3; do
		long_trace | awk -v i=$i '/^;/ || $1 % (i + 3) { print }' >t$i.swf
	done
	fsim compare --seeds 2 --csv age.conf fair.conf t?.swf >out.csv
	for side in age fair; do
		for i in 1 2 3; do
			fsim sweep --conf $side.conf --grid seed=1..2 --csv \
			    -o wait_mean t$i.swf | tail -n +2 | cut -d, -f2 |
			    awk '{ s += $1 } END { printf "%.17g\n", s / NR }'
		done >$side
	done
	# t of 2 degrees at 95 %: 4.302653 (tables)
	paste age fair | awk '{ d[NR] = $2 - $1; s += d[NR]; a += $1; b += $2 }
		END { m = s / 3
			for (i = 1; i <= 3; i++) q += (d[i] - m) ^ 2
			h = 4.302653 * sqrt(q / 2) / sqrt(3)
			printf "%.6g %.6g %.6g %.4g 3 %.4g %.4g\n", a / 3, b / 3,
			    m, h, m - h, m + h }' >want
	awk -F, '$1 == "all" && $3 == "wait_mean" {
		printf "%.6g %.6g %.6g %.4g %d %.4g %.4g\n", $4, $5, $6, $7, $8,
		    $10, $11 }' out.csv >have
	diff want have
	# each trace alone has its own row, over its seeds
	[ "$(value trace t2.swf wait_mean 8)" = 2 ]
	[ "$(value trace t2.swf jobs 4)" = 160 ]
	fsim compare --seeds 2 --csv age.conf fair.conf t2.swf >out.csv.2
	[ "$(value trace t2.swf wait_mean 6)" = "$(awk -F, '$1 == "all" &&
		$3 == "wait_mean" { print $6 }' out.csv.2)" ]
	# 150, 160 and 167 jobs
	[ "$(value all '' jobs 4)" = 159 ]
	run fsim compare --seeds 2 age.conf fair.conf t?.swf
	[[ $output == *'
means over 3 traces, each shaken 2 times (seeds 1 to 2); +-: 95 % confidence
The unit is a trace, n = 3
'* ]]
}

@test "what an interval is about, and when there is none" {
	two_settings
	weeks >w.swf
	run fsim compare -q --top 0 age.conf fair.conf w.swf
	[ "${lines[2]}" = \
	    'n = 1: one trace, replayed once, has no confidence interval' ]
	[[ ${lines[3]} != *+-* ]]
	run fsim compare -q --top 0 --seeds 2 --seed 7 age.conf fair.conf w.swf
	[[ $output == *'
means over 2 seeds; +-: 95 % confidence
The unit is a shaken copy of one trace, n = 2 (seeds 7 to 8): the intervals are about
tiny shifts of this trace, not about other weeks, users or machines
'* ]]
	run fsim compare -q --top 0 --resample weeks --seeds 3 age.conf fair.conf \
	    w.swf
	[[ $output == *'
means over 3 resamplings of one trace (seeds 1 to 3)
The unit is a week, n = 3; no intervals: 95 % takes 40 resamplings
'* ]]
	# 200 times the half of 1 % is one
	fsim compare -q --top 0 --resample weeks --seeds 2 --confidence 99 \
	    age.conf fair.conf w.swf >out
	grep -q 'no intervals: 99 % takes 200 resamplings$' out
	# without an interval nothing is better
	! grep -q ' [AB] $' <<<"$output"
	fsim compare -q --resample users --seeds 3 --json age.conf fair.conf \
	    w.swf >out
	grep -q '"drawn": "user",' out
	grep -q '"drawn_from": 4,' out
	grep -q '"units": 3,' out
}

@test "resamplings: the middle of the differences, again by their seeds" {
	two_settings
	weeks >w.swf
	# 10 % in each tail takes 10
	fsim compare --policy easy -q --resample weeks --seeds 10 --seed 5 \
	    --confidence 80 --csv age.conf fair.conf w.swf >out.csv
	# no difference on a pool
	[ "$(value all '' wait_mean 6),$(value all '' wait_mean 10)" = 0,0 ]
	for side in age fair; do
		fsim sweep --conf $side.conf --grid resample.weeks=5..14 --csv \
		    -o wait_mean w.swf | tail -n +2 | cut -d, -f2 >$side
	done
	fsim compare -q --resample weeks --seeds 10 --seed 5 --confidence 80 \
	    --csv age.conf fair.conf w.swf >out.csv
	# 9 * 0.1 = 0.9 above the first, 8.1 for the other end
	paste age fair | awk '{ printf "%.17g\n", $2 - $1 }' | sort -g |
	    awk '{ d[NR] = $1; s += $1 } END { printf "%.6g %.6g %.6g\n", s / 10,
		d[1] + 0.9 * (d[2] - d[1]), d[9] + 0.1 * (d[10] - d[9]) }' >want
	awk -F, '$1 == "all" && $3 == "wait_mean" {
		printf "%.6g %.6g %.6g\n", $6, $10, $11 }' out.csv >have
	diff want have
	[ "$(sort -u age | wc -l)" -gt 5 ]
}

@test "rules are the same for both sides, and named" {
	three_jobs >t.swf
	two_settings
	echo '50 60 1' >out
	run fsim compare --policy easy --feedback --limits f=1 --outages out \
	    age.conf age.conf t.swf
	[[ ${lines[2]} == 'Limits    drawn by f=1, seed 1' ]]
	[[ ${lines[3]} == 'Feedback  0 of 3 jobs follow another' ]]
	[[ ${lines[4]} == 'Outages   1 of out, jobs of failures are requeued' ]]
	run fsim compare --policy easy --outages out --json age.conf age.conf \
	    t.swf
	[[ $output == *'"rules": {'*'"on_failure": "requeue"'* ]]
	# its times count from the beginning of each trace
	cp t.swf u.swf
	run fsim compare --policy easy --outages out age.conf age.conf t.swf u.swf
	[ "$status" -eq 0 ]
	[[ ${lines[2]} == 'Outages   1 of out, jobs of failures are requeued' ]]
}

@test "options that have nothing to do are refused" {
	two_settings
	three_jobs >t.swf
	run fsim compare --shake 60 age.conf fair.conf t.swf
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = 'fsim: error: --shake needs --seeds, and no --resample' ]
	# one trace is one unit, by whatever name
	run fsim compare age.conf fair.conf t.swf ./t.swf
	[ "${lines[0]}" = "fsim: error: trace './t.swf' is repeated" ]
	run fsim compare --seed 60 age.conf fair.conf t.swf
	[ "${lines[0]}" = 'fsim: error: --seed needs --seeds' ]
	run fsim compare --resample weeks age.conf fair.conf t.swf
	[ "${lines[0]}" = 'fsim: error: t.swf: resampling needs a trace of a week or more' ]
	mkdir site
	run fsim compare age.conf fair.conf t.swf site
	[ "$status" -eq 1 ]
	[[ $output == "site: no file 'manifest' in it"* ]]
}

@test "settings that no replay accepts are refused once, not for each seed" {
	two_settings
	three_jobs >t.swf
	printf 'NodeName=n1\nPartitionName=p Nodes=n9\n' >bad.conf
	run fsim compare -j 1 --seeds 5 age.conf bad.conf t.swf
	[ "$status" -eq 1 ]
	[ "$output" = \
	    'fsim: error: bad.conf, seed 1: bad.conf:2: unknown node n9' ]
}
