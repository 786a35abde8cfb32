#!/usr/bin/env bats
# Forecasts of starts: fqueue --forecast, fwhy JOB.
#
# One node.  Ten jobs of ann took 10 minutes each, half of their limit; job 11 is
# one more, and has run for 100 s.  Jobs 12 (cy) and 13 (bob) wait for it, and job
# 14 is held.

setup_file() {
	export FT_BUILD=${FT_BUILD:-$BATS_TEST_DIRNAME/../../build}
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/queue.db
	export SLURM_CONF=$BATS_FILE_TMPDIR/slurm.conf
	export FAIRTREE_USER=root LC_ALL=C TZ=UTC PATH=$FT_BUILD/bin:$PATH
	unset FAIRTREE_CONF NO_COLOR SLURM_TIME_FORMAT SLURM_CLUSTERS
	unset "${!SQUEUE_@}"
	cd "$BATS_FILE_TMPDIR" || return
	cat >slurm.conf <<-'END'
		ClusterName=cluster
		PriorityType=priority/multifactor
		PriorityWeightAge=1000
		DefMemPerCPU=100
		NodeName=n1 CPUs=4 RealMemory=4000
		PartitionName=main Nodes=ALL Default=YES
	END
	facctmgr -iQ add account phys
	facctmgr -iQ add user ann,bob,cy account=phys
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

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# prints TEXT COMMAND...: its standard output is TEXT
prints() {
	local text=$1
	shift
	"$@" >out 2>err
	diff -u <(printf '%s\n' "$text") out
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
	run fqueue --json
	[[ $output != *start_p10* ]]
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
	grep -Fx 'It starts by 2030-01-01T13:50:14 (in 8 min) in half of 200 simulated futures, between 2030-01-01T13:50:14 and 2030-01-01T13:50:14 in 80 %.  In them, 3 of the 4 jobs that wait or run use their whole time limits, because their users have fewer than 10 ended jobs; no further jobs arrive, because less than a day of the past is known.' out
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
