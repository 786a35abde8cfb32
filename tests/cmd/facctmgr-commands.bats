#!/usr/bin/env bats
# Dry runs, the sacctmgr lines that do the same, what changes nothing, and
# questions that hold no lock.

load ../lib/cmd
load ../lib/await

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	mkdir -p slurm
	ln -sf "$FT_BUILD/bin/facctmgr" slurm/sacctmgr
	facctmgr -Q add account physics,chem fairshare=10 >/dev/null
	facctmgr -Q add user ann,bob account=physics fairshare=3 >/dev/null
	facctmgr -Q add user bob account=chem >/dev/null
}

# state: all there is, with the number of the last change
state() {
	facctmgr dump cluster file=-
	facctmgr -nP log --last 1 format=id
}

# fails COMMAND...: it does
fails() {
	if "$@"; then return 1; fi
}

# lines TEXT COMMAND...: --print-commands prints TEXT, and changes nothing
lines() {
	local text=$1 before
	before=$(state)
	shift
	facctmgr --print-commands "$@" >out 2>err </dev/null
	diff -u <(printf '%s\n' "$text") out
	[ ! -s err ]
	[ "$before" = "$(state)" ]
}

@test "a dry run says what the real one says, and changes nothing" {
	before=$(state)
	facctmgr --dry-run add account bio parent=chem fairshare=4 >dry
	[ "$before" = "$(state)" ]
	facctmgr add account bio parent=chem fairshare=4 >real
	diff -u <(echo " Dry run: nothing is changed."; grep -v "^ Change" real) dry
	[ "$before" != "$(state)" ]
}

@test "a dry run fails as the real one does" {
	for command in "add user eve account=nowhere" "delete user nobody" \
	    "delete account root" "undo 99" "load nofile" "modify user ann set"; do
		real=0 dry=0
		# shellcheck disable=SC2086 # words
		facctmgr -i $command >/dev/null 2>real || real=$?
		# shellcheck disable=SC2086 # words
		facctmgr --dry-run $command >/dev/null 2>dry || dry=$?
		[ "$real" = "$dry" ]
		diff -u real dry
	done
}

@test "a dry run of a delete needs no -i, and waits for nobody" {
	facctmgr --dry-run delete user ann >out </dev/null
	diff -u - out <<'END'
 Dry run: nothing is changed.
 Deleting users...
  ann
END
	facctmgr -nP list user ann | grep -q ann
	# somebody else holds the store, and does not let go
	holdlock test.db-lock >held &
	await [ -s held ]
	facctmgr --dry-run delete user ann >/dev/null
	kill -0 $!
	kill $!
}

@test "commands in a dry run see each other" {
	printf '%s\n' 'add account bio' 'add user eve account=bio' \
	    'list assoc user=eve format=account,user' |
		facctmgr -nP --dry-run >out
	grep -qx 'bio|eve' out
	[ -z "$(facctmgr -nP list user eve)" ]
}

@test "lines of add" {
	lines "sacctmgr -i add account name=bio cluster=cluster parent=chem fairshare=4 grptres=cpu=8,mem=2048" \
		add account bio parent=chem fairshare=4 grptres=mem=2G,cpu=8
	lines "sacctmgr -i add user name=eve account=chem cluster=cluster adminlevel=Operator maxwalldurationperjob=1-00:00:00" \
		add user eve account=chem adminlevel=operator maxwall=1-0
	lines "sacctmgr -i add qos name=high priority=5 flags=DenyOnLimit gracetime=90" \
		add qos high priority=5 flags=denyonlimit gracetime=90
	lines "sacctmgr -i add coordinator account=physics name=ann" \
		add coordinator account=physics name=ann
	lines "sacctmgr -i add cluster name=two classification=Capacity fairshare=7" \
		add cluster two classification=capacity fairshare=7
}

@test "lines of modify" {
	lines "sacctmgr -i modify user where name=ann account=physics cluster=cluster set fairshare=parent" \
		modify user ann set fairshare=parent
	lines "sacctmgr -i modify user where name=bob cluster=cluster set defaultaccount=chem" \
		modify user bob set defaultaccount=chem
	lines "sacctmgr -i modify account where name=chem cluster=cluster set parent=physics" \
		modify account chem set parent=physics
	# shellcheck disable=SC2016 # as it is
	lines "sacctmgr -i modify account where name=chem set description='two words; \$(x)'" \
		modify account chem set description='Two words; $(x)'
	lines "sacctmgr -i modify cluster where name=cluster set qoslevel=''" \
		modify cluster cluster set qos=
	lines "sacctmgr -i modify user where name=ann set newname=anna" \
		modify user ann set newname=anna
	facctmgr -Q modify account physics set grptres=cpu=4,mem=1G >/dev/null
	lines "sacctmgr -i modify account where name=physics cluster=cluster set grptres=cpu=5,mem=-1" \
		modify account physics set grptres=cpu=5,mem=-1
}

@test "lines of delete: what goes with it is not repeated" {
	lines "sacctmgr -i delete user where name=bob account=chem cluster=cluster" \
		delete user bob account=chem
	lines "sacctmgr -i delete user where name=bob" delete user bob
	# ann stays, without an account: only a deleted account leaves her so
	lines "sacctmgr -i delete user where name=bob account=physics cluster=cluster
sacctmgr -i delete account where name=physics" delete account physics
}

@test "lines of undo and redo" {
	lines "sacctmgr -i delete user where name=bob account=chem cluster=cluster" undo
	facctmgr -Q undo
	lines "sacctmgr -i add user name=bob account=chem cluster=cluster" redo
}

@test "lines of load, and of what changes nothing: none" {
	facctmgr dump cluster file=tree.cfg >/dev/null
	facctmgr --print-commands load tree.cfg >out
	[ ! -s out ]
	facctmgr --print-commands modify user ann set fairshare=3 >out
	[ ! -s out ]
	sed -i "s/'ann'\(.*\)Fairshare=3/'ann'\1Fairshare=8/" tree.cfg
	lines "sacctmgr -i modify user where name=ann account=physics cluster=cluster set fairshare=8" \
		load tree.cfg
}

@test "the lines do the same, by the Slurm name, through a shell" {
	cat >change.txt <<'END'
add qos high priority=9 preempt=normal
modify cluster cluster set qos+=high
add account bio parent=chem grptres=cpu=4,mem=1T description="it is; $(so)"
add account cell parent=bio fairshare=parent
add user eve,zoe account=bio,cell partition=night,day defaultqos=high
modify user bob set defaultaccount=chem
delete user bob account=physics
modify account chem set parent=physics
add coordinator account=bio name=eve
modify user zoe account=cell partition=day set maxjobs=0 qos-=normal
delete user ann
END
	cp test.db other.db
	facctmgr dump cluster file=before.cfg >/dev/null
	facctmgr -i <change.txt >/dev/null
	facctmgr dump cluster file=want.cfg >/dev/null
	export FAIRTREE_DB=$PWD/other.db
	facctmgr --print-commands load want.cfg >lines
	grep -q '^sacctmgr -i add account' lines
	PATH=$PWD/slurm:$PATH sh -e lines >/dev/null
	facctmgr --print-commands load want.cfg >rest
	[ ! -s rest ]
}

@test "the Slurm name knows no such options" {
	fails slurm/sacctmgr --dry-run add account x 2>err
	grep -q "unrecognized option '--dry-run'" err
	fails slurm/sacctmgr --print-commands add account x 2>err
}

@test "what changes nothing makes no entry in the journal" {
	last=$(facctmgr -nP log --last 1 format=id)
	facctmgr modify user ann set fairshare=3 >out
	diff -u - out <<'END'
 Modified user associations...
  C = cluster    A = physics              U = ann      
 Nothing changed: the store is already in this state.
END
	facctmgr dump cluster file=tree.cfg >/dev/null
	facctmgr load tree.cfg >out
	fails grep -q Change out
	facctmgr modify account chem set description=chem >/dev/null
	facctmgr modify qos normal set priority=0 >/dev/null
	facctmgr -Q add coordinator account=chem name=bob
	facctmgr -Q add coordinator account=chem name=bob
	[ "$(facctmgr -nP log --last 1 format=id)" = $((last + 1)) ]
}

@test "control characters are refused in one line" {
	before=$(state)
	for command in add modify delete; do
		fails facctmgr "$command" account $'two\nlines' set fairshare=1 \
		    >out 2>err </dev/null
		[ "$(wc -l <err)" = 1 ]
		grep -qF "bad word 'two\\u000Alines': it contains a control character" err
	done
	fails facctmgr modify account chem set description=$'a\rb' 2>err
	printf "Cluster - 'cluster'\nParent - 'root'\nAccount - 'a\tb'\n" >bad.cfg
	fails facctmgr load bad.cfg 2>err
	[ "$(cat err)" = "facctmgr: error: bad.cfg:3:1: control characters in a name" ]
	fails facctmgr add account '' 2>err
	[ "$(cat err)" = "facctmgr: error: empty name" ]
	[ "$before" = "$(state)" ]
}

# on_terminal ANSWER MEANWHILE COMMAND...: run MEANWHILE when it asks
on_terminal() {
	printf '%s\n' "#run ${2:-:}" "$1" >keys
	ptyrun keys "${@:3}" >tty.out
}

@test "a question on a terminal holds no lock" {
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
	    skip "no terminal to be had"
	on_terminal y "facctmgr -Q modify user bob set adminlevel=operator" \
	    facctmgr delete user ann
	[ -z "$(facctmgr -nP list user ann)" ]
	facctmgr -nP list user bob format=adminlevel | grep -qx Operator
}

@test "an answer to what is no more so is not acted upon" {
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
	    skip "no terminal to be had"
	status=0
	on_terminal y "facctmgr -Q -i delete user ann" \
	    facctmgr delete user ann,bob || status=$?
	[ "$status" -eq 1 ]
	grep -q "the store has changed since you were asked" tty.out
	facctmgr -nP list user bob | grep -q bob
	on_terminal n "" facctmgr delete user bob
	grep -q "Changes Discarded" tty.out
	facctmgr -nP list user bob | grep -q bob
}
