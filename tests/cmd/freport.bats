#!/usr/bin/env bats
# freport: exact times, whole hours with --rollup, formats, and what is refused.
# What sreport prints is in tests/oracle/cases.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
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

# ---- account Delivered ------------------------------------------------------------

# bedrock.history again, CPU hours of managers, who are promised 32 of 64 CPUs: 32 * 48 =
# 1536.  slate's only job waits from 08:00 to 20:00 for three nodes of 16 CPUs and runs with
# 48 until 02:00: 48*6 = 288, beyond the promise 16*6 = 96.  Short: 1536 + 96 - 288 = 1344:
# no demand: nobody waits for 8 h, then for 22 h: 32*30 = 960
# 08:00, 1.5 h: fred has n1 and n2, wilma half of n3, n4 is down: nothing fits, 64 - 40 = 24
#   CPUs are unused: shape 24*1.5 = 36; others have the rest: priority 8*1.5 = 12
# 09:30, 8.5 h: wilma alone keeps three whole nodes from being free: shape 32*8.5 = 272
# 18:00, 2 h: n4 is back, the job would fit, and waits: priority 32*2 = 64
@test "account Delivered: the example, and its parts" {
	local days="start=2026-01-05 end=2026-01-07"
	rm -f "$FAIRTREE_DB"
	fimport sshare "$FT_TOP/data/examples/bedrock.sshare" >/dev/null
	fimport history "$FT_TOP/data/examples/bedrock.history" >/dev/null
	# shellcheck disable=SC2086
	run -0 freport -P account Delivered $days accounts=managers
	[ "${lines[1]}" = "Delivered against Promised 2026-01-05T00:00:00 - 2026-01-06T23:59:59 (172800 secs)" ]
	[ "${lines[2]}" = "Usage reported in CPU Hours" ]
	[ "${lines[4]}" = "Cluster|Account|Promised|Delivered|Over|Short|No Demand|Limits|Shape|Priority" ]
	[ "${lines[5]}" = "cluster|managers|1536|288|96|1344|960|0|308|76" ]
	# bedrock: 32*48 and 1536 + 44 - 482 = 1098: wilma's 8 CPUs wait from 03:00 to 04:00 in
	# free nodes, which is none of shape; fred's 32 are the promise: nothing is short.
	# betty's 4 CPUs wait for their reservation from 07:00 to 08:00 (shape 4), and in it
	# for half an hour (priority 2)
	# shellcheck disable=SC2086
	run -0 freport -nP account Delivered $days acc=bedrock -t hours
	[ "${lines[0]}" = "cluster|bedrock|1536|482|44|1098|1092|0|4|2" ]
	# shellcheck disable=SC2086
	run -0 freport -nP account deliv $days tree format=account,short,priority -t percent
	[ "${lines[0]}" = "root|74.93%|3.45%" ]
	[ "${lines[2]}" = " managers|87.50%|4.95%" ]
	# shellcheck disable=SC2086
	run -0 freport --json account Delivered $days accounts=managers --tres node
	[[ $output = *'"account": "managers", "tres": "node", "promised": 345600.0, "delivered": 64800.0, "over": 21600.0, "short": 302400.0'* ]]
}

# Two nodes of 16 CPUs; phys has 6 of 8 shares, lab and the user root 1 each: 24, 4 and 4
# CPUs.  phys may have 8 CPUs at once, so its jobs of 8 CPUs run one after the other.
@test "account Delivered: what limits hold, and shares that are no whole CPUs" {
	local hours="start=2025-03-02 end=2025-03-02T02:00:00"
	cat >conf <<'CONF'
ClusterName=cluster
AccountingStorageEnforce=limits
NodeName=n[1-2] CPUs=16 RealMemory=64000
PartitionName=main Nodes=ALL Default=YES
CONF
	cat >more <<'PAST'
job id=11 user=ann account=phys nodes=n1 tres=cpu=8,mem=1000,node=1 submit=2025-03-02T00:00:00 start=2025-03-02T00:00:00 end=2025-03-02T01:00:00 state=COMPLETED
job id=12 user=ann account=phys nodes=n1 tres=cpu=8,mem=1000,node=1 submit=2025-03-02T00:00:00 start=2025-03-02T01:00:00 end=2025-03-02T02:00:00 state=COMPLETED
PAST
	fimport history more >/dev/null
	facctmgr -i modify account phys set fairshare=6 GrpTRES=cpu=8 >/dev/null
	# the first hour 16 short: 8 are held, 8 nobody asks for; the second hour nobody waits
	# shellcheck disable=SC2086
	run -0 freport --conf conf -nP account Delivered $hours accounts=phys
	[ "${lines[0]}" = "cluster|phys|48|16|0|32|24|8|0|0" ]
	# without the limit the job would have fitted into what was free
	facctmgr -i modify account phys set GrpTRES=cpu=-1 >/dev/null
	# shellcheck disable=SC2086
	run -0 freport --conf conf -nP account Delivered $hours accounts=phys
	[ "${lines[0]}" = "cluster|phys|48|16|0|32|24|0|0|8" ]
	# a third of 32 CPUs, to a millionth of a CPU, for two hours: 10.666667 * 7200
	facctmgr -i modify account phys set fairshare=1 >/dev/null
	# shellcheck disable=SC2086
	run -0 freport --csv account Delivered $hours accounts=lab format=promised,nodemand
	[ "${lines[1]%%$'\r'}" = "76800.0024,76800.0024" ]
}

# The example of the page: 16 of 32 CPUs are promised, 12 wait, 8 are free in two halves.
@test "account Delivered: the example of the page" {
	cat >more <<'PAST'
job id=21 user=bob account=lab nodes=n1 tres=cpu=16,mem=1000,node=1 submit=2025-03-02T00:00:00 start=2025-03-02T00:00:00 end=2025-03-02T01:00:00 state=COMPLETED
job id=22 user=bob account=lab nodes=n2 tres=cpu=8,mem=1000,node=1 submit=2025-03-02T00:00:00 start=2025-03-02T00:00:00 end=2025-03-02T01:00:00 state=COMPLETED
job id=23 user=ann account=phys tres=cpu=12,mem=1000,node=1 submit=2025-03-02T00:00:00 end=2025-03-02T01:00:00 state=CANCELLED
PAST
	fimport history more >/dev/null
	facctmgr -i modify account phys set fairshare=2 >/dev/null
	run -0 freport -nP account Delivered start=2025-03-02 end=2025-03-02T01:00:00 accounts=phys
	[ "${lines[0]}" = "cluster|phys|16|0|0|16|4|0|8|4" ]
}

@test "account Delivered: it is not one of sreport's, and exact" {
	run ! freport --rollup account Delivered
	[ "$output" = "freport: error: account Delivered is exact: it has no --rollup" ]
	run ! freport account Delivered users=ann
	[ "$output" = "freport: error: this report has no condition 'users=ann'" ]
	run ! freport account Odd
	[ "${lines[1]}" = 'Valid account reports are, "Delivered"' ]
	ln -s "$(command -v freport)" sreport
	run ! ./sreport account Delivered
	[ "$output" = "invalid keyword: account" ]
}

# ---- --svg --------------------------------------------------------------------------

# Returns the texts of a picture, one a line.
texts() {
	sed -n 's/.*<text[^>]*>\([^<]*\)<.*/\1/p' "$1"
}

@test "freport --svg: bars of promised and delivered, and why not more" {
	local days="start=2026-01-05 end=2026-01-07"
	rm -f "$FAIRTREE_DB"
	fimport sshare "$FT_TOP/data/examples/bedrock.sshare" >/dev/null
	fimport history "$FT_TOP/data/examples/bedrock.history" >/dev/null
	# shellcheck disable=SC2086
	freport --svg out.svg account Delivered $days accounts=managers >table
	grep -q 1344 table
	texts out.svg >texts
	[ "$(head -3 texts)" = "Promised and delivered 2026-01-05T00:00:00 - 2026-01-06T23:59:59, cpu hours
promised
delivered" ]
	[ "$(grep -A2 '^managers' texts | head -3)" = "managers
1536
288" ]
	[ "$(tail -5 texts)" = "managers
960
0
308
76" ]
	# six of the legends, two and four bars
	[ "$(grep -c '<rect class="s' out.svg)" -eq 12 ]
}

@test "freport --svg: uses of the cluster, users, and one chart for each TRES" {
	local days="start=2025-03-03 end=2025-03-04"
	# shellcheck disable=SC2086
	freport --svg out.svg -t hours -T cpu,mem cluster Utilization $days >/dev/null
	texts out.svg >texts
	# 32*0.5 + 8*0.25
	grep -qx 'Cluster Utilization 2025-03-03T00:00:00 - 2025-03-03T23:59:59, cpu hours' texts
	grep -qx 'Cluster Utilization 2025-03-03T00:00:00 - 2025-03-03T23:59:59, mem hours' texts
	[ "$(grep -A1 '^allocated' texts | head -2)" = "allocated
18" ]
	# 16 of 32*9: the past ends at nine
	# shellcheck disable=SC2086
	freport --svg out.svg -t percent user TopUsage $days topcount=1 >/dev/null
	texts out.svg >texts
	[ "$(tail -2 texts)" = "ann phys
5.6%" ]
	# users are not drawn beside the accounts that have them
	# shellcheck disable=SC2086
	freport --svg out.svg cluster AccountUtilizationByUser $days >/dev/null
	texts out.svg >texts
	[ "$(grep -Ecx 'root|phys|lab' texts)" -eq 3 ]
	run grep -c ann texts
	[ "$output" = 0 ]
}

@test "freport --svg: reports without a chart are refused by name" {
	run ! freport --svg out.svg job SizesByAccount
	[ "$output" = "freport: error: --svg: job SizesByAccount has no chart" ]
	run ! freport --svg out.svg reservation Utilization
	[ "$output" = "freport: error: --svg: reservation Utilization has no chart" ]
	[ ! -e out.svg ]
}
