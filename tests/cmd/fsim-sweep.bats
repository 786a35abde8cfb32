#!/usr/bin/env bats
# fsim sweep: all combinations of settings, here, in parts, again.

load ../lib/cmd
load ../lib/await

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
	examples=$FT_TOP/data/examples
	cd "$BATS_TEST_TMPDIR" || return
	trace >t.swf
}

# Sixty jobs of 5 users in 2 groups, every 100 s one, of 1 to 3 processors.
trace() {
	echo '; MaxProcs: 4'
	awk 'BEGIN { for (i = 0; i < 60; i++) {
		run = 100 + i * 37 % 500; n = 1 + i % 3
		print i + 1, i * 100, -1, run, n, -1, -1, n, run + 60, -1, 1,
		    i % 5 + 1, i % 2 + 1, -1, -1, -1, -1, -1 } }'
}

sweep() {
	fsim sweep --grid policy=slurm,easy,fcfs --grid seed=0..3 "$@"
}

# A trace long enough to be interrupted.
long_trace() {
	echo '; MaxProcs: 128'
	awk 'BEGIN { for (i = 0; i < 20000; i++) {
		run = 3000 + i * 37 % 5000; n = 1 + i % 13
		print i + 1, i * 600, -1, run, n, -1, -1, n, run + 60, -1, 1,
		    i % 50 + 1, i % 7 + 1, -1, -1, -1, -1, -1 } }'
}

@test "by hand: two jobs on one processor" {
	# both at 0, 100 s each: waits 0 and 100, mean 50; of the second the
	# slowdown is (100 + 100) / 100 = 2, mean 1.5; 200 s are used of 200
	{
		echo '1 0 -1 100 1 -1 -1 1 100 -1 1 1 1 -1 -1 -1 -1 -1'
		echo '2 0 -1 100 1 -1 -1 1 100 -1 1 2 1 -1 -1 -1 -1 -1'
	} >two.swf
	run fsim sweep -q --grid policy=easy,fcfs --cpus 1 --nodes 1 \
	    --csv two.swf
	[ "$output" = '' ]
	run fsim sweep --grid policy=easy,fcfs --cpus 1 --nodes 1 --csv \
	    -o wait_mean,slowdown_mean,utilisation,makespan two.swf
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = policy,wait_mean,slowdown_mean,utilisation,makespan ]
	[ "${lines[1]}" = easy,50,1.5,1,200 ]
	[ "${lines[2]}" = fcfs,50,1.5,1,200 ]
}

@test "the same bytes whatever the number of processes" {
	sweep -j 1 --out one.csv t.swf >one
	sweep -j 3 --out three.csv t.swf >three
	sweep t.swf >none
	cmp one three
	cmp one none
	cmp one.csv three.csv
	[ "$(wc -l <one.csv)" -eq 13 ]
}

@test "shards together are the whole; collect tells what is missing" {
	sweep --out whole.csv t.swf >whole
	for i in 1 2 3 4 5; do
		sweep --shard $i/5 --out part.$i -q t.swf
	done
	# 12 points dealt to 5: 3, 3, 2, 2, 2, and a line of names each
	[ "$(cat part.? | wc -l)" -eq 17 ]
	[ "$(wc -l <part.1)" -eq 4 ]
	run fsim sweep --collect part.3 part.1 part.5 part.2 part.4
	[ "$status" -eq 0 ]
	[ "$output" = "$(cat whole)" ]
	fsim sweep --collect --out joined.csv -q part.?
	cmp joined.csv whole.csv
	run fsim sweep --collect -q part.1 part.2 part.4
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: 4 of 12 points have no result: 3, 5, 8, 10 (--tasks names the tasks to run again)" ]
	run fsim sweep --shard 6/5 --grid seed=1 t.swf
	[ "$status" -eq 1 ]
	[[ $output == "fsim: error: --shard needs I/N with I from 1 to N"* ]]
}

@test "a sweep that was killed goes on where it was" {
	sweep --out whole.csv -q t.swf
	# killed in the middle of the fifth line
	head -4 whole.csv >cut.csv
	sed -n 5p whole.csv | head -c 40 >>cut.csv
	cp cut.csv before.csv
	sweep --out cut.csv -q t.swf
	cmp cut.csv whole.csv
	# what was there was not simulated again: a wrong number stays
	sed 's/^\([0-9a-f]*,2,12,[^,]*,[^,]*\),60,/\1,61,/' whole.csv >wrong.csv
	! cmp -s wrong.csv whole.csv
	sed -i 7,8d wrong.csv
	sweep --out wrong.csv -q t.swf
	[ "$(diff wrong.csv whole.csv | grep -c '^<')" -eq 1 ]
	diff wrong.csv whole.csv | grep -q '^< [0-9a-f]*,2,12,slurm,1,61,'
}

# killed_midway N: a sweep of N points was killed before it had them all
killed_midway() {
	rm -f long.csv
	fsim sweep --grid seed=1.."$1" -j 2 --out long.csv -q long.swf &
	await has_lines 3 long.csv
	kill -KILL $! || true
	await_end $!
	[ "$(wc -l <long.csv)" -le "$1" ]
}

@test "killed for real, by its number, and again" {
	# its points are simulated twice, so it is no longer than that
	long_trace | head -n 4001 >long.swf
	n=12
	until killed_midway $n; do
		n=$((n * 2))
	done
	fsim sweep --grid seed=1..$n --out long.csv -q long.swf
	[ "$(wc -l <long.csv)" -eq $((n + 1)) ]
	fsim sweep --grid seed=1..$n --out again.csv -q long.swf
	cmp long.csv again.csv
}

# state PID: of a process, a letter; nothing if there is none
state() {
	cat "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 3
}

stands() {
	[[ $(state "$1") != [RSD] ]]
}

# has_stopped PID: a worker of that sweep stands still amidst its point
has_stopped() {
	worker=$(cat /proc/[0-9]*/stat 2>/dev/null |
	    awk -v parent="$1" '$4 == parent && !n++ { print $1 }')
	[ -n "$worker" ] && kill -STOP "$worker" && await stands "$worker" &&
		[ "$(state "$worker")" = T ]
}

has_stopped_or_ended() {
	has_stopped "$1" || is_gone "$1"
}

@test "a worker that is killed is told, the others go on" {
	[ -e /proc/self/stat ] || skip 'no /proc here'
	long_trace >long.swf
	n=4
	worker=
	until [ "$(state "$worker")" = T ]; do
		n=$((n * 2))
		rm -f l.csv
		fsim sweep --grid seed=1..$n -j 1 --out l.csv -q long.swf \
		    2>err &
		pid=$!
		await has_stopped_or_ended $pid
	done
	kill -KILL "$worker"
	await_end $pid
	[ "$status" -eq 1 ]
	grep -Eqx 'fsim: error: point [0-9]+ \(seed=[0-9]+\): its process was '\
'killed by signal 9 \(Killed\)' err
	[ "$(wc -l <l.csv)" -eq $n ]
}

@test "SIGTERM ends it at once and leaves what is done" {
	long_trace >long.swf
	fsim sweep --grid seed=1..400 -j 1 --out long.csv -q long.swf &
	pid=$!
	await has_lines 2 long.csv
	kill $pid
	await_end $pid
	[ "$status" -eq 130 ]
	[ "$(tail -c 1 long.csv | od -An -c)" = "  \\n" ]
}

@test "two at once on one file: the second is refused" {
	long_trace >long.swf
	fsim sweep --grid seed=1..400 -j 1 --out both.csv -q long.swf &
	pid=$!
	await [ -s both.csv ]
	run fsim sweep --grid seed=1..400 --out both.csv long.swf
	kill $pid
	await is_gone $pid
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: another sweep writes 'both.csv': process $pid" ]
}

@test "results of another sweep are refused and left alone" {
	sweep --out r.csv -q t.swf
	cp r.csv before.csv
	for other in '--nodes 3' '--order sjf' '--shake 60'; do
		# shellcheck disable=SC2086
		run sweep --out r.csv $other t.swf
		[ "$status" -eq 1 ]
		[[ $output == "r.csv:2:1: results of another sweep: "* ]]
	done
	run fsim sweep --grid policy=slurm,easy,fcfs --grid seed=0..4 \
	    --out r.csv t.swf
	[ "$status" -eq 1 ]
	[[ $output == "r.csv:2:1: results of another sweep: "* ]]
	run fsim sweep --grid seed=0..3 --out r.csv t.swf
	[[ $output == "r.csv:1:20: results of another sweep: its grid has "* ]]
	echo 'PriorityWeightAge=1' >s.conf
	run sweep --conf s.conf --out r.csv t.swf
	[[ $output == "r.csv:2:1: results of another sweep: "* ]]
	awk 'NR == 5 { $2++ } 1' t.swf >v.swf
	run sweep --out r.csv v.swf
	[[ $output == "r.csv:2:1: results of another sweep: "* ]]
	cmp r.csv before.csv
	# nor is a file overwritten that is something else
	echo 'dear diary' >diary
	run sweep --out diary t.swf
	[ "$status" -eq 1 ]
	[[ $output == "diary:1:"* ]]
	printf 'no end' >diary2
	run sweep --out diary2 t.swf
	[ "$status" -eq 1 ]
	[ "$(cat diary diary2)" = "dear diary
no end" ]
}

@test "the best first" {
	sweep --csv -o wait_mean --sort wait_mean t.swf >by_wait
	tail -n +2 by_wait | cut -d, -f3 >waits
	sort -g waits | cmp - waits
	sweep --csv -o utilisation --sort utilisation t.swf |
	    tail -n +2 | cut -d, -f3 >used
	sort -gr used | cmp - used
	run sweep --sort best t.swf
	[ "$status" -eq 1 ]
	[[ $output == "fsim: error: unknown metric 'best' (jobs, started, "* ]]
}

@test "settings change what happens, and JSON has it" {
	# a pool knows no limits of Slurm; its order does count
	run fsim sweep --grid PriorityDecayHalfLife=0:10,7-0 \
	    --grid order=submit,fairtree --policy easy --json -o wait_mean,jobs \
	    t.swf
	[ "$status" -eq 0 ]
	[ "$(grep -c '"jobs": 60' <<<"$output")" -eq 4 ]
	[[ $output == *'"schema": "fairtree.sweep/1"'* ]]
	[[ $output == *'"PriorityDecayHalfLife": "0:10"'* ]]
}

# what FILE: the warnings in it.
warnings() {
	grep warning err || true
}

@test "a key without effect is named, with what is behind it" {
	fsim sweep --grid PriorityDecayHalfLife=1-0,7-0 \
	    --grid PriorityWeightAge=0,1000 t.swf >out 2>err
	[ "$(warnings)" = 'fsim: warning: PriorityDecayHalfLife made no '\
'difference in any row
fsim: warning: PriorityWeightAge made no difference in any row
fsim: warning: all weights are 0: first come, first served (2 of 4 points)
fsim: warning: only PriorityWeightAge is not 0: first come, first '\
'served (2 of 4 points)' ]
	fsim sweep --grid PriorityDecayHalfLife=1-0,7-0 t.swf >out 2>err
	[ "$(warnings)" = 'fsim: warning: PriorityDecayHalfLife made no '\
'difference in any row
fsim: warning: all weights are 0: first come, first served' ]
	fsim sweep --grid PriorityDecayHalfLife=1-0,7-0 --policy easy \
	    --order submit t.swf >out 2>err
	[ "$(warnings | tail -n 1)" = \
	    'fsim: warning: order submit: first come, first served' ]
	echo PriorityType=priority/basic >basic.conf
	fsim sweep --grid PriorityDecayHalfLife=1-0,7-0 --conf basic.conf \
	    t.swf >out 2>err
	[ "$(warnings | tail -n 1)" = 'fsim: warning: '\
'PriorityType=priority/basic: first come, first served' ]
	# it matters in one row: not named
	fsim sweep --grid PriorityDecayHalfLife=0:10,7-0 --policy easy \
	    --grid order=submit,fairtree t.swf >out 2>err
	[ "$(warnings)" = '' ]
	# one value is compared with nothing
	fsim sweep --grid PriorityDecayHalfLife=1-0 t.swf >out 2>err
	[ ! -s err ]
	fsim sweep -q --grid PriorityDecayHalfLife=1-0,7-0 t.swf >out 2>err
	[ ! -s err ]
	# a part cannot know; who puts the parts together can
	for i in 1 2; do
		fsim sweep --grid PriorityDecayHalfLife=1-0,7-0 --shard $i/2 \
		    --out part.$i t.swf >out 2>err
		[ "$(warnings)" = '' ]
	done
	fsim sweep --collect part.1 part.2 >out 2>err
	[ "$(warnings)" = 'fsim: warning: PriorityDecayHalfLife made no '\
'difference in any row' ]
}

@test "the example of the page has six different rows" {
	eval "$(fsim sweep --help | grep -o 'fsim sweep.*PriorityDecay.*swf' |
	    sed "s|trace.swf|$examples/month.swf|")" >out 2>err
	[ ! -s err ]
	[ "$(tail -n +3 out | awk '{ print $4, $5, $6 }' | sort -u |
	    wc -l)" -eq 6 ]
}

@test "points in which no job starts" {
	run fsim sweep --grid nodes=1,2,4 --cpus 1 --csv -o started t.swf
	[ "$status" -eq 0 ]
	# 60 jobs of 1, 2, 3 processors in turn
	[ "${lines[1]} ${lines[2]} ${lines[3]}" = '1,20 2,40 4,60' ]
	sed 's/ 1 -1 -1 1 / 2 -1 -1 2 /' t.swf >wide.swf
	run fsim sweep --grid nodes=1,2,4 --cpus 1 wide.swf
	[ "$status" -eq 0 ]
	[ "${lines[-1]}" = 'fsim: warning: no job started at 1 of 3 points: '\
'nodes=1 (fsim replay says why)' ]
	run fsim sweep -q --grid nodes=1 --grid seed=0,1 --cpus 1 wide.swf
	[ "$status" -eq 1 ]
	[ "$output" = 'fsim: error: no job started at any point (fsim replay '\
'says why)' ]
}

@test "bad grids" {
	bad() {
		run fsim sweep "$@" t.swf
		[ "$status" -eq 1 ]
		echo "$output"
	}
	bad --grid PriorityDecayHalflive=1
	[ "$output" = "fsim: error: --grid: unknown setting \
'PriorityDecayHalflive'; did you mean 'PriorityDecayHalfLife'?" ]
	bad --grid PriorityWeightAge
	[ "$output" = "fsim: error: --grid needs KEY=VALUE,VALUE,..., not \
'PriorityWeightAge'" ]
	bad --grid PriorityWeightAge=1,,2
	[ "$output" = "fsim: error: --grid PriorityWeightAge: empty value" ]
	bad --grid PriorityWeightAge=1,many
	[[ $output == "fsim: error: --grid PriorityWeightAge: "* ]]
	bad --grid seed=1..3,2
	[ "$output" = "fsim: error: --grid seed: '2' is repeated" ]
	bad --grid seed=5..1
	[ "$output" = "fsim: error: --grid seed: bad range '5..1'" ]
	bad --grid nodes=0
	bad --grid policy=best
	bad --grid seed=1 --grid seed=2
	[ "$output" = "fsim: error: --grid: 'seed' is repeated" ]
	bad --grid seed=1..2000 --grid nodes=1..2000
	[ "$output" = "fsim: error: --grid: more than 1000000 points" ]
	bad --grid ClusterName=a,b
	bad
	[[ $output == "fsim: error: nothing to sweep: "* ]]
	# settings that are bad together, before anything is simulated
	bad --grid PriorityDecayHalfLife=7-0,0 --grid seed=1..500 --out x.csv
	[[ $output == "fsim: error: PriorityDecayHalfLife=0 seed=1: "* ]]
	[ ! -e x.csv ]
	run fsim sweep --grid seed=1 nowhere.swf
	[ "$status" -eq 1 ]
	[[ $output == *"cannot open 'nowhere.swf'"* ]]
	run fsim sweep --grid seed=1 --db nowhere.db t.swf
	[[ $output == "fsim: error: no such store: nowhere.db ("* ]]
	[ ! -e nowhere.db ] && [ ! -e none.db ]
}

@test "values that have commas are parted by |" {
	run fsim sweep --csv -o jobs \
	    --grid 'SchedulerParameters=bf_interval=30,bf_max_job_test=10|defer' \
	    t.swf
	[ "$status" -eq 0 ]
	[ "${lines[1]}" = '"bf_interval=30,bf_max_job_test=10",60' ]
	[ "${lines[2]}" = 'defer,60' ]
}

@test "words of lists: the rest of the list stays" {
	echo 'SchedulerParameters=bf_max_job_test=5,bf_interval=60,defer' >s.conf
	fsim sweep --conf s.conf --csv -o wait_mean,wait_max \
	    --grid bf_interval=30,900 t.swf 2>err >words
	fsim sweep --csv -o wait_mean,wait_max --grid 'SchedulerParameters='\
'bf_max_job_test=5,bf_interval=30,defer|bf_max_job_test=5,bf_interval=900,'\
'defer' t.swf >lists
	[ "$(head -n 1 words)" = bf_interval,wait_mean,wait_max ]
	[ "$(tail -n +2 words | cut -d, -f2-)" = \
	    "$(tail -n +2 lists | cut -d, -f4-)" ]
	[ "$(tail -n +2 words | cut -d, -f2- | sort -u | wc -l)" -eq 2 ]
	# with its list, in any case; a range; a list that is swept as a whole
	fsim sweep --conf s.conf --csv -o wait_mean,wait_max \
	    --grid schedulerparameters.BF_INTERVAL=30,900 t.swf >with
	cmp words with
	run fsim sweep -q --grid bf_interval=30..33 --out r.csv t.swf
	[ "$(wc -l <r.csv)" -eq 5 ]
	fsim sweep --csv -o wait_mean,wait_max --grid bf_interval=30,900 \
	    --grid "SchedulerParameters=bf_max_job_test=5,defer|defer" t.swf >all
	grep '^30,"bf_max' all | cut -d, -f4- >a
	sed -n 2p words | cut -d, -f2- | cmp - a
	# switches
	echo 'PriorityFlags=DEPTH_OBLIVIOUS,NO_FAIR_TREE' >f.conf
	echo 'PriorityWeightFairshare=1000' | tee -a f.conf >g.conf
	fsim sweep --conf f.conf --csv -o user_jain \
	    --grid DEPTH_OBLIVIOUS=yes,no --grid NO_FAIR_TREE=no,yes t.swf >got
	for flags in DEPTH_OBLIVIOUS DEPTH_OBLIVIOUS,NO_FAIR_TREE '' \
	    NO_FAIR_TREE; do
		echo "PriorityFlags=\"$flags\"" | cat - g.conf >h.conf
		fsim sweep --conf h.conf --csv -o user_jain --grid seed=0 t.swf |
		    sed -n 's/^0,//p'
	done >want
	tail -n +2 got | cut -d, -f3 | cmp - want
	# the weight of a TRES
	run fsim sweep --csv -o jobs --grid PriorityWeightTRES.cpu=0,1000 t.swf
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = PriorityWeightTRES.cpu,jobs ]
}

@test "words of lists that are refused" {
	bad() {
		run fsim sweep --grid "$1" t.swf
		[ "$status" -eq 1 ]
		[ "$output" = "fsim: error: $2" ]
	}
	bad bf_intervall=1 "--grid: unknown setting 'bf_intervall'; did you \
mean 'bf_interval'?"
	bad SchedulerParameters.bf_intervall=1 "--grid: unknown option of \
SchedulerParameters 'bf_intervall'; did you mean 'bf_interval'?"
	bad SchedulerParameters.xyz=1 "--grid: unknown option of \
SchedulerParameters 'xyz'"
	bad PriorityFlags.bf_interval=1 "--grid: unknown option of PriorityFlags \
'bf_interval'"
	bad PriorityType.basic=1 "--grid: PriorityType has no options that can \
be swept: 'PriorityType.basic'"
	bad min_exempt_priority=0,1 "--grid: 'min_exempt_priority' is \
ambiguous: use SchedulerParameters.min_exempt_priority or \
PreemptParameters.min_exempt_priority"
	bad bf_interval=99999 "--grid bf_interval: bad value '99999': expected -1 \
to 10800"
	bad defer=perhaps "--grid defer: bad value 'perhaps': expected yes or no"
	bad PriorityWeightTRES.gpu=1 "PriorityWeightTRES.gpu=1: --grid: TRES \
'gpu' of PriorityWeightTRES is not in AccountingStorageTRES"
	run fsim sweep --grid bf_interval=1 \
	    --grid SchedulerParameters.bf_interval=2 t.swf
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: --grid: 'bf_interval' is repeated" ]
}

@test "a store lends its tree and stays as it is" {
	facctmgr -i --db site.db add account g1 fairshare=9 >/dev/null
	facctmgr -i --db site.db add account g2 fairshare=1 >/dev/null
	cp site.db before.db
	fsim sweep --grid seed=0 --db site.db --out with.csv -q t.swf
	fsim sweep --grid seed=0 --out without.csv -q t.swf
	cmp site.db before.db
	# other marks: other trees
	[ "$(sed -n 2p with.csv | cut -d, -f1)" != \
	    "$(sed -n 2p without.csv | cut -d, -f1)" ]
}

# rows COLUMN ARGUMENT...: the lines of CSV of a sweep of two.swf on one processor
rows() {
	fsim sweep --policy fcfs --nodes 1 --cpus 1 --csv -o "$1" "${@:2}" two.swf \
	    2>/dev/null | tail -n +2 | xargs
}

@test "choices of a replay as keys of a grid, by hand" {
	# both at 0; the processor is out until 50: waits 50 and 150 instead of 0
	# and 100
	two 100 >two.swf
	echo '0 50 1' >out
	[ "$(rows wait_mean --grid outages=none,out)" = 'none,50 out,100' ]
	# a failure from 50 to 60 ends the first job: it fails, and the second
	# starts at 60; or the one that is put back runs from 60 to 160
	echo '50 60 1' >fails
	[ "$(rows makespan --outages fails --grid on-failure=fail,requeue)" = \
	    'fail,160 requeue,260' ]
	# a limit of 60 s ends the first: the second waits so long; f=0: limits
	# are the run times
	sed 's/ 1 100 -1 1 / 1 60 -1 1 /' two.swf >limited.swf
	cp limited.swf two.swf
	[ "$(rows wait_mean --grid overrun=kill,allow)" = 'kill,30 allow,50' ]
	[ "$(rows wait_mean --grid limits=none,f=0)" = 'none,30 f=0,50' ]
	# the second comes 30 s after the end of the first, instead of at 0
	two 100 | sed '2s/-1 -1$/1 30/' >two.swf
	[ "$(rows wait_mean --grid feedback=no,yes)" = 'no,50 yes,0' ]
	# 10 s each: slowdowns 1 and 20 / 10; with a bound of 20 both are 1
	two 10 >two.swf
	[ "$(rows slowdown_mean --grid bound=10,20)" = '10,1.5 20,1' ]
	# at 0 and 5: waits 0 and 5; from 5 on, or up to 5 before the last, one
	two 10 | sed '2s/^2 0 /2 5 /' >two.swf
	[ "$(rows wait_mean --grid warmup=0,5)" = '0,2.5 5,5' ]
	[ "$(rows wait_mean --grid cooldown=0,5)" = '0,2.5 5,0' ]
	# times of outages count from the beginning of each trace
	two 100 >two.swf
	(echo '; UnixStartTime: 1000000' && cat two.swf) >later.swf
	[ "$(rows wait_mean --grid outages=none,out later.swf)" = \
	    'later.swf,none,50 later.swf,out,100 two.swf,none,50 two.swf,out,100' ]
	[ "$(fsim sweep --policy fcfs --outages out --grid cpus=1 --nodes 1 --csv \
	    -o wait_mean --means two.swf later.swf | sed -n 2p)" = \
	    1,2,100,0,100,100 ]
	# a seed that resamples leaves the machine as it is
	awk '/^;/ || $2 = $1 * 43200' t.swf >long.swf
	[ "$(fsim sweep --policy fcfs --grid outages=none,out --csv -o jobs \
	    --grid resample.weeks=1..3 long.swf 2>/dev/null | wc -l)" -eq 7 ]
}

@test "traces that are drawn are those of fsim trace" {
	for load in 0.7 0.9; do
		for seed in 1 2 3; do
			fsim trace --jobs 200 --load $load --seed $seed >drawn.swf
			fsim sweep --grid policy=easy,fcfs --csv -o wait_mean,jobs \
			    --limits f=1 drawn.swf | sed -n "s/^[ef]/$load,$seed,&/p"
		done
	done | tr -d '\r' | sort >want
	fsim sweep --generate jobs=200 --grid trace.load=0.7,0.9 \
	    --grid trace.seed=1..3 --grid policy=easy,fcfs --csv \
	    -o wait_mean,jobs --limits f=1 --out whole.csv >points
	tail -n +2 points | tr -d '\r' | sort | cmp - want
	[ "$(wc -l <want)" -eq 12 ]
	# a drawn trace is a unit
	fsim sweep --collect --means --against policy=easy,trace.load=0.7 --csv \
	    -o wait_mean whole.csv >means
	awk -F, '{ s[$1 "," $3] += $4 } END { for (k in s) print k, s[k] / 3 }' \
	    want | sort >by-hand
	awk -F, 'NR > 1 { print $1 "," $2, $5 }' means | sort | join by-hand - |
	    awk '{ if (($2 - $3) ^ 2 < 1e-9 * $2 ^ 2) n++ } END { print n }' >equal
	[ "$(cat equal)" = 4 ]
	[ "$(cut -d, -f3 means | tail -n +2 | sort -u)" = 3 ]
	[ "$(fsim sweep --collect --means -o wait_mean whole.csv | head -n 1)" = \
	    'The unit is a trace; +-: 95 % confidence' ]
	# tasks draw them, too
	fsim sweep --generate jobs=200 --grid trace.load=0.7,0.9 \
	    --grid trace.seed=1..3 --grid policy=easy,fcfs --limits f=1 \
	    --emit-commands --chunk 5 -q | sh
	fsim sweep --collect -q --out joined.csv sweep.csv.*
	cmp joined.csv whole.csv
	# memory for the longest
	fsim sweep --generate cpus=8 --grid trace.jobs=10,10000 --emit-commands \
	    2>err >lines
	# 2 x (16 + 10000 / 1024, rounded up)
	grep -q ', each needs at most 52 MiB; ' err
	! grep " $" lines
	refused() {
		run fsim sweep "${@:2}"
		[ "$status" -eq 1 ]
		[ "${lines[0]}" = "fsim: error: $1" ]
	}
	refused 'the trace is generated: name no TRACE' --grid trace.seed=1 t.swf
	refused 'no trace to replay' --grid nodes=1
	refused "--generate needs KEY=VALUE,... with options of fsim trace, not 'x'" \
	    --generate x --grid nodes=1
	refused "--generate: 'load' is repeated" --generate load=1,load=2 \
	    --grid nodes=1
	refused '--generate load and --grid trace.load exclude each other' \
	    --generate load=1 --grid trace.load=1
	refused "--grid: unknown option of fsim trace 'sed'; did you mean 'seed'?" \
	    --grid trace.sed=1
	refused "--grid trace.load: --load needs a number above 0, not 'x'" \
	    --grid trace.load=x
	refused 'point 1 (trace.users=1): more accounts than users: 6, 1' \
	    --grid trace.users=1 -q
	refused '--sessions needs recorded waits, which the trace does not have' \
	    --grid trace.seed=1 --feedback --sessions 60
	run fsim solve --grid trace.seed=1,2 --target 'wait_mean<=1' t.swf
	[ "$status" -eq 1 ]
}

@test "choices that no point can use are refused" {
	refused() {
		run fsim sweep "${@:2}" t.swf
		[ "$status" -eq 1 ]
		[ "${lines[0]}" = "fsim: error: $1" ]
	}
	echo '0 50 1' >out
	refused '--policy and --grid policy exclude each other' \
	    --policy easy --grid policy=easy,fcfs
	refused '--outages and --grid outages exclude each other' \
	    --outages out --grid outages=none,out
	refused '--order needs a pool policy (--policy easy, conservative or fcfs); slurm orders by priority' \
	    --order sjf --grid policy=slurm
	refused '--depth needs --policy easy: fcfs plans nothing, conservative every job, and slurm has bf_max_job_test' \
	    --depth 2 --grid policy=slurm,fcfs
	refused '--on-failure needs --outages' --grid on-failure=fail,requeue
	refused '--on-failure needs --outages' --on-failure fail --grid outages=none
	refused '--limits-seed needs --limits' --limits-seed 3 --grid nodes=1
	refused '--sessions needs --feedback' --sessions 60 --grid policy=easy
	refused '--fair-start needs submissions that do not depend on the schedule: not with --feedback' \
	    --fair-start --grid feedback=no,yes
	refused "bad word for --grid feedback: 'maybe' (no or yes)" \
	    --grid feedback=maybe
	refused "--grid warmup needs a length of time, not 'x'" --grid warmup=0,x
	refused '--collect takes no options of a sweep: the files record what was swept' \
	    --collect --nodes 3
}

# Whatever defines the replays is part of the command lines, and what they find is
# what one process finds.
@test "all choices of a replay are swept by tasks, too" {
	local file_options='--outages out --on-failure fail'

	echo '100 900 1' >out
	echo '500 700 2' >other
	echo PriorityWeightAge=10 >age.conf
	printf 'user %s anna@physics\n' 1 2 >map
	facctmgr -Q add account physics
	facctmgr -Q add user anna account=physics
	# jobs 7 to 60 follow the one three before them; they waited
	awk '/^;/ { print; next } { $3 = 5 } $1 > 6 { $17 = $1 - 3; $18 = 10 }
	    1' t.swf >linked.swf
	while read -r options; do
		rm -f whole.csv sweep.csv.* joined*.csv
		# shellcheck disable=SC2086
		fsim sweep $options --out whole.csv -q linked.swf
		# shellcheck disable=SC2086
		fsim sweep $options --emit-commands --chunk 2 -q linked.swf >lines
		[ "$(grep -cF -- " $options " lines)" -eq "$(wc -l <lines)" ]
		sh lines
		fsim sweep --collect --out joined.csv -q sweep.csv.[0-9]*
		cmp joined.csv whole.csv
		rm sweep.csv.*
		# shellcheck disable=SC2086
		fsim sweep $options --emit-slurm-array=2 linked.swf >job.sh
		for i in 1 2; do
			SLURM_ARRAY_TASK_ID=$i sh job.sh
		done
		fsim sweep --collect --out joined2.csv -q sweep.csv.[0-9]*
		cmp joined2.csv whole.csv
	done <<-END
		--grid seed=0..2 --policy easy --order sjf --depth 2
		--grid policy=easy,fcfs --overrun allow --repeat 2
		--grid policy=easy,fcfs --feedback --sessions 20:00
		--grid policy=easy,fcfs $file_options --nodes 2 --cpus 2
		--grid seed=1,2 --limits modal=1:00:00 --limits-seed 7 --shake 60
		--grid seed=0,1 --policy fcfs --bound 20 --warmup 500 --cooldown 500
		--grid policy=slurm,fcfs --fair-start
		--grid nodes=2,4 --db $FAIRTREE_DB --map map --conf age.conf
		--policy easy --grid outages=none,out,other --grid feedback=no,yes
		--policy easy --grid outages=out,other --grid on-failure=requeue,fail
		--policy easy --grid overrun=kill,allow --grid limits=none,f=0,f=2,modal
		--policy fcfs --grid bound=1,10 --grid warmup=0,500 --grid cooldown=0,500
		--grid depth=1,3 --policy easy --order saf
		--grid order=sjf,f1 --policy easy
	END
}

@test "the script of an array runs the same sweep, task by task" {
	sweep --out whole.csv t.swf >whole
	sweep --emit-slurm-array=5 t.swf >job.sh
	[ ! -e sweep.csv ]
	grep -qx '#SBATCH --array=1-5' job.sh
	grep -q -- '--shard "$SLURM_ARRAY_TASK_ID/5"' job.sh
	for i in 1 2 3 4 5; do
		SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=5 sh job.sh
	done
	fsim sweep --collect --out joined.csv -q sweep.csv.[0-9]*
	cmp joined.csv whole.csv
	# a task that is submitted again alone, sbatch --array=3, does its part
	cp sweep.csv.3 before.3
	rm sweep.csv.3
	SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=1 sh job.sh
	cmp sweep.csv.3 before.3
	# its settings are those of here, whatever the cluster has
	echo 'PriorityWeightAge=7' >here.conf
	echo 'PriorityWeightAge=8' >there.conf
	SLURM_CONF=here.conf fsim sweep --grid seed=1 --out h.csv -q t.swf
	SLURM_CONF=here.conf fsim sweep --grid seed=1 --out i.csv \
	    --emit-slurm-array t.swf >i.sh
	SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=1 SLURM_CONF=there.conf \
	    sh i.sh
	cmp h.csv i.csv.1
	# never more tasks than points
	sweep --emit-slurm-array t.swf | grep -qx '#SBATCH --array=1-12'
	sweep --emit-slurm-array=40 t.swf | grep -qx '#SBATCH --array=1-12'
	# names that a shell would read otherwise
	cp t.swf "it's a trace.swf"
	fsim sweep --grid 'SchedulerParameters=bf_interval=30|defer' \
	    --emit-slurm-array --out 'my results' "it's a trace.swf" >odd.sh
	for i in 1 2; do
		SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=2 sh odd.sh
	done
	fsim sweep --collect -q 'my results'.[0-9]*
}

# two RUN: both at 0 on one processor: waits 0 and RUN, their mean is half of it
two() {
	echo "1 0 -1 $1 1 -1 -1 1 $1 -1 1 1 1 -1 -1 -1 -1 -1"
	echo "2 0 -1 $1 1 -1 -1 1 $1 -1 1 2 1 -1 -1 -1 -1 -1"
}

@test "options without a value are part of the script, too" {
	run fsim sweep --grid policy=easy,fcfs --feedback --overrun allow \
	    --emit-slurm-array t.swf
	[ "$status" -eq 0 ]
	[[ $output == *' --feedback --overrun allow '* ]]
	run fsim sweep --grid policy=easy,fcfs --feedback -o wait_mean t.swf
	[ "$status" -eq 0 ]
	[[ $output == *'Feedback  0 of 60 jobs follow another'* ]]
	run fsim sweep --grid policy=easy,fcfs --feedback -o wait_mean --json \
	    t.swf
	[[ $output == *'"rules": {'*'"followers": 0'* ]]
}

@test "means over traces, by hand" {
	for run in 20 24 22 26 18; do
		two $run >two$run.swf
	done
	# 10 12 11 13 9: mean 11, deviation sqrt(10 / 4), over sqrt(5) 0.707107;
	# t of 4 degrees is 2.776445 (tables): 1.963243
	fsim sweep --grid policy=easy,fcfs --nodes 1 --cpus 1 --means --csv \
	    -o wait_mean --out all.csv two??.swf >out
	[ "$(head -n 1 out)" = \
	    policy,n,wait_mean,wait_mean_half,wait_mean_low,wait_mean_high ]
	awk -F, 'NR > 1 { printf "%s %d %.6g %.6f %.6f %.6f\n", $1, $2, $3, $4, $5,
	    $6 }' out >have
	printf '%s 5 11 1.963243 9.036757 12.963243\n' easy fcfs | diff - have
	# the points are still those of each trace
	[ "$(wc -l <all.csv)" -eq 11 ]
	[ "$(sed -n 1p all.csv | cut -d, -f1-5)" = \
	    sweep,point,points,trace,policy ]
	[ "$(sed -n 2p all.csv | cut -d, -f4,5)" = two18.swf,easy ]
	fsim sweep --collect --means --csv -o wait_mean all.csv | cmp - out
	fsim sweep --collect --means -o wait_mean all.csv >people
	[ "$(head -n 1 people)" = 'The unit is a trace; +-: 95 % confidence' ]
	grep -Eqx ' *easy +5 +00:00:11 +00:00:02 *' people
	fsim sweep --collect --means --json -o wait_mean all.csv >json
	grep -q '"unit": "trace",' json
	grep -q '{"policy": "easy", "n": 5, "wait_mean": 11.0, ' json
	# at 50 %: t of 4 degrees 0.740697: 0.523752
	[ "$(fsim sweep --collect --means --confidence 50 --csv -o wait_mean \
	    all.csv | awk -F, 'NR == 2 { printf "%.4f", $4 }')" = 0.5238 ]
	# a task of an array has them all
	fsim sweep --grid policy=easy,fcfs --nodes 1 --cpus 1 \
	    --emit-slurm-array=2 two??.swf >job.sh
	for i in 1 2; do
		SLURM_ARRAY_TASK_ID=$i sh job.sh
	done
	fsim sweep --collect -q --out joined.csv sweep.csv.[12]
	cmp joined.csv all.csv
	run fsim sweep --grid seed=1 two18.swf two18.swf
	[ "$output" = "fsim: error: trace 'two18.swf' is repeated" ]
}

# On two processors nobody waits, so each difference from two processors is a wait
# on one, as above: 10 12 11 13 9.
@test "differences from a row, by hand" {
	for run in 20 24 22 26 18; do
		two $run >two$run.swf
	done
	fsim sweep --grid policy=easy,fcfs --grid nodes=1,2 --cpus 1 --means \
	    --against nodes=2,policy=easy --csv -o wait_mean --out all.csv \
	    two??.swf >out 2>/dev/null
	[ "$(head -n 1 out | cut -d, -f3-5,9,10,13)" = n,pairs,wait_mean,wait_mean_difference,wait_mean_difference_half,wait_mean_better ]
	[ "$(head -n 1 out | cut -d, -f11,12)" = \
	    wait_mean_difference_low,wait_mean_difference_high ]
	awk -F, 'NR > 1 { for (i = 10; i <= 12; i++) if ($i != "")
	    $i = sprintf("%.6g", $i)
	    print $1, $2, $3, $4, "[" $9, $10, $11, $12, $13 "]" }' out >have
	diff - have <<'END'
easy 1 5 5 [11 1.96324 9.03676 12.9632 base]
easy 2 5 0 [    ]
fcfs 1 5 5 [11 1.96324 9.03676 12.9632 base]
fcfs 2 5 5 [0 0 0 0 ]
END
	# the policies are the same in each trace, however much traces differ
	[ "$(fsim sweep --collect --means --against first --csv -o wait_mean \
	    all.csv 2>/dev/null | awk -F, '$1 == "fcfs" && $2 == 1 {
	    printf "%.6f %s %s", $6, $9, $10 }')" = '1.963243 0 0' ]
	# the other way round, people see the interval of the difference
	fsim sweep --collect --means --against nodes=1,policy=fcfs \
	    -o wait_mean all.csv >people 2>/dev/null
	[ "$(head -n 1 people)" = 'Diff: the row less the base, policy=fcfs nodes=1, unit by unit; its interval follows' ]
	grep -Eqx ' *fcfs +2 +5 +5 +00:00:00 +-00:00:11 +00:00:02 +row *' people
	fsim sweep --collect --means --against first -o wait_mean --json all.csv \
	    >json 2>/dev/null
	tr -d ' \n' <json | grep -q '"against":{"policy":"easy","nodes":"1"},"groups"'
	grep -q '"wait_mean_difference": -11.0, .*"wait_mean_better": "row"}' json
	# a base that lacks the trace of 9: four pairs, 10 12 11 13: 11.5,
	# deviation sqrt(5 / 3), over 2 0.645497; t of 3 degrees 3.182446: 2.054260
	grep -v 'two18.swf,easy,2' all.csv >less.csv
	[ "$(fsim sweep --collect --means --against nodes=2,policy=easy --csv \
	    -o wait_mean less.csv 2>/dev/null | awk -F, '$1 == "fcfs" && $2 == 1 {
	    printf "%d %d %s %.6f", $3, $4, $9, $10 }')" = '5 4 11.5 2.054260' ]
	against() {
		run fsim sweep --grid policy=easy,fcfs --grid nodes=1,2 --means \
		    --against "$2" two??.swf
		[ "$status" -eq 1 ]
		[ "$output" = "fsim: error: --against$1" ]
		run fsim sweep --collect --means --against "$2" all.csv
		[ "$status" -eq 1 ]
		[ "$output" = "fsim: error: --against$1" ]
	}
	against ": 2 rows have 'nodes=1': name the values of more keys" nodes=1
	against ": no row has 'nodes=7'" nodes=7
	against ": 'trace' is not a key of the rows" trace=two18.swf
	against ": 'nodes' is repeated" nodes=1,nodes=2
	against " needs first or KEY=VALUE,..., not 'x'" x
}

@test "means over seeds and resamplings, grouped by the other keys" {
	fsim sweep --grid policy=easy,fcfs --grid seed=1..4 --csv -o wait_mean \
	    t.swf >points
	fsim sweep --grid policy=easy,fcfs --grid seed=1..4 --csv -o wait_mean \
	    --means t.swf | cut -d, -f1-3 >means
	for policy in easy fcfs; do
		awk -F, -v p=$policy '$1 == p { s += $3 } END { printf "%.6g\n",
		    s / 4 }' points
	done >want
	awk -F, 'NR > 1 { printf "%.6g\n", $3 }' means | diff want -
	[ "$(cut -d, -f2 means | tail -n +2 | sort -u)" = 4 ]
	# best first: the means are sorted
	[ "$(fsim sweep --grid policy=fcfs,easy --grid seed=1..4 --csv --means \
	    -o wait_mean --sort wait_mean t.swf | cut -d, -f3 |
	    tail -n +2 | sort -g -c && echo sorted)" = sorted ]
	# one unit has no interval
	run fsim sweep --grid policy=easy --grid seed=1 --means -o wait_mean t.swf
	[ "${lines[0]}" = 'n = 1: one unit has no confidence interval' ]
	[[ ${lines[3]} == *' - '* ]]
	# every job 3 h after the one before: 60 are a week
	awk '/^;/ || $2 = $1 * 43200' t.swf >long.swf
	fsim sweep --grid resample.users=1..4 --policy fcfs --means --csv \
	    -o wait_mean,jobs long.swf >out
	# n is known, percentiles of 4 are not
	[ "$(sed -n 2p out | cut -d, -f1,3-5)" = 4,,, ]
	[ "$(fsim sweep --grid resample.users=1..40 --policy fcfs --means --csv \
	    -o jobs long.swf | awk -F, 'NR == 2 { print ($4 < $2 && $2 < $5) }')" \
	    = 1 ]
	run fsim sweep --grid resample.users=1 --policy fcfs t.swf
	[ "$output" = 'fsim: error: t.swf: resampling needs a trace of a week or more' ]
}

@test "means and resamplings that make no sense are refused" {
	refused() {
		run fsim sweep "${@:2}"
		[ "$status" -eq 1 ]
		[ "${lines[0]}" = "fsim: error: $1" ]
	}
	refused '--means needs several traces, or seed, resample.users, resample.weeks or trace.seed as a key of the grid' \
	    --means --grid policy=easy t.swf
	refused '--against needs --means' --against first --grid seed=1 t.swf
	refused '--confidence needs --means' --confidence 90 --grid seed=1 t.swf
	refused '--emit-slurm-array and --emit-commands simulate nothing: --means is for --collect' \
	    --emit-slurm-array --means --grid seed=1 t.swf
	refused '--grid: seed and resample.weeks exclude each other' \
	    --grid seed=1 --grid resample.weeks=1 t.swf
	refused '--shake needs --grid seed=...' --shake 60 --grid nodes=1 t.swf
	run fsim sweep --grid resample.weeks=0 t.swf
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "fsim: error: bad number for --grid resample.weeks: '0' \
(1 to 1000000000000)" ]
}

@test "command lines run the same sweep, task by task" {
	sweep --out whole.csv -q t.swf
	# 12 points, 5 a task at most: 3 tasks
	sweep --emit-commands --chunk 5 t.swf >commands 2>err
	[ "$(wc -l <commands)" -eq 3 ]
	grep -q -- '--shard 3/3 --out sweep.csv.3 --processes 1 --quiet t.swf$' \
	    commands
	# 16 MiB and 1 KiB for each of 60 jobs, rounded up, twice
	grep -q '^12 points in 3 tasks, each needs at most 34 MiB; then: ' err
	[ ! -e sweep.csv ]
	# each line by itself, whatever the settings of its machine
	echo 'PriorityWeightAge=8' >there.conf
	while read -r line; do
		SLURM_CONF=there.conf sh -c "$line"
	done <commands
	fsim sweep --collect --out joined.csv -q sweep.csv.[0-9]*
	cmp joined.csv whole.csv
	# names that a shell would read otherwise
	cp t.swf "it's a trace.swf"
	fsim sweep --grid seed=1,2 --emit-commands=2 --out 'my results' -q \
	    "it's a trace.swf" | sh
	fsim sweep --collect -q 'my results'.[0-9]*
	# an array in chunks says the same and is the same otherwise
	sweep --emit-slurm-array=3 t.swf >three.sh
	sweep --emit-slurm-array --chunk 5 t.swf >chunks.sh
	grep -v '^# At most 5 points a task, which needs at most 34 MiB' \
	    chunks.sh | grep -vx '# further processor.' | cmp - three.sh
	for wrong in '--chunk 5' '--emit-commands=2 --chunk 5' \
	    '--emit-commands --emit-slurm-array' '--emit-commands --shard 1/2' \
	    '--emit-commands --means' '--emit-commands --collect'; do
		# shellcheck disable=SC2086
		run sweep $wrong t.swf
		[ "$status" -eq 1 ]
	done
}

@test "a task needs no more memory than it says" {
	long_trace | head -n 5001 >five.swf
	fsim sweep --grid policy=slurm,easy --emit-commands=1 five.swf \
	    >commands 2>err
	# 16 MiB and 1 KiB for each of 5000 jobs: 20.9, two processes
	grep -q ' in 1 tasks, each needs at most 42 MiB; ' err
	# the page's: 2 x (16 + 10000 / 1024, rounded up)
	long_trace | head -n 10001 >ten.swf
	fsim sweep --grid policy=easy --emit-commands ten.swf 2>err >ten
	grep -q ', each needs at most 52 MiB; ' err
	! grep " $" lines
	# with a store, four times its size for each of the two; 20,000 users
	{
		printf '%s\n' "Cluster - 'c'" "Parent - 'root'" \
		    "Account - 'big':Fairshare=1" "Parent - 'big'"
		seq -f "User - 'v%.0f':Fairshare=1" 20000
	} >big.cfg
	FAIRTREE_DB=big.db facctmgr -iQ load big.cfg >load
	fsim sweep --grid policy=slurm,easy --db big.db --emit-commands=1 t.swf \
	    >with-store 2>err-store
	kib=$(($(stat -c %s big.db) / 1024))
	mib=$((16 + (60 + 4 * kib + 1023) / 1024))
	grep -q " in 1 tasks, each needs at most $((2 * mib)) MiB; " err-store
	sed 's/sweep.csv/store.csv/' with-store >tight
	# each process has half of it, addresses included; a sanitizer needs all
	# memory for itself
	if grep -q __asan_init "$FT_BUILD/bin/fsim"; then
		sh commands
		sh tight
	else
		(ulimit -v $((21 * 1024)) && sh commands)
		# what the jobs alone take is not enough
		run sh -c "ulimit -v $((17 * 1024)) && sh tight"
		[ "$status" -ne 0 ]
		rm -f store.csv.1
		(ulimit -v $((mib * 1024)) && sh tight)
	fi
	[ "$(wc -l <sweep.csv.1)" -eq 3 ]
	[ "$(wc -l <store.csv.1)" -eq 3 ]
}

@test "many points in chunks: interrupted, resumed, collected" {
	head -n 4 t.swf >tiny.swf
	fsim sweep --policy fcfs --grid seed=1..10000 --emit-commands --chunk 20 \
	    -q tiny.swf >commands
	[ "$(wc -l <commands)" -eq 500 ]
	# the first and the last task; the latter was killed in its tenth point
	sed -n '1p;500p' commands | sh
	[ "$(wc -l <sweep.csv.500)" -eq 21 ]
	cp sweep.csv.500 whole
	head -n 10 whole >sweep.csv.500
	sed -n 11p whole | head -c 30 >>sweep.csv.500
	run fsim sweep --collect -q sweep.csv.*
	[ "$status" -eq 1 ]
	# 20 and 9 points of it
	[[ $output == 'fsim: error: 9971 of 10000 points have no result: 2, 3, '*', ... (--tasks names the tasks to run again)' ]]
	# 2 to 499 never ran, 500 did not end
	run fsim sweep --collect --tasks 500 -q sweep.csv.*
	[ "$status" -eq 1 ]
	[ "$output" = 'fsim: error: 9971 of 10000 points have no result: run tasks 2-500 again (sbatch --array=2-500, or these lines of the commands)' ]
	sed -n 500p commands | sh
	cmp sweep.csv.500 whole
	sed -n '3p;5,7p' commands | sh
	run fsim sweep --collect --tasks 500 -q sweep.csv.*
	[[ $output == *'run tasks 2,4,8-499 again (sbatch --array=2,4,8-499, or these lines'* ]]
	run fsim sweep --collect --tasks 10001 -q sweep.csv.*
	[ "$output" = 'fsim: error: --tasks: 10001 tasks, but only 10000 points' ]
	run fsim sweep --tasks 5 --grid seed=1 tiny.swf
	[ "${lines[0]}" = 'fsim: error: --tasks needs --collect' ]
}

# Files know what made them, whatever names they have.
@test "files of sweeps with other rules are not joined" {
	echo '0 50 1' >out
	echo '0 60 1' >other
	echo PriorityWeightAge=10 >age.conf
	awk '/^;/ { print; next } { $3 = 5; print }' t.swf >real.swf
	sed 's/ 1 1 -1/ 1 2 -1/' real.swf >users.swf
	play() {
		fsim sweep --grid seed=0,1 -q --out "$1" "${@:2}"
	}
	play a.csv --policy easy real.swf
	n=0
	while read -r options; do
		# shellcheck disable=SC2086
		play b.csv $options
		run fsim sweep --collect a.csv b.csv
		[ "$status" -eq 1 ]
		[ "$output" = 'b.csv:2:1: results of another sweep than a.csv: trace, settings, options, grid or version differ' ]
		run fsim sweep --collect --out a.csv b.csv
		[ "$status" -eq 1 ]
		rm b.csv
		n=$((n + 1))
	done <<-'END'
		--policy fcfs real.swf
		--policy easy t.swf
		--policy easy --overrun allow real.swf
		--policy easy --feedback real.swf
		--policy easy --feedback --sessions 20:00 real.swf
		--policy easy --outages out real.swf
		--policy easy --outages other real.swf
		--policy easy --outages other --on-failure fail real.swf
		--policy easy --limits f=1 real.swf
		--policy easy --limits f=1 --limits-seed 2 real.swf
		--policy easy --bound 11 real.swf
		--policy easy --warmup 100 real.swf
		--policy easy --cooldown 100 real.swf
		--policy easy --fair-start real.swf
		--policy easy --order sjf real.swf
		--policy easy --depth 2 real.swf
		--policy easy --repeat 2 real.swf
		--policy easy --shake 60 real.swf
		--policy easy --conf age.conf real.swf
	END
	[ $n -eq 19 ]
}
