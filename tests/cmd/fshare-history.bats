#!/usr/bin/env bats
# fshare --history: shares over time are what fshare printed then.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/history.db
	cd "$BATS_TEST_TMPDIR" || return
	settings 1-0 >slurm.conf
	fcontrol update clock=2030-01-01T00:00:00 2>log || true
	facctmgr -i add account phys fairshare=1 >log
	facctmgr -i add account chem fairshare=3 >>log
	facctmgr -i add user ann account=phys >>log
	facctmgr -i add user bob account=chem >>log
	fcontrol update clock=2030-01-01T00:00:00
	fimport conf slurm.conf >>log
}

# settings HALF-LIFE: a slurm.conf, passes each minute
settings() {
	cat <<-END
		ClusterName=cluster
		DefMemPerCPU=1000
		PriorityCalcPeriod=1
		PriorityType=priority/multifactor
		PriorityDecayHalfLife=$1
		PriorityUsageResetPeriod=NONE
		NodeName=n1 CPUs=16 RealMemory=64000
		PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE
	END
}

# opening ANN BOB: what they have used
opening() {
	printf 'phys ann %s\nchem bob %s\n' "$1" "$2" >usage.txt
	fimport usage usage.txt >>log
}

later() {
	fcontrol update clock="+$1"
}

columns=time,account,user,rawshares,normshares,rawusage,normusage
columns=$columns,effectvusage,fairshare,levelfs,place,grptresmins,grptresraw

# past WORD...: rows without a header
past() {
	fshare -P -n "$@"
}

# A day leaves (1 - 0.693/86400)^86400 = 0.5000722, two days 0.2500722.
# Shares 1 and 3: S of chem is 3/4 without root's own share, so bob, who used
# half, is ahead of ann; 9 and 3: ann is ahead.  root has used nothing: first.
@test "one charge decays by the half-life, and shares are those of then" {
	opening 1000000 1000000
	later 86400
	facctmgr -i modify account phys set fairshare=9 >>log
	later 86400
	run -0 past --history --every 12:00:00 -U -u ann \
	    -o time,rawusage,effectvusage,fairshare,place
	[ "${lines[0]}" = "2030-01-01T00:00:00|1000000|1.000000|0.333333|3" ]
	[[ ${lines[1]} = "2030-01-01T12:00:00|70715"?"|1.000000|0.333333|3" ]]
	[ "${lines[2]}" = "2030-01-02T00:00:00|500072|1.000000|0.666667|2" ]
	[ "${lines[4]}" = "2030-01-03T00:00:00|250072|1.000000|0.666667|2" ]
	[ "${#lines[@]}" = 5 ]
	run -0 past --history --every 1-0 -A phys -o time,rawshares
	[ "${lines[0]}" = "2030-01-01T00:00:00|1" ]
	[ "${lines[1]}" = "2030-01-02T00:00:00|9" ]
}

# Each state is noted as it is, and looked up at the end.
@test "a history is what fshare said at each time" {
	note() {
		past -a -o "$columns" >>live
		fsim run -q --for 1:00:00
	}
	opening 5000 100
	fbatch --uid=bob -n 4 -t 10:00:00 --wrap='sleep 30000' >>log
	fbatch --uid=ann -n 2 -t 10:00:00 --wrap='sleep 9000' >>log
	note
	facctmgr -i modify account phys set fairshare=9 >>log
	note
	facctmgr -i add account lab parent=phys fairshare=5 >>log
	facctmgr -i add user eve account=lab >>log
	note
	facctmgr -i undo >>log
	note
	facctmgr -i modify account lab set parent=chem >>log
	note
	facctmgr -i modify account chem set grptresmins=cpu=77 >>log
	fcontrol update config PriorityDecayHalfLife=2:00:00 >>log
	note
	fcontrol update config PriorityFlags=NO_FAIR_TREE >>log
	note
	facctmgr -i delete account lab >>log
	note
	past -a -o "$columns" >>live
	cut -d'|' -f1 live | sort -u >times
	[ "$(wc -l <times)" -eq 9 ]
	past --history -a --every 1:00:00 -o "$columns" >history
	diff live history
	past --history=2030-01-01T02:00:00..2030-01-01T04:00:00 -a \
	    --every 1:00:00 -o "$columns" >some
	grep 'T0[234]:00:00|' live | diff - some
}

@test "snapshots are points, and the time between them is not known" {
	opening 1000 1000
	later 7200
	opening 5000 100
	later 3600
	run -0 past --history --every 30:00 -U -u ann -o time,rawusage,curve
	[ "${lines[0]}" = "2030-01-01T00:00:00|1000|2" ]
	[ "${lines[1]}" = "2030-01-01T02:00:00|5000|3" ]
	[[ ${lines[2]} = "2030-01-01T02:30:00|"*"|3" ]]
	[[ ${lines[3]} = "2030-01-01T03:00:00|"*"|3" ]]
	[ "${#lines[@]}" = 4 ]
}

@test "a reset ends the curves of the account and of what is above" {
	opening 1000 1000
	later 3600
	facctmgr -i modify user ann account=phys set rawusage=0 >>log
	later 3600
	run -0 past --history --every 1:00:00 -u ann,bob -o time,account,user,curve
	[ "$(grep -c '|3$' <<<"$output")" = 6 ] # root, phys, ann: twice
	grep -q '^2030-01-01T02:00:00|  phys|ann|3$' <<<"$output"
	grep -q '^2030-01-01T02:00:00|  chem|bob|2$' <<<"$output"
}

@test "a history as CSV, JSON and a picture" {
	opening 1000 1000
	later 2-0
	run -0 fshare --history --every 1-0 -U -u ann --csv
	[ "${lines[0]}" = "Time,Account,User,RawShares,NormShares,RawUsage,EffectvUsage,FairShare,Place,Parent,Depth,Path,Curve" ]
	[[ ${lines[2]} = 2030-01-02T00:00:00,phys,ann,1,1,500,1,*,3,phys,2,root/phys/ann,2 ]]
	run -0 fshare --history --every 1-0 -U -u ann --json
	[[ $output = *'"schema": "fairtree.history/2"'* ]]
	[[ $output = *'"half_lives": ['* ]]
	[[ $output = *'{"time": 1893542400, "curve": 2, '* ]]
	run -0 fshare --history -a --svg curves.svg
	grep -q '<title>Usage over time</title>' curves.svg
	grep -q '>ann@phys<' curves.svg
	grep -q '>1/2<' curves.svg
}

# 4 CPUs for 1200 s from 00:00:03 on are 4800 CPU-seconds.  Used on average at
# 00:10, they are 23 h 50 min old after a day: 4800 / 2^(1430 / 1440) = 2411.6,
# 40 minutes; after another day half of that.
@test "usage of each TRES over time: minutes in tables, seconds in documents" {
	fbatch --uid=bob -n 4 -t 1:00:00 --wrap='sleep 1200' >>log
	fsim run -q --for 2-0
	past --history --every 1-0 -U -u bob -o time,grptresraw >table
	fshare --history --every 1-0 -U -u bob --json >json
	grep -q '^2030-01-02T00:00:00|cpu=40,' table
	grep -q '^2030-01-03T00:00:00|cpu=20,' table
	grep -q '"time": 1893542400,.*"usage": \[{"name": "cpu", "value": 2411\.[0-9]*}' json
}

# Time 19, Account, User at least 7 and 4, RawUsage 8, EffectvUsage 12,
# FairShare 9, Place 5, and a blank after each.
@test "the usual columns fit into 80, values are never cut" {
	opening 1000 1000
	fshare --history -a >table
	head -1 table >head
	grep -q 'RawUsage EffectvUsage FairShare Place' head
	! grep -q 'NormShares' head || false
	awk 'length > 80 { exit 1 }' table
	facctmgr -i add account a-faculty-of-all-things parent=phys >>log
	facctmgr -i add user wolfeschlegelsteinhausen account=a-faculty-of-all-things >>log
	fshare --history -a >table
	grep -q ' a-faculty-of-all-things wolfeschlegelsteinhausen ' table
	! grep -q 'EffectvUsage' table || false
	grep -q 'RawUsage FairShare Place' table
	fshare --history -a -l | grep -q 'NormShares'
	fshare --history -a -P | head -1 | grep -q 'RawShares|NormShares'
}

@test "several clusters, one after another" {
	opening 1000 1000
	later 3600
	facctmgr -i add cluster two >>log
	facctmgr -i add account math cluster=two >>log
	facctmgr -i add user eve account=math cluster=two >>log
	later 3600
	for name in cluster two; do
		[ $name = cluster ] || echo
		echo "CLUSTER: $name"
		past --history -M $name -a -o time,user,rawusage | tail -n +2
	done >want
	past --history -M cluster,two -a -o time,user,rawusage | diff want -
	grep -q '|eve|' want
	fshare --history -M all -a --csv >csv
	[ "$(head -1 csv | sed 's/.*,//')" = Cluster ]
	[ "$(grep -c '^Time' csv)" -eq 1 ]
	grep -q ',eve,.*,two$' csv
	grep -q ',ann,.*,cluster$' csv
	fshare --history -M all -a --json >json
	[ "$(grep -c '^ *{"cluster": "\(cluster\|two\)", "from": ' json)" = 2 ]
	fshare --history -M all -a --svg both.svg >log
	grep -q '>Raw usage in billing-hours on cluster' both.svg
	grep -q '>Effective usage: part of the account above on two' both.svg
	# users of one of them are known
	run -0 past --history -M all -U -u eve -o user
	run -1 past --history -M all -U -u evi
	[[ $output = *"unknown user 'evi'"* ]]
}

@test "users who are gone are found, unknown ones are not" {
	opening 1000 1000
	later 3600
	facctmgr -i delete user bob >>log
	later 3600
	run -0 past --history --every 1:00:00 -U -u bob -o time,user,rawusage
	[ "$output" = "2030-01-01T00:00:00|bob|1000" ]
	run -1 past --history -U -u bobb
	[ "$output" = "fshare: error: unknown user 'bobb'" ]
}

@test "a what-if has a history too" {
	opening 700 300
	later 86400
	fshare --history -a -P -o user,rawusage >before
	fshare --history -a -P -o user,rawusage --what-if \
		'modify user ann where account=phys set rawusage=0' >after
	[ "$(grep -c ann after)" -eq "$(grep -c ann before)" ]
	[ "$(grep ann after | tail -n 1)" = 'ann|0' ]
	[ "$(grep ann before | tail -n 1)" != 'ann|0' ]
}

@test "what does not go with a history is refused" {
	run -1 fshare --every 1
	[ "$output" = "fshare: error: --every and --svg need --history" ]
	run -1 fshare --history --diff --what-if 'add account x'
	[ "$output" = "fshare: error: --history does not go with --diff" ]
	run -1 fshare --history=yesterday
	[[ $output = *"not a period: 'yesterday' (START..END; either may be left out)" ]]
	run -1 fshare --history=2030-01-01..2040-01-01
	[[ $output = *"a history ends at the store's clock, or at --now" ]]
	run -1 fshare --history -o TRESRunMins
	[[ $output = *"--history has no field TRESRunMins: the time limits that \
jobs had are not kept" ]]
	ln -s "$FT_BUILD/bin/fshare" sshare
	run -1 ./sshare --history
	[[ $output = *"sshare: unrecognized option '--history'"* ]]
	run -1 fshare --history --every x
	[[ $output = *"not a duration: 'x'" ]]
}

@test "a store without usage has one row, of now" {
	run -0 past --history -U -u ann -o time,rawusage,place
	[ "$output" = "2030-01-01T00:00:00|0|1" ]
}

@test "a history that would not end is refused in one line" {
	opening 1000 1000
	later 20000-0
	run -1 fshare --history --every 1
	[ "$output" = "fshare: error: a history has at most 100000 times:\
 choose a longer --every, or a shorter period" ]
	run -0 past --history -A phys -o time
	[ "${#lines[@]}" -le 22 ]
}

# Twenty times at most twice: the grid, and the last snapshot of each step.
@test "many snapshots are looked at as often as the table has times" {
	for i in {1..60}; do
		opening "$i" 1
		later 600
	done
	run -0 past --history -A phys -o time
	[ "${#lines[@]}" -le 42 ]
}

@test "images of changes that cannot be read are named" {
	command -v sqlite3 >/dev/null || skip 'no sqlite3'
	opening 1000 1000
	later 86400
	facctmgr -i modify account phys set fairshare=9 >>log
	later 86400
	sqlite3 "$FAIRTREE_DB" "UPDATE journal_image SET images = x'00'
	    WHERE journal = (SELECT max(id) FROM journal)"
	before=$(cksum <"$FAIRTREE_DB")
	run -1 fshare --history
	[[ $output = "fshare: error: change "*" of the journal: "*"damaged: images in the journal" ]]
	[ "${#lines[@]}" = 1 ]
	[ "$(cksum <"$FAIRTREE_DB")" = "$before" ]
}
