#!/usr/bin/env bats
# Forecasts of starts: fqueue --forecast, fwhy JOB, fsim calibrate.
#
# One node in main, another in spare.  Ten jobs of ann took 10 minutes each, half of their limit; job 11 is
# one more, and has run for 100 s.  Jobs 12 (cy) and 13 (bob) wait for it, and job
# 14 is held.

load ../lib/cmd

setup_file() {
	begin_file queue <<-'END'
		ClusterName=cluster
		PriorityType=priority/multifactor
		PriorityWeightAge=1000
		DefMemPerCPU=100
		NodeName=n[1-2] CPUs=4 RealMemory=4000
		PartitionName=main Nodes=n1 Default=YES
		PartitionName=spare Nodes=n2
	END
	facctmgr -iQ add account phys,chem
	facctmgr -iQ add user ann,bob,cy account=phys
	facctmgr -iQ add user cy account=chem
	fcontrol update clock=2030-01-01T12:00:00
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		fbatch -Q --uid=ann -n 4 -t 20 --runtime 600 --wrap work
	done
	fsim run --jobs 10 -q
	fbatch -Q --uid=ann -n 4 -t 20 --runtime 1000 --wrap work
	fsim run --for 60 -q
	fbatch -Q --uid=cy -n 4 -t 10 --runtime 5 --wrap work
	fsim run --for 60 -q
	fbatch -Q --uid=bob -n 4 -t 10 --runtime 5 --wrap work
	fbatch -Q --uid=bob -n 4 -t 10 -H --wrap work
}

# Twelve jobs of ann that run for 10 of 20 minutes: each starts one second after
# the one before it has ended, the first after 3 s.
burst() {
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
		fbatch -Q --uid=ann -n 4 -t 20 --runtime 600 --wrap work
	done
}

# Bursts at noon of three days; it is 13:30 on the last, and in 13 pieces of the
# time since noon of the second day two have their middles in a burst.
three_days() {
	export FAIRTREE_DB=$PWD/days.db
	facctmgr -iQ add account phys
	facctmgr -iQ add user ann account=phys
	fcontrol update clock=2030-01-01T12:00:00
	for day in 1 2 3; do
		fsim run -q --until "2030-01-0${day}T12:00:00"
		burst
	done
	fsim run -q --until 2030-01-03T13:30:00
}

@test "a job ahead runs as long as its user's jobs did" {
	# job 11 started at 13:40:13, so it ends 600 s later, and the next second
	# job 12 starts; cy has no jobs that ended, so job 12 runs for 10 minutes,
	# which are over at the next look at limits, at 14:00:30
	prints "$(cat <<-'END'
		JOBID PARTITION     NAME     USER ST          START_TIME           START_P10           START_P50           START_P90  NODES NODELIST(REASON)
		   12      main     wrap       cy PD 2030-01-01T14:00:13 2030-01-01T13:50:14 2030-01-01T13:50:14 2030-01-01T13:50:14      1 (Resources)
		   13      main     wrap      bob PD                 N/A 2030-01-01T14:00:31 2030-01-01T14:00:31 2030-01-01T14:00:31      1 (None)
		   14      main     wrap      bob PD                 N/A                 N/A                 N/A                 N/A      1 (JobHeldUser)
	END
	)" trimmed fqueue --forecast=20 -S i
	diff - err <<-'END'
		fqueue: warning: in this forecast 3 of the 4 jobs that wait or run use their whole time limits, because their users have fewer than 10 ended jobs; no further jobs arrive, because less than a day of the past is known
	END
}

# The table without the blanks before the first column.
trimmed() {
	"$@" | sed 's/^ \{13\}//'
}

@test "for programs, and beside other columns" {
	prints "$(cat <<-'END'
		JobID,StartP50
		12,2030-01-01T13:50:14
		13,2030-01-01T14:00:31
		14,
	END
	)" fqueue -t PD -S i -O JobID,StartP50 --csv
	fqueue --forecast --json 2>/dev/null |
	    grep -o '"job_id": [0-9]*\|"start_p[0-9]*": [^,]*' >out
	diff - out <<-'END'
		"job_id": 12
		"start_p10": "2030-01-01T13:50:14"
		"start_p50": "2030-01-01T13:50:14"
		"start_p90": "2030-01-01T13:50:14"
		"job_id": 13
		"start_p10": "2030-01-01T14:00:31"
		"start_p50": "2030-01-01T14:00:31"
		"start_p90": "2030-01-01T14:00:31"
		"job_id": 14
		"start_p10": null
		"start_p50": null
		"start_p90": null
	END
	# nobody waits for what nobody asked for
	fqueue --json 2>err | grep '"job_id": 12,' | grep '"start_p10": null'
	[ ! -s err ]
}

# fails TEXT COMMAND...: it exits with 1, and its only message is TEXT
fails() {
	local text=$1
	shift
	"$@" >out 2>err && return 1
	diff -u <(printf '%s\n' "$text") err
	[ ! -s out ]
}

@test "what does not go together is refused" {
	fails "fqueue: error: --forecast needs a number of futures from 1 to 100000, not '0'" \
	    fqueue --forecast=0
	fails "fqueue: error: --forecast needs a number of futures from 1 to 100000, not 'x'" \
	    fqueue --forecast=x
	fails "fqueue: error: --forecast shows waiting jobs: it does not go with --steps, --only-job-state or --prometheus" \
	    fqueue --forecast --steps
	fails "fqueue: error: no column of this format shows the --forecast (add StartP50 to --Format)" \
	    fqueue --forecast -o %i
}

@test "squeue knows nothing of it" {
	ln -s "$(command -v fqueue)" squeue
	run ./squeue --forecast
	[ "$status" -ne 0 ]
	[[ $output == *"unrecognized option '--forecast'"* ]]
	run ./squeue -O StartP50
	[[ $output == *"Invalid job format specification: StartP50"* ]]
}

@test "fwhy says when a job starts in half of the futures" {
	fwhy 12 >out
	grep -Fx 'It starts at 2030-01-01T13:50:14 (in 8 min) in at least 80 % of 200 simulated futures.  In them, 3 of the 4 jobs that wait or run use their whole time limits, because their users have fewer than 10 ended jobs; no further jobs arrive, because less than a day of the past is known.' out
	# 13:50:14 is 1893505814; 14 days from 13:42:12
	fwhy 12 --json | sed -n '/"forecast": {/,/}/p' >out
	diff - out <<-'END'
		  "forecast": {
		    "futures": 200,
		    "start_p10": 1893505814,
		    "start_p50": 1893505814,
		    "start_p90": 1893505814,
		    "horizon": 1894714932,
		    "arrival_days": 0,
		    "jobs": 4,
		    "jobs_at_limit": 3
		  },
	END
	# held
	fwhy 14 --json | grep -x '  "forecast": null,'
}

@test "fview shows the same forecast in its queue, and in the answer about a job" {
	# 13:50:14 as above; with one user known 3 of 4 jobs use their limits
	fqueue --forecast -h -O StartP10:20,StartP50:20,StartP90:20 -j 12 2>err |
	    grep -o 'T13:50:14' | uniq -c | grep -x ' *3 T13:50:14'
	fview --page queue --keys W --dump-frames --size 120x30 --ascii >out
	grep -E '^\|1 +12 cy .* 13:50 13:50 13:50 ' out
	# held: it has no forecast
	grep -E '^\|  +14 bob ' out
	grep -F ' 10, 50, 90 %: by when a job starts in so many of 200 futures ' out
	tr -d '|\n' <out | tr -s ' ' | grep -F "$(sed 's/.*in this forecast/In them,/' err | cut -d, -f1-3)"
	# from any page, within one key; a second one hides it
	fview --page tree --keys W --dump-frames --size 120x30 --ascii | grep -F ' 13:50 13:50 13:50 '
	run fview --page queue --keys WW --every 2 --dump-frames --size 120x30 --ascii
	[[ $output != *' 50 %'* ]]
	# the sentence of fwhy, whatever the screen
	fview --page queue --keys '\n' --dump-frames --size 200x60 --ascii | tr -d '|\n' | tr -s ' ' >out
	grep -F "$(fwhy 12 | grep '^It starts by' | sed 's/  In them.*//')" out
	# a job that runs has none, and none is awaited
	fview --page queue --keys 'jjj\n' --dump-frames --size 120x30 --ascii >out
	run grep -F 'forecast' out
	[ "$status" -eq 1 ]
}

@test "without enough history fview says so" {
	export FAIRTREE_DB=$PWD/new.db
	facctmgr -iQ add account phys
	facctmgr -iQ add user ann account=phys
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -n 4 -t 20 --wrap work
	fbatch -Q --uid=ann -n 4 -t 20 --wrap work
	fsim run --for 60 -q
	fview --page queue --keys W --dump-frames --size 100x30 --ascii >out
	tr -d '|\n' <out | tr -s ' ' | grep -F 'No forecast is drawn from the past: 2 of the 2 jobs that wait or run use their whole time limits'
	run grep -F '50 %' out
	[ "$status" -eq 1 ]
}

@test "which account, partition, limit or size starts soonest" {
	# the node of spare is free, and the schedulers look in the next second;
	# nothing else helps, as job 11 has the whole node of main: 13:50:14 is
	# 482 s away
	fwhy 12 --alternatives >out
	sed -n '/^  Place/,/^$/s/^  //p' out >table
	diff - table <<-'END'
		Place  Change            10 %   50 %   90 %  Earlier  Later
		    1  Partition=spare    1 s    1 s    1 s    100 %    0 %
		    2  as it is         8 min  8 min  8 min
		    2  Account=chem     8 min  8 min  8 min      0 %    0 %
		    2  TimeLimit=5:00   8 min  8 min  8 min      0 %    0 %
		    2  TimeLimit=2:00   8 min  8 min  8 min      0 %    0 %
		    2  NumCPUs=2        8 min  8 min  8 min      0 %    0 %
		    2  NumCPUs=1        8 min  8 min  8 min      0 %    0 %
	END
	grep -F 'Command: fcontrol update job 12 CHANGE' out
	# 13:42:13 is 1893505333
	fwhy 12 --alternatives --json | grep -o '{"place".*}' | head -2 >out
	diff - out <<-'END'
		{"place": 1, "changes": [{"key": "Partition", "value": "spare"}], "refused": false, "never": false, "futures": 100, "start_p10": 1893505333, "start_p50": 1893505333, "start_p90": 1893505333, "earlier": 100, "later": 0}
		{"place": 2, "changes": [], "refused": false, "never": false, "futures": 100, "start_p10": 1893505814, "start_p50": 1893505814, "start_p90": 1893505814, "earlier": 0, "later": 0}
	END
	# they are tried only if somebody asks
	fwhy 12 >out
	run grep Alternatives out
	[ "$status" -eq 1 ]
}

# One node in each partition; account chem alone may use spare, and phys and geo
# alone main.  Job 1 of ann has all of main since 12:00:03, for 20 minutes at most;
# at 12:01:00 job 2 of cy in account phys comes.
three_accounts() {
	cat >slurm.conf <<-'END'
		ClusterName=cluster
		PriorityType=priority/multifactor
		PriorityWeightAge=1000
		AccountingStorageEnforce=associations,limits,qos
		DefMemPerCPU=100
		NodeName=n[1-2] CPUs=4 RealMemory=4000
		PartitionName=main Nodes=n1 Default=YES AllowAccounts=phys,geo
		PartitionName=spare Nodes=n2 AllowAccounts=chem
	END
	export SLURM_CONF=$PWD/slurm.conf FAIRTREE_DB=$PWD/three.db
	facctmgr -iQ add account phys,chem,geo
	facctmgr -iQ add qos fast
	facctmgr -iQ add user ann,cy account=phys qos=normal,fast
	facctmgr -iQ add user cy account=chem qos=normal,fast
	facctmgr -iQ add user cy account=geo
	facctmgr -iQ modify user cy account=geo set qos=normal
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -n 4 -t 20 --wrap work
	fsim run --for 60 -q
	fbatch -Q --uid=cy -A phys --qos=fast -n 4 -t 10 --wrap work
}

@test "changes that help only together, and one with which it never starts" {
	three_accounts
	# spare is free, and the schedulers look 3 s after a submission; job 1 is over
	# its limit at 12:20:03, which is noticed every 30 s, at 12:20:30, and they
	# look a second later: 19 min 31 s from 12:01:00.  Neither chem nor spare
	# helps alone: main does not let chem in, nor spare phys
	fwhy 2 --alternatives | sed -n '/^  Place/,/^$/s/^  //p' >table
	diff - table <<-'END'
		Place  Change                          10 %    50 %    90 %  Earlier  Later
		    1  Account=chem Partition=spare     3 s     3 s     3 s    100 %    0 %
		    2  as it is                      20 min  20 min  20 min
		    2  Account=geo                   20 min  20 min  20 min      0 %    0 %
		    2  TimeLimit=5:00                20 min  20 min  20 min      0 %    0 %
		    2  TimeLimit=2:00                20 min  20 min  20 min      0 %    0 %
		    2  NumCPUs=2                     20 min  20 min  20 min      0 %    0 %
		    2  NumCPUs=1                     20 min  20 min  20 min      0 %    0 %
		    8  Account=chem                   never   never   never
	END
	# 12:01:03 is 1893499263
	fwhy 2 --alternatives --json | grep '"changes"' >out
	sed -n 1p out | grep -Fx '    {"place": 1, "changes": [{"key": "Account", "value": "chem"}, {"key": "Partition", "value": "spare"}], "refused": false, "never": false, "futures": 1, "start_p10": 1893499263, "start_p50": 1893499263, "start_p90": 1893499263, "earlier": 1, "later": 0},'
	tail -1 out | grep -F '"value": "chem"}], "refused": false, "never": true, "futures": 1, "start_p10": null, '
	# what is said of it is true
	FAIRTREE_USER=cy fcontrol update job 2 Account=chem Partition=spare
	fsim run --for 3 -q
	fqueue -h -j 2 -o '%T %P %S' | grep -x 'RUNNING spare 2030-01-01T12:01:03'
}

@test "half the size may help with another partition only" {
	# half of job 3 fits beside job 2 in spare; main is full
	cat >slurm.conf <<-'END'
		ClusterName=cluster
		PriorityType=priority/multifactor
		DefMemPerCPU=100
		NodeName=n[1-2] CPUs=4 RealMemory=4000
		PartitionName=main Nodes=n1 Default=YES
		PartitionName=spare Nodes=n2
	END
	export SLURM_CONF=$PWD/slurm.conf FAIRTREE_DB=$PWD/half.db
	facctmgr -iQ add account phys
	facctmgr -iQ add user ann account=phys
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -n 4 -t 20 --wrap work
	fbatch -Q --uid=ann -p spare -n 2 -t 20 --wrap work
	fsim run --for 60 -q
	fbatch -Q --uid=ann -n 4 -t 10 --wrap work
	fwhy 3 --alternatives | sed -n '/^  Place/,/^$/s/^  //p' | sed 's/ *[0-9]* %  *[0-9]* %$//' >table
	diff - table <<-'END'
		Place  Change                       10 %    50 %    90 %  Earlier  Later
		    1  Partition=spare NumCPUs=2     3 s     3 s     3 s
		    2  as it is                   20 min  20 min  20 min
		    2  Partition=spare            20 min  20 min  20 min
		    2  TimeLimit=5:00             20 min  20 min  20 min
		    2  TimeLimit=2:00             20 min  20 min  20 min
		    2  NumCPUs=2                  20 min  20 min  20 min
		    2  NumCPUs=1                  20 min  20 min  20 min
	END
}

@test "a change that is refused is the last" {
	three_accounts
	echo EnforcePartLimits=ALL >>slurm.conf
	fwhy 2 --alternatives | sed -n '/^  Place/,/^$/s/^  //p' | tail -1 >table
	diff - table <<-'END'
		    7  Account=chem    refused  refused  refused
	END
	fwhy 2 --alternatives --json | grep '"changes"' | tail -1 | grep -F '"value": "chem"}], "refused": true, "never": false, "futures": 0, "start_p10": null, '
	# as its owner finds
	FAIRTREE_USER=cy run fcontrol update job 2 Account=chem
	[ "$status" -eq 1 ]
}

@test "the table of alternatives fits on a screen" {
	three_accounts
	# 20 more partitions of the same node: with its own size and half of it they
	# are as good as it is; of 26 rows 15 are shown, then the one that it is
	for i in $(seq 1 20); do
		echo "PartitionName=p$i Nodes=n1 AllowAccounts=phys" >>slurm.conf
	done
	fwhy 2 --alternatives >out
	[ "$(sed -n '/^  Place/,/^$/p' out | wc -l)" -eq 17 ]
	grep -x 'Further changes start no sooner (--json has them all).' out
	# 1 together, as it is, 2 accounts, 20 partitions, 2 limits, 2 sizes
	[ "$(fwhy 2 --alternatives --json | grep -c '"changes"')" -eq 28 ]
}

@test "alternatives are those of a job that waits" {
	fails "fwhy: error: a held job has no --alternatives ('fcontrol release 14' releases it)" \
	    fwhy 14 --alternatives
	fails "fwhy: error: --alternatives needs a job that waits" \
	    fwhy 11 --alternatives
	for words in ann "--lint" "ann bob" "--lesson recipe UserA"; do
		run fwhy --alternatives $words
		[ "$status" -eq 1 ]
		[[ $output == "fwhy: error: --alternatives applies to a job"* ]]
	done
}

@test "forecasts of the past hold if the past was regular" {
	three_days
	fsim run -q --until 2030-01-03T14:00:00
	# At 13:00:00 of the second and the third day job 6 of the burst runs and
	# the others start 9, 610, 1211, 1812, 2413 and 3014 s later: 1511.5 s on
	# average, each as forecast.
	prints "$(cat <<-'END'
		12 forecasts, at 13 instants from 2030-01-02T12:00:00 to 2030-01-03T14:00:00, each of 100 futures
		Instants left out, at which no job waited that could start: 11

		Share: starts that were in the interval, or by the quantile; it should be Level
		Mean: width of the interval, or the quantile; Score: interval score, or pinball loss
		Low, High: an interval needs forecasts in 3 whole weeks; here are 0

		Of       Level Forecasts  Share StdErr    Low   High       Mean      Score 
		-------- ----- --------- ------ ------ ------ ------ ---------- ---------- 
		interval  0.80        12 1.0000 0.0000      -      -   00:00:00   00:00:00 
		interval  0.90        12 1.0000 0.0000      -      -   00:00:00   00:00:00 
		quantile  0.05        12 1.0000 0.0000      -      -   00:25:12   00:00:00 
		quantile  0.10        12 1.0000 0.0000      -      -   00:25:12   00:00:00 
		quantile  0.25        12 1.0000 0.0000      -      -   00:25:12   00:00:00 
		quantile  0.50        12 1.0000 0.0000      -      -   00:25:12   00:00:00 
		quantile  0.75        12 1.0000 0.0000      -      -   00:25:12   00:00:00 
		quantile  0.90        12 1.0000 0.0000      -      -   00:25:12   00:00:00 
		quantile  0.95        12 1.0000 0.0000      -      -   00:25:12   00:00:00 

		StdErr is that of independent forecasts.  Those of one instant and of one busy
		period depend on each other, so the true error is larger.
	END
	)" fsim calibrate --instants 13
}

@test "what nobody could know makes them miss" {
	three_days
	# job 11 of the last burst is cancelled, so job 12 starts 601 s before its
	# forecast: of 11 that are left one misses, by 601 s
	fcancel 35
	fsim run -q --until 2030-01-03T14:00:00
	fsim calibrate --instants 13 >out
	grep -x '11 forecasts, at 13 instants .*' out
	grep -x 'Forecasts left out, whose jobs were cancelled or still wait: 1' out
	# sqrt(10/11 * 1/11 / 11) = 0.0867; 601 s cost 10 or 20 times as much:
	# 10 * 601 / 11 = 546 s, 1093 s; the median's loss is 601 / 2 / 11 = 27 s,
	# and the sum of the waits 18138 - 2413 s: 1429.5 s on average
	grep -x 'interval  0.80        11 0.9091 0.0867      -      -   00:00:00   00:09:06 ' out
	grep -x 'interval  0.90        11 0.9091 0.0867      -      -   00:00:00   00:18:13 ' out
	grep -x 'quantile  0.50        11 1.0000 0.0000      -      -   00:23:50   00:00:27 ' out
	fsim calibrate --instants 13 --csv >out
	grep -x kind,level,forecasts,share,standard_error,share_low,share_high,mean_seconds,score_seconds out
	grep '^interval,0.8,11,0.90909090[0-9]*,0.08667841[0-9]*,,,0,546.363636' out
	fsim calibrate --instants 13 --json | sed -n '/"from"/,/"indep/p' >out
	# noon of 2 January 2030 is 1893585600, 26 hours later 1893679200
	diff - out <<-'END'
		  "from": 1893585600,
		  "until": 1893679200,
		  "instants": 13,
		  "futures": 100,
		  "seed": 1,
		  "forecasts": 11,
		  "left_out": 1,
		  "quiet_instants": 11,
		  "undrawn_instants": 0,
		  "present_instants": 0,
		  "independent": false,
	END
}

@test "the error of a share is that of whole weeks, if there are three" {
	# bursts on four Tuesdays; on the last job 11 is cancelled.  Instants are at
	# 13:00, 15:00 ... from 2030-01-02, so those of three bursts count
	export FAIRTREE_DB=$PWD/weeks.db
	facctmgr -iQ add account phys
	facctmgr -iQ add user ann account=phys
	fcontrol update clock=2030-01-01T12:00:00
	for next in 08 15 22; do
		burst
		fsim run -q --until "2030-01-${next}T12:00:00"
	done
	burst
	fsim run -q --until 2030-01-22T13:30:00
	fcancel 47
	fsim run -q --until 2030-01-23T12:00:00
	# 6 of 6, 6 of 6 and 4 of 5 held: 16 of 17, and sqrt(16/17 * 1/17 / 17) is
	# 0.0571.  Three weeks drawn of these have the last 0, 1, 2 or 3 times with
	# 8, 12, 6 and 1 chances of 27: then 1, 16/17, 14/16 and 12/15 held.  One in 27
	# is more than 2.5 %, so that the interval is 0.8 to 1
	fsim calibrate --instants 252 --futures 10 >out
	grep -x 'Low, High: 95 % interval of Share, over 1000 draws of the 3 weeks with forecasts' out
	grep -x 'interval  0.80        17 0.9412 0.0571 0.8000 1.0000   .*' out
	grep -x 'quantile  0.90        17 1.0000 0.0000 1.0000 1.0000   .*' out
	fsim calibrate --instants 252 --futures 10 --json >out
	grep -x '  "weeks": 3,' out
	grep -x '  "draws": 1000,' out
	grep -F '{"kind": "interval", "level": 0.8, "forecasts": 17, ' out | grep -F '"share_low": 0.8, "share_high": 1.0, '
	fsim calibrate --instants 252 --futures 10 --csv >out
	grep '^interval,0.8,17,' out | grep -F ',0.8,1,'
}

@test "a store without a past, and one whose past was imported" {
	fails "fsim: error: the past of this store is too short: forecasts need jobs that were submitted more than a day ago" \
	    fsim calibrate
	three_days
	facct -a -X -P -S 2030-01-01 -o \
	    JobID,JobIDRaw,User,Account,Partition,QOS,State,Submit,Eligible,Start,End,Elapsed,Timelimit,ReqMem,AllocTRES,NNodes,ExitCode,NodeList,JobName >sacct.txt
	export FAIRTREE_DB=$PWD/imported.db
	fcontrol update clock=2030-01-03T14:00:00
	facctmgr -iQ add account phys
	facctmgr -iQ add user ann account=phys
	fimport --at 2030-01-03T14:00:00 sacct sacct.txt
	fsim calibrate --instants 13 >out
	grep -x 'Instants with the settings and associations of now, because the journal begins later: 2' out
	# three jobs had not started at 13:30
	grep -x '9 forecasts, at 13 instants .*' out
	grep -x 'Forecasts left out, whose jobs were cancelled or still wait: 3' out
	grep -x 'interval  0.80         9 1.0000 0.0000      -      -   00:00:00   00:00:00 ' out
}

@test "jobs that arrive again ask for the GPUs that accounting says they had" {
	cat >slurm.conf <<-'END'
		ClusterName=cluster
		PriorityType=priority/multifactor
		PriorityWeightQOS=1000
		DefMemPerCPU=100
		GresTypes=gpu
		AccountingStorageTRES=gres/gpu
		NodeName=g1 CPUs=8 RealMemory=8000 Gres=gpu:2
		PartitionName=main Nodes=g1 Default=YES
	END
	export SLURM_CONF=$PWD/slurm.conf FAIRTREE_DB=$PWD/gpu.db
	facctmgr -iQ add account phys
	facctmgr -iQ add qos first set priority=10
	facctmgr -iQ add user ann,bob account=phys qos=normal,first
	# yesterday at 12:30 a job of bob had both GPUs for three hours
	cat >sacct.txt <<-'END'
		JobID|JobIDRaw|User|Account|Partition|QOS|JobName|State|Submit|Eligible|Start|End|Elapsed|Timelimit|NNodes|ReqCPUS|AllocCPUS|ReqTRES|AllocTRES|NodeList|ExitCode
		1|1|bob|phys|main|normal|old|COMPLETED|2030-01-01T11:00:00|2030-01-01T11:00:00|2030-01-01T11:00:00|2030-01-01T11:00:10|00:00:10|01:00:00|1|1|1|billing=1,cpu=1,node=1|billing=1,cpu=1,node=1|g1|0:0
		2|2|bob|phys|main|first|train|COMPLETED|2030-01-01T12:30:00|2030-01-01T12:30:00|2030-01-01T12:30:00|2030-01-01T15:30:00|03:00:00|04:00:00|1|1|1|billing=1,cpu=1,gres/gpu=2,node=1|billing=1,cpu=1,gres/gpu=2,node=1|g1|0:0
	END
	fcontrol update clock=2030-01-02T12:00:00
	fimport --at 2030-01-02T12:00:00 sacct sacct.txt
	# now a job has both for an hour, and another waits for them; the one that arrives
	# at 12:30 goes first and runs for three hours from 13:00 on: 16:00 instead
	# of 13:00
	fbatch -Q --uid=ann -n 1 --gres=gpu:2 -t 60 --wrap work
	fsim run --for 60 -q
	fbatch -Q --uid=ann -n 1 --gres=gpu:2 -t 60 --wrap work
	id=$(fqueue -h -t PD -o %i)
	fqueue --forecast -h -j "$id" -O StartP50:20 2>err | grep '^2030-01-02T16:0'
}

@test "futures that take a while are simulated in processes of their own" {
	export FAIRTREE_DB=$PWD/long.db
	facctmgr -iQ add account phys
	facctmgr -iQ add user ann account=phys
	fcontrol update clock=2030-01-01T12:00:00
	# each takes a 120th of its limit, so that is drawn in all futures: 20 of them
	# are as the first one alone, which this process simulates
	fbatch -Q --uid=ann --count 3000 -t 20 --runtime 10 --wrap work
	fsim run -q --for 120
	fqueue --forecast=20 -h -j 3000 -O StartP10:20,StartP50:20,StartP90:20 >out 2>err
	fqueue --forecast=1 -h -j 3000 -O StartP10:20,StartP50:20,StartP90:20 >one 2>err
	diff one out
	read -r ten half ninety <out
	[ "$ten" = "$half" ] && [ "$half" = "$ninety" ]
	# four at once for 10 s and a second until the next: 3000 / 4 * 11 s are 2 h 17
	[[ $ten == 2030-01-01T14:1?:* ]]
}

@test "where too many jobs arrive, fwhy leaves the forecast to fqueue" {
	export FAIRTREE_DB=$PWD/busy.db
	facctmgr -iQ add account phys
	facctmgr -iQ add user ann account=phys
	fcontrol update clock=2030-01-01T12:00:00
	# 20,000 arrivals in all futures are 19 futures of 1001, and 20 are needed
	fbatch -Q --uid=ann --count 1001 -t 20 --runtime 600 --wrap work
	fsim run -q --for 60
	fwhy 1001 >out
	grep -Fx "So many jobs arrive here each day that a forecast takes long: 'fqueue --forecast -j 1001' makes it." out
	fwhy 1001 --json | grep -x '  "forecast": null,'
}

@test "alternatives say later than a forecast reaches" {
	export FAIRTREE_DB=$PWD/after.db
	unset SLURM_CONF
	facctmgr -iQ add account aa
	facctmgr -iQ add user ann account=aa
	fbatch -Q --uid=ann -t 10 --runtime 60 --wrap work
	fsim run -q --for 10
	# with too little history job 1 takes its time limit, which is no success
	fbatch -Q --uid=ann -d afterok:1 -t 10 --wrap work
	fwhy 2 --alternatives >out
	grep -E '^ +1  as it is +> 14 days +> 14 days +> 14 days' out
}
