#!/usr/bin/env bats
# fimport site on what fairtree-collect brought from the real Slurm of three releases
# (tests/site/RELEASE: root and user at one time, later four minutes after, private
# under PrivateData): our commands under Slurm's names print what the site printed.
# What differs is listed, in how many rows, with the reason.

load ../lib/cmd

setup() {
	sites=$BATS_TEST_DIRNAME/../site
	cd "$BATS_TEST_TMPDIR" || return
	unset FAIRTREE_SLURM
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/site.db
	export SLURM_TIME_FORMAT=%s
	mkdir slurm
	for pair in facct:sacct facctmgr:sacctmgr fprio:sprio fqueue:squeue \
	    fshare:sshare; do
		ln -s "$FT_BUILD/bin/${pair%:*}" "slurm/${pair#*:}"
	done
	PATH=$PWD/slurm:$PATH
}

# here SITE NAME: the command that printed NAME there, run here
here() {
	local command
	command=$(awk -F '\t' -v name="$2" '$1 == name { print $5 }' \
	    "$1/manifest")
	set -f
	# shellcheck disable=SC2086 # its words are the arguments
	$command
	set +f
}

# differs SITE NAME KEYS: the columns that differ, in how many rows; rows that only
# one of the two has.  Rows are named by the columns KEYS.  The last columns of
# sshare are those of -m, of another moment.
differs() {
	here "$1" "$2" >here.txt
	awk -F '|' -v keys="$3" '
	function key(   i, n, at, text) {
		n = split(keys, at, ",")
		for (i = 1; i <= n; i++) text = text "/" $at[i]
		return text
	}
	FNR == 1 { file++ }
	FNR == 1 && file == 2 && $0 != head { print "titles" }
	FNR == 1 { head = $0; n = NF
		for (i = 1; i <= NF; i++) {
			title[i] = $i
			if ($i == "TRESRunMins") n = i - 1
		}
		next
	}
	file == 1 { row[key()] = $0; next }
	!(key() in row) { print "+" key(); next }
	{
		split(row[key()], there, "|")
		delete row[key()]
		for (i = 1; i <= n; i++) if (there[i] != $i) differ[i]++
	}
	END {
		for (name in row) print "-" name
		for (i = 1; i <= n; i++) if (differ[i]) print title[i], differ[i]
	}' "$1/$2" here.txt
}

# is NAME KEYS EXPECTED: that differs of the site, in one line, is EXPECTED
is() {
	diff <(echo "$1: $3") <(echo "$1: $(differs "$site" "$1" "$2" | paste -sd ' ')")
}

import() {
	site=$sites/$1
	fimport site "$site" >answer.txt
}

# The tree is the site's.  Numbers are the store's own.
tree() {
	is assoc 2,3,4 'ID 19 ParentID 13'
	is qos 1 'ID 2'
	is users 1 ''
	is accounts 1 ''
	is tres 2,3 ''
}

# The queue of release $1 at first; the same in all, but for the numbers given:
# - PRIORITY: slurmctld computed it at the last pass, we compute it anew
# - ELIGIBLE_TIME: an array that waits has none, we have its submission
# - NODES: squeue guesses those of a waiting job from its CPUs; its TRES have them
# - LAST_SCHED_EVAL: we have no cycle of scheduling between the jobs
queue() {
	is squeue 1 "PRIORITY $1 ELIGIBLE_TIME 1 NODES 2 LAST_SCHED_EVAL $2"
}

# Its queue four minutes later.
queue_later() {
	is squeue 1 \
	    'ELIGIBLE_TIME 1 NODES 1 LAST_SCHED_EVAL 2'
}

# Times of reservations and reasons of nodes, in the format of SLURM_TIME_FORMAT.
machine() {
	local times='StartTime=[0-9]* EndTime=[0-9]*\|ReservationName=[^ ]*'
	diff <(grep -o "$times" "$site/reservations") \
	    <(fcontrol -o show reservation | grep -o "$times")
	diff <(grep -o 'Reason=.*]' "$site/nodes") \
	    <(fcontrol -o show node | grep -o 'Reason=.*]')
	fcontrol show config | grep -qx 'Configuration data as of [0-9]*'
}

# past EXPECTED: the jobs of sacct.  The array 28 has no row there, as it was not
# eligible in these days; Reason and Flags are of a scheduler that ran, Priority is
# that of squeue, sacct there has the one at submission; ReqTRES has the nodes of a waiting job as
# the queue; Licenses is cut by sacct to three letters fewer ("idl" of "idl:1") there;
# Elapsed of running jobs: sacct ran a second after squeue.
past() {
	is sacct/001 1 ''
	is sacct/002 1 "$1"
}

# causes SITE EXPECTED: how many cells of the shares differ by which cause
causes() {
	fshare verify --json "$1" >verify.json
	[ "$(grep -v '"column": "s' verify.json | sed -n 's/.*"cause": "\([a-z]*\)".*/\1/p' | sort |
		uniq -c | awk '{ print $1, $2 }')" = "$2" ]
}

# ---- all of a recording ------------------------------------------------------------

@test "22.05, root: what the site printed, and nothing is unexplained" {
	import 22.05/root
	tree
	is sshare 1,2,3 ''
	machine
	queue 1 4
	past 'Reason 4 Elapsed 10 ElapsedRaw 10 ReqTRES 1 Priority 10 Flags 23'
	fshare verify "$site"
}

@test "22.05, user: what is known to six digits is rounded" {
	import 22.05/user
	tree
	is sshare 1,2,3 'NormUsage 2 EffectvUsage 6 LevelFS 14'
	queue 4 4
	past 'Reason 4 Elapsed 10 ElapsedRaw 10 ReqTRES 1 Priority 10 Flags 23'
	causes "$site" '22 rounded'
}

@test "22.05, later: what is known to six digits is rounded" {
	import 22.05/later
	tree
	is sshare 1,2,3 'EffectvUsage 13 LevelFS 15'
	queue_later
	past 'Reason 9 Elapsed 7 ElapsedRaw 7 ReqTRES 2 Priority 9 Flags 28'
	causes "$site" '28 rounded'
}

@test "24.11 and 26.05, root and user: what the site printed" {
	for release in 24.11 26.05; do
		for kind in root user; do
			rm -f site.db
			import $release/$kind
			tree
			is sshare 1,2,3 ''
			machine
			queue 1 3
			elapsed=
			[ $kind = root ] || elapsed=' Elapsed 10 ElapsedRaw 10'
			past "Reason 1$elapsed ReqTRES 1 Priority 10 Licenses 1 Flags 23"
			causes "$site" ''
		done
	done
}

@test "24.11 and 26.05, later: what the site printed" {
	for pair in '24.11 26' '26.05 28'; do
		rm -f site.db
		import "${pair% *}/later"
		tree
		is sshare 1,2,3 ''
		queue_later
		past "Reason 6 ReqTRES 2 Priority 9 Licenses 1 Flags ${pair#* }"
		causes "$site" ''
	done
}

# sacctmgr of 22.05 shows the account root to everybody, later ones do not.
@test "private: accounts and users that are hidden are not deleted" {
	for release in 22.05 24.11 26.05; do
		rm -f site.db
		import $release/later
		facctmgr -nP show assoc format=account,user | sort >before
		import $release/private
		facctmgr -nP show assoc format=account,user | sort | diff before -
		grep -x 'rows are hidden (PrivateData): .* no account or user is deleted' answer.txt
	done
}

# PrivateData shows the coordinator of phys 3 accounts and their 6 users, of 15.
# phys has 60 of 113 shares: 53 are hidden (NormShares 0.530973 = 60 / 113), as its
# LevelFS; the FairShare of six users are multiples of 1/15.
@test "private: what is hidden is known to be hidden" {
	for pair in 22.05:22 24.11:18 26.05:21; do
		rm -f site.db
		import "${pair%:*}/private"
		fshare verify "$site" >verify.txt
		grep -qx 'NormShares of account phys: there 0.530973, here .*: hidden, 53 shares below root are not shown' verify.txt
		[ "$(grep -c 'hidden, 9 users are not shown' verify.txt)" -ge 5 ]
		fshare verify --json "$site" >verify.json
		[ "$(grep -v '"column": "s' verify.json |
			grep -c '"cause": "hidden"')" -eq 8 ]
		! grep '"cause": "unexplained"' verify.json
	done
}

# ---- how it comes -------------------------------------------------------------------

# dump: everything of the store that a list shows
lists() {
	for name in assoc qos users accounts sshare squeue sacct/002; do
		here "$site" $name
	done
}

@test "a tar and a compressed tar are the folder" {
	import 24.11/root
	lists >folder.txt
	for kind in cf czf; do
		rm -f site.db
		tar $kind site.tar -C "$sites/24.11" root
		fimport site site.tar >/dev/null
		lists | diff folder.txt -
		fshare verify site.tar
	done
}

@test "a dry run changes nothing: neither makes a store nor an entry" {
	fimport site --dry-run "$sites/24.11/root" >dry.txt
	grep -qx 'only tried; this would be so without --dry-run:' dry.txt
	[ ! -e site.db ]
	grep -qx '22 associations: usage set' dry.txt
	import 24.11/root
	lists >first.txt
	facctmgr log >journal.txt
	fimport site --dry-run "$sites/24.11/later"
	lists | diff first.txt -
	facctmgr log | diff journal.txt -
}

@test "a site whose QOS were not collected: they are imported first" {
	cp -r "$sites/24.11/root" bare
	rm bare/qos
	sed -i '/^qos\t/d' bare/manifest
	run fimport site bare
	[ "$status" -eq 1 ]
	[ "$output" = "bare/assoc:8:1: no QOS 'high', 'low' (fimport qos, with \
what sacctmgr -P show qos prints, sets them)" ]
	[ ! -s site.db ]
	fimport qos "$sites/24.11/root/qos" >/dev/null
	fimport site bare | grep -qx '22 associations: usage set'
	fshare verify >/dev/null
}

@test "the same snapshot again: all lists are the same, and there is no entry" {
	for release in 22.05 24.11 26.05; do
		rm -f site.db
		import $release/root
		lists >first.txt
		facctmgr log >log.txt
		fimport site "$site"
		lists | diff first.txt -
		facctmgr log | diff log.txt -
	done
}

# asked: what our commands print, all of it
asked() {
	local command
	for command in 'fshare -alP' 'fshare --json' fqueue 'fqueue --json' \
	    'fprio -l' 'finfo -Nl' 'fcontrol show node' \
	    'fcontrol show partition' 'fcontrol show reservation' \
	    'facctmgr -P show assoc' 'facct -aPS 2026-11-01'; do
		echo "== $command"
		$command
	done
}

@test "a snapshot over an earlier one is as on a new store" {
	for release in 22.05 24.11 26.05; do
		rm -f site.db
		import $release/later
		for name in $now; do here "$site" $name; done >new.txt
		rm -f site.db
		import $release/root
		entries >journal.txt
		import $release/later
		for name in $now; do here "$site" $name; done | diff new.txt -
		[ "$release" = 22.05 ] || causes "$site" ''
		[ "$(entries)" -eq $(($(cat journal.txt) + 1)) ]
	done
}

@test "undo of a snapshot brings back jobs and the clock, too; so does redo" {
	for release in 22.05 24.11 26.05; do
		rm -f site.db
		import $release/root >/dev/null
		asked >before.txt
		import $release/later >/dev/null
		asked >after.txt
		! cmp -s before.txt after.txt
		facctmgr -i undo >/dev/null
		asked | diff before.txt -
		facctmgr -i redo >/dev/null
		asked | diff after.txt -
		facctmgr -i undo >/dev/null
		asked | diff before.txt -
		import $release/later >/dev/null
		asked | diff after.txt -
		facctmgr check
	done
}

@test "undo of the first snapshot leaves a new store, redo brings it again" {
	import 24.11/root >/dev/null
	asked >before.txt
	facctmgr -i undo >/dev/null
	[ "$(fqueue -ho %i | wc -l)" -eq 0 ]
	[ "$(facctmgr -nP show assoc | wc -l)" -eq 2 ]
	facctmgr -i redo >/dev/null
	asked | diff before.txt -
}

@test "undo of a snapshot is refused once time has passed; nothing changes" {
	import 24.11/root >/dev/null
	import 24.11/later >/dev/null
	fsim run --for 60 --quiet
	asked >before.txt
	run facctmgr -i undo
	[ "$status" -eq 1 ]
	[ "$output" = "facctmgr: error: cannot undo change 2: jobs, nodes or the clock have changed since" ]
	asked | diff before.txt -
}

@test "undo of a snapshot is refused once settings of usage have changed" {
	import 24.11/root >/dev/null
	import 24.11/later >/dev/null
	cp "$sites/24.11/root/conf/slurm.conf" other.conf
	sed -i '/^PriorityDecayHalfLife/Id' other.conf
	echo PriorityDecayHalfLife=3-0 >>other.conf
	fimport conf other.conf
	asked >before.txt
	run facctmgr -i undo 2
	[ "$status" -eq 1 ]
	[ "$output" = "facctmgr: error: cannot undo change 2: usage or the settings that decide it have changed since" ]
	asked | diff before.txt -
	facctmgr check
}

@test "undo that is killed leaves the store as before or after it" {
	import 24.11/root >/dev/null
	import 24.11/later >/dev/null
	asked >after.txt
	cp site.db kept.db
	facctmgr -i undo >/dev/null
	asked >before.txt
	for ms in 001 002 004 006 008 010 012 015 020; do
		cp kept.db site.db
		rm -f site.db-wal site.db-shm
		run timeout -s KILL 0.$ms facctmgr -i undo
		asked >now.txt
		cmp -s now.txt after.txt || cmp now.txt before.txt
		facctmgr check >/dev/null
	done
}

@test "undo of a snapshot brings back the order of tied accounts" {
	import 22.05/root >/dev/null
	facctmgr -i modify account bio set fairshare=1 >/dev/null
	fshare -alP >before.txt
	import 22.05/later >/dev/null
	facctmgr -i undo >/dev/null
	fshare -alP | diff before.txt -
}

now='assoc sshare squeue sacct/002'

entries() {
	facctmgr log | grep -c 'fimport site'
}

@test "a store that has run on by itself is refused" {
	import 24.11/root
	fsim run --for 3600 --quiet
	cp site.db before.db
	run fimport site "$site"
	[ "$status" -eq 1 ]
	[[ $output == *"it has run on by itself; import into a new store"* ]]
	cmp site.db before.db
}

# ---- usage of TRES and QOS -----------------------------------------------------------

# minutes: of each association and TRES in sshare --json, which has seconds
minutes() {
	perl -MJSON::PP -0777 -ne 'for my $row (@{ decode_json($_)->{shares}{shares} }) {
		print $row->{type}[0] eq "USER"
		    ? "$row->{parent} $row->{name}/$row->{partition} "
		    : "$row->{name} / ";
		print join(",", map { "$_->{name}=" . int($_->{value} / 60) }
		    @{ $row->{tres}{usage} }), "\n" }' "$1" | sort
}

@test "the usage of each TRES is that of the site" {
	for at in 24.11/root 24.11/user 24.11/later 26.05/root 26.05/later; do
		rm -f site.db
		import $at >/dev/null
		minutes "$site/sshare.json" >there.txt
		[ "$(wc -l <there.txt)" -eq 22 ]
		fshare -amnPo Account,User,Partition,GrpTRESRaw |
			sed 's/^ *//; s/|/ /; s/|/\//; s/|/ /' | sort |
			diff there.txt -
	done
}

# 22.05 has no JSON.  slurmctld's file has bob's 1=1019.980569: 16 minutes.
@test "22.05: the usage of each TRES is that of slurmctld's file" {
	import 22.05/root >/dev/null
	fshare -amnPo User,Partition,GrpTRESRaw >out.txt
	grep -q '^ *bob||cpu=16,mem=8665,energy=0,node=7,billing=16,' out.txt
	[ "$(grep -c ',mem=[1-9]' out.txt)" -eq 20 ]
}

# text STRING: as slurmctld packs it; number N: four bytes
number() {
	# shellcheck disable=SC2059 # a format of octal escapes
	printf "$(printf '\\%03o' $(($1 >> 24 & 255)) $(($1 >> 16 & 255)) \
		$(($1 >> 8 & 255)) $(($1 & 255)))"
}

text() {
	[ -n "$1" ] || { number 0; return; }
	number $((${#1} + 1))
	printf '%s\0' "$1"
}

# qos AT: the site with the usage of two QOS, saved AT
qos_usage() {
	rm -rf withqos
	cp -rL "$sites/24.11/root" withqos
	{
		printf '\052\000' # of 24.11
		number 0
		number "$1"
		number 1
		text 600.250000
		text 1=600.000000,2=1000.500000
		number 120
		number 3
		text 7200.500000
		text 1=7200.000000,5=7200.500000
		number 3600
	} >withqos/qosusage
	sed -i 's|^decay|qosusage\t1795883947\t1795883947\t0\tcat qos_usage\n&|' \
		withqos/manifest
}

shown() {
	fcontrol show assoc_mgr flags=qos | sed -n "/^QOS=$1(/,/GrpTRESMins/p" |
		tr '\n' ' ' | grep -o 'UsageRaw=[0-9.]*\|GrpWall=[^ ]*\|Mins=cpu=[^,]*'
}

# The last pass before the snapshot was at 1795883940: 7200.5 / 60 = 120 minutes of CPU
# and billing, 3600 s / 60 = 60 of wall time.  After that no job of high ended.
@test "the usage of QOS is that of slurmctld's file" {
	qos_usage 1795883940
	fimport site withqos >out.txt
	grep -qx '2 QOS: usage set' out.txt
	[ "$(shown high | tr '\n' ' ')" = 'UsageRaw=7200.500000 GrpWall=N(60.00) Mins=cpu=N(120) ' ]
	fimport site withqos >/dev/null
	[ "$(facctmgr log | grep -c 'fimport site')" -eq 1 ]
}

# Saved five seconds after the pass: jobs of normal that ended in between are in it, and
# in sacct; they are not counted twice.
@test "the usage of QOS includes the jobs up to the moment of saving" {
	qos_usage 1795883945
	fimport site withqos >/dev/null
	[ "$(shown normal | head -1)" = 'UsageRaw=600.250001' ]
}

@test "without the usage of QOS the limits that need it are named" {
	rm -rf limited
	cp -rL "$sites/24.11/root" limited
	awk -F '|' -v OFS='|' 'NR == 1 { for (i = 1; i <= NF; i++)
		if ($i == "GrpTRESMins") n = i }
		$1 == "low" { $n = "cpu=100" } { print }' \
		"$sites/24.11/root/qos" >limited/qos
	fimport site limited >out.txt
	grep -qx "usage of QOS 'low' is not known (only root can collect it): here its GrpTRESMins and GrpWall begin unused, so jobs may start earlier" out.txt
}

# ---- a hostile site ------------------------------------------------------------------

# spoil [RECORDING]: a copy of a recording, to be spoilt
spoil() {
	rm -rf bad
	cp -rL "$sites/${1:-24.11/root}" bad
}

# refused LINE [SITE]: it is refused with this line only, and no store is made
refused() {
	run fimport site "${2:-bad}"
	[ "$status" -eq 1 ] || { echo "status $status"; return 1; }
	diff <(echo "$1") <(echo "$output")
	[ ! -e site.db ]
}

@test "hostile: names that lead out of the folder" {
	spoil
	echo 'Include ../../../../etc/passwd' >>bad/conf/slurm.conf
	refused "bad/conf/slurm.conf:56:9: 'conf/../../../../etc/passwd' is outside of the site 'bad'"
	spoil
	echo 'Include /../../../etc/passwd' >>bad/conf/slurm.conf
	refused "bad/conf/slurm.conf:56:9: 'conf/root/../../../etc/passwd' is outside of the site 'bad'"
	spoil
	printf 'sacct/../../x\t1\t2\t0\tx\n' >>bad/manifest
	refused 'bad/manifest:25:1: not the name of a file in this folder'
	spoil
	printf '/etc/passwd\t1\t2\t0\tx\n' >>bad/manifest
	refused 'bad/manifest:25:1: not the name of a file in this folder'
}

@test "hostile: FIFOs, devices and folders instead of files are not read" {
	for name in manifest conf/slurm.conf assoc sshare.json squeue sacct/002 usage; do
		spoil
		rm "bad/$name"
		mkfifo "bad/$name"
		refused "bad/$name:1:1: not a regular file"
		rm "bad/$name"
		ln -s /dev/zero "bad/$name"
		refused "bad/$name:1:1: not a regular file"
		rm "bad/$name"
		mkdir "bad/$name"
		refused "bad/$name:1:1: not a regular file"
	done
}

@test "hostile: the manifest" {
	spoil
	printf 'sshare\t1\t2\t0\tx\n' >>bad/manifest
	refused 'bad/manifest:25:1: this file is listed already'
	spoil
	sed -i '3s/scontrol/scon\x00trol/' bad/manifest
	refused 'bad/manifest:3:36: a NUL byte'
	spoil
	sed -i '2s/\t[0-9]*/\t-1/' bad/manifest
	refused 'bad/manifest:2:9: not the time at which the command began'
	# a second after 9999-12-31
	spoil
	sed -i '2s/\t[0-9]*\t[0-9]*/\t253402300800\t253402300800/' bad/manifest
	refused 'bad/manifest:2:9: not the time at which the command began'
	spoil
	sed -i '2s/\t[0-9]*\t[0-9]*/\t5\t9223372036854775808/' bad/manifest
	refused 'bad/manifest:2:11: not the time at which the command ended'
	spoil
	awk 'BEGIN { for (i = 0; i < 100000; i++)
		printf "sacct/x%06d\t1\t2\t0\tx\n", i }' >>bad/manifest
	fimport site bad
}

@test "hostile: associations that hang together in no tree" {
	spoil
	sed -i 's/|phys|||3|1|root|/|phys|||3|1|astro|/' bad/assoc
	refused "bad/assoc:15:1: account 'phys' is not below root: above it is account 'astro'"
	spoil
	sed -i 's/|phys|||3|1|root|/|phys|||3|1|nosuch|/' bad/assoc
	refused "bad/assoc:15:1: account 'phys' is not below root: above it is account 'nosuch'"
	spoil
	sed -n 2p bad/assoc >>bad/assoc
	refused "bad/assoc:24:1: account 'root' is not below root: above it is nothing"
	spoil
	sed -n '/|flo|/p' bad/assoc >>bad/assoc
	refused "bad/assoc:24:1: user 'flo' in account 'bio' again"
	spoil
	sed -i 1q bad/assoc
	refused 'bad/assoc:1:1: no associations'
}

@test "hostile: shares" {
	spoil
	rm bad/sshare.json
	cp bad/sshare good
	sed -i '2s/|21482|/|9223372036854775808|/' bad/sshare
	refused 'bad/sshare:2:18: RawUsage is a whole number, 0 or more'
	sed '2s/|21482|/|9007199254740993|/' good >bad/sshare
	refused 'bad/sshare:2:1: RawUsage is more than 2^53'
	{ cat good; sed -n 2p good; } >bad/sshare
	refused 'bad/sshare:24:1: not below account root (a filtered or unindented table?)'
	{ cat good; echo '  solid|zoe||1|0.1|5|0.1|0.1|0.1|1||'; } >bad/sshare
	refused "bad/sshare:24:3: user 'zoe' of account 'solid' is in account 'phys'"
	{ cat good; echo '   solid|zoe||1|0.1|5|0.1|0.1|0.1|1||'; } >bad/sshare
	refused "bad/sshare:24:1: no user 'zoe' in the site's list of associations"
}

# damage AT BYTES: bad.tar with BYTES at AT of the second header
damage() {
	tar cf bad.tar --format=ustar -C "$sites/24.11" root
	printf '%b' "$2" | dd of=bad.tar bs=1 seek=$((512 + $1)) conv=notrunc \
	    status=none
}

@test "hostile: archives" {
	damage 148 '123456\0'
	refused 'bad.tar: not a tar archive from byte 512 on' bad.tar
	damage 124 '\0377\0377\0377\0377\0377\0377\0377\0377'
	refused 'bad.tar: not a tar archive from byte 512 on' bad.tar
	damage 0 ''
	truncate -s 1324 bad.tar
	refused 'bad.tar: the archive ends within a file' bad.tar
	rm bad.tar
	mkfifo bad.tar
	refused 'fimport: error: bad.tar: neither a folder nor a tar archive' bad.tar
	rm bad.tar
	head -c 8000000 /dev/zero >bad.tar
	refused 'bad.tar: neither a folder nor a tar archive' bad.tar
	head -c 300000000 /dev/zero | gzip -1 >bad.tar
	refused 'fimport: error: bad.tar: line 1 is longer than 16 MiB: too long for a site' bad.tar
}

# ---- causes that are planted ----------------------------------------------------------

# plant SED EXPECTED: the recorded shares, changed by SED, differ by these causes; only
# unexplained ones are a failure.
plant() {
	[ -e site.db ] || import 24.11/root
	spoil
	sed -i "$1" bad/sshare
	run fshare verify bad
	[ "$status" -eq "$([[ $2 == *unexplained* ]] && echo 1 || echo 0)" ]
	fshare verify --json bad >verify.json || true
	diff <(echo "$2") <(grep -v '"column": "s' verify.json | sed -n \
	    's/.*"row": "\([^"]*\)", "column": "\([^"]*\)".*"cause": "\([^"]*\)".*/\2 \1: \3/p')
}

# lena NORM EFFECTVUSAGE LEVELFS EXPECTED: the site printed these of her.
lena() {
	plant "/|lena|/s/0.069933/$1/; /|lena|/s/0.749684/$2/; /|lena|/s/0.666948/$3/" \
	    "NormUsage user lena of org: $4
EffectvUsage user lena of org: $4
LevelFS user lena of org: $4"
}

# lena used 1494 and a part, org (lena and mona) 1993 and a part, all 21371 at the pass
# (lena's 1494 / 0.069933 = 21363 or more, mona's 499 / 0.023350 = 21371 or more, cy's
# 5800 / 0.271390 = 21372 or less).  EffectvUsage is at most 1495 / 1993 = 0.7501254,
# printed 0.750125, and more than 1494 / 1994 = 0.7492477, printed 0.749248.  The same
# usage gives NormUsage, 1495 / 21371 = 0.069955 and 1494 / 21371 = 0.069908, and
# LevelFS, 0.5 / EffectvUsage.
@test "rounded: up to what the rounding allows, not a digit more" {
	lena 0.069955 0.750125 0.666556 rounded
	lena 0.069955 0.750126 0.666555 unexplained
	lena 0.069908 0.749248 0.667336 rounded
	lena 0.069908 0.749247 0.667337 unexplained
}

# EffectvUsage 0.750125 alone: LevelFS 0.666948 is 0.5 / 0.749684.
@test "rounded: one usage gives all columns of a row" {
	plant '/|lena|/s/0.749684/0.750125/' 'EffectvUsage user lena of org: unexplained'
	plant '/|lena|/s/0.666948/0.666556/' 'LevelFS user lena of org: unexplained'
}

# Below root are 1 + 2 + 4 + 6 + 40 + 60 = 113 shares (users of bio have root's).
# With 7 more they would be 120: 1/120 = 0.008333 ... 60/120 = 0.500000.
@test "hidden: a whole number of shares, and no other" {
	local all='s/|0.008850|/|0.008333|/; s/|0.017699|/|0.016667|/
		s/|0.035398|/|0.033333|/; s/|0.053097|/|0.050000|/
		s/|0.353982|/|0.333333|/; s/|0.530973|/|0.500000|/'
	local rows='NormShares user root of root:
NormShares user flo of bio:
NormShares user gus of bio (debug):
NormShares user gus of bio (short):
NormShares account chem:
NormShares account phys:'
	plant "$all" "$(sed 's/$/ hidden/' <<<"$rows")"
	plant "$all; s/|0.500000|11616/|0.500001|11616/" \
	    "$(sed 's/$/ unexplained/' <<<"$rows")"
}

# igor used 786 by 2 shares, jana 1018 by 2: no rounding puts jana first.
@test "an order that no usage within the rounding gives is unexplained" {
	plant '/|igor|/s/0.466667/0.400000/; /|jana|/s/0.400000/0.466667/' \
	    'FairShare user igor of solid: unexplained
FairShare user jana of solid: unexplained'
}

@test "RawShares and RawUsage have no excuse" {
	plant '/|lena|/s/|1494|/|1495|/' 'RawUsage user lena of org: unexplained'
	plant '/|lena|/s/|1|/|2|/' 'RawShares user lena of org: unexplained'
}

# The period is a minute: a table of a pass ago is that of another pass, one of two
# passes ago is not.  RawUsage is as it is now, whenever the pass was.
@test "pass: one between the commands is allowed for, two are not" {
	import 24.11/root
	run fshare verify --now=2026-11-28T16:40:07 "$site"
	[ "$status" -eq 1 ]
	[ "$(awk '$2 == 22 { print $1, $4 + $5 + $7, $6, $8 }' <<<"$output")" = "$(cat <<'EOF'
RawShares 0 0 0
NormShares 0 0 0
RawUsage 0 0 16
NormUsage 0 19 0
EffectvUsage 0 19 0
FairShare 0 11 0
LevelFS 0 18 0
EOF
	)" ]
	run fshare verify --now=2026-11-28T16:41:07 "$site"
	[ "$status" -eq 1 ]
	[ "$(awk '$2 == 22 { print $1, $4 + $5 + $7, $6, $8 }' <<<"$output")" = "$(cat <<'EOF'
RawShares 0 0 0
NormShares 0 0 0
RawUsage 0 0 17
NormUsage 0 0 19
EffectvUsage 0 0 19
FairShare 0 0 11
LevelFS 0 0 18
EOF
	)" ]
}
