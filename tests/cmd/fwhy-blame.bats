#!/usr/bin/env bats
# fwhy JOB --blame: the wait of a job, split among accounts.
#
# One node; each job takes it whole.  Job 1 of ann (account aa) runs for 100 s, then
# job 2 of bob (bb) for 100 s, then job 3 of cy (mine), submitted at 12:00:50, at
# last job 4 of bob, submitted at 12:01:10.  A job starts one second after the one
# before it has ended.

load ../lib/cmd

setup_file() {
	begin_file blame <<-'END'
		ClusterName=cluster
		PriorityType=priority/basic
		DefMemPerCPU=100
		NodeName=n1 CPUs=4 RealMemory=4000
		PartitionName=main Nodes=n1 Default=YES
	END
	facctmgr -iQ add account aa,bb,mine
	facctmgr -iQ add user ann account=aa
	facctmgr -iQ add user bob account=bb
	facctmgr -iQ add user cy account=mine
	fcontrol update clock=2030-01-01T12:00:00
	job ann 20 100
	job bob 20 100
	fsim run --for 50 -q
	job cy 20 10
	fsim run --for 20 -q
	job bob 20 10
	fsim run --for 600 -q
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cp "$BATS_FILE_TMPDIR/blame.db" here.db
	export FAIRTREE_DB=$PWD/here.db
}

# job USER LIMIT SECONDS [OPTION...]
job() {
	fbatch -Q --uid="$1" -n 4 -t "$2" --runtime "$3" "${@:4}" --wrap work
}

# causes: the table of what it waited for, of the last answer
causes() {
	sed -n '/^  Cause /,/^  total /s/^  //p' out | cut -c -29 | sed 's/ *$//'
}

# table JOB [=N]: only the table of who made it wait
table() {
	fwhy "$1" "--blame$2" >out
	sed -n '/^  Account /,/^  total /s/^  //p' out
}

@test "two accounts, exactly" {
	# submitted at 0:50; job 1 started at 0:03, job 2 has not started.
	# v() = 0; v(aa): job 1 ends at 1:43, so 1:44 - 0:50 = 54; v(bb): job 2
	# starts at once and ends at 2:30, so 2:31 - 0:50 = 101; v(aa bb) = 3:25 -
	# 0:50 = 155.
	# aa: (54 + 155 - 101) / 2 = 54; bb: (101 + 155 - 54) / 2 = 101
	table 3 | diff -u - <(cat <<-'END'
		Account        Wait  StdErr      %
		empty machine  0:00            0.0
		bb             1:41           65.2
		aa             0:54           34.8
		total          2:35          100.0
	END
	)
	grep -Fx 'Account bb made job 3 wait 1:41 of its 2:35.' out
	# job 2 is ahead until it starts at 1:44, then nobody is:
	# 1:44 - 0:50 = 54, 3:25 - 1:44 = 101
	causes | diff -u - <(cat <<-'END'
		Cause       Wait      %  Expl
		submission  0:00    0.0  not
		scheduler   0:00    0.0  elig
		limits      0:00    0.0  of a
		shape       1:41   65.2  it w
		priority    0:54   34.8  jobs
		total       2:35  100.0
	END
	)
	grep -F 'It was simulated with 4 sets of the accounts whose jobs competed with it (2 of them), and split by Shapley value, exactly.' out
}

@test "three accounts, one its own; fractions are rounded to the sum" {
	# submitted at 1:10; v() = 0; v(aa) = 1:44 - 1:10 = 34; v(bb), job 2:
	# 1:10 + 100 + 1 - 1:10 = 101; v(mine) = 10 + 1 = 11; v(aa bb) = 3:25 -
	# 1:10 = 135; v(aa mine) = 34 + 11 = 45; v(aa bb mine) = 135 + 11 = 146.
	# v(bb mine): job 3 runs from 2:51 to 3:01.  At 3:00 the main scheduler
	# looked at the whole queue, and batch_sched_delay=3 later it looks again:
	# 3:03 - 1:10 = 113.
	# aa: 34/3 + (135 - 101)/6 + (45 - 11)/6 + (146 - 113)/3 = 33 2/3
	# bb: 101/3 + (135 - 34)/6 + (113 - 11)/6 + (146 - 45)/3 = 101 1/6
	# mine: 11/3 + (45 - 34)/6 + (113 - 101)/6 + (146 - 135)/3 = 11 1/6
	# down: 33 + 101 + 11 = 145; the largest rest is that of aa
	table 4 | diff -u - <(cat <<-'END'
		Account        Wait  StdErr      %
		empty machine  0:00            0.0
		bb (its own)   1:41           69.2
		aa             0:34           23.3
		mine           0:11            7.5
		total          2:26          100.0
	END
	)
	fwhy 4 --blame --json >out
	grep -o '"wait": [0-9]*, "shapley": [0-9.]*' out | diff -u - <(cat <<-'END'
		"wait": 0, "shapley": 0.0
		"wait": 101, "shapley": 101.16666666666667
		"wait": 34, "shapley": 33.666666666666664
		"wait": 11, "shapley": 11.166666666666666
	END
	)
	fwhy 4 --blame --csv | grep -Fx 'blame.wait,146'
}

@test "what the simulation does not reproduce is a row" {
	# job 1 was the first of all, and really started after 3 s
	table 1 | diff -u - <(cat <<-'END'
		Account         Wait  StdErr      %
		empty machine   0:00            0.0
		bb              0:00            0.0
		not reproduced  0:03          100.0
		total           0:03          100.0
	END
	)
	grep -Fx 'No account made job 1 wait; its wait is 0:03.' out
}

@test "a job that waits: limits of what runs, arrivals, and a hold" {
	fcontrol update clock=2030-01-01T12:20:30
	job ann 10 400 # 5 runs
	fsim run --for 20 -q
	job cy 10 10 -H # 6, released 100 s later
	fsim run --for 50 -q
	job bob 10 10 # 7 waits
	fsim run --for 50 -q
	fcontrol release 6
	fsim run --for 100 -q
	# 6 was submitted 200 s ago, and held for 100 s; job 5 may run until its
	# limit, so v(aa) = 200.  Job 7 came 50 s after job 6: it runs until its
	# limit of 10 minutes if aa is not there, so v(bb) = 200 and v(aa bb) = 200.
	# aa and bb: ((200 - 100) + (200 - 200)) / 2 = 50
	table 6 | diff -u - <(cat <<-'END'
		Account        Wait  StdErr      %
		empty machine  1:40           50.0
		aa             0:50           25.0
		bb             0:50           25.0
		total          3:20          100.0
	END
	)
	grep -Fx 'Account aa made job 6 wait 0:50 of its 3:20 so far.' out
	# held for 100 s; it gets its priority when it is released, so that job 7
	# is ahead
	fwhy 6 --blame --json >json
	grep -A 7 '"causes"' json | tr -d ' \n' |
	    grep -F '"causes":{"submit":100,"eligible":0,"limits":0,"shape":0,"priority":100,"not_reproduced":0}'
	fcontrol hold 7
	fsim run --for 100 -q
	# held now, so since ever: all of its 250 s are its own
	table 7 | diff -u - <(cat <<-'END'
		Account        Wait  StdErr      %
		empty machine  4:10          100.0
		aa             0:00            0.0
		mine           0:00            0.0
		total          4:10          100.0
	END
	)
}

@test "who gave up waiting leaves then; a job that gave up waited" {
	fcontrol update clock=2030-01-01T12:20:30
	job ann 10 400 # 5
	fsim run --for 10 -q
	job bob 10 400 # 6
	job cy 10 10   # 7
	fsim run --for 60 -q
	fcancel 6
	fsim run --for 60 -q
	fcancel 7
	fsim run --for 500 -q
	# 7 waited 120 s; v() = 0; v(aa) = 120; job 6 starts at once without aa and
	# leaves after 60 s: v(bb) = 61; v(aa bb) = 120.
	# aa: (120 + 120 - 61) / 2 = 89 1/2; bb: (61 + 120 - 120) / 2 = 30 1/2; the
	# larger one gets the second that is left
	table 7 | diff -u - <(cat <<-'END'
		Account        Wait  StdErr      %
		empty machine  0:00            0.0
		aa             1:30           75.0
		bb             0:30           25.0
		total          2:00          100.0
	END
	)
}

# Jobs of $1 accounts, each of another size, then one of cy.
crowd() {
	facctmgr -iQ add account "$(seq -s, -f 'g%g' "$1")"
	for i in $(seq "$1"); do
		facctmgr -iQ add user "u$i" account="g$i"
	done
	fcontrol update clock=2030-01-01T12:20:30
	for i in $(seq "$1"); do
		job "u$i" 20 10
	done
	fsim run --for 2 -q
	job cy 20 10
	fsim run --for 3000 -q
}

@test "more than six accounts are sampled, with an error; rows still add up" {
	crowd 7
	# each has a job of 10 s ahead of it, so each adds 11 s; that of g1 has run
	# for a second: 10 s.  6 * 11 + 10 = 76 in any order, so the error is 0
	table 12 =20 | diff -u - <(cat <<-'END'
		Account        Wait  StdErr      %
		empty machine  0:00            0.0
		g7             0:11    0:00   14.5
		g6             0:11    0:00   14.5
		g5             0:11    0:00   14.5
		g4             0:11    0:00   14.5
		g3             0:11    0:00   14.5
		g2             0:11    0:00   14.5
		g1             0:10    0:00   13.2
		total          1:16          100.0
	END
	)
	grep -F 'over 20 random orders.' out
	fwhy 12 --blame=20 --json >json
	[ "$(grep -c '"standard_error": [0-9]' json)" -eq 7 ]
	[ "$(grep -o '"wait": [-0-9]*, "shap' json | tr -dc -- '-0-9\n' |
	    awk '{ sum += $1 } END { print sum }')" -eq "$(sed -n 's/^    "wait": \([0-9]*\),/\1/p' json)" ]
	fwhy 12 --blame=20 --json | diff json -
	# of one order no error is known
	fwhy 12 --blame=1 --json >json
	[ "$(grep -c '"standard_error": null' json)" -ge 8 ]
}

@test "beyond 64 the smallest accounts are joined" {
	crowd 66
	fwhy 71 --blame=1 >out
	grep -F '(66 of them)' out
	grep -F 'others (3 accounts)' out
	fwhy 71 --blame=1 --json | grep -F '"joined": 3'
}

@test "arrays, and the tasks that started" {
	fcontrol update clock=2030-01-01T12:20:30
	job ann 10 100
	fsim run --for 10 -q
	job cy 10 10 --array=1-3
	fsim run --for 20 -q
	fwhy 6 --blame >out
	grep -Fx 'Account aa made job 6_[1-3] wait 0:20 of its 0:20 so far.' out
	fsim run --for 300 -q
	# the second waits for ann, and then 11 s for the first
	fwhy 6_2 --blame >out
	grep -Eq '^  mine \(its own\) +0:11 ' out
}

@test "what it needs" {
	run ! fwhy cy --blame
	run -1 --separate-stderr fwhy 3 --blame=0
	[ "$stderr" = "fwhy: error: bad number for --blame: '0' (1 to 100000)" ]
	run -1 --separate-stderr fwhy 3 --blame --now 2030-01-01
	[ "${stderr_lines[0]}" = "fwhy: error: --blame looks back from the present: it does not go with --now and --what-if" ]
	run -1 --separate-stderr fwhy 3 --blame --what-if 'add account x'
	[ "${stderr_lines[0]}" = "fwhy: error: --blame looks back from the present: it does not go with --now and --what-if" ]
	run -1 --separate-stderr fwhy --lesson recipe UserA --blame
	[ "${stderr_lines[0]}" = 'fwhy: error: --blame applies to a job' ]
	job ann 10 10 --begin=now
	sed 's/^ClusterName/PrivateData=jobs\n&/' "$SLURM_CONF" >private.conf
	SLURM_CONF=private.conf FAIRTREE_USER=cy run -1 --separate-stderr fwhy 3 --blame
	echo "$stderr"
	[[ $stderr == *PrivateData* ]]
	[ -z "$output" ]
}

@test "an imported job whose partition is not known" {
	cat >past <<-'END'
		cluster from=2029-03-01T00:00:00 tres=cpu=4,mem=4000,node=1 nodes=n1
		job id=91 user=ann account=aa nodes=n1 tres=cpu=4,mem=400,node=1 submit=2029-03-03T08:00:00 start=2029-03-03T12:00:00 end=2029-03-03T13:30:00 state=COMPLETED
		roll from=2029-03-01T00:00:00 to=2029-04-01T00:00:00
	END
	fimport history past
	run -1 --separate-stderr fwhy 91 --blame
	[ -z "$output" ]
	[ "$stderr" = 'fwhy: error: job 91 started, but does not in a simulation of it alone: its partition, nodes or request are not known as they were' ]
}

@test "a limit, then its size" {
	cat >limits.conf <<-'END'
		ClusterName=cluster
		PriorityType=priority/basic
		AccountingStorageEnforce=associations,limits,qos
		DefMemPerCPU=100
		NodeName=n1 CPUs=4 RealMemory=4000
		PartitionName=main Nodes=n1 Default=YES
	END
	export FAIRTREE_DB=$PWD/limits.db SLURM_CONF=$PWD/limits.conf
	facctmgr -iQ add account aa,bb
	facctmgr -iQ add user ann account=aa maxjobs=1
	facctmgr -iQ add user bob account=bb
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -n 1 -t 10 --runtime 60 --wrap work
	fbatch -Q --uid=bob -n 3 -t 10 --runtime 100 --wrap work
	fsim run --for 10 -q
	fbatch -Q --uid=ann -n 2 -t 10 --runtime 60 --wrap work
	fsim run --for 300 -q
	fwhy 3 --blame >out
	# jobs 1 and 2 start at 0:03.  Job 3 comes at 0:10; ann may run one job, so
	# a limit keeps it until the main scheduler runs at 1:04, after the end of
	# job 1: 54 s.  Then one CPU of four is free and it asks for two, until job
	# 2 has ended at 1:43 and it starts at 1:44: 40 s.
	causes | diff -u - <(cat <<-'END'
		Cause       Wait      %  Expl
		submission  0:00    0.0  not
		scheduler   0:00    0.0  elig
		limits      0:54   57.4  of a
		shape       0:40   42.6  it w
		priority    0:00    0.0  jobs
		total       1:34  100.0
	END
	)
}

@test "a job as old as its cluster" {
	unset SLURM_CONF
	export FAIRTREE_DB=$PWD/young.db
	facctmgr -iQ add account aa
	facctmgr -iQ add user ann account=aa
	fbatch -Q --uid=ann --wrap work
	fsim run --for 60 -q
	# the second before its submission there was no tree yet
	fwhy 1 --blame >out
	grep -Fx 'It was simulated alone: no other jobs competed with it.' out
	grep '^  total ' out
}

# past SEED: a store with a random past of ten jobs of three users on three nodes
past() {
	export FAIRTREE_DB=$PWD/random.db SLURM_CONF=$PWD/random.conf
	cat >random.conf <<-'END'
		ClusterName=cluster
		PriorityType=priority/multifactor
		PriorityWeightFairshare=1000
		PriorityWeightAge=100
		DefMemPerCPU=100
		NodeName=n[1-3] CPUs=4 RealMemory=4000
		PartitionName=main Nodes=ALL Default=YES
	END
	facctmgr -iQ add account aa,bb,mine
	facctmgr -iQ add user ann account=aa
	facctmgr -iQ add user bob account=bb
	facctmgr -iQ add user cy account=mine
	fcontrol update clock=2030-01-01T12:00:00
	awk -v x="$1" '
	function below(n) { x = x * 16807 % 2147483647; return x % n }
	BEGIN {
		split("ann bob cy", user)
		for (i = 0; i < 10; i++) {
			limit = 5 + below(25)
			print user[1 + below(3)], 1 + below(10), limit,
			    30 + below(limit * 60 - 30), 1 + below(200)
		}
	}' >jobs
	while read -r user cpus limit seconds pause; do
		fbatch -Q --uid="$user" -n "$cpus" -t "$limit" \
		    --runtime "$seconds" --wrap work
		fsim run -q --for "$pause"
	done <jobs
	fsim run -q --for 20000
}

# The simulation with everyone is the past, but for the seconds between a command and
# the scheduler after it; and both tables add up to the wait.
@test "a random past, simulated from before each submission" {
	for seed in 1 2; do
		rm -f random.db*
		past $seed
		for job in $(seq 10); do
			fwhy "$job" --blame --json >out
			perl -MJSON::PP -0777 -ne '
				my $blame = decode_json($_)->{blame};
				my ($rows, $causes) = (0, 0);
				$rows += $_->{wait} for @{$blame->{rows}};
				$causes += $_ for values %{$blame->{causes}};
				my $lost = abs $blame->{causes}{not_reproduced};
				print "$rows $causes $blame->{wait} $lost\n"' \
				out >sums
			read -r rows causes wait lost <sums
			[ "$rows" -eq "$wait" ]
			[ "$causes" -eq "$wait" ]
			[ "$lost" -le 3 ]
			starts=$(facct -X -n -P -j "$job" -o Submit,Start |
				tr '|' '\n' | date -f - +%s | tr '\n' ' ')
			# shellcheck disable=SC2086
			set -- $starts
			[ "$wait" -eq $(($2 - $1)) ]
		done
	done
}
