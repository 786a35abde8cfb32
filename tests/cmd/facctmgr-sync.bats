#!/usr/bin/env bats
# facctmgr sync: what becomes of groups, people who move and leave, rosters,
# and what is refused.  The rules themselves: tests/unit/t_sync.c.

load ../lib/cmd

setup_file() {
	export EXAMPLES=$FT_TOP/data/examples
	mkdir "$BATS_FILE_TMPDIR/slurm"
	ln -s "$FT_BUILD/bin/facctmgr" "$BATS_FILE_TMPDIR/slurm/sacctmgr"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$PWD/sync.db
	cp "$EXAMPLES"/lab.* .
}

# sync WORD...: the example, with what the system says in files
sync() {
	facctmgr -i sync lab.map group=lab.group passwd=lab.passwd "$@"
}

# Who is where: USER@ACCOUNT SHARES, * in front of the default account.
members() {
	facctmgr dump cluster file=- | awk -F"'" '
		/^Parent/ { parent = $2 }
		/^User/ && $2 != "root" {
			home = shares = $0
			sub(/.*DefaultAccount=./, "", home)
			sub(/[^a-z].*/, "", home)
			sub(/.*Fairshare=/, "", shares)
			sub(/:.*/, "", shares)
			print (home == parent ? "*" : "") $2 "@" parent, shares
		}' | sort
}

# is TEXT: what standard input has
is() {
	diff -u <(printf '%s\n' "$1") -
}

# refuses TEXT COMMAND...: fails with TEXT on standard error, nothing changes
refuses() {
	local text=$1 status=0
	shift
	facctmgr dump cluster file=- >before
	"$@" >out 2>err || status=$?
	diff -u <(printf 'facctmgr: error: %s\n' "$text") err
	[ "$status" -eq 1 ]
	facctmgr dump cluster file=- | diff -u before -
}

@test "the example: shown, done, and nothing left to do" {
	facctmgr add cluster cluster
	sync >plan
	[ -z "$(members)" ]
	sync --apply >applied
	diff <(grep '^[+~>-]' plan) <(grep '^[+~>-]' applied)
	grep '^Plan: 13 add' plan
	members | is '*ann@physics 1
*bob@chem 1
*cid@chem 1
*dora@md 1
*gus@visitors 1
*vera@physics 5
bob@physics 1'
	facctmgr -n -P list assoc user= format=account,parentname,share | sort | is \
'chem|science|20
guests|root|10
md|guests|1
physics|science|20
root||1
science|root|60
visitors|guests|1'
	facctmgr -n -P list assoc user=gus format=maxjobs | is 4
	facctmgr -n -P list account science format=descr |
		is 'natural sciences'
	sync --apply >again
	grep -q '^0 changes' again
	facctmgr -n -P log format=id | is 1
	# one change, one undo
	facctmgr -Q undo
	[ -z "$(members)" ]
}

@test "somebody moves to another group" {
	sync --apply >out
	# cid from chem to physics, bob leaves chem but stays in physics
	sed -i -e 's/bob,vera/bob,vera,cid/' -e 's/cid,bob//' lab.group
	sed -i -e 's/^cid:x:1003:5002/cid:x:1003:50/' \
		-e 's/^bob:x:1002:5002/bob:x:1002:50/' lab.passwd
	sync >plan
	grep -q '^> user cid moves chem -> physics' plan
	grep -q '^- user bob@chem' plan
	sync --apply >out
	members | is '*ann@physics 1
*bob@physics 1
*cid@physics 1
*dora@md 1
*gus@visitors 1
*vera@physics 5'
	sync --apply | grep -q '^0 changes'
}

@test "somebody leaves" {
	sync --apply >out
	facctmgr -Q add user gus account=science
	facctmgr -Q add user own account=science
	# ann is gone, cid may not log in, gus is in no group
	sed -i -e '/^ann/d' -e 's,/bin/zsh,/usr/sbin/nologin,' lab.passwd
	sed -i -e 's/:gus$/:/' -e 's/5005:Gus/50:Gus/' lab.passwd lab.group
	sync >plan 2>err
	[ ! -s err ]
	grep -q '^- user ann' plan
	sync --apply >out
	# who has another account keeps it; nobody else is touched there
	members | is '*bob@chem 1
*dora@md 1
*gus@science 1
*own@science 1
*vera@physics 5
bob@physics 1'
	facctmgr -n -P list user format=user | is 'bob
dora
gus
own
root
vera'
	sync --apply | grep -q '^0 changes'
}

@test "leave zero, keep, move" {
	sync --apply >out
	cp "$FAIRTREE_DB" start.db
	sed -i '/^ann/d' lab.passwd
	sed -i 's/^leave .*/leave zero/' lab.map
	sync --apply >out
	grep -q '^~ user ann@physics fairshare 1 -> 0' out
	members | grep -qx '\*ann@physics 0'
	sync --apply | grep -q '^0 changes'
	cp "$EXAMPLES/lab.passwd" .
	sync --apply >out
	members | grep -qx '\*ann@physics 1'

	sed -i '/^ann/d' lab.passwd
	sed -i 's/^leave .*/leave keep/' lab.map
	sync --apply | grep -q '^0 changes'

	sed -i -e 's/^leave .*/leave move alumni/' lab.map
	echo 'account alumni shares=0' >>lab.map
	sync --apply >out
	members | grep 'ann@' | is '*ann@alumni 1'
	sync --apply | grep -q '^0 changes'
	# and back
	cp "$EXAMPLES/lab.passwd" .
	sync --apply >out
	members | grep 'ann@' | is '*ann@physics 1'
	sync --apply | grep -q '^0 changes'
}

@test "who is excluded is left alone, in accounts below others, too" {
	sync --apply >out
	facctmgr -Q add user lab-admin account=physics
	facctmgr -Q add user lab-admin account=md
	facctmgr -Q add user daemon account=md
	printf 'daemon:x:2:2:::/usr/sbin/nologin\n' >>lab.passwd
	sync --apply | grep -q '^0 changes'
	members | grep -E 'admin|daemon' | is '*daemon@md 1
*lab-admin@physics 1
lab-admin@md 1'
	sed -i 's/ \*-admin//' lab.map
	sync --apply >out
	# he is in group physics, not in md
	members | grep admin | is '*lab-admin@physics 1'
}

@test "settings that no rule states stay" {
	sync --apply >out
	facctmgr -Q modify user ann set maxjobs=7 fairshare=9
	facctmgr -Q modify account physics set grptres=cpu=64
	facctmgr -Q modify user vera set fairshare=9
	facctmgr -Q modify user bob set defaultaccount=physics
	sync --apply >out
	grep '^[~+>-]' out | is '~ user vera@physics fairshare 9 -> 5'
	facctmgr -n -P list assoc user=ann format=share,maxjobs | is '9|7'
	members | grep -q '^\*bob@physics'
	sed -i 's/^default .*/default primary always/' lab.map
	sync --apply >out
	members | grep -q '^\*bob@chem'
}

@test "accounts that no rule names are left alone" {
	facctmgr -Q add account other
	facctmgr -Q add user ann,zoe account=other
	sync --apply >out
	members | grep other | is '*ann@other 1
*zoe@other 1'
	# ann has a default account already
	members | grep 'ann@physics' | is 'ann@physics 1'
}

@test "partitions: whoever is in an account by one is in it" {
	sync --apply >out
	facctmgr -Q add user ann account=physics partition=gpu
	sync --apply | grep -q '^0 changes'
	sed -i '/^ann/d' lab.passwd
	sync --apply >out
	[ -z "$(members | grep ann)" ]
}

@test "a roster" {
	facctmgr -i sync lab.map csv=lab.csv --apply >out 2>err && false
	grep -q "lab.map:4:10: this needs the users, too: passwd=FILE" err
	printf 'leave delete\n' >csv.map
	facctmgr -i sync csv.map csv=lab.csv --apply >out
	members | is '*ann@physics 1
*bob@chem 1
*cid@chem 1
*vera@physics 5'
	facctmgr -i sync csv.map csv=lab.csv --apply | grep -q '^0 changes'
	printf 'User,Account,MaxJobs\nann,physics,5\n"bob","chem",\n' >two.csv
	facctmgr -i sync csv.map csv=two.csv --apply >out
	members | is '*ann@physics 1
*bob@chem 1'
	facctmgr -n -P list assoc user=ann format=maxjobs | is 5
	# with the users of a system
	facctmgr -i sync lab.map csv=lab.csv passwd=lab.passwd --apply >out
	members | is '*ann@physics 1
*bob@chem 1
*cid@chem 1
*vera@physics 5'
	# from standard input, shown only
	echo 'physics,zoe,3' | facctmgr sync csv.map csv=- >out
	grep -q '^+ user zoe@physics fairshare=3' out
	[ -z "$(members | grep zoe)" ]
}

@test "an unknown user is named" {
	sed -i 's/cid,bob/cid,bob,zoe/' lab.group
	sync --apply 2>err >out
	is "facctmgr: warning: group 'hpc-chem' names the unknown user 'zoe'" <err
	[ -z "$(facctmgr -n list user zoe)" ]
	sync -Q 2>err >out
	[ ! -s err ]
	sed -i "s/cid,bob/cid,bob$(printf ',z%d' $(seq 30))/" lab.group
	sync 2>err >out
	[ "$(wc -l <err)" -eq 21 ]
	tail -n 1 err | is 'facctmgr: warning: and 11 more: -v prints them'
	sync -v 2>err >out
	[ "$(wc -l <err)" -eq 31 ]
}

@test "the groups of this system" {
	group=$(id -gn)
	printf 'group %s account=mine\nexclude nobodyatall\n' "$group" >my.map
	facctmgr -i sync my.map --apply >out
	facctmgr -n -P list user "$(id -un)" withassoc format=user,account |
		grep -qx "$(id -un)|mine"
	facctmgr -i sync my.map --apply | grep -q '^0 changes'
}

@test "too many deletes" {
	{
		echo account,user
		for i in $(seq 41); do echo "physics,u$i"; done
		echo physics,ann
	} >many.csv
	echo 'account physics' >m.map
	facctmgr -i sync m.map csv=many.csv --apply >out
	printf 'physics,ann\n' >one.csv
	facctmgr -i sync m.map csv=one.csv --apply >out 2>err && false
	grep -q -- '--allow-large applies it anyway' err
	[ "$(members | wc -l)" -eq 42 ]
	facctmgr -i sync m.map csv=one.csv --apply --allow-large >out
	members | is '*ann@physics 1'
}

@test "off a terminal deletes need -i; read only; dry run" {
	sync --apply >out
	sed -i '/^ann/d' lab.passwd
	facctmgr dump cluster file=- >before
	facctmgr sync lab.map group=lab.group passwd=lab.passwd --apply \
		</dev/null >out 2>err && false
	grep -q 'needs -i' err
	refuses "'sync --apply' changes the store; this session is read-only" \
		facctmgr -r sync lab.map --apply
	sync >out
	facctmgr dump cluster file=- | diff before -
}

@test "for programs" {
	facctmgr add cluster cluster
	sync --json >out
	grep -q '"schema": "fairtree.changes/1"' out
	sync -P | grep -Eq '^[0-9]+\|add\|[a-z]*\|ann@physics\|'
}

@test "what is refused" {
	sync --apply >out
	refuses "sync needs a file of rules: facctmgr sync MAP" facctmgr sync
	refuses "sync takes one map" facctmgr sync a b
	refuses "no value after 'group='" facctmgr sync lab.map group=
	refuses "sync does not know 'groups=a'" facctmgr sync lab.map groups=a
	refuses "maxdeletes must be a number of at least 1, not 'x'" \
		facctmgr sync lab.map --max-deletes x
	refuses "cannot open 'no.map': No such file or directory" \
		facctmgr sync no.map
	refuses "no cluster 'other'" sync cluster=other
	refuses "only one file can be standard input" \
		facctmgr sync lab.map group=- passwd=- </dev/null
	refuses "standard input supplies the commands and cannot be a file as well" \
		sh -c 'echo sync lab.map group=- | facctmgr'

	echo 'group hpc-physics shares' >bad.map
	refuses "bad.map:1:19: expected NAME=VALUE, not 'shares'" \
		facctmgr sync bad.map group=lab.group
	echo 'group hpc-math' >bad.map
	refuses "bad.map:1:7: no group 'hpc-math', or an earlier line took it" \
		facctmgr sync bad.map group=lab.group
	printf '\ngroup hpc-physics parent=nowhere\n' >bad.map
	refuses "bad.map:2:26: no account 'nowhere'" \
		facctmgr sync bad.map group=lab.group
	echo 'group hpc-physics maxjobs=many' >bad.map
	refuses "bad.map:1:27: invalid value for MaxJobs (many)" \
		facctmgr sync bad.map group=lab.group

	echo 'hpc-physics:x:many:ann' >bad.group
	refuses "bad.group:1:15: a gid is a number, not 'many'" \
		sync group=bad.group 2>/dev/null || true
	refuses "bad.group:1:15: a gid is a number, not 'many'" \
		facctmgr sync lab.map group=bad.group passwd=lab.passwd
	echo 'ann:x:1' >bad.passwd
	refuses "bad.passwd:1:1: expected name:password:uid:gid:comment:home:shell" \
		facctmgr sync lab.map group=lab.group passwd=bad.passwd
	printf 'account,user\nphysics,"ann\n' >bad.csv
	refuses "bad.csv:2:9: this quote is not closed" \
		facctmgr sync lab.map csv=bad.csv passwd=lab.passwd
	printf 'maths,ann\n' >bad.csv
	refuses "bad.csv:1:1: no account 'maths' (a row without user, or a line 'account maths' in the map, would make it)" \
		facctmgr sync lab.map csv=bad.csv passwd=lab.passwd
}

@test "only administrators apply" {
	sync --apply >out
	sed -i '/^ann/d' lab.passwd
	FAIRTREE_USER=bob sync --apply >out 2>err && false
	[ -s err ]
	members | grep -q ann
}

@test "the Slurm name does not know it" {
	"$BATS_FILE_TMPDIR/slurm/sacctmgr" -i sync lab.map >out 2>&1 && false
	diff out <(echo 'invalid keyword: sync')
}
