#!/usr/bin/env bats
# fbatch from many processes at once: nothing is lost, no number is given out
# twice; and whole experiments: the same seed, the same jobs.

load ../lib/cmd

setup() {
	examples=$FT_TOP/data/examples
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	fimport sshare "$examples/bedrock.sshare" >/dev/null
	fimport conf "$examples/bedrock.conf" >/dev/null
	fcontrol update clock=2030-01-01T00:00:00
}

# 20 jobs, one process each, of USER.
one_by_one() {
	for i in $(seq 20); do
		fbatch --parsable --uid="$1" -J "$2-$i" --wrap 'sleep 60' ||
			return
	done
}

# 20 jobs of one process, committed one by one.
each() {
	fbatch --parsable --uid="$1" -J "$2" --count 20 --each --wrap 'sleep 60'
}

@test "eight processes submit 160 jobs at once: all are there, none twice" {
	pids=
	for n in 1 2 3 4; do
		one_by_one fred "a$n" >"out.a$n" &
		pids="$pids $!"
		each betty "b$n" >"out.b$n" &
		pids="$pids $!"
	done
	for pid in $pids; do
		wait "$pid"
	done
	# What the processes were told: 160 numbers, all different, 1 to 160.
	sort -n out.* >told
	seq 160 >want
	diff want told
	# And what the store has.
	fqueue -h -o %i | tr -d ' ' | sort -n >have
	diff want have
	for n in 1 2 3 4; do
		[ "$(fqueue -h -u fred -o %j | grep -c "^a$n-")" -eq 20 ]
		[ "$(fqueue -h -u betty -o %j | grep -cx "b$n")" -eq 20 ]
	done
}

@test "an experiment: workflows, users, numbers" {
	cat >small.exp <<'END'
Seed=5 Duration=1d
Workflow=w User=wilma Time=60 Qos=normal
Step=fetch Runtime=300
Step=align After=fetch Count=3 Tasks=4 Runtime=20m..40m
Step=sort AfterEach=align Count=3 Runtime=60
Step=report AfterAny=sort,fetch Runtime=60 User=betty
END
	run fbatch --experiment small.exp
	[ "$status" -eq 0 ]
	[[ "$output" == "Submitted 8 jobs (1-8), arriving "* ]]
	fqueue -h -S V,i -o '%i %u %j %E %C %l' | sed 's/  *$//' >have
	cat >want <<'END'
1 wilma fetch (null) 1 1:00:00
2 wilma align afterok:1(unfulfilled) 4 1:00:00
3 wilma align afterok:1(unfulfilled) 4 1:00:00
4 wilma align afterok:1(unfulfilled) 4 1:00:00
5 wilma sort afterok:2(unfulfilled) 1 1:00:00
6 wilma sort afterok:3(unfulfilled) 1 1:00:00
7 wilma sort afterok:4(unfulfilled) 1 1:00:00
END
	head -7 have | diff want -
	tail -1 have >last
	grep -q '^8 betty report afterany:5' last
	for n in 1 5 6 7; do
		grep -q "afterany:$n(unfulfilled)" last
	done
}

@test "the same seed gives the same jobs, another seed others" {
	# the second of its making is part of a store
	cp "$FAIRTREE_DB" base.db
	for seed in 1 1 2; do
		rm -f "$FAIRTREE_DB"*
		cp base.db "$FAIRTREE_DB"
		fbatch --experiment "$examples/bedrock.exp" --seed $seed >said
		fsim run --for 1-0 --quiet
		facct -S 2030-01-01 -X -P \
		    -o JobID,User,JobName,Submit,Start,End,NCPUS >new
		if [ -f jobs.$seed ]; then
			diff jobs.$seed new
		fi
		mv new jobs.$seed
		mv said said.$seed
	done
	[ "$(wc -l <jobs.1)" -gt 50 ]
	! diff -q jobs.1 jobs.2 >/dev/null
}

@test "wrong lines and jobs that can not be: told with their place" {
	printf 'Jobs=a Runtime=60\nJobs=b Runtime=x\n' >bad.exp
	run fbatch --experiment bad.exp
	[ "$status" -eq 1 ]
	[ "$output" = "fbatch: error: bad.exp:2:16: expected a time, 0 or more, found 'x'" ]
	printf 'Jobs=a Runtime=60 User=fred\nJobs=b Runtime=60 User=fred Partition=nowhere\n' >bad.exp
	run fbatch --experiment bad.exp
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "fbatch: error: bad.exp:2:1: 1 job of 'b' refused, first of user fred: Invalid partition name specified" ]
	[ "${lines[1]}" = "fbatch: error: nothing was submitted" ]
	[ -z "$(fqueue -h)" ]
	printf 'Jobs=a Runtime=60 User=@nobody\n' >bad.exp
	run fbatch --experiment bad.exp
	[ "$output" = "fbatch: error: bad.exp:1:1: no users in account 'nobody'" ]
	FAIRTREE_USER=fred run fbatch --experiment "$examples/bedrock.exp"
	[ "$status" -eq 1 ]
	[[ "$output" == *": User= is only permitted by root user" ]]
	run fbatch --experiment nowhere.exp
	[ "$status" -eq 1 ]
	[ -z "$(fqueue -h)" ]
}

@test "an experiment of which every job is refused" {
	facctmgr -i modify user fred set maxsubmitjobs=0 >/dev/null
	fcontrol update config AccountingStorageEnforce=limits
	echo 'Step=a User=fred Runtime=600 Count=3' >none.exp
	run fbatch --experiment none.exp
	[ "$status" -eq 1 ]
	[[ ${lines[0]} == 'fbatch: error: none.exp:1:1: 3 jobs of '*\
'(AssocMaxSubmitJobLimit)' ]]
	[ "${lines[1]}" = 'fbatch: error: nothing was submitted' ]
	# one that is not is what it tries
	echo 'Step=b User=wilma Runtime=600' >>none.exp
	run fbatch --experiment none.exp
	[ "$status" -eq 0 ]
	[[ $output == *'Submitted 1 job '*'; 3 refused, '* ]]
}

@test "the bundled experiments can be submitted" {
	run fbatch --experiment "$examples/bedrock.exp"
	[ "$status" -eq 0 ]
	rm -f "$FAIRTREE_DB"*
	fimport dump "$examples/university.cfg" >/dev/null
	fimport conf "$examples/university.conf" >/dev/null
	run fbatch --experiment "$examples/university.exp"
	[ "$status" -eq 0 ]
	[[ "$output" == "Submitted 100000 jobs (1-100000), arriving "* ]]
}

@test "numbers are told of jobs that are in the store, of no others" {
	fcontrol update config MaxJobCount=3
	run fbatch --uid=fred --count 5 --wrap 'sleep 10'
	[ "$status" -eq 1 ]
	[[ $output != *'Submitted'* ]]
	[ -z "$(fqueue -h -t all)" ]
}
