#!/usr/bin/env bats
# fdiag: what the controller counts.
#
# Two nodes of 4 CPUs at 12:00:00 of a day.  Job 1 takes all 8 CPUs for 600 s, job
# 2 waits for them, tasks 3_1 and 3_2 of 1 CPU last 60 s; 4 is held.  Nothing but
# job 1 fits at 12:00.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/diag.db
	export SLURM_CONF=$BATS_TEST_TMPDIR/slurm.conf
	cd "$BATS_TEST_TMPDIR" || return
	cat >slurm.conf <<-'END'
		ClusterName=cluster
		AccountingStorageEnforce=associations
		PriorityType=priority/multifactor
		NodeName=n[1-2] CPUs=4
		PartitionName=main Nodes=ALL Default=YES
	END
	import_phys ann
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -n 8 -t 60 --runtime 600 --wrap work
	fbatch -Q --uid=ann -n 8 -t 60 --runtime 60 --wrap work
	fbatch -Q --uid=ann -a 1-2 -n 1 -t 60 --runtime 60 --wrap work
	fbatch -Q --uid=ann -H -n 1 -t 60 --runtime 60 --wrap work
}

# The number of a line.
counted() {
	fdiag "${@:2}" | sed -n "s/^[[:blank:]]*$1:[[:blank:]]*//p" | head -1
}

@test "fdiag: jobs that arrived, started, ended, and were cancelled" {
	[ "$(counted 'Jobs submitted')" = 5 ]	# 1, 2, 3_1, 3_2, 4
	[ "$(counted 'Jobs pending')" = 5 ]
	fsim run --for 300 >/dev/null
	[ "$(counted 'Jobs started')" = 1 ]
	[ "$(counted 'Jobs running')" = 1 ]
	[ "$(counted 'Jobs completed')" = 0 ]
	fsim run --for 3600 >/dev/null		# 1 ends at 12:10, the rest follows
	[ "$(counted 'Jobs started')" = 4 ]
	[ "$(counted 'Jobs completed')" = 4 ]
	[ "$(counted 'Jobs pending')" = 1 ]
	fcancel 4
	[ "$(counted 'Jobs canceled')" = 1 ]
	[ "$(counted 'Jobs failed')" = 0 ]
}

@test "fdiag: the counters begin again at midnight and by --reset" {
	fsim run --for 3600 >/dev/null
	[ "$(counted 'Jobs started')" = 4 ]
	run -0 fdiag --reset
	[ "$(counted 'Jobs started')" = 0 ]
	fbatch -Q --uid=ann -n 1 -t 60 --runtime 60 --wrap work
	fsim run --for 120 >/dev/null
	[ "$(counted 'Jobs started')" = 1 ]
	[ "$(counted 'Jobs submitted')" = 1 ]
	fcontrol update clock=2030-01-02T00:00:01
	[ "$(counted 'Jobs started')" = 0 ]
	[[ $(fdiag) = *'Data since      Wed Jan  2 00:00:00 2030'* ]]
}

@test "fdiag: --json, --yaml and --prometheus have the same numbers" {
	fsim run --for 300 >/dev/null
	fdiag --json | grep -q '"jobs_submitted": 5,$'
	fdiag --json | grep -q '"jobs_started": 1,$'
	fdiag --yaml | grep -q 'jobs_submitted: 5$'
	fdiag --prometheus |
	    grep -q '^slurm_scheduler_jobs_submitted{cluster="cluster"} 5$'
}

@test "fcontrol stats is fdiag; stats reset is its --reset" {
	fsim run --for 300 >/dev/null
	[ "$(fcontrol stats)" = "$(fdiag)" ]
	[ "$(fcontrol --json stats)" = "$(fdiag --json)" ]
	[ "$(fcontrol --prometheus stats)" = "$(fdiag --prometheus)" ]
	run -0 fcontrol stats reset
	[ "$(counted 'Jobs started')" = 0 ]
	run ! fcontrol stats x
	[[ $output = *"stats: want reset, not 'x'"* ]]
	run ! fcontrol --csv stats
	ln -s "$(command -v fcontrol)" scontrol
	run ! ./scontrol stats
	[ "$output" = 'invalid keyword: stats' ]
}

@test "fdiag: only operators reset the counters" {
	FAIRTREE_USER=ann run ! fdiag --reset
	[[ $output = *ann* ]]
	FAIRTREE_USER=ann run -0 fdiag
	run ! fdiag extra
	run ! fdiag -M nosuch
}
