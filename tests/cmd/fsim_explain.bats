#!/usr/bin/env bats
# fsim run --explain: who stands in whose way, in words and as JSON lines.

load ../lib/cmd

as() {
	FAIRTREE_USER=$1 "${@:2}"
}

# Four nodes of 16 CPUs; the account chem may have 16 CPUs at a time.  The main
# scheduler runs 3 s after the submission, at 00:00:23, backfill each 30 s of
# the clock's own raster from 00:00:20 on.
setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/t.db
	cd "$BATS_TEST_TMPDIR" || return 1
	cat >c.conf <<-'END'
		SchedulerType=sched/backfill
		AccountingStorageEnforce=associations,limits
		NodeName=n[1-4] CPUs=16 RealMemory=64000
		PartitionName=debug Nodes=ALL Default=YES MaxTime=1-0 State=UP
	END
	facctmgr -i add account phys >log
	facctmgr -i add account chem grptres=cpu=16 >log
	facctmgr -i add user ann account=phys >log
	facctmgr -i add user cy account=chem >log
	fimport conf c.conf >log
	fcontrol update clock=2030-01-01T00:00:20 >log
	as ann fbatch -N 3 -n 48 -t 3 --wrap='sleep 100' >log
	as ann fbatch -N 4 -n 64 -t 1 --wrap='sleep 30' >log
	as ann fbatch -N 1 -n 2 -t 10 --wrap='sleep 30' >log
	as cy fbatch -N 1 -n 16 -t 1 --wrap='sleep 40' >log
	as cy fbatch -N 1 -n 4 -t 1 --wrap='sleep 40' >log
}

has() {
	[[ $'\n'$output == *$'\n'"$1"* ]] || {
		printf 'not there: %s\n%s\n' "$1" "$output"
		return 1
	}
}

has_not() {
	[[ $'\n'$output != *$'\n'"$1"* ]] || {
		printf 'is there: %s\n%s\n' "$1" "$output"
		return 1
	}
}

@test "the job ahead of others" {
	run fsim run --for 10 --explain
	[ "$status" -eq 0 ]
	has '2030-01-01T00:00:23 pass    main: 5 waiting, 5 examined (not the '\
'whole queue), 1 started'
	has '2030-01-01T00:00:23 start   1 ann (phys) on n[1-3] in debug, '
	has '2030-01-01T00:00:23 wait    2 ann (phys) priority 1: Resources ('
	has '2030-01-01T00:00:23 wait    3 ann (phys) priority 1: Priority, '\
'after 2'
}

@test "the reservation that would be delayed, and the limit with its numbers" {
	run fsim run --for 60 --explain
	[ "$status" -eq 0 ]
	has '2030-01-01T00:00:50 pass    backfill: 4 waiting, 4 examined, 1 '\
'started'
	# 1 may run until 00:00:23 + 3 minutes
	has '2030-01-01T00:00:50 wait    2 ann (phys) priority 1: does not '\
'fit now; planned for 2030-01-01T00:03:23 on n[1-4]'
	# 10 minutes on n4 would last until 00:10:50; 2's plan is rounded to
	# 00:03:00 until 00:04:00; what is free now is tried first then
	has '2030-01-01T00:00:50 wait    3 ann (phys) priority 1: would '\
'delay 2, planned for 2030-01-01T00:03:23 on n[1-4]; planned for '\
'2030-01-01T00:04:00 on n4'
	has '2030-01-01T00:00:50 start   4 cy (chem) on n4 in debug, priority '\
'1, by backfill'
	has '2030-01-01T00:00:50 wait    5 cy (chem) priority 1: GrpTRES=cpu '\
'of account chem is 16; 16 of it used, and the job asks for 4 '\
'(AssocGrpCpuLimit)'
}

@test "what did not change is not reported again" {
	fcancel 1 2 3 4 5
	as ann fbatch -N 4 -n 64 -t 60 --wrap='sleep 3500' >log
	as ann fbatch -N 4 -n 64 -t 60 --wrap='sleep 3500' >log
	as ann fbatch -N 4 -n 64 -t 60 --wrap='sleep 3500' >log
	run fsim run --for 50:00 --explain
	# a hundred passes; backfill and main see two who wait, once each
	[ "$(grep -c 'pass    ' <<<"$output")" -eq 2 ]
	[ "$(grep -c 'wait    ' <<<"$output")" -eq 4 ]
	has '2030-01-01T00:00:23 pass    main: 3 waiting, '
	has '2030-01-01T00:00:50 pass    backfill: 2 waiting, '
}

@test "lines of JSON, the summary is the last" {
	run fsim run --for 60 --explain --json
	[ "$status" -eq 0 ]
	head='"user": "ann", "account": "phys", "priority": 1'
	has '{"time": 1893456023, "event": "wait", "by": "main", "job": "3", '\
"$head"', "reason": "Priority", "reason_detail": "", "behind": "2"}'
	# 00:03:23 and 00:04:00 are 203 and 240 s after midnight
	has '{"time": 1893456050, "event": "wait", "by": "backfill", '\
'"job": "3", '"$head"', "reason": "Priority", "reason_detail": "", '\
'"would_put_off": "2", "that_is_planned_for": 1893456203, '\
'"planned_for": 1893456240, "planned_on": "n4"}'
	[[ $output == *'"job": "5", '*'"limit": {"reason": "AssocGrpCpuLimit", '\
'"name": "GrpTRES", "tres": "cpu", "qos": null, "account": "chem", "user": '\
'null, "allowed": 16, "used": 16, "asked": 4}}'* ]]
	[[ ${lines[-1]} == '{"schema": "fairtree.run/1", '*'"started": 2, '* ]]
	run fsim run --for 60 --explain --yaml
	[ "$status" -eq 1 ]
	[ "$output" = 'fsim: error: --explain prints text or --json, no other format' ]
}
