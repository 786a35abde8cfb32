#!/usr/bin/env bats
# fshare under its own name; under Slurm's it is tests/oracle/run.t that looks.
#
# The store holds the bedrock example of Slurm's Fair Tree slides: shares 500
# and 500, four users of 25, usage 301, 102, 37, 236 and 554.  The golden files
# were checked by hand against the published values.

load ../lib/cmd

golden=$BATS_TEST_DIRNAME/golden

setup_file() {
	examples=$FT_TOP/data/examples
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/bedrock.db
	fimport dump "$examples/bedrock.cfg"
	fimport usage "$examples/bedrock.usage"
	mkdir "$BATS_FILE_TMPDIR/slurm"
	ln -s "$FT_BUILD/bin/fshare" "$BATS_FILE_TMPDIR/slurm/sshare"
}

# same GOLDEN COMMAND...: its standard output is the file GOLDEN
same() {
	local file=$golden/$1
	shift
	"$@" >out
	diff -u "$file" out
}

@test "help is on standard output, and -h is no help" {
	fshare --help >help
	grep -q '^Usage: fshare \[options\]$' help
	grep -q -- '--json' help
	fshare --usage | diff help -
	fshare -h -a | diff <(fshare -n -a) -
}

@test "version" {
	[[ $(fshare --version) == "fairtree "* ]]
	[ "$("$BATS_FILE_TMPDIR/slurm/sshare" -V)" = "slurm-wlm 22.05.8" ]
}

@test "table" {
	same fshare-a.out fshare -a
}

@test "long table" {
	same fshare-l-a.out fshare -l -a
}

@test "parsable" {
	same fshare-P.out fshare -a -P
	fshare -a -p | diff <(sed 's/$/|/' "$golden/fshare-P.out") -
}

@test "CSV" {
	same fshare.csv fshare -a --csv
}

@test "JSON" {
	fshare -a --json >out.json
	sed -i 's/"version": "[^"]*"/"version": "X"/' out.json
	same fshare.json cat out.json
}

@test "YAML" {
	fshare -a --yaml >out.yaml
	sed -i 's/version: .*/version: X/' out.yaml
	same fshare.yaml cat out.yaml
}

@test "tree with lines" {
	same fshare-tree-ascii.out fshare -a --tree
	LC_ALL=C.UTF-8 same fshare-tree.out fshare -a --tree
}

@test "tree sorted within accounts" {
	same fshare-tree-sort.out fshare -a --tree --sort -rawusage -o \
	    account,rawusage
}

@test "trace" {
	same fshare-trace.out fshare --trace
}

@test "trace as JSON lines" {
	same fshare-trace.json fshare --trace=json
	same fshare-trace.json fshare --trace --json
}

@test "fields of our own" {
	same fshare-fields.out fshare -a -U --sort rank -o \
	    user,rank,parent,depth,path
}

@test "help of fields" {
	same fshare-helpformat.out fshare -e
}

@test "without -a: only oneself" {
	FAIRTREE_USER=fred fshare -P -n -o user | grep . >out
	diff <(echo fred) out
}

@test "sort, top, depth" {
	diff <(printf '%s\n' root slate wilma) \
	    <(fshare -aUPn --sort -fairshare --top 3 -o user)
	diff <(printf '%s\n' wilma barney betty fred) \
	    <(fshare -aUPn -A bedrock --sort rawusage -o user)
	diff <(printf '%s\n' root root bedrock managers) \
	    <(fshare -aPn --depth 1 -o account | tr -d ' ')
	# what has no value comes last, up and down
	diff <(printf '%s\n' root slate wilma barney betty fred '' '' '') \
	    <(fshare -aPn --sort -fairshare -o user)
	diff <(printf '%s\n' fred betty barney wilma slate root '' '' '') \
	    <(fshare -aPn --sort fairshare -o user)
}

@test "columns grow, nothing is cut" {
	same fshare-grow.out fshare -a -o 'account%3,user%-2,rawusage%1,levelfs%4'
}

@test "colour only when asked for" {
	escape=$(printf '\033')
	[ "$(fshare -a | grep -c "$escape")" -eq 0 ]
	[ "$(fshare -a --color=never | grep -c "$escape")" -eq 0 ]
	[ "$(fshare -a --color=always | grep -c "$escape")" -eq 1 ]
	[ "$(fshare -l -a --color=always | grep -c "$escape")" -eq 9 ]
}

@test "other algorithms and ties" {
	# 2^-(0.450407 / 0.499500)
	diff <(echo 0.535251) \
	    <(fshare -aUPn -A managers --algorithm classic -o fairshare)
	fshare -a --algorithm levelbased >/dev/null
	diff <(fshare -a --ties slurm) <(fshare -a --ties documented)
}

@test "tied accounts: as Slurm ranks them, as documented" {
	cat >tie.cfg <<-'CFG'
		Cluster - 'cluster':Fairshare=1
		Parent - 'root'
		Account - 'a':Fairshare=10
		Account - 'b':Fairshare=10
		Parent - 'a'
		User - 'a1':Fairshare=1
		User - 'a2':Fairshare=1
		Parent - 'b'
		User - 'b1':Fairshare=1
		User - 'b2':Fairshare=1
	CFG
	printf '%s\n' 'a a1 10' 'a a2 90' 'b b1 40' 'b b2 60' >tie.usage
	export FAIRTREE_DB=tie.db
	fimport dump tie.cfg
	fimport usage tie.usage
	diff <(printf '%s\n' root:1 a1:0.8 a2:0.6 b1:0.6 b2:0.2) \
	    <(fshare -a -U --csv -n -o user,fairshare | tr , :)
	diff <(printf '%s\n' root:1 a1:0.8 a2:0.2 b1:0.6 b2:0.4) \
	    <(fshare -a -U --csv -n -o user,fairshare --ties documented | tr , :)
	fshare --trace --ties documented | grep -q 'merged with a$'
}

@test "order of settings: --conf, FAIRTREE_CONF, SLURM_CONF, stored" {
	# LevelFS is a column under Fair Tree only
	has() {
		FAIRTREE_DB=conf.db "$@" fshare -l "${conf[@]}" | head -1 |
		    grep -c LevelFS || true
	}
	echo PriorityFlags=NO_FAIR_TREE >classic.conf
	echo PriorityFlags=FAIR_TREE >fairtree.conf
	conf=()
	FAIRTREE_DB=conf.db facctmgr add cluster cluster
	[ "$(has env)" -eq 1 ]
	FAIRTREE_DB=conf.db fimport conf classic.conf
	[ "$(has env)" -eq 0 ]
	[ "$(has env SLURM_CONF=fairtree.conf)" -eq 1 ]
	[ "$(has env SLURM_CONF=fairtree.conf FAIRTREE_CONF=classic.conf)" -eq 0 ]
	conf=(--conf fairtree.conf)
	[ "$(has env FAIRTREE_CONF=classic.conf)" -eq 1 ]
}

@test "names for the shell" {
	diff <(printf '%s\n' bedrock managers root) \
	    <(fshare --complete=accounts | sort)
	fshare --complete=users | grep -qx wilma
	diff <(echo cluster) <(fshare --complete=clusters)
}

@test "PrivateData hides others" {
	echo PrivateData=usage >private.conf
	diff <(echo fred) \
	    <(FAIRTREE_USER=fred fshare --conf private.conf -aPn -o user)
	diff <(fshare -a) <(fshare --conf private.conf -a)
}

@test "priority/basic: nothing is computed" {
	printf '%s\n' PriorityType=priority/basic >basic.conf
	same fshare-basic.out fshare --conf basic.conf -l -a -o \
	    account,user,rawshares,normshares,rawusage,normusage,eff,fairs,level
}

@test "a store that is not there is made by who writes" {
	FAIRTREE_DB=new.db facctmgr -Q add account lab
	FAIRTREE_DB=new.db fshare -Pn -o user | grep -qx root
	env -u FAIRTREE_DB HOME="$PWD/home" facctmgr -Q add account lab
	[ -s home/.local/state/fairtree/fairtree.db ]
	env -u FAIRTREE_DB XDG_STATE_HOME="$PWD/state" \
	    facctmgr -Q add account lab
	[ -s state/fairtree/fairtree.db ]
}

@test "unknown options" {
	refuses "fshare: unrecognized option '--bogus'
Try \"fshare --help\" for more information" fshare --bogus
	refuses "fshare: unrecognized option '--fromat=user'
Did you mean --format?
Try \"fshare --help\" for more information" fshare --fromat=user
	refuses "fshare: invalid option -- 'Z'
Try \"fshare --help\" for more information" fshare -Z
	refuses "sshare: unrecognized option '--json'
Try \"sshare --help\" for more information" \
	    env PATH="$BATS_FILE_TMPDIR/slurm:$PATH" sshare --json
}

@test "refused arguments" {
	refuses "fshare: error: unknown field 'bogus' (fshare -e lists them)" \
	    fshare -o User,Bogus%10
	refuses "fshare: error: unknown field for --sort: 'bogus'" \
	    fshare --sort -bogus
	refuses "fshare: error: cannot sort by GrpTRESRaw" \
	    fshare --sort grptresraw
	refuses "fshare: error: bad number for --top: '0' (1 or more)" fshare --top 0
	refuses "fshare: error: bad number for --depth: '-1' (0 or more)" \
	    fshare --depth -1
	refuses "fshare: error: bad word for --color: 'red' (auto, always or never)" \
	    fshare --color=red
	refuses "fshare: error: bad word for --trace: 'xml' (text or json)" \
	    fshare --trace=xml
	refuses "fshare: error: --trace prints text or JSON, not --csv" \
	    fshare --trace --csv
	refuses "fshare: error: unknown algorithm 'fifo' (fairtree, classic or levelbased)" \
	    fshare --algorithm fifo
	refuses "fshare: error: unknown rule for ties 'fair' (documented, slurm, slurm-22.05 or slurm-23.11)" \
	    fshare --ties fair
	refuses "fshare: error: the algorithm classic takes no steps to trace" \
	    fshare --trace --algorithm classic
	refuses "fshare: error: no user has the number 4294967290" fshare -u 4294967290
	refuses "fshare: error: not a time: 'never'" fshare --now never
	refuses "fshare: error: no cluster 'nosuch' in the store" fshare -M nosuch
}

@test "files that cannot be read" {
	refuses "fshare: error: cannot open 'none.conf': No such file or directory" \
	    fshare --conf none.conf
	echo 'PriorityDecayHalfLife=soon' >bad.conf
	run fshare --conf bad.conf
	[ "$status" -eq 1 ]
	[[ $output == "fshare: error: bad.conf:1:"* ]]
	echo 'this is not a store' >text.db
	run fshare --db text.db
	[ "$status" -eq 1 ]
	[[ $output == "fshare: error: text.db"* ]]
}

@test "a cluster that is there, and one that is not" {
	run fshare -M cluster,nosuch -Pn -U -u fred -o user
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "fshare: error: no cluster 'nosuch' in the store" ]
	[ "${lines[1]}" = "CLUSTER: cluster" ]
	[ "${lines[2]}" = fred ]
}

@test "a full disk is told, a reader that left is not" {
	refuses "fshare: error: cannot write output: No space left on device" \
	    sh -c 'fshare -a >/dev/full'
	sh -c '(trap "" PIPE; fshare -a; echo $? >status) | true' 2>err
	[ ! -s err ]
}

@test "several clusters, one after the other" {
	export FAIRTREE_DB=two.db
	facctmgr -i add cluster second
	facctmgr -i add account lab cluster=second
	facctmgr -i add user ann account=lab cluster=second
	diff - <(fshare -M cluster,second -aPn -o cluster,account,user) <<-'OUT'
		CLUSTER: cluster
		cluster|root|
		cluster| root|root

		CLUSTER: second
		second|root|
		second| root|root
		second| lab|
		second|  lab|ann
	OUT
	diff - <(fshare -M cluster,second -aP --csv -o cluster,user) <<-'OUT'
		Cluster,User
		cluster,
		cluster,root
		second,
		second,root
		second,
		second,ann
	OUT
	fshare -M cluster,second -a --json | grep -q '"total_shares": 6$'
	fshare -M second --diff --what-if 'add user bob account=lab cluster=second' \
	    --what-if-conf PriorityDecayHalfLife=14-0 >out
	grep -q '^lab  *bob  *1  *added' out
}

@test "coordinators see what they lead, operators all" {
	export FAIRTREE_DB=coord.db
	cp "$BATS_FILE_TMPDIR/bedrock.db" coord.db
	echo PrivateData=usage >private.conf
	facctmgr -i add coordinator account=bedrock names=fred
	diff <(printf '%s\n' '' barney betty fred wilma) \
	    <(FAIRTREE_USER=fred fshare --conf private.conf -aPn -o user)
	facctmgr -i modify user slate set adminlevel=operator
	diff <(fshare -a) <(FAIRTREE_USER=slate fshare --conf private.conf -a)
}

@test "a store made through a Slurm name ranks ties as Slurm" {
	export FAIRTREE_DB=slurm.db
	ln -sf "$(command -v facctmgr)" "$BATS_FILE_TMPDIR/slurm/sacctmgr"
	"$BATS_FILE_TMPDIR/slurm/sacctmgr" -i add cluster cluster ||
		[ $? -eq 1 ] # it comes with the store
	for account in b a; do
		facctmgr -i add account $account fairshare=1
		facctmgr -i add user ${account}1,${account}2 account=$account
	done
	# nobody used anything: all tie, and only documented ties merge
	fshare --trace >out
	[ "$(grep -c merged out)" -eq 0 ]
	fshare --trace --ties documented >out
	[ "$(grep -c merged out)" -eq 1 ]
}

# bedrock has 500 of 1 + 500 + 500 shares and used 676 of 1230, managers 500 and
# 554: level fairshare 0.9089 and 1.1090, so slate is before bedrock's users.
# With 800 of 1301 bedrock has (800/1301) / (676/1230) = 1.1188 and managers
# (500/1301) / (554/1230) = 0.8533.  root used nothing and stays first; the
# factors are 6/6, 5/6, 4/6, ... of the six users.
more='modify account bedrock set fairshare=800'

@test "what if: the table of a changed copy, the file as it was" {
	cp "$BATS_FILE_TMPDIR/bedrock.db" copy.db
	export FAIRTREE_DB=copy.db
	diff - <(fshare --what-if "$more" -aUP -o user,rawshares,fairshare) <<-'OUT'
		User|RawShares|FairShare
		root|1|1.000000
		barney|25|0.666667
		betty|25|0.500000
		fred|25|0.333333
		wilma|25|0.833333
		slate|1|0.166667
	OUT
	diff - <(fshare --what-if "$more" -A bedrock -u fred,slate -P \
	    -o user,rawshares,levelfs) <<-'OUT'
		User|RawShares|LevelFS
		|800|1.118848
		fred|25|0.561462
	OUT
	fshare --what-if "$more" --trace >trace
	diff <(printf '%s\n' bedrock managers) \
	    <(awk '$1 == "bedrock" || $1 == "managers" { print $1 }' trace)
	cmp copy.db "$BATS_FILE_TMPDIR/bedrock.db"
	[ "$(echo *)" = "copy.db trace" ]
}

@test "what if: several changes, one after the other" {
	# dino's 75 of 75 + 25 + 25 shares; slate's 1 stays before them all
	diff - <(fshare --what-if 'add user dino account=bedrock fairshare=50' \
	    --what-if "modify user 'where' name=dino set \"fairshare\"=75" \
	    --what-if 'delete user betty,fred' -aUP -A bedrock \
	    -o user,normshares,rank) <<-'OUT'
		User|NormShares|Rank
		barney|0.200000|5
		dino|0.600000|3
		wilma|0.200000|4
	OUT
	echo "User - 'dino':DefaultAccount='bedrock'" >>bedrock.cfg
	sed -i '1i Cluster - cluster\nParent - bedrock' bedrock.cfg
	fshare --what-if 'load bedrock.cfg' -aUPn -o user | grep -qx dino
}

@test "what if: settings" {
	# two weeks: of 301, 301/4 after two half-lives, 301/2 after one
	diff <(echo 75) <(fshare --now now+14days -UPn -u fred -o rawusage)
	diff <(echo 150) <(fshare --now now+14days -UPn -u fred -o rawusage \
	    --what-if-conf PriorityDecayHalfLife=14-0)
	diff <(fshare -a --algorithm classic) \
	    <(fshare -a --what-if-conf PriorityFlags=NO_FAIR_TREE)
	diff <(fshare -a) <(fshare -a \
	    --what-if-conf PriorityFlags=NO_FAIR_TREE \
	    --what-if-conf priorityflags=fair_tree)
}

@test "what if: who moves" {
	same fshare-diff.out fshare --what-if "$more" --diff
	same fshare-diff-top.out fshare --what-if "$more" --diff --top 2
	same fshare-diff.csv fshare --what-if "$more" --diff --csv
	diff - <(fshare --what-if "$more" --diff -p -o user,move,id --top 1) \
	    <<-'OUT'
		User|Move|ID|
		slate|-4|9|
	OUT
	fshare --what-if "$more" --diff --json >out.json
	sed -i 's/"version": "[^"]*"/"version": "X"/' out.json
	same fshare-diff.json cat out.json
	fshare --what-if "$more" --diff --yaml | grep -q '^  moved: 5$'
	diff - <(fshare --diff \
	    --what-if 'modify account bedrock set fairshare=500') <<-'OUT'
		Effect on places now: none of 6 users moves; first place root@root (unchanged)
	OUT
	diff <(fshare --what-if "$more" --diff) \
	    <(fshare --what-if "$more" --diff -M cluster)
	# settings change, too: then no sentence puts it down to the shares
	! fshare --what-if "$more" --what-if-conf PriorityDecayHalfLife=14-0 \
	    --diff | grep Raising
}

@test "what if: some of those who move" {
	diff - <(fshare --what-if "$more" --diff -P -A managers -o user,move) \
	    <<-'OUT'
		User|Move
		slate|-4
	OUT
	diff - <(fshare --what-if "$more" --diff -P -u fred,slate \
	    -o user,move) <<-'OUT'
		User|Move
		slate|-4
		fred|1
	OUT
	# the paragraph is about all
	diff <(fshare --what-if "$more" --diff -u fred | tail -n 2) \
	    <(tail -n 2 "$golden/fshare-diff.out")
}

@test "what if: a flat file is loaded, or applied" {
	cat >wish.cfg <<-'CFG'
		Cluster - cluster
		Parent - root
		Account - bedrock:Fairshare=800
	CFG
	for verb in load apply; do
		diff "$golden/fshare-diff.out" \
		    <(fshare --what-if "$verb wish.cfg" --diff)
	done
	sed -i 's/root/bedrock/' wish.cfg
	refuses "fshare: error: wish.cfg:2:1: account 'bedrock' would be below itself" \
	    fshare --what-if 'apply wish.cfg' --diff
}

@test "what if: users who come and go" {
	same fshare-diff-add.out fshare --diff --what-if 'delete user fred' \
	    --what-if 'add user pebbles account=bedrock fairshare=50'
}

# c09-tie-order-commands: all accounts tied; what 22.05 and 24.11 print there.
tied_accounts() {
	for account in z m a k; do
		facctmgr -Q add account $account fairshare=10
	done
	for account in z m a k; do
		facctmgr -Q add user ${account}1 account=$account
		facctmgr -Q add user ${account}2 account=$account
	done
	printf '%s\n' 'z z1 10' 'z z2 90' 'm m1 20' 'm m2 80' 'a a1 30' \
	    'a a2 70' 'k k1 40' 'k k2 60' >usage
	fimport usage usage
}

@test "what if: an upgrade of Slurm" {
	export FAIRTREE_DB=upgrade.db FAIRTREE_SLURM=22.05
	tied_accounts
	facctmgr -Q modify account z set description=z
	moves=(fshare --diff -P -o user,move)
	"${moves[@]}" --what-if-slurm 26.05 2>err |
	    diff <(printf '%s\n' 'User|Move' 'k2|-2' 'a2|2' 'k1|-1' 'a1|1') -
	# the real rules, whatever the store has
	diff - err <<-'ERR'
		fshare: ties are ranked as in Slurm, not by FairTreeTies=documented (--ties chooses a rule)
	ERR
	fshare -aUPn -o user,fairshare --what-if-slurm 26.05 |
	    diff - <(fshare -aUPn -o user,fairshare --ties slurm-23.11)
	[ "$("${moves[@]}" --what-if-slurm 26.05 --ties documented)" = 'User|Move' ]
	echo FairTreeTies=slurm >slurm.conf
	fimport conf slurm.conf
	[ "$("${moves[@]}" --what-if-slurm 23.02 2>&1)" = 'User|Move' ]
	[ "$(FAIRTREE_SLURM=24.05 "${moves[@]}" --what-if-slurm 24.11.5)" = 'User|Move' ]
	[ "$("${moves[@]}" --what-if-slurm 26.05 2>&1 | wc -l)" -eq 5 ]
	fshare --diff --json --what-if-slurm 26.05 |
	    grep -q '"moved": 4'
	refuses "fshare: error: bad value 'six' of --what-if-slurm: want a release such as 22.05" \
	    fshare --what-if-slurm six
	run fshare -a --what-if-slurm 27.05 --ties slurm
	[ "${lines[0]}" = 'fshare: warning: Slurm 27.05 is mirrored as 26.05' ]
}

# After a change slurmctld has tied accounts by name: a, k; a new one starts with
# the order of its database again.  For NO_FAIR_TREE see b04-classic-parent.
@test "what if: an upgrade starts slurmctld, after the changes of --what-if" {
	export FAIRTREE_DB=upgraded.db FAIRTREE_SLURM=22.05
	tied_accounts
	echo FairTreeTies=slurm >slurm.conf
	fimport conf slurm.conf
	facctmgr -Q modify account a set fairshare=11
	facctmgr -Q modify account a set fairshare=10
	[ "$(fshare -aUPn -u k1,a1 -o fairshare | xargs)" = '0.888889 0.777778' ]
	[ "$(fshare -aUPn -u k1,a1 -o fairshare --what-if-slurm 22.05 | xargs)" = \
	    '0.777778 0.888889' ]
	# 11 of 41 shares are more than 10: a is first in any release
	fshare --diff -P -o user,move --what-if-slurm 22.05 \
	    --what-if 'modify account a set fairshare=11' | grep -q '^k1|'
	fshare -aUPn -u a1 -o fairshare --what-if-slurm 22.05 \
	    --what-if 'modify account a set fairshare=11' | grep -qx 0.888889
	echo PriorityFlags=NO_FAIR_TREE >classic.conf
	fimport conf classic.conf
	facctmgr -Q modify account a set fairshare=parent
	facctmgr -Q modify user a1 set fairshare=parent
	[ "$(FAIRTREE_SLURM=26.05 fshare -aUPn -u a1 -o fairshare)" = \
	    "$(fshare -aUPn -u a1 -o fairshare --what-if-slurm 26.05)" ]
	# 26.05 gives a1 the factor of root, below that of k1
	fshare --diff -P -o user,fairshareafter --what-if-slurm 26.05 |
	    grep -qx 'a1|0.500000'
}

@test "what if: twenty rows unless more are asked for" {
	export FAIRTREE_DB=many.db
	users=$(seq -s , -f 'u%02g' 30)
	facctmgr -Q add account lab >/dev/null
	facctmgr -Q add user "$users" account=lab >/dev/null
	seq -w 30 | sed 's/.*/lab u& &/' >usage
	fimport usage usage >/dev/null
	# u01 used least; the 29 others come one place nearer
	first='delete user u01'
	fshare --what-if "$first" --diff >out
	[ "$(sed -n '/^---/,/^(/p' out | wc -l)" -eq 22 ]
	grep -qx '(10 more, --top N shows them)' out
	[ "$(fshare --what-if "$first" --diff --csv | wc -l)" -eq 31 ]
	fshare --what-if "$first" --diff --top 30 >out
	[ "$(sed -n '/^---/,/^$/p' out | wc -l)" -eq 32 ]
	[ "$(grep -c more out)" -eq 0 ]
}

@test "what if: refused" {
	cp "$BATS_FILE_TMPDIR/bedrock.db" copy.db
	export FAIRTREE_DB=copy.db
	refuses "fshare: error: 'list' changes nothing: 'list users'" \
	    fshare --what-if 'list users'
	refuses "fshare: error: unknown command 'frob' (facctmgr help lists them)" \
	    fshare --what-if "$more" --what-if frob -a
	refuses "fshare: error: no command in ' '" fshare --what-if ' '
	refuses "fshare: error: a quote is not closed in 'add user 'x'" \
	    fshare --what-if "add user 'x"
	refuses "fshare: error: nothing to modify by 'modify account x set fairshare=2'" \
	    fshare --what-if 'modify account x set fairshare=2'
	refuses "fshare: error: no account 'x'" \
	    fshare --diff --what-if 'add user dino account=x'
	refuses "fshare: error: permission denied for user 'fred': needs an operator" \
	    env FAIRTREE_USER=fred fshare --what-if "$more"
	refuses "fshare: error: unknown setting 'PriorityFlag' in --what-if-conf" \
	    fshare --what-if-conf PriorityFlag=NO_FAIR_TREE
	refuses "fshare: error: --what-if-conf cannot change the cluster, -M chooses it" \
	    fshare --what-if-conf ClusterName=other
	refuses "fshare: error: --what-if-conf:1:1: expected Key=Value, found 'x'" \
	    fshare --what-if-conf x
	refuses "fshare: error: nothing to compare: --diff needs --what-if, --what-if-conf or --what-if-slurm" \
	    fshare --diff
	refuses "fshare: error: --diff cannot be combined with --tree" \
	    fshare --diff --what-if "$more" --tree
	refuses "fshare: error: unknown field 'bogus' of --diff" \
	    fshare --diff --what-if "$more" -o bogus
	echo PrivateData=usage >private.conf
	refuses "fshare: error: PrivateData hides other users: --diff is for operators" \
	    env FAIRTREE_USER=fred fshare --conf private.conf --diff \
	    --what-if-conf PriorityDecayHalfLife=14-0
	refuses "sshare: unrecognized option '--what-if'
Try \"sshare --help\" for more information" \
	    env PATH="$BATS_FILE_TMPDIR/slurm:$PATH" sshare --what-if "$more"
	cmp copy.db "$BATS_FILE_TMPDIR/bedrock.db"
}

@test "what if: a store that can only be read" {
	mkdir there
	cp "$BATS_FILE_TMPDIR/bedrock.db" there
	chmod -R a-w there
	FAIRTREE_DB=there/bedrock.db fshare --what-if "$more" --diff >out
	diff "$golden/fshare-diff.out" out
	[ "$(ls there)" = bedrock.db ]
	chmod -R u+w there
}

@test "a list of many names is no work of their square" {
	ulimit -t 2 # 65536 names, each compared with all others: 4 s and more
	refuses 'fshare: error: more than 65536 names in list' \
	    fshare -M 'n[0-99999999]'
	refuses "fshare: error: unknown user 'n0'" fshare -u 'n[0-65000]'
	fshare -n -P -o User -u 'fred,FRED,fred' | sort -u >out
	grep -qx fred out
}
