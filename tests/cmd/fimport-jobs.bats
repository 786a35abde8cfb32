#!/usr/bin/env bats
# fimport sacct and fimport squeue: tables that the real Slurm printed
# (tests/oracle/cases) give the same tables again; what ran is charged; every
# refusal changes nothing.

load ../lib/cmd

setup_file() {
	oracle=$BATS_TEST_DIRNAME/../oracle
	"$oracle/transcript" export "$oracle/cases/j45-squeue-formats" \
	    "$oracle/cases/v02-sacct-options" "$BATS_FILE_TMPDIR"
}

setup() {
	j45=$BATS_FILE_TMPDIR/j45-squeue-formats
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	ln -s "$(command -v fqueue)" squeue
	ln -s "$(command -v facct)" sacct
}

# The cluster of case j45.
cluster() {
	fimport dump "$j45/cluster.cfg" >/dev/null
}

# refuse MESSAGE COMMAND...: exit status 1, this one line, nothing changed.
refuse() {
	local want=$1 before
	shift
	before=$(facctmgr dump cluster 2>/dev/null; fqueue -a)
	run "$@"
	[ "$output" = "fimport: error: $want" ] || [ "$output" = "$want" ] || {
		printf 'wanted: %s\ngot: %s\n' "$want" "$output"
		return 1
	}
	[ "$status" -eq 1 ]
	[ "$before" = "$(facctmgr dump cluster 2>/dev/null; fqueue -a)" ]
}

@test "squeue's own table comes out as it went in" {
	cluster
	run fimport squeue "$j45/expected/07.out"
	[ "$status" -eq 0 ]
	[[ ${lines[0]} = "4 pending jobs, 3 running jobs in cluster 'cluster' \
at "* ]]
	[ "${lines[1]}" = "1 pending job without begin time: the table does \
not have it (START_TIME)" ]
	[ ${#lines[@]} -eq 2 ]
	./squeue -S i | diff - "$j45/expected/07.out"
}

@test "squeue -l, with a date above" {
	cluster
	{
		echo "Fri Nov 20 17:10:57 2026"
		cat "$j45/expected/08.out"
	} >x
	fimport --at 2026-11-20T17:10:57 squeue x
	./squeue -l -S i | diff - x
}

@test "squeue -O, with the array's id and the job's own" {
	cluster
	fimport squeue - <"$j45/expected/12.out"
	./squeue -S i -O jobid,jobarrayid,username,state,reason,numcpus,\
numnodes,timelimit,partition,qos,account | diff - "$j45/expected/12.out"
}

@test "squeue -h with its columns named, and who is missing made" {
	titles="JOBID,JOBID,USER,,ACCOUNT,QOS,PARTITION,NAME,STATE,ST,NODES,"
	titles=$titles"CPUS,MIN_MEMORY,TIME_LIMIT,REASON,NODELIST(REASON),"
	titles=$titles"NICE,COMMENT,,,WORK_DIR"
	facctmgr add cluster cluster >/dev/null
	refuse "$j45/expected/09.out:1:1: not in cluster 'cluster': user \
'ann' in account 'phys', 'bob' in account 'phys', 'cy' in account 'chem', \
'dan' in account 'chem', 'eve' in account 'bio' (--create adds them)" \
	    fimport --columns "$titles" squeue "$j45/expected/09.out"
	run fimport --dry-run --create --columns "$titles" squeue \
	    "$j45/expected/09.out"
	[ "${lines[0]}" = \
	    "3 new accounts, 5 new users, 5 new user associations" ]
	[[ ${lines[1]} = "4 pending jobs, 3 running jobs would be in "* ]]
	[ -z "$(fqueue -h)" ]
	fimport --create --columns "$titles" squeue "$j45/expected/09.out"
	./squeue -S i -h \
	    -o "%i|%A|%u|%g|%a|%q|%P|%j|%T|%t|%D|%C|%m|%l|%r|%R|%y|%k|%W|%h|%Z" |
	    diff - "$j45/expected/09.out"
	refuse "$j45/expected/09.out:1:1: job 1 is in the store already" \
	    fimport --create --columns "$titles" squeue "$j45/expected/09.out"
}

@test "the queue goes on from there" {
	cluster
	fimport --at 2026-11-20T17:10:57 squeue "$j45/expected/08.out"
	# job 1 has run 3 s of its 2 minutes, 5_1 and 5_2 4 s of 3
	fsim run --for 300 >/dev/null
	run fqueue -h -t all -j 1,4,5 -S i -o '%i %T %S'
	[ "$output" = \
"1 TIMEOUT 2026-11-20T17:10:54
4 PENDING N/A
5_1 TIMEOUT 2026-11-20T17:10:53
5_2 TIMEOUT 2026-11-20T17:10:53" ]
	[ "$(fqueue -h -j 2 -o %T)" = RUNNING ]
}

@test "what is known is kept: priority, begin, dependency, suspension" {
	cat >x <<'END'
JOBID|USER|ACCOUNT|STATE|SUBMIT_TIME|START_TIME|TIME|REASON|DEPENDENCY|PRIORITY|NICE|CPUS
10|ann|a|RUNNING|2026-05-01T00:00:00|2026-05-01T01:00:00|1:00:00|None|(null)|5|0|2
11|ann|a|PENDING|2026-05-01T00:10:00|N/A|0:00|Dependency|afterok:10(unfulfilled)|6|0|2
12|bob|b|PENDING|2026-05-01T00:20:00|2026-05-03T00:00:00|0:00|BeginTime|(null)|7|3|2
13|bob|b|SUSPENDED|2026-05-01T00:30:00|2026-05-01T01:00:00|50:00|None|(null)|8|0|2
14|bob|b|PENDING|2026-05-01T00:40:00|N/A|0:00|JobHeldAdmin|(null)|0|0|2
END
	run fimport --create --keep-priority squeue x
	[ "${lines[1]}" = "3 pending jobs, 2 running jobs in cluster \
'cluster' at 2026-05-01T02:00:00" ]
	[ ${#lines[@]} -eq 2 ]
	run fqueue -h -S i -o '%i|%T|%V|%S|%M|%r|%E|%Q|%y'
	[ "$output" = \
"10|RUNNING|2026-05-01T00:00:00|2026-05-01T01:00:00|1:00:00|None|(null)|5|0
11|PENDING|2026-05-01T00:10:00|N/A|0:00|Dependency|afterok:10(unfulfilled)|6|0
12|PENDING|2026-05-01T00:20:00|2026-05-03T00:00:00|0:00|BeginTime|(null)|7|3
13|SUSPENDED|2026-05-01T00:30:00|2026-05-01T01:00:00|50:00|None|(null)|8|0
14|PENDING|2026-05-01T00:40:00|N/A|0:00|JobHeldAdmin|(null)|0|0" ]
}

# A store with all sorts of jobs, at a time of a decay pass.
busy() {
	facctmgr -i add account phys,chem >/dev/null
	facctmgr -i add user ann,bob account=phys >/dev/null
	facctmgr -i add user cy account=chem >/dev/null
	fcontrol update clock=2030-03-01T00:00:00
	fbatch --uid=ann -N 2 -n 32 -t 20 -J first --runtime=600 --wrap=x
	fbatch --uid=bob -n 4 -t 1-00:00:00 --runtime=7200 --wrap=x
	fbatch --uid=cy -N 4 -n 64 -t 5 -J big --runtime=9000 --wrap=x
	fbatch --uid=cy -n 3 -a 1-6%2 -t 30 --mem-per-cpu=1500 --runtime=900 \
	    --wrap=x
	fsim run --for 600
	fbatch --uid=ann -n 8 -t 100 --runtime=50000 --wrap=x
	fbatch --uid=ann -n 64 -t 100 --mem=5G --runtime=100 --wrap=x
	fbatch --uid=bob -n 2 -t 100 --runtime=100 --exit-code=3 --wrap=x
	fsim run --for 1800
} >/dev/null

@test "what facct printed comes out as it went in, with its usage" {
	columns=JobID,JobIDRaw,User,Account,Partition,QOS,State,Submit,Eligible
	columns=$columns,Start,End,Elapsed,Suspended,Timelimit,ReqMem,ReqTRES
	columns=$columns,AllocTRES,AllocCPUS,ReqCPUS,NNodes,ExitCode,NodeList
	columns=$columns,Reason,Priority,JobName,WorkDir
	busy
	facct -a -X -P -S 2030-01-01 -o "$columns" >before
	fshare -a -l -P >shares
	[ "$(wc -l <before)" -gt 10 ]
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/other.db
	fimport --create sacct before
	facct -a -X -P -S 2030-01-01 -o "$columns" | diff before -
	fshare -a -l -P | diff shares -
}

@test "sacct: steps, runs put back, other weights, and what was charged" {
	cat >x <<'END'
JobID|User|Account|State|Submit|Start|End|AllocCPUS|AllocTRES|
20|ann|a|COMPLETED|2026-05-01T00:00:00|2026-05-01T00:00:00|2026-05-01T00:01:40|4|cpu=4,mem=8G,node=1,gres/none=3|
20.batch|||COMPLETED|2026-05-01T00:00:00|2026-05-01T00:00:00|2026-05-01T00:01:40|4|cpu=4|
21|bob|b|REQUEUED|2026-05-01T00:00:00|2026-05-01T00:00:00|2026-05-01T00:00:50|2||
21|bob|b|CANCELLED by 1001|2026-05-01T00:00:00|2026-05-01T00:10:00|2026-05-01T00:11:00|2||
22|bob|b|CANCELLED by 0|2026-05-01T00:00:00|None|2026-05-01T00:20:00|2||
END
	# 4 CPUs x 100 s + 2 x 50 + 2 x 60 = 620 s = 0.17 h
	run fimport --create sacct x
	[ "${lines[1]}" = "0 pending jobs, 0 running jobs, 3 ended jobs (0.17 \
billing-hours charged) in cluster 'cluster' at 2026-05-01T00:20:00" ]
	run facct -X -a -P -n -S 2026-01-01 \
	    -o JobID,User,State,Start,End,AllocCPUS,NNodes
	[ "$output" = \
"20|ann|COMPLETED|2026-05-01T00:00:00|2026-05-01T00:01:40|4|1
21|bob|CANCELLED by 1001|2026-05-01T00:10:00|2026-05-01T00:11:00|2|1
22|bob|CANCELLED by 0|None|2026-05-01T00:20:00|2|1" ]
	# hardly decayed since; the half-life is a week
	[ "$(fshare -a -h -P -o account,user,rawusage | grep -c '|ann|39[0-9]$')" -eq 1 ]
	[ "$(fshare -a -h -P -o account,user,rawusage | grep -c '|bob|21[0-9]$')" -eq 1 ]
	# half price
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/other.db
	cat >half.conf <<'END'
PriorityType=priority/multifactor
NodeName=n[1-2] CPUs=8 RealMemory=16000
PartitionName=main Nodes=ALL Default=YES TRESBillingWeights=CPU=0.5
END
	fimport conf half.conf
	sed -e 's/|State|/|Partition|State|/' -e '2,$s/\(COMPLETED\|REQUEUED\|CANC\)/main|\1/' \
	    x >y
	run fimport --create sacct y
	[[ ${lines[1]} = *"(0.09 billing-hours charged)"* ]]
}

@test "a store that has jobs goes on to the time of the table" {
	busy
	cat >x <<'END'
JobID|User|Account|State|Submit|Start|Elapsed|NCPUS
50|ann|phys|RUNNING|2030-03-02T00:00:00|2030-03-02T01:00:00|00:30:00|1
END
	fimport sacct x
	[ "$(fcontrol show clock | grep -o ' Clock=[^ ]*')" = \
	    " Clock=2030-03-02T01:30:00" ]
	[ "$(fqueue -h -j 50 -o '%M %S')" = "30:00 2030-03-02T01:00:00" ]
	# what ran before has ended since
	[ "$(facct -n -X -P -j 2 -o state)" = COMPLETED ]
	# the clock would run for days
	sed -i 's/^50/51/;s/2030-03-02T01/9999-12-31T01/' x
	refuse "x: its latest time is 9999-12-31T01:30:00, more than ten years \
after the store's" fimport sacct x
}

@test "jobs that the settings refuse are left out, and said" {
	cat >x <<'END'
JOBID|USER|ACCOUNT|STATE|CPUS|NODES|FEATURES
7|ann|a|PENDING|4|1|(null)
8|ann|a|PENDING|4|1|gpu
9|ann|a|RUNNING|64|4|
10|ann|a|RUNNING|1|1|
11|ann|a|CG|1|1|
END
	run fimport --create squeue x
	[ "$status" -eq 0 ]
	[[ ${lines[1]} = "1 pending job, 1 running job in cluster "* ]]
	[ "${lines[2]}" = "1 completing job left out" ]
	# a job of one node finds its place first
	[ "${lines[3]}" = "left out: job 9: it runs there, but does not fit \
on the free nodes here" ]
	[ "${lines[4]}" = "left out: job 8: Invalid feature specification" ]
	[ "$(fqueue -h -S i -o %i | tr '\n' ' ')" = "7 10 " ]
}

@test "a name that squeue cut is that of the only user that begins so" {
	facctmgr -i add account a >/dev/null
	facctmgr -i add user catherine,mariannea,marianneb,exactly8 account=a \
	    >/dev/null
	cat >x <<'END'
             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)
                 1     debug      one catherin PD       0:00      1 (Priority)
                 2     debug      two exactly8 PD       0:00      1 (Priority)
END
	fimport squeue x
	[ "$(fqueue -h -S i -o '%i %u' | tr '\n' ' ')" = \
	    "1 catherine 2 exactly8 " ]
	echo "                 3     debug    three marianne PD       0:00      \
1 (Priority)" >y
	sed -n 1p x | cat - y >z
	refuse "z:2:1: user 'marianne' has no default account, and the table \
names none (add the column Account, %a of squeue)" fimport squeue z
}

@test "sacct's table is a trace to replay" {
	busy
	facct -a -X -P -S 2030-01-01 -o \
	    JobID,User,Account,State,Submit,Start,End,NCPUS,TimelimitRaw >t
	run fsim replay t
	[ "$status" -eq 0 ]
	# of those that ended
	ended=$(grep -c 'COMPLETED\|TIMEOUT\|FAILED' t)
	[ "$ended" -gt 4 ]
	[[ $output == *"$ended"* ]]
}

@test "refusals" {
	cluster
	v02=$BATS_FILE_TMPDIR/v02-sacct-options/expected
	refuse "$v02/12.out:1:1: no column 'User'" fimport sacct "$v02/12.out"
	refuse "$v02/02.out:1:1: columns are aligned: print them with sacct \
-P" fimport sacct "$v02/02.out"
	refuse "$v02/01.out:1:1: expected the header of sacct -P, with JobID \
(not sacct -n)" fimport sacct "$v02/01.out"
	refuse "$j45/expected/14.out:1:1: expected the header of squeue, with \
JOBID (not squeue -h; or name the columns)" fimport squeue \
	    "$j45/expected/14.out"
	refuse "$j45/expected/13.out:1:1: no column 'USER'" \
	    fimport squeue "$j45/expected/13.out"
	printf 'JOBID USER ST PARTITION\n1 ann R night\n' >x
	refuse "x:2:1: no partition 'night' in the settings (import them \
with fimport conf)" fimport squeue x
	printf 'JOBID USER ST\n1 ann R\n1 ann PD\n' >x
	refuse "x:3:1: job 1 is in line 2 already" fimport squeue x
	printf 'JOBID USER ST\n1 zoe R\n' >x
	refuse "x:2:1: user 'zoe' has no default account, and the table \
names none (add the column Account, %a of squeue)" fimport squeue x
	printf 'JobID|User|State\n1||R\n' >x
	refuse "x:2:1: the job has no user" fimport sacct x
	printf 'JobID|User|State\n1|ann|ASLEEP\n' >x
	refuse "x:2:7: not a state of a job: 'ASLEEP'" fimport sacct x
	printf 'JobID|User|State\n1|ann|R\n' >x
	refuse "not a time: 'soon'" fimport --at soon sacct x
	refuse "no column 'SIZE' is known" \
	    fimport --columns JOBID,SIZE squeue x
}

@test "options are of their sub-commands" {
	hint="Try 'fimport --help' for more information"
	for args in "--create conf" "--dry-run usage" "--columns=JOBID sacct" \
	    "--keep-priority dump" "--at=now conf" "--cluster=c squeue"; do
		# shellcheck disable=SC2086
		run fimport $args x
		[ "$status" -eq 1 ]
		[[ ${lines[0]} = "fimport: error: --"*" for '${args##* }'" ]]
		[ "${lines[1]}" = "$hint" ]
	done
}

@test "a dry run makes no store" {
	printf '%s\n' 'JobID|User|Account|State|Submit' \
	    '1|ann|phys|PENDING|2030-01-01T00:00:00' >one
	fimport --create --dry-run sacct one >out
	grep -q '^1 pending job.* would be in cluster' out
	[ ! -e "$FAIRTREE_DB" ]
}

# Slurm 26.05: sacct -o ...,Exclusive (case x31-sacct-planned), in JSON "exclusive".
@test "sacct of 26.05 says which jobs have nodes alone" {
	export FAIRTREE_SLURM=26.05
	fimport conf "$FT_TOP/data/examples/bedrock.conf"
	printf '%s\n' 'JobID|User|Account|State|Submit|ReqCPUS|Exclusive' \
	    '1|ann|phys|PENDING|2030-01-01T00:00:00|1|NODE' \
	    '2|ann|phys|PENDING|2030-01-01T00:00:00|1|NO' >jobs
	fimport --create sacct jobs
	[ "$(fcontrol show job 1 | grep -o 'Exclusive=[A-Z]*')" = Exclusive=NODE ]
	[ "$(fcontrol show job 2 | grep -o 'Exclusive=[A-Z]*')" = Exclusive=NO ]
}
