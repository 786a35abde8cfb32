#!/usr/bin/env bats
# fsim replay: a trace, and what its schedule was worth.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
	cd "$BATS_TEST_TMPDIR" || return
	# Four processors.  First come, first served: job 3 starts at 100, job
	# 4 behind it at 200.  With backfill job 4 fits before job 3, 50 to 80.
	cat >t.swf <<-'END'
		; UnixStartTime: 1893456000
		; MaxProcs: 4
		1  0 -1 100 2 -1 -1 2 100 -1 1 1 1 -1 -1 -1 -1 -1
		2  0 -1  50 2 -1 -1 2  50 -1 1 2 1 -1 -1 -1 -1 -1
		3 10 -1 100 4 -1 -1 4 100 -1 1 3 2 -1 -1 -1 -1 -1
		4 20 -1  30 2 -1 -1 2  30 -1 1 1 1 -1 -1 -1 -1 -1
	END
}

easy() {
	fsim replay "$1" --policy easy --order submit "${@:2}"
}

@test "backfill: the report" {
	run easy t.swf
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = 'Replay        t.swf with easy, order submit' ]
	[ "${lines[1]}" = 'Jobs          4 of 3 users in 2 accounts, '\
'4 started, 4 ended' ]
	# 4 jobs in 200 s: 72 in an hour
	[ "${lines[2]}" = 'Time          2030-01-01T00:00:00 to '\
'2030-01-01T00:03:20: 00:03:20, 72.00 jobs an hour' ]
	# 200 + 100 + 400 + 60 of 4 * 200
	# until 20 all four are used
	[ "${lines[3]}" = 'Utilisation   95.00% of 4 processors, 100.00% '\
'while jobs were submitted' ]
	# 0, 0, 90, 30: median 15
	[ "${lines[4]}" = 'Wait          mean 00:00:30, median 00:00:15, '\
'90th percentile 00:01:30, longest 00:01:30' ]
	# 100, 50, 190, 60; (200 * 100 + 100 * 50 + 400 * 190 + 60 * 60) / 760
	[ "${lines[5]}" = 'Response      mean 00:01:40, 90th percentile '\
'00:03:10, weighted by processor time 00:02:18' ]
	# 1, 1, 190 / 100, 60 / 30
	[ "${lines[6]}" = 'Slowdown      mean 1.48, median 1.45 (bounded by '\
'10 s)' ]
	[[ ${lines[7]} == 'Fairness      users: '*' (4 windows of 00:01:00)' ]]
	# of starts 0, 0, 100, 50 one pair is turned round
	[[ $output == *'started in another order than they came: 0.2500 per '* ]]
	[[ $output != *'Fair start'* ]]
}

@test "bound, warm-up, cool-down" {
	measures() {
		easy t.swf --csv "$@" | tail -n 1 |
			cut -d, -f"$(column measured),$(column wait_mean),$(
				column slowdown_mean)"
	}
	column() {
		easy t.swf --csv | head -n 1 | tr , '\n' | grep -nx "$1" |
			cut -d: -f1
	}
	# slowdowns 1, 1, 190 / 100 and max(1, 60 / 100)
	[ "$(measures --bound 100)" = 4,30,1.225 ]
	run easy t.swf --bound 1:40
	[[ $output == *'(bounded by 100 s)'* ]]
	# submissions 0, 0, 10, 20
	[ "$(measures --warmup 10)" = 2,60,1.95 ]
	[ "$(measures --warmup 5 --cooldown 10)" = 1,90,1.9 ]
	run easy t.swf --warmup 5 --cooldown 10
	[[ $output == *$'\nMeasured      1 jobs, submitted from '\
'2030-01-01T00:00:05 to 2030-01-01T00:00:10'* ]]
	run easy t.swf --json --cooldown 10
	[[ $output == *'"measured_from": 1893456000'*'"measured_to": 1893456010'* ]]
	for cut in '--warmup 21' '--warmup 11 --cooldown 1' '--cooldown 30'; do
		# shellcheck disable=SC2086 # words
		run easy t.swf $cut
		[ "$status" -eq 1 ]
		[[ $output == *'--warmup and --cooldown leave no job: all were '\
'submitted within 20 s'* ]]
	done
	run easy t.swf --bound 0
	[ "$status" -eq 1 ]
	[[ $output == *"--bound needs a length of time, not '0'"* ]]
}

@test "fair start times" {
	# X asks for 10 s and runs 4; J of all processors is planned for 10, so K
	# passes it and ends at 10; without K, J had started at 4
	cat >fair.swf <<-'END'
		; MaxProcs: 4
		1 0 -1  4 2 -1 -1 2 10 -1 1 1 1 -1 -1 -1 -1 -1
		2 1 -1 10 4 -1 -1 4 10 -1 1 2 1 -1 -1 -1 -1 -1
		3 2 -1  8 2 -1 -1 2  8 -1 1 3 1 -1 -1 -1 -1 -1
	END
	run easy fair.swf --fair-start
	[ "$status" -eq 0 ]
	# missed by 6 s, mean 6 / 3
	[[ $output == *$'\nFair start    missed by 0.3333 of the jobs, mean '\
'00:00:02 (of those jobs 00:00:06), 90th percentile 00:00:06'* ]]
	run easy fair.swf --json
	[[ $output == *'"fair_missed": null'* ]]
	# one after another nobody passes anybody
	run easy fair.swf --policy fcfs --fair-start --json
	[[ $output == *'"fair_missed": 0.0,'* ]]
}

@test "each policy" {
	wait_of() {
		easy t.swf --policy "$1" --csv | cut -d, -f6,17,19 | tail -n 1
	}
	# waits 0, 0, 90, 180; 760 of 4 * 230 processor seconds
	[ "$(wait_of fcfs)" = 67.5,0.8260869565217391,230 ]
	[ "$(wait_of easy)" = 30,0.95,200 ]
	[ "$(wait_of conservative)" = 30,0.95,200 ]
	run fsim replay t.swf --json
	[ "$status" -eq 0 ]
	[[ $output == *'"policy": "slurm"'*'"order": null'* ]]
	[[ $output == *'"ended": 4'* ]]
}

@test "orders of jobs, and how many are planned" {
	starts() {
		fsim replay "$1" "${@:2}" -q --jobs-out - |
			awk -F, 'NR == 2 { first = $6 }
				NR > 1 { printf "%d ", $6 - first }'
	}
	cat >o.swf <<-'END'
		; MaxProcs: 4
		1 0 -1 100 4 -1 -1 4 100 -1 1 1 1 -1 -1 -1 -1 -1
		2 1 -1  40 4 -1 -1 4  40 -1 1 2 1 -1 -1 -1 -1 -1
		3 2 -1  10 3 -1 -1 3  10 -1 1 3 1 -1 -1 -1 -1 -1
	END
	[ "$(starts o.swf --policy fcfs --order submit)" = '0 100 140 ' ]
	[ "$(starts o.swf --policy fcfs --order ljf)" = '0 100 140 ' ]
	[ "$(starts o.swf --policy fcfs --order sjf)" = '0 110 100 ' ]
	[ "$(starts o.swf --policy fcfs --order unicef)" = '0 110 100 ' ]
	run fsim replay o.swf --policy easy --order f1 --depth 2
	[ "${lines[0]}" = 'Replay        o.swf with easy, order f1, depth 2' ]
	run fsim replay o.swf --policy easy --order f1 --json
	[[ $output == *'"order": "f1"'*'"depth": 1,'* ]]
	run fsim replay o.swf --policy easy --order srtf
	[ "$status" -eq 1 ]
	[[ $output == *srtf* ]]
	for policy in slurm fcfs conservative; do
		run fsim replay o.swf --policy "$policy" --depth 2
		[ "$status" -eq 1 ]
		[[ $output == *'--depth needs --policy easy'* ]]
	done
	# 1 runs to 10; 2 is planned for 10; 3, of all four, for 20; 4 takes the
	# processor that 2 leaves, unless 3 is planned, too
	cat >d.swf <<-'END'
		; MaxProcs: 4
		1 0 -1 10 3 -1 -1 3 10 -1 1 1 1 -1 -1 -1 -1 -1
		2 1 -1 10 3 -1 -1 3 10 -1 1 2 1 -1 -1 -1 -1 -1
		3 2 -1 10 4 -1 -1 4 10 -1 1 3 1 -1 -1 -1 -1 -1
		4 3 -1 50 1 -1 -1 1 50 -1 1 4 1 -1 -1 -1 -1 -1
	END
	[ "$(starts d.swf --policy easy --order submit)" = '0 10 53 3 ' ]
	[ "$(starts d.swf --policy easy --order submit --depth 2)" = \
	    '0 10 20 30 ' ]
	run fsim sweep d.swf --policy easy --order submit --grid depth=1,2 \
	    --csv -o wait_mean
	# 0, 9, 51, 0; 0, 9, 18, 27
	[[ $output == *$'\n1,15\n2,13.5'* ]]
	run fsim sweep d.swf --policy fcfs --grid depth=1,2
	[ "$status" -eq 1 ]
	[[ $output == *'--depth needs --policy easy'* ]]
}

@test "a line for each job" {
	run easy t.swf -q --jobs-out -
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 5 ]
	[ "${lines[0]}" = job,user,account,cpus,submit,start,end,wait,run,\
slowdown,state,nodes,partition,qos ]
	[[ ${lines[3]} == 3,*,4,1893456010,1893456100,1893456200,90,100,1.9,\
COMPLETED,0-3,, ]]
	[[ ${lines[4]} == 4,*,2,1893456020,1893456050,1893456080,30,30,2,\
COMPLETED,2-3,, ]]
	easy t.swf -q --jobs-out jobs.csv
	[ "$(cat jobs.csv)" = "$output" ]
	run easy t.swf --jobs-out -
	[ "$status" -eq 1 ]
	[[ $output == *'--jobs-out - needs --quiet'* ]]
	run easy t.swf --jobs-out nowhere/jobs.csv
	[ "$status" -eq 1 ]
	[[ $output == *"cannot write 'nowhere/jobs.csv': No such file"* ]]
}

@test "where jobs ran, and when they were planned" {
	# 3 is planned for 100, when 1 ends; 4 fits before it, so has no plan
	run easy t.swf -q --plans --jobs-out -
	[[ ${lines[0]} == *,nodes,partition,qos,planned_first,planned ]]
	[[ ${lines[3]} == 3,*,0-3,,,1893456100,1893456100 ]]
	[[ ${lines[4]} == 4,*,2-3,,,, ]]
	run easy t.swf --plans
	[ "$status" -eq 1 ]
	[[ $output == *'--plans needs --jobs-out'* ]]
	# as Slurm has nodes, partitions and QOS
	cat >p.swf <<-'END'
		; UnixStartTime: 1893456000
		; MaxProcs: 4
		; MaxNodes: 2
		; Queue: 2 batch
		1 0 -1 600 4 -1 -1 4 600 -1 1 1 1 -1 2 -1 -1 -1
		2 60 -1 60 1 -1 -1 1 60 -1 1 1 1 -1 2 -1 -1 -1
	END
	run fsim replay p.swf -q --plans --jobs-out -
	[[ ${lines[1]} == 1,*',COMPLETED,n[1-2],batch,,,' ]]
	[[ ${lines[2]} == 2,*,COMPLETED,n1,batch,,1893456* ]]
}

@test "jobs as Batsim writes them" {
	run easy t.swf -q --batsim-out -
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = job_id,workload_name,profile,submission_time,\
requested_number_of_resources,requested_time,success,final_state,starting_time,\
execution_time,finish_time,waiting_time,turnaround_time,stretch,\
allocated_resources,consumed_energy,metadata ]
	# turnaround 190, execution 100
	[[ ${lines[3]} == 3,w0,*,10,4,100,1,COMPLETED_SUCCESSFULLY,100,100,200,\
90,190,1.9,0-3,-1, ]]
	[ "${#lines[@]}" -eq 5 ]
	easy t.swf -q --batsim-out jobs.csv
	[ "$(cat jobs.csv)" = "$output" ]
	# one over its limit, one too wide, two spans
	cat >b.swf <<-'END'
		; MaxProcs: 4
		1 0 -1 10 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1
		2 0 -1 90 1 -1 -1 1 20 -1 1 1 1 -1 -1 -1 -1 -1
		3 1 -1 50 5 -1 -1 5 50 -1 1 1 1 -1 -1 -1 -1 -1
		4 12 -1 5 3 -1 -1 3 -1 -1 0 1 1 -1 -1 -1 -1 -1
	END
	run easy b.swf -q --batsim-out -
	[[ ${lines[2]} == 2,*,COMPLETED_WALLTIME_REACHED,0,20,20,0,20,1,1,-1, ]]
	[[ ${lines[3]} == 3,*,1,5,50,0,REJECTED,,,,,,,,-1, ]]
	[[ ${lines[4]} == 4,*,12,3,,0,COMPLETED_FAILED,12,5,17,0,5,1,0\ 2-3,-1, ]]
	run easy t.swf --batsim-out -
	[ "$status" -eq 1 ]
	[[ $output == *'--batsim-out - needs --quiet'* ]]
	run easy t.swf -q --batsim-out - --jobs-out -
	[ "$status" -eq 1 ]
}

@test "a picture on standard output" {
	local kind

	for kind in --svg --gantt; do
		run easy t.swf -q "$kind=-"
		[ "$status" -eq 0 ]
		[[ ${lines[0]} == '<svg '* ]]
		[[ ${lines[-1]} == *'</svg>' ]]
		[ ! -e ./- ]
	done
	run easy t.swf --svg -
	[ "$status" -eq 1 ]
	[[ $output == *'--svg - needs --quiet: both would print to standard output' ]]
	run easy t.swf -q --svg - --gantt=-
	[ "$status" -eq 1 ]
	[[ $output == *'--svg and --gantt would both print to standard output' ]]
	run bash -c 'fsim replay t.swf -q --svg - 2>&1 >/dev/full'
	[ "$status" -eq 1 ]
	[[ $output == *"cannot write 'standard output': No space left on device" ]]
}

@test "Gantt charts: letters on a terminal, a picture" {
	run easy t.swf --gantt --width 46
	[ "$status" -eq 0 ]
	# two halves of the machine; 40 columns of 5 s
	[[ $output == *$'\nProcessors over time, by account\n'* ]]
	# 400 processor seconds, and 200 + 100 + 60
	[[ $output == *$'\nA g2  B g1'* ]]
	[[ $output != *$'\e'* ]]
	run easy t.swf --gantt --color always
	[[ $output == *$'\e['* ]]
	run easy t.swf --gantt=g.svg --json
	[ "$status" -eq 0 ]
	[[ $(head -n 1 g.svg) == '<svg '* ]]
	# one box for each job, of two sets of processors at most
	[ "$(grep -c '<rect class="j ' g.svg)" -eq 4 ]
	run easy t.swf --gantt --json
	[ "$status" -eq 1 ]
	[[ $output == *'--gantt draws for people'* ]]
	run fsim replay t.swf --verify --gantt
	[ "$status" -eq 1 ]
	run fsim replay t.swf --gantt
	[[ $output == *$'\nNodes over time, by account\n'* ]]
}

@test "tables of users, accounts and windows" {
	run easy t.swf --csv --users
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == name,jobs,started,ended,timeout,measured,wait_mean,* ]]
	[ "${#lines[@]}" -eq 4 ]
	# the user of two jobs: waits 0 and 30, 260 processor seconds
	# by processor time: (200 * 0 + 60 * 30) / 260, slowdown 320 / 260
	[[ ${lines[1]} == *,2,2,2,0,2,15,15,30,30,6.923*,80,100,90.769*,1.5,\
1.5,1.230*,260,* ]]
	run easy t.swf --csv --accounts
	[ "${#lines[@]}" -eq 3 ]
	run easy t.swf --csv --windows
	# 200 s in windows of a minute
	[ "${#lines[@]}" -eq 5 ]
	[[ ${lines[1]} == 1893456000,* ]]
	run easy t.swf --windows --window 100
	[[ $output == *$'\nFrom '*$'\n2030-01-01T00:00:00 '* ]]
	[ "$(grep -c '^2030-01-01T' <<<"$output")" -eq 2 ]
	run easy t.swf --csv --windows --users
	[ "$status" -eq 1 ]
	[[ $output == *'print one table'* ]]
}

@test "users and groups become associations" {
	# names of the trace as they are printed
	names=$(easy t.swf -q --jobs-out - | cut -d, -f2,3 | tail -n +2)
	first=$(head -n 1 <<<"$names")
	cat >who.map <<-END
		group ${first#*,} physics
		user  ${first%,*} anna   # twice
		user  *  guest@chemistry
	END
	run easy t.swf --map who.map --accounts
	[ "$status" -eq 0 ]
	[[ $output == *$'\nMapped        3 users, 1 groups\n'* ]]
	[[ $output == *$'\nchemistry        2 '*$'\nphysics          2 '* ]]
	run easy t.swf -q --jobs-out - --map who.map
	[[ ${lines[1]} == 1,anna,physics,* ]]
	[[ ${lines[3]} == 3,guest,chemistry,* ]]
	echo 'usr 1 x' >bad.map
	run easy t.swf --map bad.map
	[ "$status" -eq 1 ]
	[ "$output" = 'bad.map:1:1: a rule must begin with user or group' ]
}

@test "a store gives the shares" {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/site.db
	facctmgr -i add account physics fairshare=30 >/dev/null
	facctmgr -i add account chemistry fairshare=10 >/dev/null
	facctmgr -i add user anna account=physics fairshare=1 >/dev/null
	before=$(facctmgr list assoc format=account,user,share)
	echo "user * anna@physics" >who.map
	run easy t.swf --db "$FAIRTREE_DB" --map who.map --csv --accounts
	[ "$status" -eq 0 ]
	# physics 30 of 30 + 10 + 1 (the user root)
	[[ ${lines[1]} == physics,4,*,0.731707317073170*,1,1,* ]]
	run facctmgr list assoc format=account,user,share
	[ "$output" = "$before" ]
}

@test "compressed, and from standard input" {
	want=$(easy t.swf --csv)
	gzip -k t.swf
	run easy t.swf.gz --csv
	[ "$status" -eq 0 ]
	[ "$output" = "$want" ]
	run easy - --csv <t.swf
	[ "$output" = "$want" ]
	run easy - --csv <t.swf.gz
	[ "$output" = "$want" ]
	head -c 60 t.swf.gz >cut.swf.gz
	run easy cut.swf.gz
	[ "$status" -eq 1 ]
	[[ $output == *cut.swf.gz* ]]
	[ "${#lines[@]}" -eq 1 ]
}

@test "what sacct -P prints is a trace too" {
	cat >jobs.txt <<-'END'
		JobID|User|Account|Submit|Start|End|State|NCPUS
		7|ann|physics|2030-01-01T00:00:00|2030-01-01T00:00:00|\
		2030-01-01T00:01:40|COMPLETED|2
		7.batch||physics|2030-01-01T00:00:00|2030-01-01T00:00:00|\
		2030-01-01T00:01:40|COMPLETED|2
		9|bob|chem|2030-01-01T00:00:10|2030-01-01T00:05:00|\
		2030-01-01T00:06:00|COMPLETED|4
	END
	sed -i -e ':a' -e '/\\$/{N;s/\\\n//;ba}' jobs.txt
	run easy jobs.txt -q --jobs-out -
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 3 ]
	[[ ${lines[1]} == 7,ann,physics,2,1893456000,1893456000,*,100,* ]]
	# four processors, free when ann's are back
	[[ ${lines[2]} == 9,bob,chem,4,1893456010,1893456100,*,60,* ]]
}

@test "traces that are none" {
	mkdir folder
	: >empty.swf
	echo '; a comment' >comments.swf
	printf '1 0 -1 x 2 -1 -1 2 9 -1 1 1 1 -1 -1 -1 -1 -1\n' >bad.swf
	run fsim replay missing.swf
	[ "$status" -eq 1 ]
	[[ $output == *missing.swf*'No such file'* ]]
	run fsim replay folder
	[ "$status" -eq 1 ]
	[[ $output == "folder: no file 'manifest' in it"* ]]
	for file in empty comments; do
		run fsim replay $file.swf
		[ "$status" -eq 1 ]
		[[ $output == *"no jobs to replay in '$file.swf'" ]]
	done
	run fsim replay bad.swf
	[ "$status" -eq 1 ]
	[[ $output == bad.swf:1:8:* ]]
	[ "${#lines[@]}" -eq 1 ]
	run fsim replay --db missing.db t.swf
	[ "$status" -eq 1 ]
	[[ $output == *missing.db* ]]
	[ ! -e missing.db ]
}

@test "options that make no sense" {
	run fsim replay
	[ "$status" -eq 1 ]
	[[ $output == *'missing trace'* ]]
	run fsim replay t.swf t.swf
	[ "$status" -eq 1 ]
	[[ $output == *'only one trace'* ]]
	run fsim replay t.swf --policy best
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: bad word for --policy: 'best' (slurm, easy, \
conservative or fcfs)" ]
	run fsim replay t.swf --order random
	[ "$status" -eq 1 ]
	for long in 0 -1 x UNLIMITED; do
		run fsim replay t.swf --window "$long"
		[ "$status" -eq 1 ]
		[[ $output == *"not '$long'"* ]]
	done
	run fsim replay t.swf --width 19
	[ "$status" -eq 1 ]
	run fsim replay t.swf --plot --json
	[ "$status" -eq 1 ]
	run fsim replay t.swf --repeat 1000001
	[ "$status" -eq 1 ]
	run fsim replay t.swf --order submit
	[ "$status" -eq 1 ]
	[[ $output == *'--order needs a pool policy'* ]]
	run fsim replay t.swf --seed 3
	[ "$status" -eq 1 ]
	[[ $output == *'--seed needs --shake'* ]]
	run fsim replay t.swf --charts wait
	[ "$status" -eq 1 ]
	[[ $output == *'--plot or --svg'* ]]
	echo '1 0 -1 -1 1 -1 -1 1 20 -1 1 1 1 -1 -1 -1 -1 -1' >none.swf
	run fsim replay none.swf
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: no jobs to replay in 'none.swf': 1 unusable \
lines" ]
}

@test "numbers on the left of --map are those of the trace" {
	printf 'user 1 anna\ngroup 2 bio\n' >who.map
	run easy t.swf --map who.map --users --csv
	[ "$status" -eq 0 ]
	[[ ${lines[1]} == anna,2,2,* ]]
	run easy t.swf --map who.map
	[ "${lines[1]}" = 'Mapped        1 users, 1 groups' ]
}

@test "twice is twice as much, shaken is reported and reproducible" {
	run easy t.swf --repeat 2 --csv
	[[ ${lines[1]} == 8,8,8,0,* ]]
	run easy t.swf --shake 5 --seed 7
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = 'Replay        t.swf with easy, order submit, '\
'shaken by 5 s, seed 7' ]
	first=$output
	run easy t.swf --shake 5 --seed 7
	[ "$output" = "$first" ]
}

@test "limits are drawn, and jobs may overrun theirs" {
	# job 2 runs 50 s but asked for 40
	sed 's/ 50 2 -1 -1 2  50/ 50 2 -1 -1 2  40/' t.swf >k.swf
	run easy k.swf --csv
	[[ ${lines[1]} == 4,4,4,1,* ]]
	run easy k.swf --overrun allow --csv
	[[ ${lines[1]} == 4,4,4,0,* ]]
	run easy k.swf --overrun allow
	[ "${lines[1]}" = \
	    'Overrun       allowed: no job ends at its limit' ]
	[ "$(fsim replay k.swf --csv --cpus 4 | cut -d, -f4)" = $'timeout\n0' ]
	# exact limits are those of t.swf
	run easy k.swf --limits f=0 --csv
	[ "$output" = "$(easy t.swf --csv)" ]
	run easy k.swf --limits f=2 --limits-seed 5
	[ "${lines[1]}" = 'Limits        drawn by f=2, seed 5' ]
	run easy k.swf --limits f=2 --limits-seed 5 --json
	[[ $output == *'"rules": {'*'"model": "f"'*'"f": 2'*'"seed": 5'* ]]
	[[ $output == *'"overrun": "kill"'* ]]
	run easy t.swf --json
	[[ $output != *rules* ]]
	run fsim replay t.swf --limits-seed 5
	[ "$status" -eq 1 ]
	[[ $output == *'--limits-seed needs --limits'* ]]
}

@test "feedback: a job comes after the end of another" {
	cat >f.swf <<-'END'
		; UnixStartTime: 1893456000
		; MaxProcs: 1
		1   0 -1 300 1 -1 -1 1 300 -1 1 1 1 -1 -1 -1 -1 -1
		2   0  0 500 1 -1 -1 1 500 -1 1 2 1 -1 -1 -1 -1 -1
		3 560  0  10 1 -1 -1 1  10 -1 1 2 1 -1 -1 -1  2 60
	END
	# job, submission and start, as seconds of the trace
	jobs_of() {
		easy "$@" -q --jobs-out - | awk -F, 'NR > 1 {
		    print $1 "," $5 - 1893456000 "," $6 - 1893456000 }'
	}
	# job 2 ends at 300 + 500: 60 s later is 860
	[ "$(jobs_of f.swf --feedback)" = $'1,0,0\n2,0,300\n3,860,860' ]
	[ "$(jobs_of f.swf | tail -n 1)" = 3,560,800 ]
	run easy f.swf --feedback
	[ "${lines[1]}" = 'Feedback      1 of 3 jobs follow another' ]
	run easy f.swf --feedback --json
	[[ $output == *'"feedback": {'*'"followers": 1'*'"cycles": 0'* ]]
	# the same without fields 17 and 18
	sed 's/ 2 60$/ -1 -1/' f.swf >i.swf
	[ "$(jobs_of i.swf --feedback --sessions 20:00 | tail -n 1)" = \
	    3,860,860 ]
	[ "$(jobs_of i.swf --feedback --sessions 59 | tail -n 1)" = 3,560,800 ]
	# under Slurm schedulers take a few seconds
	fsim replay f.swf --feedback -q --jobs-out - >out
	awk -F, '$1 == 2 { end = $7 } $1 == 3 { exit !($5 == end + 60) }' out
	run easy f.swf --sessions 20:00
	[ "$status" -eq 1 ]
	[ "$output" = 'fsim: error: --sessions needs --feedback' ]
	run easy t.swf --feedback --sessions 20:00
	[ "$status" -eq 1 ]
	[[ $output == *'needs recorded waits'* ]]
	run easy f.swf --feedback --fair-start
	[ "$status" -eq 1 ]
	[[ $output == *'not with --feedback'* ]]
}

@test "outages: jobs begin again or fail, use of what was there" {
	cat >o.swf <<-'END'
		; UnixStartTime: 1893456000
		; MaxProcs: 4
		; MaxNodes: 2
		1  0 -1 100 2 -1 -1 2 100 -1 1 1 1 -1 -1 -1 -1 -1
		2 10 -1 100 2 -1 -1 2 100 -1 1 2 1 -1 -1 -1 -1 -1
	END
	echo '50 80 3' >out
	# both run 80 to 180: 400 of 4 * 180, and of 90 less; 2 * 50 + 2 * 40 lost
	run easy o.swf --outages out
	[ "${lines[1]}" = \
	    'Outages       1 of out, jobs of failures are requeued' ]
	[ "${lines[2]}" = 'Failures      2 jobs requeued, 0 failed: 0.05 CPU '\
'hours lost; 63.49% of what was in service used' ]
	[[ ${lines[5]} == 'Utilisation   55.56% of 4 processors'* ]]
	run easy o.swf --outages out --json
	[[ $output == *'"lost_cpu_seconds": 180'* ]]
	[[ $output == *'"utilisation_available": 0.63492'* ]]
	run easy o.swf --outages out --on-failure fail -q --jobs-out -
	[[ ${lines[1]} == *,NODE_FAIL,* ]]
	# by node, also under Slurm, whose jobs wait 120 s before they begin again
	echo '2030-01-01T00:00:50 2030-01-01T00:01:20 n[1-2]' >nodes
	run fsim replay o.swf --outages nodes
	[[ ${lines[2]} == 'Failures      2 jobs requeued, 0 failed: '* ]]
	run fsim replay o.swf --outages nodes --on-failure fail
	[[ ${lines[2]} == 'Failures      0 jobs requeued, 2 failed: '* ]]
	# 40 columns of 4.5 s: both runs of each, and what is away from 50 to 80, which
	# is most of columns 11 (49.5 to 54) to 17 (76.5 to 81)
	run easy o.swf --outages out --gantt --width 44
	[[ $output == *'
4 |  AAAAAAAAAa      AAAAAAAAAAAAAAAAAAAAAAA
  |  AAAAAAAAA#######AAAAAAAAAAAAAAAAAAAAAAA
  |AAAAAAAAAAA#######AAAAAAAAAAAAAAAAAAAAAAA
0 |AAAAAAAAAAA#######AAAAAAAAAAAAAAAAAAAAAAA
'*'
A g1  # out of service'* ]]
	easy o.swf --outages out --gantt=g.svg -q
	[ "$(grep -c '<rect class="j c0"' g.svg)" -eq 4 ]
	[ "$(grep -c '<rect class="j a"' g.svg)" -eq 1 ]
	fsim replay o.swf --outages nodes --gantt=g.svg -q
	[ "$(grep -c '<rect class="j c0"' g.svg)" -eq 4 ]
	[ "$(grep -c '<rect class="j a"' g.svg)" -eq 1 ]
	# both would reach into maintenance, which leaves one: they wait for its end
	echo '50 200 3 maintenance' >later
	easy o.swf --outages later --gantt=g.svg -q
	[ "$(grep -c '<rect class="j c0"' g.svg)" -eq 2 ]
	[ "$(grep -c '<rect class="j a"' g.svg)" -eq 1 ]
	run easy o.swf --outages later -q --jobs-out -
	[[ ${lines[1]} == 1,*,1893456200,1893456300,* ]]
	[[ ${lines[2]} == 2,*,1893456200,1893456300,* ]]
	run fsim replay o.swf --outages out
	[ "$status" -eq 1 ]
	[[ $output == *'line 1: policy slurm needs names of nodes'* ]]
	echo '0 9 n3' >nodes
	run easy o.swf --outages nodes
	[ "$status" -eq 1 ]
	[ "$output" = \
	    "fsim: error: outage of line 1: the machine has no node 'n3'" ]
	printf '0 9 n[1-2]\n5 7 n2\n' >nodes
	run easy o.swf --outages nodes
	[ "$status" -eq 1 ]
	[[ $output == *"line 2: node 'n2' is out then by line 1" ]]
	run easy o.swf --on-failure fail
	[ "$status" -eq 1 ]
	[[ $output == *'--on-failure needs --outages'* ]]
}

@test "charts: UTF-8 where there is some, never wider than asked for" {
	run easy t.swf --plot --width 20
	[ "$status" -eq 0 ]
	# from the first chart on
	charts=$(sed -n '/^Utilisation,/,$p' <<<"$output")
	[ -n "$charts" ]
	[[ ! $charts =~ (^|$'\n')[^$'\n']{21} ]]
	[ -z "$(tr -d '\n -~' <<<"$charts")" ]
	run env LC_ALL=C.UTF-8 fsim replay t.swf --policy easy --plot \
	    --width 40 --color never
	[[ $output == *█* ]]
	LC_ALL=C.UTF-8
	charts=$(sed -n '/^Utilisation,/,$p' <<<"$output")
	[[ ! $charts =~ (^|$'\n')[^$'\n']{41} ]]
	run env LC_ALL=C.UTF-8 fsim replay t.swf --policy easy --plot --ascii
	[[ $output != *█* ]]
	# the first series is cyan of 8 colours, not blue, which black hides
	run env LC_ALL=C.UTF-8 TERM=xterm COLORTERM= fsim replay t.swf \
	    --policy easy --plot --color always --theme dark
	[[ $output == *$'\033[0;36m'* && $output != *$'\033[0;34m'* ]]
}

@test "pictures: one, or one for each chart" {
	easy t.swf -q --svg all.svg
	[[ $(head -c 5 all.svg) == '<svg ' ]]
	grep -q 'Share by account' all.svg
	mkdir pictures
	easy t.swf -q --svg pictures
	[ "$(ls pictures)" = "$(printf '%s\n' fairness.svg share.svg \
	    shares.svg utilisation.svg wait.svg waiting.svg)" ]
	easy t.swf -q --svg some.svg --charts wait,fairness
	grep -q 'Wait by account' some.svg
	[ "$(grep -c 'class="t"' some.svg)" -eq 2 ]
	run easy t.swf --plot --charts share
	[[ $output == *'Share by account'* ]]
	[[ $output != *'Wait by account'* ]]
	run easy t.swf --charts wait,waits
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: --charts: no chart 'waits'" ]
	run easy t.swf -q --svg nowhere/x.svg
	[ "$status" -eq 1 ]
	[[ $output == *'nowhere/x.svg'* ]]
}

@test "documents" {
	run easy t.swf --json
	[ "$status" -eq 0 ]
	[[ $output == *'"schema": "fairtree.replay/1"'* ]]
	[[ $output == *'"utilisation": 0.95'* ]]
	[[ $output == *'"users": ['*'"accounts": ['*'"widths": ['*\
'"windows": ['* ]]
	run easy t.swf --yaml
	[ "$status" -eq 0 ]
	[[ $output == *'utilisation: 0.95'* ]]
}

@test "jobs that can never start do not hang the replay" {
	run easy t.swf --nodes 2 --cpus 1
	[ "$status" -eq 0 ]
	[[ $output == *$'\nNever started 1'* ]]
	[[ $output == *'4 of 3 users in 2 accounts, 3 started, 3 ended'* ]]
	run easy t.swf --nodes 1 --cpus 1
	[ "$status" -eq 1 ]
	[[ $output == *', 0 started, 0 ended'*$'\nNever started 4'* ]]
	[[ $output == *$'\nWait          mean -, median -,'* ]]
}

# refused SETTINGS OPTIONS...: a replay with these lines of slurm.conf.
refused() {
	printf '%s\n' "NodeName=n[1-2] CPUs=2" \
	    "PartitionName=a Nodes=ALL Default=YES MaxTime=$1" $2 >small.conf
	fsim replay t.swf --conf small.conf "${@:3}"
}

@test "why jobs never start, and how many for each reason" {
	# job 4 asks for two hours where one is allowed; without
	# EnforcePartLimits Slurm takes it and lets it wait
	sed -i '$s/ 30 -1 1 1 1/ 7200 -1 1 1 1/' t.swf
	run refused 60 EnforcePartLimits=ALL
	[ "$status" -eq 0 ]
	[[ $output == *$'\nNever started 1\n  refused     1, the first is job 4: '\
'Requested time limit is invalid (missing or exceeds some limit)'* ]]
	run refused 60 ''
	[ "$status" -eq 0 ]
	[[ $output == *$'\nNever started 1\n  waiting     1, the first is job 4: '\
'PartitionTimeLimit: it asks for more time than its partition admits'* ]]
	# two reasons, the frequent one first: three of 2 minutes
	sed -i '4s/.*/2 0 -1 50 9 -1 -1 9 50 -1 1 2 1 -1 -1 -1 -1 -1/' t.swf
	run refused 1 EnforcePartLimits=ALL --json
	[ "$status" -eq 1 ]
	[[ $output == *'"refused": 4,'* ]]
	[[ $output == *'"never_started": [
      {"refused": true, "reason": null, "words": "Requested time limit is '\
'invalid (missing or exceeds some limit)", "jobs": 3, "first_job": 1},
      {"refused": true, "reason": null, "words": "More processors requested '\
'than permitted", "jobs": 1, "first_job": 2}
    ]'* ]]
	[[ $output == *'fsim: error: no job started: 3 refused (Requested time '\
'limit is invalid (missing or exceeds some limit)); 1 refused (More '\
'processors requested than permitted)' ]]
	run refused 1 '' --json
	[ "$status" -eq 1 ]
	[[ $output == *'{"refused": false, "reason": "PartitionTimeLimit", '* ]]
	# a pool has its reason, too; --quiet still says what is wrong
	run easy t.swf --nodes 1 --cpus 1 -q
	[ "$status" -eq 1 ]
	[ "$output" = 'fsim: error: no job started: 4 refused (More processors '\
'requested than permitted)' ]
	run easy t.swf --nodes 9 --cpus 1 --json
	[ "$status" -eq 0 ]
	[[ $output == *'"refused": 0,'*'"never_started": []'* ]]
}

@test "a reader that goes away, a full disk" {
	sh -c '(trap "" PIPE; fsim replay t.swf --repeat 3000 --window 60 \
	    --policy easy --windows; echo $? >status) | true' 2>err
	[ ! -s err ]
	if [ -w /dev/full ]; then
		run easy t.swf -q --svg /dev/full
		[ "$status" -eq 1 ]
		[[ $output == *"cannot write '/dev/full'"* ]]
		run easy t.swf -q --jobs-out /dev/full
		[ "$status" -eq 1 ]
	fi
}
