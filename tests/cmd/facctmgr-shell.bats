#!/usr/bin/env bats
# facctmgr without a command: the shell on a terminal, and begin .. commit.
# What it says as sacctmgr is held to the real one in tests/oracle (g07, y0*).

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no terminal to be had'
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	export XDG_STATE_HOME=$BATS_TEST_TMPDIR/state HOME=$BATS_TEST_TMPDIR
	export TERM=dumb PAGER=cat
	history=$XDG_STATE_HOME/fairtree/history
	facctmgr -Q add account physics,chem fairshare=10 >/dev/null
	facctmgr -Q add user ann,bob account=physics fairshare=3 >/dev/null
}

# fails COMMAND...: it does
fails() {
	if "$@"; then return 1; fi
}

# has_edit: it is built with libedit
has_edit() {
	grep -q "libedit\.so" "$FT_BUILD/bin/facctmgr"
}

# typed LINE...: type them in the shell, what it shows goes to `out`
typed() {
	printf '%s\n' "$@" >keys
	status=0
	ptyrun keys facctmgr >out || status=$?
}

# last: number of the last change
last() {
	facctmgr -nP log --last 1 format=id
}

@test "a prompt, commands, and the way out" {
	typed 'list account chem format=account' exit
	diff -u - out <<'END'
facctmgr> list account chem format=account
   Account 
---------- 
      chem 
facctmgr> exit
END
	[ "$status" -eq 0 ]
	typed bogus 'list tres format=type' '^D'
	head -n 2 out | grep -q "error: unknown command 'bogus'"
	[ "$status" -eq 1 ]
	# the end key leaves, with a line end
	[ "$(tail -n 1 out)" = 'facctmgr> ' ]
	typed '' '   ' '# a comment' quit
	[ "$status" -eq 0 ]
	typed 'facctmgr list account chem format=account' quit
	grep -q '^ *chem' out
}

@test "the history: kept, without doubles, private, and recalled" {
	typed 'list tres format=type' 'list qos format=name' \
	    'list tres format=type' ' list cluster' quit
	diff -u - "$history" <<'END'
list tres format=type
list qos format=name
list tres format=type
quit
END
	[ "$(stat -c %a "$history")" = 600 ]
	typed '!!' '!1' '!9' history quit
	diff -u - out <<'END'
facctmgr> !!
quit
END
	typed '!1' '!9' history quit
	sed -n '2p;4,5p' out | grep -c . | grep -qx 3
	sed -n 2p out | grep -qx 'list qos format=name'
	grep -q "no line '!9' in the history" out
	grep -qx '    1  list tres format=type' out
	# lines of another shell that wrote meanwhile are not lost
	typed 'list qos format=name' \
	    "#run printf 'from elsewhere\\n' >>$history" version quit
	grep -qx 'from elsewhere' "$history"
	grep -qx version "$history"
}

@test "two shells at once lose no line" {
	for i in 1 2 3 4 5 6 7 8; do
		seq -f "version $i-%g" 20 >keys$i
		ptyrun keys$i facctmgr >/dev/null &
	done
	wait
	[ "$(grep -c '^version [1-8]-' "$history")" = 160 ]
}

@test "a torn or foreign history is no trouble" {
	mkdir -p "${history%/*}"
	printf 'list qos\n\001\002\nlist tr' >"$history"
	typed version quit
	[ "$status" -eq 0 ]
	tail -n 3 "$history" | diff -u - <(printf 'list tr\nversion\nquit\n')
	rm "$history"
	mkdir "$history"
	typed version quit
	[ "$status" -eq 0 ]
	seq -f 'list user u%g' 1600 >big
	rmdir "$history"
	mv big "$history"
	typed version quit
	[ "$(wc -l <"$history")" = 1002 ]
}

@test "TAB completes verbs, entities, keys and names of the store" {
	has_edit || skip "built without libedit"
	typed '#keys li\t' '#keys acco\t' '#keys na\t' '#keys che\t' \
	    '#keys format=acc\t\n' quit
	grep -q '^ *chem' out
	typed '#keys modify user where account=physics name=\t' '#keys \n' quit
	grep -qx 'ann  *bob  *root' out
	# the second of a list, and not the first again
	typed '#keys list user name=ann,\t' '#keys b\tformat=user\n' quit
	grep -qx 'bob  *root' out
	grep -q '^ *bob *$' out
	typed '#keys fsh\t--js\t\n' quit
	grep -q '"shares"' out
}

@test "keys of ~/.editrc" {
	has_edit || skip "built without libedit"
	# a key of one's own, for this program only
	printf 'facctmgr:bind ^G ed-move-to-beg\nother:bind l x\n' >.editrc
	typed '#keys qos format=name'"$(printf '\007')"'list \n' quit
	grep -q '^ *normal' out
	printf 'bind -v\n' >.editrc
	# vi: escape, to the start, insert
	typed '#keys qos format=name\e' '#keys 0ilist \n' quit
	grep -q '^ *normal' out
}

@test "without the library the line is read as the terminal gives it" {
	has_edit || skip "built without libedit"
	mkdir broken
	echo 'no library' | tee broken/libedit.so.0 >broken/libedit.so.2
	# no word is completed: TAB is a blank
	LD_LIBRARY_PATH=$PWD/broken typed \
	    "$(printf 'list\taccount\tchem format=account')" quit
	[ "$status" -eq 0 ]
	grep -q '^ *chem' out
}

@test "the interrupt key drops the line" {
	has_edit || skip "built without libedit"
	typed '#keys add account lost' '^C' 'list account lost format=account' \
	    quit
	[ "$status" -eq 0 ]
	grep -q 'lost^C' out
	[ -z "$(facctmgr -n list account lost)" ]
}

@test "the interrupt key ends a command, not the shell" {
	# what it prints, and the shell did not echo, tells that it runs
	typed '!echo $((6 * 7)) runs; exec sleep 600' '#until 42 runs' '^C' \
	    version quit
	grep -q '^fairtree ' out
	[ "$status" -eq 130 ]
	typed 'delete user ann' '^C' version quit
	grep -q '^fairtree ' out
	facctmgr -nP list user ann | grep -q ann
}

@test "a delete asks, once" {
	typed 'delete user ann' n 'delete user bob' y quit
	facctmgr -nP list user ann | grep -q ann
	[ -z "$(facctmgr -nP list user bob)" ]
}

@test "begin .. commit is one change, and is undone as one" {
	before=$(last)
	typed begin 'add account bio' 'add user eve account=bio' \
	    'modify user eve set fairshare=7' 'list user eve format=user' \
	    commit quit
	[ "$status" -eq 0 ]
	grep -q '^facctmgr\*0> add account bio' out
	grep -q '^facctmgr\*3> list' out
	grep -q 'Change .*, of 3 commands' out
	[ "$(last)" = $((before + 1)) ]
	facctmgr -nP log --last 1 format=command >command
	grep -q "begin; add account bio; add user eve account=bio; modify" command
	facctmgr -nP list assoc user=eve format=account,share | grep -qx 'bio|7'
	facctmgr -Q undo
	[ -z "$(facctmgr -nP list account bio)" ]
	[ -z "$(facctmgr -nP list user eve)" ]
}

@test "rollback, errors and what changes nothing leave no trace" {
	before=$(facctmgr dump cluster file=-; last)
	typed begin 'add account bio' 'modify user ann set fairshare=bad' \
	    'add user eve account=nowhere' 'modify user ann set fairshare=3' \
	    pending rollback pending quit
	grep -q '^facctmgr\*1> pending' out
	grep -q '^  + account bio' out
	grep -q "1 pending change discarded" out
	grep -q "'pending' without a 'begin'" out
	[ "$before" = "$(facctmgr dump cluster file=-; last)" ]
	typed begin commit begin begin undo rollback quit
	grep -q 'Nothing to commit' out
	grep -q 'a block is open already' out
	grep -q "'undo' cannot be part of a block" out
	fails facctmgr commit 2>err
	grep -q "'commit' works only between commands that are read" err
}

@test "a delete inside a block is part of it, and asks nobody" {
	typed begin 'delete user ann' 'delete account chem' \
	    'list user format=user' commit quit
	fails grep -q 'N/y' out
	[ -z "$(facctmgr -nP list user ann)" ]
	[ -z "$(facctmgr -nP list account chem)" ]
}

@test "others see nothing of it, and are not held up" {
	typed begin 'add account bio' \
	    '#run facctmgr -nP list account bio >seen' \
	    '#run facctmgr -Q modify user bob set adminlevel=operator' \
	    commit 'list user bob format=adminlevel' pending commit quit
	[ ! -s seen ]
	grep -q "the store has changed since 'begin'; last by root" out
	grep -q 'The block now starts from there' out
	grep -q 'Change .*, of 1 command\.' out
	facctmgr -nP list user bob format=adminlevel | grep -qx Operator
	facctmgr -nP list account bio | grep -q bio
}

@test "a block that does not fit any more is not committed" {
	typed begin 'modify user ann set fairshare=9' 'add account bio' \
	    '#run facctmgr -Q -i delete user ann' commit rollback quit
	grep -q 'line 1 of the block fails: modify user ann' out
	grep -q '2 pending changes discarded' out
	[ -z "$(facctmgr -nP list account bio)" ]
	[ "$status" -eq 1 ]
}

@test "leaving with something pending asks" {
	typed begin 'add account bio' quit n '^D' n rollback quit
	[ "$(grep -c '1 pending change will be lost' out)" = 2 ]
	[ "$status" -eq 0 ]
	typed begin 'add account bio' quit y
	[ -z "$(facctmgr -nP list account bio)" ]
}

@test "a lost terminal, and a signal, leave nothing half" {
	before=$(facctmgr dump cluster file=-; last)
	typed begin 'add account bio' '#hang'
	[ "$before" = "$(facctmgr dump cluster file=-; last)" ]
	cat >keys <<-'END'
	begin
	add account bio
	#run kill -TERM "$(cat pid)"
	END
	# shellcheck disable=SC2016 # the inner shell's
	fails ptyrun keys sh -c 'echo $$ >pid; exec facctmgr' >out
	[ "$before" = "$(facctmgr dump cluster file=-; last)" ]
	facctmgr -Q add account free
}

@test "the commands of the family, with what is pending" {
	typed begin 'add account bio fairshare=5' 'fshare -n -P -A bio' \
	    'fcontrol update clock=+60' 'fprio -h' rollback \
	    'fshare -n -P -A physics' 'help fshare' 'fwhy --nonsense' quit
	grep -q '^bio|' out
	grep -q '^fcontrol: error: .*a block is open: commit or rollback' out
	grep -q '^physics|' out
	grep -q '^Usage: fshare' out
	grep -q "unrecognized option '--nonsense'" out
}

@test "help knows verbs, entities and words of the shell" {
	facctmgr help modify >out
	grep -q '^modify ENTITY' out
	grep -q 'entities .*Users' out
	facctmgr help add user >out
	grep -q 'DefaultAccount=' out
	grep -q 'FairShare=' out
	facctmgr help begin | grep -q 'one change'
	facctmgr help qos | grep -q '^delete QOS'
	fails facctmgr help nonsense 2>err
	grep -q "no help about 'nonsense'" err
	facctmgr help | head -n 1 | grep -q '^Usage'
}

@test "a size that changes while one types harms nothing" {
	has_edit || skip "built without libedit"
	# left of the cursor there is more than the narrow screens hold
	TERM=xterm typed '#keys list qos format=name,grace' \
	    '#size 10 20' '#keys time,prio' '#size 1 1' '#keys rity,fl' \
	    '#size 2 3' '#keys ags,preemp' '#size 40 120' '#keys tmode\n' quit
	grep -q '^ *normal   00:00:00          0  *cluster *$' out
	[ "$status" -eq 0 ]
}

@test "output that nobody reads any more ends it" {
	# nothing asks: a pipe gets no prompt
	echo '#ahead list qos\nlist tres\nlist account\nquit\n' >keys
	ptyrun keys sh -c 'facctmgr | head -n 1' >out
	grep -q Name out
}

@test "what failed in a process of the shell needs no other reason" {
	typed 'list acount' quit
	[ "$status" = 1 ]
	grep -q "unknown entity 'acount'" out
	fails grep -q 'without a reason' out
}

@test "off a terminal: no prompt, a block, and what is left of it" {
	printf '%s\n' begin 'add account bio' '' 'add user eve account=bio' \
	    commit 'list user eve format=user' | facctmgr -n >out
	grep -q 'Change .*, of 2 commands' out
	fails grep -q 'facctmgr[>*]' out
	grep -q '^ *eve' out
	printf '%s\n' begin 'add account geo' 'fshare -nP -A geo' |
	    fails facctmgr >out 2>err
	grep -q '^geo|' out
	grep -qx 'facctmgr: error: 1 pending change discarded: no '"'commit'"' at the end' err
	[ -z "$(facctmgr -nP list account geo)" ]
	[ ! -e "$history" ]
	# a command that fails takes those that were to go with it along
	printf '%s\n' begin 'add account geo' 'add user eve account=none' \
	    commit | fails facctmgr >out 2>err
	grep -qx 'facctmgr: error: a command of the block failed: nothing was committed' err
	[ -z "$(facctmgr -nP list account geo)" ]
	# so does a word that is none, and a program of the family
	for line in 'ad user eve account=geo' 'fshare -A nobody'; do
		printf '%s\n' begin 'add account geo' "$line" commit |
			fails facctmgr >out 2>err
		grep -q 'a command of the block failed: nothing' err
		[ -z "$(facctmgr -nP list account geo)" ]
	done
	# the system's shell is for those who type
	echo '!touch made' | fails facctmgr 2>err
	[ ! -e made ]
}

@test "more words than sacctmgr takes end its dialogue" {
	mkdir -p slurm
	ln -sf "$FT_BUILD/bin/facctmgr" slurm/sacctmgr
	{ echo list account $(seq 140); echo version; } >lines
	fails slurm/sacctmgr <lines >out 2>err
	[ "$(cat err)" = "can not process over 127 words" ]
	fails grep -q wlm out
}

@test "a store that goes while the shell is open is not made anew" {
	typed 'list account chem format=account' "!rm -f $FAIRTREE_DB" \
		'list account' 'fshare -a' 'add account new' exit
	[ "$(grep -c "error: the store '$FAIRTREE_DB' is gone" out)" -eq 3 ]
	[ ! -e "$FAIRTREE_DB" ]
}

@test "the viewer draws, also what a block would change" {
	[ -x "$FT_BUILD/bin/fview" ] || skip 'fview is not built'
	export TERM=xterm
	typed begin 'add user zoe account=chem' '#keys fview zoe\r' \
		'#until walk is done' '#keys q' rollback \
		'#keys fview --lesson bedrock\r' '#until has not begun' '#keys q' exit
	grep -q 'zoe is ' out
	grep -q 'bedrock: who is next?' out
	[ "$status" -eq 0 ]
	diff -u <(fview) <(echo fview | facctmgr)
}

@test "without its shell it still reads its own commands" {
	cp "$FT_BUILD/bin/facctmgr" .
	printf '%s\n' 'list account chem format=account' fshare >lines
	fails ./facctmgr -nP <lines >out 2>err
	[ "$(cat out)" = chem ]
	[ "$(cat err)" = "facctmgr: error: unknown command 'fshare' (facctmgr help lists them)" ]
}
