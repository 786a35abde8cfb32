#!/usr/bin/env bats
# rawusage=NUMBER: what fshare shows afterwards, the journal, dry runs, lines
# for sacctmgr, refusals; 0 alone by the Slurm name.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	mkdir -p slurm
	ln -sf "$FT_BUILD/bin/facctmgr" slurm/sacctmgr
	facctmgr -Q add account physics,chem >/dev/null
	facctmgr -Q add account optics parent=physics >/dev/null
	facctmgr -Q add user ann,bob account=physics >/dev/null
	facctmgr -Q add user carol account=optics >/dev/null
	printf '%s\n' 'physics ann 100' 'physics bob 200' 'optics carol 400' |
		fimport usage - >/dev/null
}

# usage: NAME NUMBER of everybody that has used something, on one line
usage() {
	fshare -aPn -o account,user,rawusage | sed 's/^ *//' |
		awk -F'|' '$3 > 0 { printf "%s%s %s", n++ ? ", " : "",
		    $2 == "" ? $1 : $2, $3 } END { print "" }'
}

# refuses TEXT COMMAND...: status 1, TEXT on standard error; nothing changes
refuses() {
	local text=$1 status=0 before
	before=$(usage; facctmgr -nP log --last 1 format=id)
	shift
	"$@" >out 2>err </dev/null || status=$?
	diff -u <(printf '%s\n' "$text") err
	[ "$status" -eq 1 ]
	[ "$before" = "$(usage; facctmgr -nP log --last 1 format=id)" ]
}

@test "a user's own usage" {
	facctmgr modify user ann where account=physics set rawusage=50
	# 50 + 200 + 400
	[ "$(usage)" = "root 650, physics 650, ann 50, bob 200, optics 400, carol 400" ]
	facctmgr log --last 1 --patch | grep -q 'ann@physics  *RawUsage  *50'
	facctmgr undo
	[ "$(usage)" = "root 700, physics 700, ann 100, bob 200, optics 400, carol 400" ]
	facctmgr redo
	[ "$(usage)" = "root 650, physics 650, ann 50, bob 200, optics 400, carol 400" ]
}

@test "an account's total: all below is scaled alike" {
	facctmgr modify account physics set rawusage=1400 >out
	grep -q 'A = physics of root' out
	# twice 700
	[ "$(usage)" = "root 1400, physics 1400, ann 200, bob 400, optics 800, carol 800" ]
	facctmgr modify account optics set rawusage=80
	# carol 800 * 80/800; 200 + 400 + 80
	[ "$(usage)" = "root 680, physics 680, ann 200, bob 400, optics 80, carol 80" ]
	facctmgr modify account physics set rawusage=1000
	# 200, 400, 80 of 680: 294.1, 588.2, 117.6; the rest is not lost
	[ "$(usage)" = "root 1000, physics 1000, ann 294, bob 588, optics 117, carol 117" ]
	facctmgr undo --last 3
	[ "$(usage)" = "root 700, physics 700, ann 100, bob 200, optics 400, carol 400" ]
}

@test "an account nobody has used" {
	facctmgr modify account chem set rawusage=30
	# as its own: it has no users
	[ "$(usage)" = "root 730, chem 30, physics 700, ann 100, bob 200, optics 400, carol 400" ]
	facctmgr modify account root set rawusage=7300
	[ "$(usage)" = "root 7300, chem 300, physics 7000, ann 1000, bob 2000, optics 4000, carol 4000" ]
}

@test "usage decays from there" {
	facctmgr modify user ann where account=physics set rawusage=1000
	# a half-life is 7 days
	half=$(fshare -UPn --now now+7days -u ann -o rawusage)
	[ "$half" -eq 500 ]
}

@test "what is so already makes no change" {
	facctmgr modify account physics set rawusage=700 >out
	grep -qx ' Nothing changed: the store is already in this state.' out
	facctmgr modify user bob where account=physics set rawusage=200 >out
	grep -qx ' Nothing changed: the store is already in this state.' out
}

@test "of a QOS" {
	facctmgr modify qos normal set rawusage=12
	facctmgr log --last 1 --patch | grep -q 'qos normal  *RawUsage  *12'
}

@test "a dry run" {
	before=$(usage)
	facctmgr --dry-run modify account physics set rawusage=7 >out
	grep -q 'A = physics of root' out
	[ "$before" = "$(usage)" ]
}

@test "lines for sacctmgr" {
	before=$(usage)
	facctmgr --print-commands modify user ann where account=physics set rawusage=0 >out
	echo 'sacctmgr -i modify user where name=ann account=physics cluster=cluster set rawusage=0' |
		diff -u - out
	facctmgr --print-commands modify account physics,chem set rawusage=0 >out
	diff -u - out <<-'END'
		sacctmgr -i modify account where name=physics cluster=cluster set rawusage=0
		sacctmgr -i modify account where name=chem cluster=cluster set rawusage=0
	END
	facctmgr --print-commands modify account physics set rawusage=7 >out
	echo '# sacctmgr takes 0 only: facctmgr modify account where name=physics cluster=cluster set rawusage=7' |
		diff -u - out
	facctmgr --print-commands modify qos normal set rawusage=0 >out
	echo 'sacctmgr -i modify qos where name=normal set rawusage=0' |
		diff -u - out
	[ "$before" = "$(usage)" ]
}

@test "one of several partitions" {
	facctmgr -Q add user ann account=physics partition=night
	facctmgr modify user ann where account=physics partition=night set rawusage=5
	[ "$(usage)" = "root 705, physics 705, ann 5, ann 100, bob 200, optics 400, carol 400" ]
	facctmgr --print-commands modify user ann where account=physics partition=night set rawusage=0 >out
	echo 'sacctmgr -i modify user where name=ann account=physics cluster=cluster partition=night set rawusage=0' |
		diff -u - out
	facctmgr modify user ann where account=physics set rawusage=6
	[ "$(usage)" = "root 612, physics 612, ann 6, ann 6, bob 200, optics 400, carol 400" ]
}

@test "refusals" {
	for number in -1 1.5 many 100000000000000001 18446744073709551616; do
		refuses "facctmgr: error: 'rawusage' takes a whole number up to 100000000000000000, not '$number'" \
			facctmgr modify account physics set rawusage=$number
	done
	refuses "facctmgr: error: account 'optics' is below 'physics': set the usage of one, then of the other" \
		facctmgr modify account optics,physics set rawusage=5
	refuses "facctmgr: error: rawusage= must be the only setting of a command" \
		facctmgr modify account physics set rawusage=5 fairshare=7
	refuses "facctmgr: error: An account must be specified" \
		facctmgr modify user ann set rawusage=5
	refuses "facctmgr: error: no such association" \
		facctmgr modify user ann where account=chem set rawusage=5
	FAIRTREE_USER=ann refuses "facctmgr: error: permission denied for user 'ann': needs an administrator" \
		facctmgr modify user ann where account=physics set rawusage=5
}

@test "the Slurm name takes 0 only" {
	refuses "sacctmgr: error: Raw usage can only be set to 0 (zero)" \
		slurm/sacctmgr -i modify account physics set rawusage=5
	slurm/sacctmgr -i modify user ann where account=physics set rawusage=0 >out
	echo 'No cluster specified, resetting on local cluster cluster' | diff -u - out
	[ "$(usage)" = "root 600, physics 600, bob 200, optics 400, carol 400" ]
}
