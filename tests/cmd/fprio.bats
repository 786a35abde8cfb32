#!/usr/bin/env bats
# fprio: its own side; sprio's is in tests/oracle/cases/e* and f*.
#
# The store: bedrock 500 (fred 301, barney 102 used), managers 500 (slate 554):
# users by place barney, fred, slate of four with root, so FairShare is .75, .5
# and .25.  Priorities are QOS + fair share + job size + partition - nice:
# 10 nodes of 16 CPUs; weights Fairshare 1000, JobSize 100, Partition 3.
#
#   1 fred    debug  -n 1        500 + 100 x (1/10 + 1/160)/2 = 5.3125
#             + 3 x 10/40 = .75                       506.0625
#   2 barney  debug  -N 2 -n 8   750 + 100 x (.2 + .05)/2 = 12.5 + .75
#                                                     763.25
#   3 slate   big    -n 16       250 + 100 x (.1 + .1)/2 = 10 + 3 - 100
#                                                     163
#   4 fred    debug  -n 1        as 1, nice 600: -93.9375, so 1

load ../lib/cmd

setup_file() {
	begin_file prio <<-'END'
		ClusterName=cluster
		PriorityType=priority/multifactor
		PriorityCalcPeriod=1
		PriorityDecayHalfLife=0
		PriorityUsageResetPeriod=MONTHLY
		PriorityWeightFairshare=1000
		PriorityWeightJobSize=100
		PriorityWeightPartition=3
		NodeName=n[1-10] CPUs=16 RealMemory=64000 State=DOWN
		PartitionName=debug Nodes=ALL Default=YES PriorityJobFactor=10
		PartitionName=a-partition-with-a-long-name Nodes=ALL PriorityJobFactor=40
	END
	cat >bedrock.cfg <<-'END'
		Cluster - 'cluster':Fairshare=1
		Parent - 'root'
		Account - 'bedrock':Fairshare=500
		Account - 'managers':Fairshare=500
		Parent - 'bedrock'
		User - 'fred':DefaultAccount='bedrock':Fairshare=25
		User - 'barney':DefaultAccount='bedrock':Fairshare=25
		Parent - 'managers'
		User - 'slate':DefaultAccount='managers':Fairshare=1
	END
	printf '%s\n' 'bedrock fred 301' 'bedrock barney 102' \
	    'managers slate 554' >bedrock.usage
	fimport dump bedrock.cfg
	fimport usage bedrock.usage
	fbatch -Q --uid=fred -n1 -t 60 --wrap 'sleep 1'
	fbatch -Q --uid=barney -N2 -n8 -t 60 --wrap 'sleep 1'
	fbatch -Q --uid=slate -p a-partition-with-a-long-name --nice=100 \
	    -n16 --wrap 'sleep 1'
	fbatch -Q --uid=fred -n1 -t 60 --nice=600 --wrap 'sleep 1'
	cp prio.db fresh.db
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cp "$BATS_FILE_TMPDIR/fresh.db" here.db
	export FAIRTREE_DB=$PWD/here.db
	mkdir -p bin
	ln -sf "$FT_BUILD/bin/fprio" bin/sprio
	sprio=$PWD/bin/sprio
}

# squeezed COMMAND...: its output with blanks made one
squeezed() {
	"$@" | sed 's/  */ /g; s/^ //; s/ $//'
}

# refuses TEXT COMMAND...: it says just this on stderr, exit status 1
refuses() {
	local text=$1 status=0
	shift
	"$@" >out 2>err || status=$?
	echo "$status: $(cat err)"
	[ "$status" -eq 1 ] && [ ! -s out ] && [ "$(head -1 err)" = "$text" ]
}

@test "columns: as sprio, but nothing is cut" {
	run squeezed fprio
	[ "${lines[0]}" = 'JOBID PARTITION PRIORITY SITE FAIRSHARE JOBSIZE PARTITION' ]
	[ "${lines[1]}" = '1 debug 506 0 500 5 1' ]
	[ "${lines[2]}" = '2 debug 763 0 750 12 1' ]
	[ "${lines[3]}" = '3 a-partition-with-a-long-name 163 0 250 10 3' ]
	[ "${lines[4]}" = '4 debug 1 0 500 5 1' ]
	[ "${#lines[@]}" -eq 5 ]
	run squeezed "$sprio" -h -j 3
	[ "$output" = '3 a-partiti 163 0 250 10 3' ]
	# all lines of a table are equally long
	[ "$(fprio | awk '{ print length }' | sort -u | wc -l)" -eq 1 ]
}

@test "-l: account and QOS, which sprio of 22.05 lacks" {
	run squeezed fprio -l -j 3
	[ "${lines[0]}" = 'JOBID PARTITION USER ACCOUNT PRIORITY SITE AGE ASSOC FAIRSHARE JOBSIZE PARTITION QOSNAME QOS NICE TRES' ]
	[ "${lines[1]}" = '3 a-partition-with-a-long-name slate managers 163 0 0 0 250 10 3 normal 0 100' ]
}

@test "--explain: columns add up to the priority" {
	run squeezed fprio --explain
	[ "${lines[0]}" = 'JOBID PARTITION USER PRIORITY FAIRSHARE JOBSIZE PARTITION NICE OTHER' ]
	# 500, 5.3125, .75: 505 and one for .75
	[ "${lines[1]}" = '1 debug fred 506 500 5 1 0 0' ]
	# 750, 12.5, .75: 762 and one for .75
	[ "${lines[2]}" = '2 debug barney 763 750 12 1 0 0' ]
	[ "${lines[3]}" = '3 a-partition-with-a-long-name slate 163 250 10 3 -100 0' ]
	# -93.9375 is -94 rounded down: 94 + 1 more make 1
	[ "${lines[4]}" = '4 debug fred 1 500 5 1 -600 95' ]
	[[ "$output" == *'FAIRSHARE 1000 x FairShare of the association, 0 to 1'* ]]
	[[ "$output" == *'the columns that lost most get 1 more each'* ]]
	[[ "$output" == *'OTHER: a priority set by hand'* ]]
	# of rows the first number is column 4, of the totals column 2
	fprio -h --explain --totals | awk '
		NF == 0 || /^PRIORITY/ { exit bad }
		{ at = $1 == "Total" ? 2 : 4; sum = 0
		  for (i = at + 1; i <= NF; i++) sum += $i
		  n++
		  if (sum != $at) { print; bad = 1 } }
		END { exit bad || n != 5 }'
}

@test "--explain: of a priority set by hand" {
	fcontrol update job 1 priority=777
	run squeezed fprio -h --explain -j 1 -o '%i %Y %F %N %X'
	[ "$output" = '1 777 0 0 777' ]
}

@test "--percent: tenths that add up to 100" {
	run squeezed fprio --percent
	[ "${lines[0]}" = 'JOBID PARTITION PRIORITY FAIRSHARE JOBSIZE PARTITION NICE' ]
	# 500, 5.3125, .75 of 506.0625: 98.80, 1.05, .148 -> 98.8, 1.1, .1
	[ "${lines[1]}" = '1 debug 506 98.8 1.1 0.1 0.0' ]
	# the sum is below 0: nothing to be a part of
	[[ "${lines[4]}" != *.* ]]
}

@test "--totals: a row with the sums" {
	run squeezed fprio --totals -o '%i %Y %F %N'
	[ "${lines[5]}" = 'Total 1433 2000 700' ]
}

@test "--place, once --rank: place in the partition, and who is ahead" {
	run squeezed fprio --place -S -Y -o '%i'
	[ "${lines[0]}" = 'JOBID PLACE JOBSAHEAD USERSAHEAD NODEHOURS' ]
	[ "${lines[1]}" = '2 1/3 0 0 0.0' ]
	[ "${lines[2]}" = '1 2/3 1 1 2.0' ]
	[ "${lines[3]}" = '3 1/1 0 0 0.0' ]
	[ "${lines[4]}" = '4 3/3 2 2 3.0' ]
	fprio --rank -S -Y -o '%i' | diff <(fprio --place -S -Y -o '%i') -
}

@test "csv, json, yaml" {
	run fprio --csv -j 1 -o '%i %r %u %Y'
	[ "${lines[0]}" = $'JobID,PartitionName,User,Priority\r' ] ||
	    [ "${lines[0]}" = 'JobID,PartitionName,User,Priority' ]
	[[ "${lines[1]}" == '1,debug,fred,506'* ]]
	fprio --json >all.json
	run perl -MJSON::PP -0777 -ne '
		for my $job (@{ decode_json($_)->{priorities} }) {
			my $sum = $job->{factors}{other};
			$sum += $_->{rounded}
			    for grep { ref } values %{ $job->{factors} };
			die "job $job->{job_id}: $sum\n"
			    if $sum != $job->{priority};
			print "@{$job}{qw(job_id user priority)} ",
			    "$job->{queue}{jobs_ahead}\n";
		}' all.json
	[ "$output" = $'1 fred 506 1\n2 barney 763 0\n3 slate 163 0\n4 fred 1 2' ]
	run fprio --yaml -j 2
	[[ "$output" == *'user: barney'* ]]
}

@test "--what-if: on a copy; --diff: whose priority and place change" {
	run squeezed fprio -h -j 1 --what-if-conf PriorityWeightFairshare=0 -o '%i %Y'
	[ "$output" = '1 6' ]
	# without fair share 1 has 6.0625, 2 13.25
	run squeezed fprio --diff -h --what-if-conf PriorityWeightFairshare=0
	[ "${lines[0]}" = '1 debug fred 506 6 -500 2 2' ]
	[ "${lines[1]}" = '2 debug barney 763 13 -750 1 1' ]
	[ "${lines[2]}" = '3 a-partition-with-a-long-name slate 163 1 -162 1 1' ]
	[ "${lines[3]}" = '3 of 4 priorities or places change.' ]
	fprio --diff --json --what-if-conf PriorityWeightFairshare=0 |
	    perl -MJSON::PP -0777 -ne 'decode_json($_)'
	refuses "fprio: error: nothing to compare: --diff needs --what-if, --what-if-conf or --what-if-slurm" \
	    fprio --diff
	refuses "fprio: error: --diff cannot be combined with --place" \
	    fprio --diff --rank --what-if-conf PriorityWeightAge=1
	run squeezed fprio -h -j 1 -o '%i %Y'
	[ "$output" = '1 506' ]
}

@test "what is wrong is said in one line, exit status 1" {
	refuses "fprio: error: unknown user 'nobody-here'" fprio -u nobody-here
	refuses "fprio: error: unknown partition 'Debug'; did you mean 'debug'?" fprio -p Debug
	refuses "fprio: error: no column has the letter 'Z'" fprio -o '%i %Z'
	refuses "fprio: error: nothing to sort by: 'b'" fprio -S b
	refuses "fprio: error: Invalid job id: abc" fprio -j abc
	refuses "fprio: error: none of these jobs is waiting with a priority (see fwhy JOB)" \
	    fprio -j 99
	refuses "fprio: error: no cluster 'nosuch' in the store" fprio -M nosuch
	refuses "fprio: error: unexpected operand 'extra'" fprio extra
	refuses "fprio: error: --format and --long exclude each other" \
	    fprio -l -o %i
	refuses "fprio: error: --explain and --percent exclude each other" \
	    fprio --explain --percent
	refuses "fprio: error: PriorityType is priority/basic, which has no factors: jobs run in the order of their submission" \
	    fprio --what-if-conf PriorityType=priority/basic
}

@test "sprio: fatal, -j apart from its list, SPRIO_FORMAT, -v" {
	run "$sprio" -l -o %i
	[ "$status" -eq 1 ]
	[ "$output" = 'sprio: fatal: Options -o(--format) and -l(--long) are mutually exclusive. Please remove one and retry.' ]
	# the word behind it wins
	run "$sprio" -h -j1 2 -o %i
	[ "$output" = 2 ]
	run "$sprio" -h -j 1,,+2 -o %i
	[ "$output" = $'1\n2' ]
	run "$sprio" -h -j 1+1 -o %i
	[ "$output" = 2 ]
	for bad in 0 1x 4294967296 '1 2' 1_2; do
		run "$sprio" -j "$bad"
		[ "$status" -eq 1 ]
		[ "$output" = "sprio: error: Invalid job id: $bad" ]
	done
	SPRIO_FORMAT='%u' run "$sprio" -h -j 2
	[ "$output" = barney ]
	SPRIO_FORMAT='%u' run "$sprio" -h -j 2 -o %Y
	[ "$output" = 763 ]
	SPRIO_SIBLING=1 run squeezed "$sprio" -h -j 2
	[ "$output" = '2 debug (null) 763 0 750 12 1' ]
	SPRIO_SIBLING=1 SPRIO_LOCAL=1 run squeezed "$sprio" -h -j 2
	[ "$output" = '2 debug 763 0 750 12 1' ]
	run "$sprio" -vv -j 1 -u fred -o %i
	[ "${lines[1]}" = 'format     = %i' ]
	[ "${lines[7]}" = 'job_list[0] = 1' ]
	SLURM_CLUSTERS=nosuch run "$sprio"
	[ "$status" -eq 1 ]
	[[ "${lines[1]}" == *"invalid entry for SLURM_CLUSTERS."* ]]
}

@test "sprio -w: normalised columns show the weights too" {
	run "$sprio" -w -h -o '%i|%f|%F|%y|%Y|%S|%N|%t|%T'
	[ "$output" = 'Weights|1000|1000|||1|||(null)' ]
	run "$sprio" -w -S z -h -o %i
	[ "$output" = Weights ]
}

@test "PrivateData=jobs: own jobs, and those of accounts one coordinates" {
	export FAIRTREE_USER=barney
	sed '/^ClusterName/a PrivateData=jobs' "$SLURM_CONF" >private.conf
	export SLURM_CONF=$PWD/private.conf
	run fprio -h -o %i
	[ "$output" = 2 ]
	FAIRTREE_USER=root facctmgr -i add coordinator account=bedrock \
	    user=barney
	run fprio -h -o %i
	[ "$output" = $'1\n2\n4' ]
	FAIRTREE_USER=root run fprio -h -o %i
	[ "$output" = $'1\n2\n3\n4' ]
}

@test "arrays: sprio leaves them out until a pass has seen them" {
	fbatch -Q --uid=fred --array=1-3 -n1 -t 60 --wrap 'sleep 1'
	run fprio -h -u fred -o %i
	[ "$output" = $'1\n4\n5_[1-3]' ]
	run "$sprio" -h -u fred -o %i
	[ "$output" = $'1\n4' ]
	fcontrol update clock=+61
	run "$sprio" -h -u fred -o %i
	[ "$output" = $'1\n4\n5' ]
}
