#!/usr/bin/env bats
# facctmgr diff, plan and apply: a flat file as the state that is wished.
# What a wish does to a store is tests/unit/t_plan.c; here, what is said.

load ../lib/cmd

setup_file() {
	cd "$BATS_FILE_TMPDIR"
	mkdir slurm
	ln -s "$FT_BUILD/bin/facctmgr" slurm/sacctmgr
	export FAIRTREE_DB=$PWD/made.db
	cat >tree.cfg <<-'CFG'
		Cluster - 'cluster':QOS='normal'
		Parent - 'root'
		User - 'root':DefaultAccount='root':AdminLevel='Administrator'
		Account - 'chem':Fairshare=30
		Account - 'physics':Fairshare=10:GrpTRES=cpu=64
		Parent - 'chem'
		User - 'alice':Fairshare=3
		User - 'bob':DefaultAccount='physics'
		Parent - 'physics'
		User - 'bob':DefaultAccount='physics':Fairshare=2
		User - 'carol'
	CFG
	facctmgr -Q load tree.cfg >/dev/null
	# own usage, so that nobody ties
	printf '%s\n' 'chem alice 300' 'chem bob 100' 'physics bob 100' \
		'physics carol 100' >usage
	fimport usage usage >/dev/null
}

# Each test has a store of its own.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cp "$BATS_FILE_TMPDIR"/made.db* "$BATS_FILE_TMPDIR/tree.cfg" .
	export FAIRTREE_DB=$PWD/made.db
	base=$(facctmgr -n -P log --last 1 format=id)
}

state() {
	facctmgr dump cluster file=-
	facctmgr log -P
}

# refuses TEXT COMMAND...: it fails with TEXT last on standard error and
# changes nothing
refuses() {
	local text=$1 status=0
	shift
	state >before
	"$@" >out 2>err || status=$?
	diff -u <(printf 'facctmgr: error: %s\n' "$text") err
	[ "$status" -eq 1 ]
	state | diff -u before -
}

# exits STATUS COMMAND...
exits() {
	local want=$1 status=0
	shift
	"$@" >out 2>err || status=$?
	[ "$status" -eq "$want" ]
}

wish() {
	sed "$1" tree.cfg >wish.cfg
}

@test "the same: nothing said by diff, 0 changes by plan and apply" {
	exits 0 facctmgr diff tree.cfg
	[ ! -s out ]
	prints "0 changes.  Base change $base." facctmgr plan tree.cfg
	prints "0 changes.  Base change $base." facctmgr apply tree.cfg
	facctmgr dump cluster file=dumped.cfg
	prints "0 changes.  Base change $base." \
		facctmgr apply --prune --exact dumped.cfg
	[ "$(facctmgr -n -P log --last 1 format=id)" = "$base" ]
}

# Physics 10 of 10 + 30 + 1 (the user root) has S = 10/41 and uses 200 of 600:
# LF = (10/41) / (1/3) = 0.73; chem (30/41) / (2/3) = 1.10.  With 40 of 71:
# physics (40/71) / (1/3) = 1.69, chem (30/71) / (2/3) = 0.63.
# Inside chem: bob (1/4)/(1/4) = 1, alice (3/4)/(3/4) = 1: a tie, which both
# of chem share: 2, 2.  Inside physics: bob (2/3)/(1/2) = 1.33, carol 0.67.
# Before: root 1, chem 2 and 2, bob@physics 4, carol 5; afterwards root 1,
# bob@physics 2, carol 3, chem 4 and 4.
@test "one change of shares is told to an administrator" {
	wish 's/Fairshare=10/Fairshare=40/'
	prints "~ account physics fairshare 10 -> 40
Effect on places now: 4 of 5 users move; largest fall alice@chem 2 -> 4; largest rise bob@physics 4 -> 2; first place root@root (unchanged)
Raising physics from 10 to 40 shares moves 4 of 5 users; largest fall: alice, 2 -> 4 of 5.
Plan: 1 change.  Base change $base." facctmgr plan wish.cfg
	facctmgr plan wish.cfg | sed -n 3p >said
	fshare --diff --what-if 'modify account physics set fairshare=40' |
		tail -n 1 | diff said -
	exits 1 facctmgr diff wish.cfg
	diff <(echo '~ account physics fairshare 10 -> 40') out
	prints "~ account physics fairshare 10 -> 40
$(sed -n 2,3p <(facctmgr plan wish.cfg))
Apply: 1 change.  Base change $base.
 Change $((base + 1)). Undo: facctmgr undo $((base + 1))" \
		facctmgr apply wish.cfg
	prints "0 changes.  Base change $((base + 1))." facctmgr apply wish.cfg
}

@test "the same ratios of shares have no effect" {
	wish 's/Fairshare=30/Fairshare=60/
		s/Fairshare=10/Fairshare=20/
		s/Administrator.$/&:Fairshare=2/'
	facctmgr plan wish.cfg >out
	grep -qx 'No effect on places: siblings keep the ratios of their shares' \
		out
	[ "$(grep -c '^~' out)" -eq 3 ]
}

@test "exit statuses are those of kubectl diff and terraform plan" {
	wish 's/Fairshare=10/Fairshare=40/'
	exits 0 facctmgr plan wish.cfg
	exits 2 facctmgr plan --detailed-exitcode wish.cfg
	exits 0 facctmgr plan --detailed-exitcode tree.cfg
	exits 1 facctmgr plan --detailed-exitcode none.cfg
	exits 1 facctmgr apply none.cfg
	exits 2 facctmgr diff none.cfg
	exits 2 facctmgr diff
}

@test "order, case and fragments make no difference" {
	{ sed -n '9,11p' tree.cfg; sed -n '6,8p' tree.cfg
	  sed -n '2p;5p;4p;3p' tree.cfg; sed -n 1p tree.cfg; } |
		sed 's/bob/BOB/' >turned.cfg
	exits 0 facctmgr diff turned.cfg
	mkdir parts
	sed -n '1,5p' tree.cfg >parts/b.cfg
	sed -n '6,8p' tree.cfg >parts/c.cfg
	sed -n '9,11p' tree.cfg >parts/a.cfg
	echo 'not a flat file' >parts/README
	exits 0 facctmgr diff --prune parts
	exits 0 facctmgr diff --prune parts/a.cfg parts/b.cfg parts/c.cfg
	exits 0 facctmgr diff - <tree.cfg
	echo "User - 'dave':Frob=1" >>parts/c.cfg
	refuses "parts/c.cfg:4:15: unknown option 'Frob'" facctmgr plan parts
	rm parts/*.cfg
	refuses "no file *.cfg in 'parts'" facctmgr plan parts
}

@test "what contradicts itself is refused" {
	cases() {
		printf "%s\n" "$2" | cat tree.cfg - >wish.cfg
		refuses "$1" facctmgr plan wish.cfg
	}
	cases "wish.cfg:12:1: user 'carol' in account 'physics' again" \
		"User - 'carol'"
	cases "wish.cfg:12:1: account 'chem' again" "Account - 'chem'"
	cases "wish.cfg:13:14: DefaultAccount of user 'bob' is 'chem' here and 'physics' elsewhere" \
		"Parent - 'root'
User - 'bob':DefaultAccount='chem'"
	cases "wish.cfg:12:17: user 'carol2' has no association with account 'chem'" \
		"User - 'carol2':DefaultAccount='chem'"
	cases "wish.cfg:12:1: cluster 'other' here and 'cluster' in line wish.cfg:1" \
		"Cluster - 'other'"
	cases "wish.cfg:12:1: parent 'nowhere' is not an account yet" \
		"Parent - 'nowhere'"
	cases "wish.cfg:12:15: no account 'none' to coordinate" \
		"User - 'dave':Coordinator='none'"
	cases "wish.cfg:12:15: unknown admin level 'God': expected None, Operator, Administrator" \
		"User - 'dave':AdminLevel='God'"
	cases "wish.cfg:12:13: unknown QOS flag in 'Fast' (flags: DenyOnLimit,EnforceUsageThreshold,PartitionMinNodes,PartitionMaxNodes,PartitionTimeLimit,RequiresReservation,OverPartQOS,NoReserve,NoDecay,Relative,UsageFactorSafe)" \
		"QOS - 'low':Flags='Fast'"
	cases "wish.cfg:12:29: fairshare is '3' here and '2' before" \
		"Account - 'lab':Fairshare=2:fairshare=3"
	cases "wish.cfg:12:1: unknown kind of line" "Flavour - 'x'"
	cases "wish.cfg:12:1: the account root is the Cluster line" \
		"Account - 'root'"
	sed -i "s/Parent - 'root'/Parent - 'physics'/" tree.cfg
	refuses "tree.cfg:2:1: account 'physics' would be below itself" \
		facctmgr plan tree.cfg
	sed -i 1d tree.cfg
	refuses "tree.cfg:1:1: no line says \"Cluster - 'name'\"" \
		facctmgr plan tree.cfg
}

@test "no command for names that no command can say" {
	{
		cat tree.cfg
		echo "Parent - 'root'"
		echo "Account - 'a,b'"
		echo "Account - 'e[1-2]'"
		echo "Account - 'c d'"
		echo "Parent - 'a,b'"
		echo "User - 'dave'"
	} >wish.cfg
	diff - <(facctmgr plan --print-commands wish.cfg) <<-'OUT'
		# no command can name this: + account e[1-2] parent=root
		sacctmgr -i add account name='c d' cluster=cluster parent=root
		# no command can name this: + account a,b parent=root
		# no command can name this: + user dave@a,b
	OUT
}

@test "a step always says what it does" {
	{
		cat tree.cfg
		echo "User - 'dan':Partition='cpu'"
		echo "User - 'dan':Partition='gpu'"
	} >wish.cfg
	facctmgr -Q apply wish.cfg >/dev/null
	facctmgr -Q -i apply --prune tree.cfg >/dev/null
	facctmgr diff wish.cfg | tee out || true
	grep -qx '~ user dan defaultaccount physics by all its partitions' out
}

@test "a line of steps for each kind" {
	cat >wish.cfg <<-'CFG'
		Cluster - cluster:QOS=normal
		Parent - root
		User - root
		Account - chem:Fairshare=30
		Account - lab:Fairshare=20
		Parent - chem
		User - alice:Fairshare=4
		User - bob:DefaultAccount=chem
		Account - physics:Fairshare=10
		Parent - physics
		User - carol
	CFG
	facctmgr plan --prune wish.cfg >out
	sed -n '/^Not/q;/^Effect/q;p' out >steps
	diff -u - steps <<-'OUT'
		> account physics moves root -> chem
		+ account lab parent=root fairshare=20
		~ user alice@chem fairshare 3 -> 4
		~ user bob defaultaccount physics -> chem
		- user bob@physics
	OUT
	tail -n 1 out |
		grep -qx "Plan: 1 add, 2 change, 1 move, 1 delete.  Base change $base."
	grep -qx 'Not in the file, so left alone: 2' out
	grep -qx '  user root adminlevel Administrator' out
	grep -qx '  account physics grptres cpu=64' out
}

@test "a user moves, and his default account first" {
	wish '/carol/d'
	sed -i "8i User - 'carol':DefaultAccount='chem'" wish.cfg
	prints '> user carol moves physics -> chem (default account was physics: set chem first)' \
		sed -n 1p <(facctmgr plan --prune wish.cfg)
	diff - <(facctmgr plan --prune --print-commands wish.cfg) <<-'OUT'
		sacctmgr -i add user name=carol account=chem cluster=cluster
		sacctmgr -i modify user where name=carol cluster=cluster set defaultaccount=chem
		sacctmgr -i delete user where name=carol account=physics cluster=cluster
	OUT
	prints "Apply: 1 move.  Base change $base." \
		sed -n '$p' <(facctmgr apply --dry-run --prune wish.cfg)
	exits 1 facctmgr diff --prune wish.cfg
}

@test "blocked: a default account while others stay" {
	wish "/^User - 'bob':.*Fairshare=2/d;s/:DefaultAccount='physics'//"
	facctmgr plan --prune wish.cfg >out
	grep -qx -- "- user bob@physics                 blocked: default account, and chem stays: set DefaultAccount='chem'" \
		out
	grep -qx "Plan: 1 blocked.  Base change $base." out
	refuses '1 step is blocked, nothing changed (--skip-blocked takes the other steps)' \
		facctmgr -i apply --prune wish.cfg
	sed -i '/carol/d' wish.cfg
	prints '- user carol' sed -n 1p <(facctmgr -i apply --prune \
		--skip-blocked wish.cfg)
	[ "$(facctmgr -n -P list assoc account=physics format=user)" = '
bob' ]
	# said so, it is set first and then goes
	sed -i "s/User - 'bob'/&:DefaultAccount='chem'/" wish.cfg
	facctmgr -i apply --prune wish.cfg >out
	diff - <(head -n 2 out) <<-'OUT'
		~ user bob defaultaccount physics -> chem
		- user bob@physics
	OUT
}

@test "blocked: the default QOS of somebody" {
	facctmgr -i -Q add qos high >/dev/null
	facctmgr -i -Q modify account chem set qos=high,normal defaultqos=high \
		>/dev/null
	cat >wish.cfg - tree.cfg <<-'CFG'
		QOS - normal
	CFG
	facctmgr plan --prune wish.cfg |
		grep -qx -- '- qos high                         blocked: default QOS of account chem'
	facctmgr -Q modify account chem set defaultqos=normal >/dev/null
	prints '- qos high' sed -n 1p <(facctmgr plan --prune wish.cfg)
}

@test "prune only what is in scope; nothing outside is touched" {
	printf '%s\n' 'Cluster - cluster' 'Parent - physics' \
		"User - bob:DefaultAccount=physics" >wish.cfg
	facctmgr plan --prune --scope physics wish.cfg >said
	prints '- user carol' sed -n '/^Not/q;p' said
	prints "Plan: 1 delete.  Base change $base." tail -n 1 said
	sed 's/Fairshare=3$/Fairshare=9/' tree.cfg >wish.cfg
	refuses "outside account 'physics': ~ user alice@chem fairshare 3 -> 9" \
		facctmgr plan --scope physics wish.cfg
	refuses "no account 'nowhere' on cluster cluster" \
		facctmgr plan --scope nowhere wish.cfg
	sed 's/Fairshare=2/Fairshare=9/' tree.cfg >wish.cfg
	prints "~ user bob@physics fairshare 2 -> 9" \
		sed -n 1p <(facctmgr apply --scope physics wish.cfg)
}

@test "too much at once is refused" {
	{
		cat tree.cfg
		echo "Account - 'lab'"
		echo "Parent - 'lab'"
		seq -f "User - 'u%02g'" 41
	} >many.cfg
	facctmgr apply many.cfg >/dev/null
	# 41 users and their account
	facctmgr plan --prune tree.cfg | grep -qx \
		'Large change: 42 deletions, more than 40; apply needs --allow-large'
	refuses '42 deletions, more than 40: nothing changed (--allow-large applies it anyway)' \
		facctmgr -i apply --prune tree.cfg
	refuses '42 deletions, more than 41: nothing changed (--allow-large applies it anyway)' \
		facctmgr -i apply --prune --max-deletes 41 tree.cfg
	refuses 'nothing deleted: without a terminal, deleting needs -i' \
		facctmgr apply --prune --max-deletes 42 tree.cfg </dev/null
	facctmgr -i apply --prune --allow-large tree.cfg >/dev/null
	exits 0 facctmgr diff --prune tree.cfg
}

@test "too many losers are refused" {
	{
		cat tree.cfg
		echo "Parent - 'root'"
		echo "Account - 'lab':Fairshare=1000"
		echo "Parent - 'lab'"
		seq -f "User - 'u%02g'" 20
	} >many.cfg
	facctmgr apply many.cfg >/dev/null
	for i in $(seq 20); do
		printf 'lab u%02d %d\n' "$i" "$i"
	done >usage
	fimport usage usage >/dev/null
	# lab has LF 1000/1041 / (210/810) = 3.7 and is first; with 1 share
	# 1/42 / (210/810) = 0.09 and its twenty are last: each falls by 4
	# places, more than a tenth of 25, and 20 of 25 are 80 %
	sed -i 's/Fairshare=1000/Fairshare=1/' many.cfg
	refuses '20 of 25 users drop by more than a tenth of the ranking, more than 20 %: nothing changed (--allow-large applies it anyway)' \
		facctmgr apply many.cfg
	facctmgr apply --max-losers 80 many.cfg >/dev/null
}

@test "a saved plan is what is done" {
	wish "s/Fairshare=10/Fairshare=40/;/carol/d"
	facctmgr plan --prune wish.cfg -o p.plan >out
	grep -qx "Plan: 1 change, 1 delete.  Base change $base." out
	refuses 'p.plan is a saved plan, which only apply takes' \
		facctmgr plan p.plan
	refuses 'a saved plan has its own prune, exact, scope and cluster: leave them out' \
		facctmgr apply p.plan --prune
	facctmgr plan --prune wish.cfg -o - | cmp - p.plan
	[ ! -e ./- ]
	rm wish.cfg # it says all
	prints "Apply: 1 change, 1 delete.  Base change $base.
 Change $((base + 1)). Undo: facctmgr undo $((base + 1))" \
		tail -n 2 <(facctmgr apply p.plan)
}

@test "a saved plan is refused when the store has moved on" {
	wish 's/Fairshare=10/Fairshare=40/'
	facctmgr plan wish.cfg -o p.plan >/dev/null
	facctmgr -Q modify account physics set fairshare=11 >/dev/null
	exits 1 facctmgr apply p.plan
	sed -i 's/, 20[-0-9T:]*,/, TIME,/' err
	diff -u - err <<-OUT
		facctmgr: error: the plan was made at change $base, the store is at $((base + 1)) now: plan again.  Since then:
		  change $((base + 1)), TIME, root: facctmgr -Q modify account physics set fairshare=11
		    ~ account physics Fairshare 10 -> 11
	OUT
	[ ! -s out ]
}

@test "a saved plan of another store is refused" {
	wish 's/Fairshare=10/Fairshare=40/'
	facctmgr plan wish.cfg -o p.plan >/dev/null
	FAIRTREE_DB=other.db facctmgr -Q load tree.cfg >/dev/null
	export FAIRTREE_DB=other.db
	refuses "the plan was made for another store: its change $base is not 'fimport usage usage' by root here" \
		facctmgr apply p.plan
}

@test "a saved plan that was changed is refused" {
	wish 's/Fairshare=10/Fairshare=40/'
	facctmgr plan wish.cfg -o p.plan >/dev/null
	sed 's/physics.:Fairshare=40/physics'"'"':Fairshare=41/' p.plan >q.plan
	refuses "step 1 of the plan is '~ account physics fairshare 10 -> 40', now it would be '~ account physics fairshare 10 -> 41': plan again" \
		facctmgr apply q.plan
	# who reads the lines and agrees agrees to nothing else
	sed 's/fairshare 10 -> 40/fairshare 10 -> 11/' p.plan >q.plan
	refuses "step 1 of the plan is '~ account physics fairshare 10 -> 11', now it would be '~ account physics fairshare 10 -> 40': plan again" \
		facctmgr apply q.plan
	sed 's/"old": "10"/"old": "9"/' p.plan >q.plan
	refuses "step 1 of the plan, '~ account physics fairshare 10 -> 40', contradicts itself: plan again" \
		facctmgr apply q.plan
	sed 's/^    {"op".*//' p.plan >q.plan
	refuses "the plan ends at step 0, now '~ account physics fairshare 10 -> 40' would follow: plan again" \
		facctmgr apply q.plan
	sed 's/plan.1"/plan\/2"/' p.plan >q.plan
	refuses "q.plan:2:3: 'schema' is not fairtree.plan/1" \
		facctmgr apply q.plan
	head -c 100 p.plan >q.plan
	exits 1 facctmgr apply q.plan
	grep -q '^facctmgr: error: q.plan:[0-9]*:[0-9]*: ' err
}

@test "a dry run refuses what the real one refuses" {
	wish 's/Fairshare=10/Fairshare=40/;/carol/d'
	facctmgr plan --prune wish.cfg -o p.plan >/dev/null
	prints " Dry run: nothing is changed." \
		sed 1q <(facctmgr --dry-run apply p.plan)
	wish "/^User - 'bob':.*Fairshare=2/d;s/:DefaultAccount='physics'//"
	refuses '1 step is blocked, nothing changed (--skip-blocked takes the other steps)' \
		facctmgr --dry-run apply --prune wish.cfg
	wish "/physics/d;/carol/d;/^User - 'bob':.*Fairshare=2/d"
	refuses '3 deletions, more than 1: nothing changed (--allow-large applies it anyway)' \
		facctmgr --dry-run apply --prune --max-deletes 1 wish.cfg
	facctmgr -Q modify account physics set fairshare=11 >/dev/null
	exits 1 facctmgr --dry-run apply p.plan
	grep -q 'the plan was made at change' err
	exits 1 facctmgr --print-commands apply p.plan
	[ ! -s out ]
}

@test "words without a value" {
	for word in cluster= scope= file= output=; do
		refuses "no value after '$word'" \
			facctmgr plan tree.cfg "$word"
	done
}

@test "for programs" {
	wish 's/Fairshare=10/Fairshare=40/;/carol/d'
	facctmgr plan wish.cfg --prune --json >out
	perl -MJSON::PP -0777 -ne '
		my $plan = decode_json($_);
		my $same = JSON::PP->new->canonical;
		my @want = (
			{ step => 1, op => "change", entity => "account",
			  path => "physics", field => "fairshare",
			  old => "10", new => "40" },
			{ step => 2, op => "delete", entity => "user",
			  path => "carol", field => undef, old => undef,
			  new => undef });
		exit !($plan->{schema} eq "fairtree.changes/1"
		    && $same->encode($plan->{changes}) eq $same->encode(\@want)
		    && $plan->{effect}{removed} == 1
		    && !@{$plan->{blocked}} && !defined $plan->{too_large}
		    && $plan->{counts}{delete} == 1)' out
	diff - <(facctmgr plan wish.cfg --prune --csv) <<-'OUT'
		Step,Op,Entity,Path,Field,Old,New
		1,change,account,physics,fairshare,10,40
		2,delete,user,carol,,,
	OUT
	facctmgr plan wish.cfg --yaml | grep -qx 'schema: fairtree.changes/1'
}

@test "unknown by the Slurm name, and to other verbs" {
	PATH=$BATS_FILE_TMPDIR/slurm:$PATH
	exits 1 sacctmgr plan tree.cfg
	grep -qx 'invalid keyword: plan' err
	exits 1 sacctmgr --prune list user
	exits 0 sacctmgr -o list user
	refuses "plan does not know 'frob=1'" facctmgr plan tree.cfg frob=1
	refuses 'no file to plan' facctmgr plan
	refuses 'only plan saves a plan, not apply' \
		facctmgr apply tree.cfg -o p.plan
	refuses "maxdeletes must be a number of at least 1, not 'x'" \
		facctmgr plan tree.cfg --max-deletes x
}

@test "on a terminal only deletes are asked about" {
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip "no terminal to be had"
	wish 's/Fairshare=10/Fairshare=40/'
	script -qec 'facctmgr apply wish.cfg' /dev/null </dev/null >out
	grep -q "Change $((base + 1)). Undo" out
	! grep -q 'commit changes' out
	exits 0 facctmgr diff wish.cfg
	sed -i '/carol/d' wish.cfg
	echo n | script -qec 'facctmgr apply --prune wish.cfg' /dev/null >out
	grep -q 'commit changes' out
	exits 1 facctmgr diff --prune wish.cfg
	echo y | script -qec 'facctmgr apply --prune wish.cfg' /dev/null >out
	exits 0 facctmgr diff --prune wish.cfg
}

# The file names neither the level of the user root nor the limit of physics.
# --exact removes the limit and leaves root an administrator, so one record
# changes.
@test "exact does not write the unchanged record of root again" {
	sed -i 's/:AdminLevel=.*//' tree.cfg
	sed 's/:GrpTRES=.*//' tree.cfg >exact.cfg
	prints "~ account physics grptres cpu=64 -> none
Effect on places now: none of 5 users moves; first place root@root (unchanged)
Apply: 1 change.  Base change $base." \
		sed '/^ Change/d' <(facctmgr apply --exact exact.cfg)
	[ "$(facctmgr -n -P log --last 1 format=id,rows)" = "$((base + 1))|1" ]
	prints "0 changes.  Base change $((base + 1))." \
		facctmgr apply --exact exact.cfg
	[ "$(facctmgr -n -P log --last 1 format=id)" = $((base + 1)) ]
	[ "$(facctmgr -n -P list user root format=admin)" = Administrator ]
}

# An account that is added below chem without an organization gets chem.  So
# chem is what --exact would set for lab in its new place: it stays, and the
# plan has nothing to leave alone.  Another organization would be left alone.
@test "an organization that stays is not listed as left alone" {
	sed -i 's/:AdminLevel=.*//; s/:GrpTRES=.*//' tree.cfg
	facctmgr -Q -i apply --exact tree.cfg >/dev/null
	facctmgr -Q -i add account lab parent=physics organization=chem >/dev/null
	sed "/Parent - 'chem'/a Account - 'lab'" tree.cfg >moved.cfg
	facctmgr plan moved.cfg >out
	grep -qx '> account lab moves physics -> chem' out
	! grep -q organization out
	facctmgr -Q -i apply --exact moved.cfg >/dev/null
	[ "$(facctmgr -n -P list account lab format=organization)" = chem ]
	facctmgr -Q -i modify account lab set organization=math >/dev/null
	facctmgr plan moved.cfg | grep -qx '  account lab organization math'
	facctmgr plan --exact moved.cfg |
		grep -qx '~ account lab organization math -> chem'
}

@test "only administrators plan and apply" {
	export FAIRTREE_USER=carol
	exits 1 facctmgr apply tree.cfg
	grep -qx "facctmgr: error: permission denied for user 'carol': needs an administrator" \
		err
}

@test "what a plan leaves as it is can be undone past it" {
	facctmgr -Q add qos high set priority=10 preempt=normal >/dev/null
	facctmgr dump cluster file=dumped.cfg >/dev/null
	sed -i '/carol/d' dumped.cfg
	exits 0 facctmgr -i apply --prune dumped.cfg
	exits 0 facctmgr undo $((base + 1))
	facctmgr list qos format=name -nP >out
	[ "$(cat out)" = normal ]
}

@test "lists of preemption turn round in one step" {
	facctmgr -iQ add qos a,b,c
	facctmgr -iQ modify qos a set preempt=b,c
	facctmgr -iQ modify qos b set preempt=c
	cat >turned.cfg <<-EOF
		QOS - 'b':Description='b':Preempt='a'
		QOS - 'a':Description='a'
		QOS - 'c':Description='c':Preempt='a,b'
		Cluster - 'cluster'
	EOF
	# without --exact, a still preempts b
	run facctmgr -i apply turned.cfg
	[ "$status" -eq 1 ]
	[ "$output" = "facctmgr: error: QOS 'a' would preempt itself" ]
	facctmgr plan --exact turned.cfg | grep '^~ qos . preempt' >steps
	diff steps - <<-EOF
		~ qos a preempt b,c -> none
		~ qos b preempt c -> none
		~ qos c preempt=a,b
		~ qos b preempt=a
	EOF
	facctmgr -i apply --exact turned.cfg
	[ "$(facctmgr -nP list qos format=name,preempt | paste -s -d' ')" = \
	    'normal| a| b|a c|a,b' ]
}

@test "load looks for loops of preemption when it has read all lists" {
	facctmgr -iQ add qos a,b
	facctmgr -iQ modify qos a set preempt=b
	printf "QOS - 'b':Preempt='a'\nQOS - 'a':Preempt='normal'\n" >turned.cfg
	echo "Cluster - 'cluster'" >>turned.cfg
	facctmgr -i load turned.cfg
	[ "$(facctmgr -nP list qos format=name,preempt | paste -s -d' ')" = \
	    'normal| a|normal b|a' ]
	sed 's/normal/b/' turned.cfg >loop.cfg
	run facctmgr -i load loop.cfg
	[ "$status" -eq 1 ]
	[ "$output" = "facctmgr: error: QOS 'a' would preempt itself" ]
}
