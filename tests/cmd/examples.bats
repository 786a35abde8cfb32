#!/usr/bin/env bats
# The bundled examples of jobs and settings do what their texts say.

load ../lib/cmd

setup() {
	examples=$FT_TOP/data/examples
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
}

# The usage of bedrock.sshare, 1230 in all, at this time, under these settings.
at() {
	fimport sshare "$examples/bedrock.sshare" >/dev/null
	fcontrol update clock="$1" >/dev/null
	fimport sshare "$examples/bedrock.sshare" >/dev/null
	fimport conf "$examples/$2" >/dev/null
}

all_usage() {
	fshare -a -h -P -o RawUsage | head -1
}

@test "the slides' example on QOS: 1000000 ... 100000, and 1000 ... 100" {
	run sh "$examples/qos.sh"
	[ "$status" -eq 0 ]
	for row in 'fred 1000000' 'barney 1000000' 'wilma 500000' \
	    'betty 500000' 'bambam 100000' 'pebbles 100000' 'fred 1000' \
	    'barney 1000' 'wilma 500' 'betty 500' 'bambam 100' \
	    'pebbles 100'; do
		echo "$output" | awk -v user="${row% *}" -v want="${row#* }" '
			$3 == user && $4 == want { found = 1 }
			END { exit !found }'
	done
}

@test "halflife.conf: usage counts half after two weeks" {
	at 2030-03-02T00:00:00 halflife.conf
	[ "$(all_usage)" -eq 1230 ]
	fcontrol update clock=2030-03-16T00:00:00
	# (1 - 0.693 / 1209600) ^ 1209600 = 0.500073; 1230 of it is 615.09
	[ "$(all_usage)" -eq 615 ]
}

@test "monthly.conf: usage counts in full until the first of the month" {
	at 2030-03-02T00:00:00 monthly.conf
	fcontrol update clock=2030-03-31T23:50:00
	[ "$(all_usage)" -eq 1230 ]
	fcontrol update clock=2030-04-01T00:10:00
	[ "$(all_usage)" -eq 0 ]
}

@test "fairtree.conf: the QOS decides, then fair share; age does not" {
	at 2030-03-02T00:00:00 fairtree.conf
	facctmgr -i add qos high set priority=10 >/dev/null
	facctmgr -i modify account root set qos+=high >/dev/null
	fbatch -Q --uid=fred --qos=high --wrap 'sleep 60'
	fbatch -Q --uid=fred --wrap 'sleep 60'
	fbatch -Q --uid=slate --wrap 'sleep 60'
	# fred is fifth of five, slate first: 0.2 and 1 of 10000
	[ "$(fprio -h -S -Y -o '%u %Y %F %Q' | tr -s ' ')" = "fred 1002000 2000 1000000
slate 10000 10000 0
fred 2000 2000 0" ]
	fcontrol update clock=2030-03-09T00:00:00
	# (1 - 0.693 / 604800) ^ 604800 = 0.500073
	[ "$(all_usage)" -eq 615 ]
	[ "$(fprio -h -u slate -o '%A')" -eq 0 ]
}

@test "bedrock.conf and university.conf: as many nodes as they say" {
	fimport conf "$examples/bedrock.conf" >/dev/null
	[ "$(fcontrol show node | grep -c '^NodeName=')" -eq 4 ]
	rm -f "$FAIRTREE_DB"*
	fimport dump "$examples/university.cfg" >/dev/null
	fimport conf "$examples/university.conf" >/dev/null
	[ "$(fcontrol show node | grep -c '^NodeName=')" -eq 184 ]
	[ "$(fcontrol show partition | grep -c '^PartitionName=')" -eq 4 ]
	# 160 * 64 + 8 * 128 + 16 * 64
	[ "$(fcontrol show partition | sed -n 's/.*TotalCPUs=\([0-9]*\).*/\1/p' |
	    awk '{ sum += $1 } END { print sum }')" -eq \
	    $((10240 + 11264 + 1024 + 1024)) ]
}
