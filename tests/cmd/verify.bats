#!/usr/bin/env bats
# fshare verify: which site it compares, causes that are planted, what is not compared,
# and tables that are damaged.  The share table of recorded sites: site.bats; the queue:
# site-queue.bats.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/site.db
	unset FAIRTREE_SLURM
	sites=$BATS_TEST_DIRNAME/../site
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$(command -v fshare)" sshare
}

# copy SITE NAME: a copy of a recorded site, imported.
copy() {
	cp -RL "$sites/$1" "$2"
	fimport site "$2" >answer.txt
}

# change FILE EXPRESSION
change() {
	sed "$2" "$1" >changed
	! cmp -s "$1" changed
	mv changed "$1"
}

# counts COLUMN: Rows Equal Rounded Rule Pass Hidden Unexplained
counts() {
	sed -n "s/^$1  *\([0-9][0-9 ]*\)$/\1/p" <<<"$output" | tr -s ' '
}

# fails TEXT COMMAND: COMMAND fails, and says TEXT in its only line.
fails() {
	local text=$1
	shift
	run "$@"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"$text"* ]]
}

# ---- which site ------------------------------------------------------------------

@test "without a folder: the site that was imported last; undo returns to the former" {
	copy 24.11/root first
	run fshare verify
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "$PWD/first, collected at 2026-11-28T16:39:07" ]
	[ "$(counts RawUsage)" = '22 22 0 0 0 0 0' ]
	copy 24.11/later second
	run fshare verify
	[ "${lines[0]}" = "$PWD/second, collected at 2026-11-28T16:42:30" ]
	[ "$(counts RawUsage)" = '22 22 0 0 0 0 0' ]
	run fshare verify first
	[[ $output == *'the store is at 2026-11-28T16:42:30, this snapshot is of 2026-11-28T16:39:07: differences may be due to that'* ]]
	facctmgr -i undo >/dev/null
	run fshare verify
	[ "${lines[0]}" = "$PWD/first, collected at 2026-11-28T16:39:07" ]
	run fshare verify --json
	[[ $output == *"\"site\": \"$PWD/first\""* ]]
	[[ $output == *'"collected": 1795883947'* ]]
	[[ $output == *'"clock": 1795883947'* && $output != *'the store is at'* ]]
}

@test "an archive, a name in UTF-8, and one that a terminal cannot show" {
	cp -RL "$sites/24.11/root" first
	tar czf 'sité 1.tgz' first
	fimport site 'sité 1.tgz' >/dev/null
	run fshare verify
	[ "${lines[0]}" = "$PWD/sité 1.tgz, collected at 2026-11-28T16:39:07" ]
	mv first $'\xff'
	fimport site $'\xff' >/dev/null
	fails 'no site was imported into this store: name its folder' fshare verify
}

@test "a dry run, --since-last and another file are no import of a site" {
	copy 24.11/root first
	fimport site --dry-run "$sites/24.11/later" >/dev/null
	fimport site --since-last "$sites/24.11/later" >/dev/null
	fimport usage - <<<'bio flo 1' >/dev/null
	run fshare verify
	[ "${lines[0]}" = "$PWD/first, collected at 2026-11-28T16:39:07" ]
}

@test "a site that is gone, is another by now, or is no folder" {
	copy 24.11/root first
	mv first elsewhere
	fails "cannot open '$PWD/first'" fshare verify
	[[ $output == *'if it has moved, name its folder (fshare verify DIR)'* ]]
	fshare verify elsewhere
	cp -RL "$sites/24.11/later" first
	fails "$PWD/first now has a snapshot of 2026-11-28T16:42:30, but one of 2026-11-28T16:39:07 was imported: import the new one" fshare verify
	rm -r first
	mkfifo first
	fails "$PWD/first: neither a folder nor a plain file" timeout 10 fshare verify
}

@test "no site: what to do" {
	fimport sshare "$FT_TOP/data/examples/bedrock.sshare" >/dev/null
	fails 'name its folder (fshare verify DIR)' fshare verify
	run fshare verify one two
	[ "$status" -eq 1 ]
	[[ ${lines[0]} == *'verify takes the folder of one site' ]]
	# sshare ignores operands
	./sshare verify >/dev/null
}

# ---- another rule, another release ------------------------------------------------

# Accounts b-1 and b have 3 shares and used 150 each: they are tied.  By lineage b-1 is
# first, for /b-1/ is before /b/; b was added last, and is first by lft.
tie() {
	copy 24.11/root first
	for account in b-1 b; do
		facctmgr -i add account $account fairshare=3
	done >/dev/null
	facctmgr -i add user pia,pip account=b-1 fairshare=1 >/dev/null
	facctmgr -i add user quin,quil account=b fairshare=1 >/dev/null
	fimport usage - <<-EOF >/dev/null
		b-1 pia 110
		b-1 pip 40
		b quin 30
		b quil 120
	EOF
	# as Slurm 24.11 ranks them, which the store mirrors
	./sshare -a -l -m -P >first/sshare
	# jobs have their priorities by the shares of before
	rm first/sprio first/squeue
}

# ranked NAME...: their FairShare, of 19 users.  Users without usage, root and gus in
# one partition, are before them.
ranked() {
	for name; do
		awk -F'|' -v user="$name" '$2 == user { printf " %.0f", $9 * 19 }' first/sshare
	done
}

@test "rule: tied accounts that are merged, or not" {
	tie
	# b-1 first, pip before pia; then b: its first user is tied with the last of b-1
	[ "$(ranked root pip pia quin quil)" = ' 19 17 16 16 14' ]
	run fshare verify
	[ "$(counts FairShare)" = '28 28 0 0 0 0 0' ]
	# merged they are ranked together: quin 17, pip 16, pia 15, quil 14
	fcontrol update config FairTreeTies=documented
	run fshare verify
	[ "$status" -eq 0 ]
	[ "$(counts FairShare)" = '28 25 0 3 0 0 0' ]
	[[ $output == *'FairShare of user quin of b: there 0.842105, here 0.894737: rule, as with FairTreeTies=slurm FairTreeSlurm=23.11'* ]]
	# a digit more is by no rule
	change first/sshare '/|quin|/s/0\.842105/0.842106/'
	run fshare verify
	[ "$status" -eq 1 ]
	[ "$(counts FairShare)" = '28 25 0 0 0 0 3' ]
}

@test "rule: another release, which visits tied accounts in another order" {
	tie
	fcontrol update config FairTreeSlurm=22.05
	run fshare verify
	[ "$status" -eq 0 ]
	# b first: quin 17, quil 16 and pip, pia 14
	[ "$(counts FairShare)" = '28 24 0 4 0 0 0' ]
	[[ $output == *'FairShare of user quin of b: there 0.842105, here 0.894737: rule, as with FairTreeTies=slurm FairTreeSlurm=23.11'* ]]
	change first/sshare '/|quil|/s/0\.736842/0.736843/'
	run fshare verify
	[ "$status" -eq 1 ]
	[ "$(counts FairShare)" = '28 24 0 0 0 0 4' ]
}

# ---- the queue -------------------------------------------------------------------------

# jobs COLUMN...: counts of each of the queue
jobs() {
	for column; do
		counts "$(printf '%-6s %-11s' "${column% *}" "${column#* }")"
	done
}

# printed: sprio prints this of the store, as the collector asks.
sprio_here() {
	local format
	format=$(sed -n 's/^sprio	.* -o //p' "$sites/24.11/root/manifest")
	head -1 "$sites/24.11/root/sprio"
	"$BATS_TEST_TMPDIR/sprio" -h -o "$format"
}

# solid IGOR JANA: their usage, of 2 shares each
solid() {
	printf 'solid igor %s\nsolid jana %s\n' "$@" | fimport usage - >/dev/null
}

# Both used 1018 and a part; job 36 is jana's.  FairShare is 7 and 6 of 15, which is
# 4667 and 4000 of 10000.
@test "rounded: the order of two users, and the factor that follows from it" {
	ln -s "$(command -v fprio)" sprio
	copy 24.11/root first
	solid 1018.6 1018.3
	./sshare -a -l -m -P >first/sshare
	sprio_here >first/sprio
	rm first/squeue
	run fshare verify
	[ "$(counts FairShare)" = '22 22 0 0 0 0 0' ]
	solid 1018.3 1018.6
	run fshare verify
	[ "$status" -eq 0 ]
	[ "$(counts FairShare)" = '22 20 2 0 0 0 0' ]
	[ "$(jobs 'sprio FAIRSHARE' 'sprio PRIORITY' 'sprio FAIRSHARE_N')" = \
	    "$(printf '8 7 1 0 0 0 0\n%.0s' 1 2 3)" ]
	[[ $output == *'sprio FAIRSHARE of job 36 in debug as normal: there 4667, here 4000: rounded, as the FairShare of its association'* ]]
	# jana used at least 1019, igor less: no usage within the rounding
	solid 1018.3 1019.3
	run fshare verify
	[ "$status" -eq 1 ]
	[ "$(counts FairShare)" = '22 20 0 0 0 0 2' ]
	[ "$(jobs 'sprio FAIRSHARE')" = '8 7 0 0 0 0 1' ]
}

# factors FILE JOB SED EXPECTED: with the row of JOB changed, the columns after it have
# these counts.
factors() {
	cp "$1" kept
	change "$1" "/^$2|/$3"
	run fshare verify --json
	[ "$status" -eq "$([[ $5 == *' 0' ]] && echo 0 || echo 1)" ]
	[ "$(sed -n "s/.*\"column\": \"$4\", \"rows\": \([0-9]*\), \(\"equal.*\)}.*/\1 \2/p" <<<"$output" |
		tr -d '":,a-z' | tr -s ' ')" = "$5" ]
	mv kept "$1"
}

@test "pass: priorities of the pass that gives the ages, not a point more" {
	copy 22.05/user first
	cd first
	run fshare verify
	[ "$status" -eq 0 ]
	[ "$(jobs 'sprio AGE' 'sprio PRIORITY' 'sprio PRIORITY_N' 'squeue PRIORITY')" = '8 0 0 0 8 0 0
8 5 0 0 3 0 0
8 0 0 0 8 0 0
11 7 0 1 3 0 0' ]
	factors sprio 16 's/|2840|/|2839|/' 'sprio PRIORITY' '8 5 0 0 2 0 1'
	factors sprio 16 's/|0\.00000066146539|/|0.00000066146530|/' 'sprio PRIORITY_N' '8 0 0 0 7 0 1'
	factors squeue 16 's/|2840|/|2839|/' 'squeue PRIORITY' '11 7 0 1 2 0 1'
}

@test "hidden: factors that users who are not shown give, and no other" {
	copy 24.11/private first
	cd first
	run fshare verify
	[ "$status" -eq 0 ]
	[[ $output == *'rows of the store that the site does not show: 2, hidden by PrivateData'* ]]
	[ "$(jobs 'sprio FAIRSHARE_N' 'sprio PRIORITY_N' 'squeue PRIORITY')" = \
	    "$(printf '3 0 0 0 0 3 0\n%.0s' 1 2 3)" ]
	# 3 / 15
	factors sprio 13 's/|0\.2000000|/|0.2000010|/' 'sprio FAIRSHARE_N' '3 0 0 0 0 2 1'
	factors sprio 13 's/|0\.0000004\([0-9]*\)|/|0.0000005\1|/' 'sprio PRIORITY_N' '3 0 0 0 0 2 1'
	factors squeue 13 's/|2063|/|2064|/' 'squeue PRIORITY' '3 0 0 0 0 2 1'
}

@test "rule: the priority in another partition, and no other" {
	copy 26.05/root first
	cd first
	run fshare verify
	[ "$(jobs 'squeue PRIORITY')" = '11 10 0 1 0 0 0' ]
	factors squeue 29 's/|6233|/|6234|/' 'squeue PRIORITY' '11 10 0 0 0 0 1'
}

@test "every column of sprio and squeue that is compared finds a change" {
	copy 24.11/root first
	cd first
	run fshare verify
	[ "$(jobs 'sprio USER' 'sprio ACCOUNT' 'sprio QOS_N' 'sprio TRES_N')" = \
	    "$(printf '8 8 0 0 0 0 0\n%.0s' 1 2 3 4)" ]
	factors sprio 16 's/|hannah|/|hannas|/' 'sprio USER' '8 7 0 0 0 0 1'
	factors sprio 16 's/|astro|/|astra|/' 'sprio ACCOUNT' '8 7 0 0 0 0 1'
	factors sprio 16 's/|0\.2708333|/|0.2708334|/' 'sprio JOBSIZE_N' '8 7 0 0 0 0 1'
	factors sprio 16 's/|0\.1000000|/|0.1000001|/' 'sprio PARTITION_N' '8 7 0 0 0 0 1'
	factors sprio 16 's/mem=0\.06/mem=0.07/' 'sprio TRES_N' '8 7 0 0 0 0 1'
	factors squeue 9 's/|[a-z]*|/|nobody|/' 'squeue USER' '21 20 0 0 0 0 1'
	factors squeue 9 's/|debug|/|short|/' 'squeue PARTITION' '21 20 0 0 0 0 1'
	factors squeue 9 's/|1795883643|/|1795883644|/' 'squeue START_TIME' '10 9 0 0 0 0 1'
	factors squeue 9 's/|1795883641|/|1795883640|/' 'squeue SUBMIT_TIME' '21 20 0 0 0 0 1'
}

# ---- what is not compared, and what is damaged ---------------------------------------------

@test "jobs that run keep a priority of before: said, and in JSON" {
	copy 24.11/root first
	run fshare verify
	[[ $output == *'squeue PRIORITY of 10 more jobs not compared: a job that runs keeps the priority that it had before the last pass'* ]]
	run fshare verify --json
	[[ $output == *'{"column": "squeue PRIORITY", "rows": 10, "why": "a job that runs keeps'* ]]
	[[ $output == *'{"column": "LevelFS", "rows": 22, "equal": 22, "rounded": 0, "rule": 0, "pass": 0, "hidden": 0, "unexplained": 0}'* ]]
}

# Job 2 has 32 CPUs on 2 nodes of 16, and asked for 1 of the 4: its size is that of what
# it asked for, (1 / 4 + 32 / 64) / 2 = 0.375.
@test "CALCULATE_RUNNING: jobs that run are compared, too" {
	for release in 22.05 24.11 26.05; do
		rm -rf first site.db
		copy $release/running first
		run fshare verify
		[ "$status" -eq 0 ]
		[ "$(jobs 'sprio PRIORITY' 'sprio JOBSIZE_N' 'squeue PRIORITY')" = \
		    "$(printf '5 5 0 0 0 0 0\n%.0s' 1 2 3)" ]
		[[ $output != *'a job that runs keeps'* ]]
		grep -q '^2|.*|0\.3750000|' first/sprio
		factors first/squeue 2 's/|4277|/|4278|/' 'squeue PRIORITY' '5 4 0 0 0 0 1'
	done
}

# The last pass was at 20:11:16, job 1 started at 20:12:01, sprio was printed a
# second before, squeue after it.
@test "a job that started since the last pass has the priority of then" {
	copy 24.11/started first
	run fshare verify
	[ "$status" -eq 0 ]
	[ "$(jobs 'squeue PRIORITY')" = '1 1 0 0 0 0 0' ]
	[[ $output == *'squeue PRIORITY of 1 more job not compared: '* ]]
	[ "$(jobs 'sprio JOBID')" = '1 0 0 0 1 0 0' ]
	[[ $output == *'sprio of 1 more job not compared: a job that started before squeue was printed has no factors in the store'* ]]
	[[ $output == *'sprio JOBID of job 1 in debug as normal: there 1, here nothing: pass, it started between sprio and squeue'* ]]
	factors first/squeue 1 's/|6069|/|6068|/' 'squeue PRIORITY' '1 0 0 0 0 0 1'
	# of a job that started a second before sprio there is no such excuse
	started=$(awk -F'|' '$1 == 1 { print $14 }' first/squeue)
	began=$(awk '$1 == "sprio" { print $2 }' first/manifest)
	[ "$started" -ge "$began" ]
	change first/manifest "/^sprio	/s/$began/$((started + 1))/g"
	run fshare verify
	[ "$status" -eq 1 ]
	[ "$(jobs 'sprio JOBID')" = '1 0 0 0 0 0 1' ]
}

# The state file is older than the table, so the decimals of billing in JSON are those of
# RawUsage.
@test "usage of JSON is exact: every RawUsage is equal" {
	copy 24.11/started first
	grep -q '6916\.9445' first/sshare.json
	fshare -a -l --json | grep -q '"name": "billing", "value": 6916\.9445'
	run fshare verify
	[ "$(counts RawUsage)" = '10 10 0 0 0 0 0' ]
}

@test "tables and columns that were not collected are named" {
	copy 24.11/root first
	: >first/sprio
	cut -d'|' -f1-4 "$sites/24.11/root/sshare" >first/sshare
	cut -d'|' -f1-8 "$sites/24.11/root/squeue" >first/squeue
	run fshare verify
	[ "$status" -eq 0 ]
	[[ $output == *'sprio not compared: it was not collected'* ]]
	[[ $output == *'sshare LevelFS not compared: no such column'* ]]
	[[ $output == *'squeue PRIORITY not compared: no such column'* ]]
	[ "$(counts RawShares)" = '22 22 0 0 0 0 0' ]
	[ -z "$(counts LevelFS)" ]
}

@test "rows that are missing, twice or cut" {
	copy 24.11/root first
	for name in sshare sprio squeue; do
		site=$sites/24.11/root/$name
		sed '1!{2!d}' "$site" >first/$name
		run fshare verify
		[ "$status" -eq 1 ]
		sed 3p "$site" >first/$name
		fails "first/$name:4:1: " fshare verify
		[[ $output == *' is there twice' ]]
		sed '3s/|[^|]*$//' "$site" >first/$name
		fails "first/$name:3:1: " fshare verify
		[[ $output == *' cells, the header has '* ]]
		cp -L "$site" first/$name
	done
	sed 5d "$sites/24.11/root/sshare" >first/sshare
	run fshare verify
	[ "$status" -eq 1 ]
	[[ $output == *'rows of the store that the site does not show: 1, unexplained'* ]]
}

# ---- two snapshots -----------------------------------------------------------------------

@test "--since-last compares the same RawUsage before the later one is imported" {
	for release in 22.05 24.11 26.05; do
		rm -rf first second site.db
		copy $release/root first
		run fshare verify
		[ "${lines[-1]}" = 'Decay and charges until the next snapshot: fimport site NEXT --since-last' ]
		cp -RL "$sites/$release/later" second
		fimport site --since-last second | grep '^RawUsage: 22 of 22 equal'
		fimport site second >/dev/null
		run fshare verify
		[ "$(counts RawUsage)" = '22 22 0 0 0 0 0' ]
		# lena did nothing in between: one more in the later table is wrong in both
		real=$(awk -F'|' '$2 == "lena" { print $6 }' second/sshare)
		change second/sshare "/|lena|/s/|$real|/|$((real + 5))|/"
		run fshare verify
		[ "$(counts RawUsage)" = '22 21 0 0 0 0 1' ]
		rm -f site.db second/sshare.json second/usage
		fimport site first >/dev/null
		fimport site --since-last second | grep '^RawUsage: 21 of 22 equal'
	done
}
