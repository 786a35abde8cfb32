#!/usr/bin/env bats
# facctmgr log, undo, redo and solve.  What undo does to the store is looked at
# by tests/unit/t_undo.c and tests/prop/p_undo.c; here, what is said.

load ../lib/cmd

setup_file() {
	cp "$FT_TOP/data/examples/bedrock.sshare" \
		"$BATS_FILE_TMPDIR"
	mkdir "$BATS_FILE_TMPDIR/slurm"
	ln -s "$FT_BUILD/bin/facctmgr" "$BATS_FILE_TMPDIR/slurm/sacctmgr"
	cd "$BATS_FILE_TMPDIR"
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/made.db
	fimport sshare bedrock.sshare
	facctmgr -Q modify account bedrock set fairshare=800
	facctmgr -Q add user pebbles account=bedrock fairshare=50
}

# Each test has a store of its own: the table, 800 shares, and pebbles.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cp "$BATS_FILE_TMPDIR"/made.db* .
	export FAIRTREE_DB=$PWD/made.db
}

# all: what is in the store, whoever asks
all() {
	FAIRTREE_USER=root facctmgr dump cluster file=-
	FAIRTREE_USER=root facctmgr log -P
}

# refuses TEXT COMMAND...: it fails with TEXT on standard error, nothing else,
# and changes nothing
refuses() {
	local text=$1 status=0
	shift
	all >before
	"$@" >out 2>err || status=$?
	diff -u <(printf 'facctmgr: error: %s\n' "$text") err
	[ "$status" -eq 1 ]
	[ ! -s out ]
	all >after
	diff -u before after
}

shares() {
	facctmgr -n -P list assoc account=bedrock user= format=share
}

@test "a change says how to take it back" {
	prints ' Modified account associations...
  C = cluster    A = bedrock of root
 Change 4. Undo: facctmgr undo 4' \
		facctmgr modify account bedrock set fairshare=900
	prints '' echo "$(facctmgr -Q modify account bedrock set fairshare=7 |
		grep Undo)"
}

@test "log: the latest first" {
	prints 'Change|Actor|Mark|Command
3|root||facctmgr -Q add user pebbles account=bedrock fairshare=50
2|root||facctmgr -Q modify account bedrock set fairshare=800
1|root||fimport sshare bedrock.sshare' \
		facctmgr log -P format=id,actor,mark,command
	facctmgr log | head -n 1 | grep -qx \
		'Change Time  *Actor  *Mark  *Command *'
	facctmgr log -n | grep -Eq '^     3 [-0-9T:]{19} root '
}

@test "log: some of them" {
	prints '3
2' facctmgr -n -P log --last 2 format=id
	prints '3' facctmgr -n -P log last=1 format=id
	prints '2' facctmgr -n -P log 2 format=id
	prints '2' facctmgr -n -P log id=2 format=id
	prints '3
2
1' facctmgr -n -P log --actor root --since now-1day format=id
	[ -z "$(facctmgr -n -P log actor=fred)" ]
	[ -z "$(facctmgr -n -P log since=now+1day)" ]
}

@test "log: before and after" {
	prints 'Change|Action|Subject|Field|Before|After
3|add|user pebbles|||
3|add|user pebbles@bedrock|||
3|add|user pebbles@bedrock|Fairshare||50
3|add|user pebbles@bedrock|DefaultAccount||yes
2|modify|account bedrock|Fairshare|500|800' facctmgr -P log --patch --last 2 \
		format=id,action,subject,field,before,after
	prints 'Change Action Subject                  Field              Before      After 
------ ------ ------------------------ -------------- ---------- ---------- 
     2 modify account bedrock          Fairshare             500        800 ' \
		facctmgr log 2 patch
}

@test "log: for programs" {
	prints 'ID,Mark,Command,Field,After
2,,facctmgr -Q modify account bedrock set fairshare=800,Fairshare,800' \
		facctmgr log 2 --csv format=id,mark,command,field,after
	facctmgr undo 3 >/dev/null
	facctmgr log --json --last 1 >out
	grep -q '"schema": "fairtree.log/1"' out
	grep -q '{"id": 4, "time": "[-0-9T:]*", "actor": "root", "mark": "undoes 3", "undoes": 3, "undone_by": null, "rows": 2, "command": "facctmgr undo 3"}' out
	facctmgr log --yaml last=1 | grep -qx -- '- id: 4'
}

@test "log: what it does not know" {
	refuses "no change 9" facctmgr log 9
	refuses "log does not know 'all'" facctmgr log all
	refuses "log does not know 'x=1'" facctmgr log x=1
	refuses "last must be a number of at least 1, not '0'" facctmgr log last=0
	refuses "not a time: 'soon'" facctmgr log --since soon
	refuses "unknown field 'x'" facctmgr log format=x
	refuses "unknown condition 'last=2'" facctmgr list user --last 2
	refuses "unknown command 'patch' (facctmgr help lists them)" facctmgr --patch
}

@test "undo the last, and again, and redo" {
	facctmgr dump cluster file=- >full
	prints ' Undone change 3: facctmgr -Q add user pebbles account=bedrock fairshare=50
 Change 4. Redo: facctmgr redo 3' facctmgr undo
	[ -z "$(facctmgr -n -P list user pebbles)" ]
	prints ' Undone change 2: facctmgr -Q modify account bedrock set fairshare=800
 Change 5. Redo: facctmgr redo 2' facctmgr undo
	[ "$(shares)" = 500 ]
	prints ' Redone change 2: facctmgr -Q modify account bedrock set fairshare=800
 Change 6. Undo: facctmgr undo 2' facctmgr redo
	[ "$(shares)" = 800 ]
	prints ' Redone change 3: facctmgr -Q add user pebbles account=bedrock fairshare=50
 Change 7. Undo: facctmgr undo 3' facctmgr redo 3
	facctmgr dump cluster file=- | diff full -
	prints '7 redoes 3
6 redoes 2
5 undoes 2, undone by 6
4 undoes 3, undone by 7
3 
2 
1 ' sh -c "facctmgr -n -P log format=id,mark | tr '|' ' '"
	prints ' Undone change 3: facctmgr -Q add user pebbles account=bedrock fairshare=50
 Change 8. Redo: facctmgr redo 3' facctmgr undo 3
}

@test "undo several" {
	prints ' Undone change 3: facctmgr -Q add user pebbles account=bedrock fairshare=50
 Undone change 2: facctmgr -Q modify account bedrock set fairshare=800
 Changes 4 to 5. Redo: facctmgr redo 3 2' facctmgr undo --last 2
	facctmgr redo 3 2 >out
	tail -n 1 out | diff - <(echo ' Changes 6 to 7. Undo: facctmgr undo 2 3')
	facctmgr undo 2,3 >out
	tail -n 1 out | diff - <(echo ' Changes 8 to 9. Redo: facctmgr redo 3 2')
	[ -z "$(facctmgr -Q redo last=2)" ]
	[ "$(shares)" = 800 ]
}

# 5 redid what 6 undid: undoing both brings it back and takes it away, and
# the way back has to go through the same states.
@test "undo several, of which one undid another" {
	facctmgr -Q undo 3
	facctmgr -Q redo 3
	facctmgr -Q undo 3
	facctmgr -Q add user pebbles account=bedrock fairshare=60
	all | grep -v '|' >full
	prints ' Undone change 7: facctmgr -Q add user pebbles account=bedrock fairshare=60
 Redone change 3: facctmgr -Q add user pebbles account=bedrock fairshare=50
 Undone change 3: facctmgr -Q add user pebbles account=bedrock fairshare=50
 Changes 8 to 10. Undo: facctmgr undo 8 9 10' facctmgr undo 5 6 7
	facctmgr undo 8 9 10
	all | grep -v '|' | diff full -
}

# Accounts a and k are tied; k was added last, so slurmctld of 22.05 starts with it.
# After any change of associations it has them by name.
@test "tied accounts are by name after an undo as after any other change" {
	export FAIRTREE_DB=ties.db FAIRTREE_SLURM=22.05
	# after COMMAND...: which of the two is first; its change is in the file last
	after() {
		"$@" >/dev/null
		facctmgr log -Pn | head -1 | cut -d '|' -f 1 >last
		fshare -aUPn -u a1,k1 -o fairshare,user --ties slurm | sort -r |
		    head -1 | cut -d '|' -f 2
		fcontrol reconfigure
	}
	undone() {
		after facctmgr undo "$(cat last)"
	}
	for account in a k; do
		facctmgr -Q add account $account fairshare=10
		facctmgr -Q add user ${account}1,${account}2 account=$account
	done >/dev/null
	printf '%s\n' 'a a1 30' 'a a2 70' 'k k1 40' 'k k2 60' >usage
	[ "$(after fimport usage usage)" = k1 ]
	[ "$(after facctmgr modify user k2 set maxjobs=3)" = k1 ]
	[ "$(undone)" = k1 ]
	[ "$(after facctmgr add account z)" = a1 ]
	[ "$(undone)" = a1 ]
	[ "$(undone)" = a1 ]
	[ "$(after facctmgr -i delete account z)" = a1 ]
	[ "$(undone)" = a1 ]
	facctmgr dump cluster file=wish.cfg
	sed "/User - 'k2'/s/Fairshare=1/Fairshare=2/" wish.cfg >more.cfg
	[ "$(after facctmgr -i apply more.cfg)" = a1 ]
	[ "$(undone)" = a1 ]
	# loading and importing are what slurmctld starts with
	[ "$(after facctmgr -i load more.cfg)" = k1 ]
	[ "$(undone)" = a1 ]
	[ "$(after fimport dump more.cfg)" = k1 ]
	[ "$(undone)" = a1 ]
}

@test "undo is refused when something was changed since" {
	facctmgr -Q modify account bedrock set fairshare=900
	facctmgr undo 2 >out 2>err && false
	grep -q "^facctmgr: error: cannot undo .*2: .*'account bedrock' was changed since.* 4 'facctmgr -Q modify account bedrock set fairshare=900'" err
	[ ! -s out ]
	[ "$(shares)" = 900 ]
	facctmgr undo 3 4 >/dev/null
	facctmgr undo 2 >/dev/null
	[ "$(shares)" = 500 ]
}

@test "undo: what there is not" {
	refuses "a change must be a number of at least 1, not 'x'" facctmgr undo x
	refuses "a change must be a number of at least 1, not ''" facctmgr undo 2,
	refuses "undo takes changes or last=N, not both" facctmgr undo 1 last=2
	refuses "undo does not know 'actor=root'" facctmgr undo --actor root
	refuses "'undo' changes the store; this session is read-only" facctmgr -r undo
	refuses "nothing is undone" facctmgr redo
	facctmgr undo 77 2>err && false
	grep -q '77' err
	facctmgr -Q undo
	facctmgr undo 3 2>err && false
	grep -q '3 is undone already' err
}

@test "administrators take back, operators what they did themselves" {
	export FAIRTREE_USER=fred
	refuses "only an administrator may undo changes" facctmgr undo
	refuses "only an administrator may redo changes" facctmgr redo
	FAIRTREE_USER=root facctmgr -Q modify user fred set adminlevel=operator
	facctmgr modify account bedrock set fairshare=3 >out
	tail -n 1 out | diff - <(echo ' Change 5')
	refuses "permission denied: change 4 was made by user 'root'" facctmgr undo 4
	prints ' Undone change 5: facctmgr modify account bedrock set fairshare=3
 Change 6. Redo: facctmgr redo 5' facctmgr undo
	FAIRTREE_USER=root facctmgr -Q modify user fred set adminlevel=none
	refuses "only an administrator may redo changes" facctmgr redo 5
}

@test "commands from standard input are changes of their own" {
	printf '%s\n' 'modify account bedrock set fairshare=1' \
		'modify account managers set fairshare=2' undo | facctmgr -Q
	prints 'facctmgr undo
facctmgr modify account managers set fairshare=2
facctmgr modify account bedrock set fairshare=1' \
		facctmgr -n -P log last=3 format=command
	[ "$(shares)" = 1 ]
}

@test "solve" {
	facctmgr -Q undo last=2
	prints 'fred@bedrock has place 5 of 5; to reach place 4, change one of these:
* shares of fred@bedrock 25 -> 32: place 4 of 5; 1 other user falls
  shares of bedrock 500 -> 611: place 4 of 5; 1 other user falls, 3 rise' \
		facctmgr solve user fred@bedrock place 4
	facctmgr solve user=fred rank=4 | diff out -
	facctmgr solve fred rank 4 | diff out -
	facctmgr -Q modify user fred where account=bedrock set fairshare=31
	[ "$(fshare -n -P -u fred -U -o fairshare)" = 0.200000 ]
	facctmgr -Q modify user fred where account=bedrock set fairshare=32
	[ "$(fshare -n -P -u fred -U -o fairshare)" = 0.400000 ]
	prints 'slate@managers has place 1 of 5: already 1 or better' \
		facctmgr solve user slate rank 1
}

@test "solve: for programs" {
	facctmgr -Q undo last=2
	prints 'Name|Answer|Before|After|Place|Fall|Rise|Sentence
fred@bedrock|best|25|32|4|1|0|shares of fred@bedrock 25 -> 32: place 4 of 5; 1 other user falls
bedrock|yes|500|611|4|1|3|shares of bedrock 500 -> 611: place 4 of 5; 1 other user falls, 3 rise' \
		facctmgr -P solve user fred rank 4
	facctmgr --csv solve user fred rank 4 | head -n 1 |
		diff - <(echo Name,Answer,Before,After,Place,Fall,Rise,Sentence)
	facctmgr --json solve user fred rank 4 >out
	grep -q '"schema": "fairtree.solve/1"' out
	grep -q '"shares_before": 500, "shares_after": 611, "place": 4, "rank": 4' out
	facctmgr --yaml solve user fred rank 4 | grep -q 'wish: 4'
}

@test "solve: whom and where" {
	refuses "solve needs: user NAME@ACCOUNT place N" facctmgr solve
	refuses "solve needs: user NAME@ACCOUNT place N" facctmgr solve user fred
	refuses "solve takes one user" facctmgr solve fred betty rank 1
	refuses "solve does not know 'spot=1'" facctmgr solve fred spot=1
	facctmgr solve fred place=4 | diff <(facctmgr solve fred rank 4) -
	refuses "a place must be a number of at least 1, not '0'" facctmgr solve fred rank 0
	refuses "place '17' is not 1 to 6, the number of users" \
		facctmgr solve fred rank 17
	refuses "unknown user 'fret'; did you mean 'fred'?" \
		facctmgr solve fret rank 1
	refuses "unknown user 'nobodyatall'" facctmgr solve nobodyatall rank 1
	refuses "user 'fred' is not in 'managers'" \
		facctmgr solve user fred@managers rank 1
	facctmgr -Q add user fred account=managers
	refuses "'fred' is one of 2: fred@bedrock, fred@managers" \
		facctmgr solve user fred rank 1
	facctmgr solve user fred@managers rank 1 | grep -q '^fred@managers '
}

@test "solve: another algorithm, rule for ties, time" {
	facctmgr -Q undo last=2
	facctmgr --algorithm classic solve user fred rank 4 >out
	facctmgr solve fred rank 4 algorithm=classic | diff out -
	facctmgr solve fred rank 4 --ties slurm >out
	facctmgr solve fred rank 4 ties=slurm | diff out -
	# half of the usage is gone after a week, of everybody alike
	facctmgr solve fred rank 4 >out
	facctmgr solve fred rank 4 --now now+7days | diff out -
	refuses "not a time: 'soon'" facctmgr solve fred rank 4 --now soon
	facctmgr --ties all solve fred rank 4 2>err && false
	grep -q "^facctmgr: error: .*'all'" err
	refuses "unknown condition 'ties=slurm'" \
		facctmgr list user --ties slurm
}

# by the classic algorithm, as fshare has it before and after
@test "solve: what it says by another algorithm comes true" {
	facctmgr -Q undo last=2
	facctmgr -P --algorithm classic solve user fred rank 4 >out
	shares=$(awk -F'|' '$1 == "fred@bedrock" { print $4 }' out)
	[ -n "$shares" ]
	facctmgr -Q modify user fred where account=bedrock \
		set fairshare="$shares"
	better=$(fshare -n -P -U -a --algorithm classic -o user,fairshare |
		sort -t'|' -k2,2 -r | grep -n '^fred|' | cut -d: -f1)
	[ "$better" -le 4 ]
}

@test "PrivateData: solve only for oneself, log only what one did" {
	facctmgr -Q undo last=2
	FAIRTREE_USER=root facctmgr -Q add coordinator fred account=bedrock
	FAIRTREE_USER=fred facctmgr -Q modify user barney \
		where account=bedrock set fairshare=26
	echo PrivateData=usage,users >private.conf
	export FAIRTREE_CONF=$PWD/private.conf FAIRTREE_USER=fred
	facctmgr solve user fred rank 1 | grep -q '^fred@bedrock '
	refuses "PrivateData hides other users: solve works only for yourself" \
		facctmgr solve user barney rank 1
	refuses "PrivateData hides other users: solve works only for yourself" \
		facctmgr solve user nobody rank 1
	prints fred facctmgr -n -P log format=actor
	prints fred facctmgr -n -P log actor=fred format=actor
	refuses "PrivateData hides what others changed: log shows your own changes" \
		facctmgr log actor=root
	refuses "no change 1 among those" facctmgr log 1 --patch
	[ -z "$(FAIRTREE_USER=barney facctmgr -n -P log)" ]
	# operators and root see all
	FAIRTREE_USER=root facctmgr -n -P log format=actor | grep -qx root
	FAIRTREE_USER=root facctmgr -Q modify user fred set adminlevel=operator
	facctmgr -n -P log format=actor | grep -qx root
	facctmgr solve user barney rank 1 | grep -q '^barney@bedrock '
	FAIRTREE_USER=root facctmgr -Q modify user fred set adminlevel=none
	echo PrivateData=jobs >private.conf
	facctmgr -n -P log format=actor | grep -qx root
	echo PrivateData=accounts >private.conf
	facctmgr -n -P log format=actor | sort -u | diff - <(echo fred)
	facctmgr solve user barney rank 1 | grep -q '^barney@bedrock '
}

@test "the Slurm name knows none of it" {
	for word in log undo redo solve; do
		"$BATS_FILE_TMPDIR/slurm/sacctmgr" -i $word >out 2>&1 && false
		diff out <(echo "invalid keyword: $word")
	done
	"$BATS_FILE_TMPDIR/slurm/sacctmgr" --last 3 list user 2>err && false
	grep -q "unrecognized option '--last'" err
}
