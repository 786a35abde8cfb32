#!/usr/bin/env bats
# fbatch: options, scripts, environment; what is refused and what that leaves;
# many jobs as one transaction.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cat >slurm.conf <<'END'
ClusterName=cluster
AccountingStorageEnforce=associations,limits,qos
PriorityCalcPeriod=1
NodeName=n[1-4] CPUs=16 RealMemory=64000
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE
PartitionName=short Nodes=ALL MaxTime=5
END
	export SLURM_CONF=$PWD/slurm.conf
	export FAIRTREE_DB=$PWD/test.db
	facctmgr -i add account phys chem >/dev/null
	facctmgr -i add user ann bob account=phys >/dev/null
	facctmgr -i add qos one maxsubmitjobspu=1 >/dev/null
	facctmgr -i modify account root set qos=normal,one >/dev/null
	ln -sf "$(command -v fbatch)" sbatch
}

# refuses STATUS TEXT COMMAND...: just this on stderr, nothing on stdout
refuses() {
	local want=$1 text=$2 status=0
	shift 2
	"$@" >out 2>err || status=$?
	echo "$status: $(cat out err)"
	[ "$status" -eq "$want" ] && [ ! -s out ] && [ "$(cat err)" = "$text" ]
}

jobs_are() {
	[ "$(fqueue -h -S i -o '%i %j %u %C %D %l %y')" = "$1" ]
}

@test "a job: number, name, size; the script is not executed" {
	run fbatch --uid=ann -n 4 -t 30 --wrap 'touch executed'
	[ "$output" = 'Submitted batch job 1' ]
	printf '#!/bin/sh\n#SBATCH -N 2 -t 90 --nice=7\ntouch executed\n' >my.sh
	run fbatch --uid=ann --parsable my.sh -x y
	[ "$output" = 2 ]
	[ ! -e executed ]
	jobs_are '1 wrap ann 4 1 30:00 0
2 my.sh ann 2 2 1:30:00 7'
}

@test "command line over environment over script" {
	printf '#!/bin/sh\n#SBATCH -t 4 -n 9 -J s\ntrue\n' >s.sh
	fbatch -Q s.sh
	SBATCH_TIMELIMIT=6 fbatch -Q s.sh
	SBATCH_TIMELIMIT=6 fbatch -Q -t 8 s.sh
	fbatch -Q <s.sh
	jobs_are '1 s root 9 1 4:00 0
2 s root 9 1 6:00 0
3 s root 9 1 8:00 0
4 s root 9 1 4:00 0'
}

@test "how long it runs: --runtime, sleep, the limit, an hour" {
	fbatch -Q --runtime 90 -t 5 --wrap work
	fbatch -Q -t 5 --wrap 'sleep 20; exit 3'
	fbatch -Q -t 5 --wrap work
	fbatch -Q --wrap work
	fbatch -Q --exit-code 4 --runtime 30 --wrap work
	fsim run --for 2:00:00 >/dev/null
	run facct -S 2000-01-01 -a -X -n -P \
	    -o JobID,State,ExitCode,ElapsedRaw
	echo "$output"
	[ "${lines[0]}" = '1|COMPLETED|0:0|90' ]
	[ "${lines[1]}" = '2|FAILED|3:0|20' ]
	[[ ${lines[2]} = '3|TIMEOUT|0:0|3'* ]]
	[ "${lines[3]}" = '4|COMPLETED|0:0|3600' ]
	[ "${lines[4]}" = '5|FAILED|4:0|30' ]
}

@test "refused: the same words under both names" {
	for name in fbatch sbatch; do
		path=$name
		[ $name = fbatch ] || path=./sbatch
		refuses 1 "$name: error: Batch job submission failed: Invalid account or account/partition combination specified" \
		    "$path" --uid=ann -A chem --wrap true
		refuses 1 "$name: error: Batch job submission failed: Invalid qos specification" \
		    "$path" --uid=ann -q nowhere --wrap true
		refuses 1 "$name: error: invalid partition specified: none
$name: error: Batch job submission failed: Invalid partition name specified" \
		    "$path" --uid=ann -p debug,none --wrap true
		refuses 1 "$name: error: Batch script is empty!" "$path" </dev/null
		refuses 1 "$name: error: Unable to open file none.sh" \
		    "$path" none.sh
	done
	# a folder reads as nothing for sbatch; fbatch says what it is
	refuses 1 "sbatch: error: Batch script is empty!" ./sbatch .
	refuses 1 "fbatch: error: cannot read '.': Is a directory" fbatch .
	[ -z "$(fqueue -h -t all)" ]
}

@test "texts that would spoil a terminal or a document" {
	for option in -J --comment -D --wckey; do
		run fbatch "$option" $'a\033[31m' --wrap true
		[ "$status" -eq 1 ]
		[[ $output == *'it contains a control character (U+001B)' ]]
		run fbatch "$option" $'a\xff' --wrap true
		[ "$status" -eq 1 ]
		[[ $output == *'it is not UTF-8 (byte 0xFF)' ]]
	done
	[ -z "$(fqueue -h -t all)" ]
	fbatch -Q -J 'größe' --wrap $'true\nfalse'
	[ "$(fqueue -h -o %j)" = 'größe' ]
	refuses 1 'fbatch: error: bad word '"'a\\u0001'"': it contains a control character (U+0001)' \
	    fbatch -b $'a\001' --wrap true
}

@test "bad words: 255 under Slurm's name, 1 under ours" {
	refuses 255 'sbatch: error: Invalid --time specification' \
	    ./sbatch -t soon --wrap true
	refuses 1 'fbatch: error: Invalid --time specification' \
	    fbatch -t soon --wrap true
	refuses 1 'sbatch: error: Invalid numeric value "0" for --ntasks.' \
	    ./sbatch -n 0 --wrap true
	refuses 255 'sbatch: error: "x" is not a valid node count' \
	    ./sbatch -N x --wrap true
	refuses 255 'sbatch: error: Invalid directive found in batch script: FOO' \
	    ./sbatch <<<$'#!/bin/sh\n#SBATCHFOO\ntrue'
	refuses 1 'sbatch: fatal: stdin: line 2: Unmatched `"` in [ "x]' \
	    ./sbatch <<<$'#!/bin/sh\n#SBATCH -J "x\ntrue'
	FAIRTREE_USER=ann refuses 255 \
	    'sbatch: error: --uid only permitted by root user' \
	    ./sbatch --uid=bob --wrap true
	FAIRTREE_USER=ann refuses 1 \
	    'sbatch: error: Batch job submission failed: Invalid --nice value' \
	    ./sbatch --nice=-1 --wrap true
	# options of ours are unknown to sbatch
	run ./sbatch --count 2 --wrap true
	[ "$status" -eq 255 ]
	[ -z "$(fqueue -h -t all)" ]
}

@test "what a refusal leaves: a record that failed, a number" {
	refuses 1 'fbatch: error: Memory specification can not be satisfied
fbatch: error: Batch job submission failed: Requested node configuration is not available' \
	    fbatch --mem=100G --wrap true
	refuses 1 'fbatch: error: CPU count per node can not be satisfied
fbatch: error: Batch job submission failed: Requested node configuration is not available' \
	    fbatch -c 17 --wrap true
	refuses 1 'fbatch: error: Batch job submission failed: Job dependency problem' \
	    fbatch -d bogus --wrap true
	refuses 1 'fbatch: error: Batch job submission failed: Invalid feature specification' \
	    fbatch -C gpu --wrap true
	refuses 1 'fbatch: error: Batch job submission failed: Invalid license specification' \
	    fbatch -L tool --wrap true
	run fbatch --wrap true
	[ "$output" = 'Submitted batch job 5' ]
	[ "$(fqueue -h -S i -t all -o '%i %T %r')" = '1 FAILED BadConstraints
2 FAILED BadConstraints
5 PENDING None' ]
}

@test "many: one transaction, or each its own" {
	run fbatch --uid=ann -q one --count 3 --wrap true
	[ "$status" -eq 1 ]
	[ -z "$(fqueue -h -t all)" ]
	run fbatch --uid=ann -q one --each --count 3 --wrap true
	[ "$status" -eq 1 ]
	[ "$(fqueue -h -o %i)" = 1 ]
	run fbatch --uid=bob --count 3 --wrap true
	[ "$output" = 'Submitted batch job 2
Submitted batch job 3
Submitted batch job 4' ]
}

@test "the same seed, the same jobs" {
	for db in a b c; do
		seed=7
		[ $db = c ] && seed=8
		cp test.db $db.db
		fbatch --db $db.db -Q --count 20 --arrival poisson:1m \
		    --runtime exponential:5m --seed $seed -t 60 --wrap x
		fsim --db $db.db run --for 3:00:00 >/dev/null
		facct --db $db.db -S 2000-01-01 -a -X -n -P -o JobID,Submit,ElapsedRaw >$db
	done
	cmp a b
	if cmp -s a c; then false; fi
	[ "$(wc -l <a)" -eq 20 ]
}

@test "--test-only says when, and submits nothing" {
	fbatch -Q -n 64 -t 10 --wrap 'sleep 600'
	fsim run --for 10 >/dev/null
	start=$(fqueue -h -o %S)
	run fbatch --test-only -n 4 --wrap true
	[ "$status" -eq 0 ]
	[ "$output" = "fbatch: Job 2 to start at $(date -u -d "${start}Z + 10 minutes" +%FT%T) using 4 processors on nodes n1 in partition debug" ]
	refuses 1 'allocation failure: Invalid qos specification' \
	    fbatch --test-only -q none --wrap true
	[ "$(fqueue -h -t all -o %i)" = 1 ]
}

@test "a limit on wall time is the limit of a job that says none" {
	facctmgr -i modify user ann set maxwall=9 >/dev/null
	fbatch -Q --uid=ann -H --wrap true
	fbatch -Q --uid=ann -H -t 3 --wrap true
	jobs_are '1 wrap ann 1 1 9:00 0
2 wrap ann 1 1 3:00 0'
}

@test "-W returns at once and says so" {
	fbatch -W --wrap true >out 2>err
	[ "$(cat out)" = 'Submitted batch job 1' ]
	[ "$(cat err)" = 'fbatch: not waiting for job 1: time passes only with fsim' ]
}

@test "numbers that do not fit are refused, by Slurm's name they wrap around" {
	refuses 1 'fbatch: error: Invalid --time specification' \
	    fbatch -t 35791394 --wrap true
	refuses 1 'fbatch: error: Invalid --time specification' \
	    fbatch -t 4294967296 --wrap true
	refuses 1 'fbatch: error: Invalid --begin specification' \
	    fbatch --begin=now+2147483647days --wrap true
	# a date that is one in 1970, but not from now on
	refuses 1 'fbatch: error: Invalid --deadline specification' \
	    fbatch --deadline=now+253402300798 --wrap true
	refuses 1 \
	    'fbatch: error: Invalid numeric value "4294967297" for --ntasks.' \
	    fbatch -n 4294967297 --wrap true
	refuses 1 "fbatch: error: Batch job submission failed: Invalid time-min specification (exceeds job's time or other limits)" \
	    fbatch --time-min=UNLIMITED --wrap true
	fbatch -Q -t 35791393 -H --wrap true
	./sbatch -Q -n 4294967297 -t 71582789 -H --wrap true
	jobs_are '1 wrap root 1 1 24855-03:13:00 0
2 wrap root 1 1 1:00 0'
}

@test "jobs of several parts are refused by name" {
	refuses 1 "fbatch: error: ':' separates the parts of a heterogeneous job; jobs have one part here" \
	    fbatch -n 1 : -n 2 --wrap true
	printf '#!/bin/sh\n#SBATCH -n 1\n#SBATCH hetjob\n#SBATCH -n 2\n' >parts.sh
	refuses 1 "fbatch: error: 'hetjob' separates the parts of a heterogeneous job; jobs have one part here" \
	    fbatch parts.sh
}
