#!/usr/bin/env bats
# freport: exact times, whole hours with --rollup, formats, and what is refused.
# What sreport prints is in tests/oracle/cases.

bats_require_minimum_version 1.5.0

setup() {
	PATH=${FT_BUILD:-$BATS_TEST_DIRNAME/../../build}/bin:$PATH
	cd "$BATS_TEST_TMPDIR" || return
	unset FAIRTREE_CONF SLURM_CONF
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db FAIRTREE_USER=root
	export TZ=UTC LC_ALL=C
	cat >past <<'END'
cluster from=2025-03-01T00:00:00 tres=cpu=32,mem=128000,node=2 nodes=n[1-2]
job id=1 user=ann account=phys nodes=n[1-2] tres=cpu=32,mem=8000,node=2 submit=2025-03-03T08:00:00 start=2025-03-03T08:00:00 end=2025-03-03T08:30:00 state=COMPLETED
job id=2 user=bob account=lab nodes=n1 tres=cpu=8,mem=1000,node=1 submit=2025-03-03T08:00:00 start=2025-03-03T08:45:00 end=2025-03-03T09:00:00 state=COMPLETED
END
	fimport --create history past >/dev/null
}

@test "freport: usage is exact to the second" {
	run -0 freport -nP cluster UserUtilizationByAccount start=2025-03-03T08:15:00 end=2025-03-03T08:50:00 -t seconds
	# 32 x 900, and 8 x 300
	[ "${lines[0]}" = "cluster|ann||phys|28800|0" ]
	[ "${lines[1]}" = "cluster|bob||lab|2400|0" ]
	[ "${#lines[@]}" -eq 2 ]
}

@test "freport: what waits while nothing is free is overcommitted; hours hide it" {
	when="start=2025-03-03T08:00:00 end=2025-03-03T09:00:00"
	fields="format=allocated,idle,planned,overcommitted,reported"
	# shellcheck disable=SC2086
	run -0 freport -nP cluster Utilization $when $fields -t seconds
	# 32 x 1800 + 8 x 900; free and waiting: 8 x 900, not free: 8 x 1800
	[ "$output" = "64800|43200|7200|14400|115200" ]
	# shellcheck disable=SC2086
	run -0 freport --rollup -nP cluster Utilization $when $fields -t seconds
	[ "$output" = "64800|28800|21600|0|115200" ]
}

@test "freport: a table is as wide as its texts" {
	run -0 freport user TopUsage start=2025-03-03 end=2025-03-04 format=login,account,used
	[ "${lines[1]}" = "Top 10 Users 2025-03-03T00:00:00 - 2025-03-03T23:59:59 (86400 secs)" ]
	[[ ${lines[6]} = *ann*phys*960* ]]
	[[ ${lines[7]} = *bob*lab*120* ]]
}

@test "freport: JSON, YAML and CSV have TRES-seconds" {
	run -0 freport --json cluster AccountUtilizationByUser start=2025-03-03 end=2025-03-04 users=ann
	[[ $output = *'"fairtree.report/1"'*'"ann"'*57600* ]]
	run -0 freport --csv user TopUsage start=2025-03-03 end=2025-03-04 format=login,used
	[ "${lines[1]%%$'\r'}" = "ann,57600" ]
	run -0 freport --yaml job SizesByAccount flatview start=2025-03-03 end=2025-03-04
	[[ $output = *'account: "lab"'* || $output = *"account: lab"* ]]
}

@test "freport: what is not known is refused, and nothing is printed" {
	run ! freport cluster Utilization start=yesterdayish
	[ "$output" = "freport: error: not a time: 'yesterdayish'" ]
	run ! freport cluster Utilization odd=1
	[ "$output" = "freport: error: this report has no condition 'odd=1'" ]
	run ! freport cluster Utilization format=odd
	[ "$output" = "freport: error: this report has no field 'odd'" ]
	run ! freport cluster Utilization clusters=odd
	[[ $output = *"no cluster 'odd' in the store" ]]
	run ! freport cluster Odd
	[ "${lines[0]}" = "Not valid report Odd" ]
}

@test "freport: lines of a shell" {
	run ! freport -nP <<'END'
time hours
user TopUsage start=2025-03-03 end=2025-03-04 topcount=1
!!
odd
quit
END
	[ "${lines[2]}" = "cluster|ann||phys|16|0" ]
	[ "${lines[4]}" = "cluster|ann||phys|16|0" ]
	[[ $output = *"invalid keyword: odd"* ]]
}

# bedrock.history, in CPU hours.  Allocated: 32*9.5 + 8*16 + 48*6 + 16*3 = 768, and the
# reservation's 16*2 = 32; down: 16*12 = 192.  Planned: wilma's 8*1, and as much of
# slate's 48 as is free: 8 for 1.5 h, 40 for 8.5 h, 48 for 2 h: 8 + 12 + 340 + 96 = 456.
# Reported: 64*48 = 3072; idle: 3072 - 800 - 192 - 456 = 1624.
@test "the example: columns of its cluster, and what a reservation leaves unused" {
	local days="start=2026-01-05 end=2026-01-07"
	rm -f "$FAIRTREE_DB"
	fimport sshare "$FT_TOP/data/examples/bedrock.sshare" >/dev/null
	fimport history "$FT_TOP/data/examples/bedrock.history" >/dev/null
	run -0 freport -P cluster Utilization $days -t hours
	[ "${lines[-2]}" = "Cluster|Allocated|Down|PLND Down|Idle|Planned|Reported" ]
	[ "${lines[-1]}" = "cluster|800|192|0|1624|456|3072" ]
	# betty ran 4*0.5; the reservation had 16*1.5 for nobody else
	run -0 freport -nP cluster AccountUtilizationByUser $days -t hours users=betty
	[ "${lines[0]}" = "cluster|bedrock|betty||26|0" ]
}
