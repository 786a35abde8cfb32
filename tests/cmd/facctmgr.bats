#!/usr/bin/env bats
# facctmgr under its own name: nothing is cut, a wish that is already true is no
# failure, questions and -i, formats, every refusal; and that several at once
# lose nothing.  Under Slurm's name it is tests/oracle/run.t that looks.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	cat >tree.cfg <<'END'
Cluster - 'cluster':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
Account - 'bedrock':Fairshare=500:GrpTRES=cpu=64,mem=2G
Account - 'managers':Fairshare=500
Parent - 'bedrock'
User - 'fred':DefaultAccount='bedrock':Fairshare=25:MaxJobs=3
User - 'barney':DefaultAccount='bedrock':Fairshare=25
Account - 'quarry':Fairshare=5
Parent - 'quarry'
User - 'wilma':DefaultAccount='quarry':Fairshare=parent
Parent - 'managers'
User - 'slate':DefaultAccount='managers':Fairshare=1
User - 'fred':Fairshare=2
END
	facctmgr load tree.cfg >/dev/null </dev/null
}

# tree: the associations, one to a line
tree() {
	facctmgr -nP list assoc format=account,user,share
}

# says TEXT COMMAND...: exit status 0, TEXT on standard output, nothing else
says() {
	local text=$1
	shift
	"$@" >out 2>err </dev/null
	diff -u <(printf '%s\n' "$text") out
	[ ! -s err ]
}

# refuses TEXT COMMAND...: status 1, TEXT on standard error; nothing changes
refuses() {
	local text=$1 status=0 before
	before=$(facctmgr dump cluster file=-)
	shift
	"$@" >out 2>err </dev/null || status=$?
	diff -u <(printf '%s\n' "$text") err
	[ "$status" -eq 1 ]
	[ "$before" = "$(facctmgr dump cluster file=-)" ]
}

@test "load says how much is new, and that nothing is" {
	says " Cluster cluster: 0 accounts, 0 users, 0 associations, 0 QOS added, 0 changes" \
		facctmgr load tree.cfg
	sed -i 's/=500:Grp/=400:Grp/' tree.cfg
	facctmgr load tree.cfg >out
	grep 'Changed fairshare  *for Account bedrock .* 500 -> 400' out
	grep '0 QOS added, 1 changes' out
	grep '^ Change 2\. Undo: facctmgr undo 2$' out
}

@test "dump loads to what it was" {
	facctmgr add qos gold priority=7 grptres=cpu=4 flags=nodecay preempt=normal
	facctmgr modify account bedrock set qos+=gold defaultqos=gold
	facctmgr add coordinator account=bedrock user=slate
	facctmgr dump cluster file=a.cfg
	FAIRTREE_DB=$BATS_TEST_TMPDIR/other.db
	facctmgr load a.cfg
	facctmgr dump cluster file=- | diff -u a.cfg -
}

@test "add" {
	facctmgr add account physics fairshare=7 >out
	grep '^ Change 2\. Undo: facctmgr undo 2$' out
	says " Nothing new added." facctmgr add account physics
	facctmgr add user ann,averyveryverylongname account=physics
	facctmgr -n list assoc account=physics format=user >out
	grep averyveryverylongname out
	facctmgr add user u[1-3] account=physics maxjobs=4
	[ "$(facctmgr -nP list user u1,u2,u3 format=user | xargs)" = "u1 u2 u3" ]
	says " Nothing new added." facctmgr add user ann account=physics
}

@test "what add refuses" {
	refuses "facctmgr: error: no name of an account to add" \
		facctmgr add account
	refuses "facctmgr: error: no name of a user to add" facctmgr add user
	refuses "facctmgr: error: no account given to add users to" \
		facctmgr add user x
	refuses "facctmgr: error: no account 'nope'" \
		facctmgr add user x account=nope
	refuses "facctmgr: error: no account 'nope'" \
		facctmgr add user x account=bedrock,nope
	refuses "facctmgr: error: no account 'nope' on cluster 'cluster' to be the parent" \
		facctmgr add account x parent=nope
	refuses "facctmgr: error: no cluster 'nope'" \
		facctmgr add account x cluster=nope
	refuses "facctmgr: error: unknown setting 'bogus=1'" \
		facctmgr add account x bogus=1
	refuses "facctmgr: error: invalid value for FairShare (5x)" \
		facctmgr add account x fairshare=5x
	refuses "facctmgr: error: no TRES known by type bogus" \
		facctmgr add account x grptres=bogus=1
	refuses "facctmgr: error: you gave a bad qos 'x'. Valid QOS's are normal" \
		facctmgr add account x qos=x
	refuses "facctmgr: error: unknown QOS flag in 'x' (flags: DenyOnLimit,EnforceUsageThreshold,PartitionMinNodes,PartitionMaxNodes,PartitionTimeLimit,RequiresReservation,OverPartQOS,NoReserve,NoDecay,Relative,UsageFactorSafe)" \
		facctmgr add qos x flags=x
	refuses "facctmgr: error: no user 'nope'" \
		facctmgr add coordinator account=bedrock user=nope
	refuses "facctmgr: error: bad word 'a\\u0009b': it contains a control character (U+0009)" \
		facctmgr add account 'a	b'
	refuses "facctmgr: error: unknown entity 'bogus', add needs one of Account, Cluster, Coordinator, QOS, Resource, User" \
		facctmgr add bogus
}

@test "modify" {
	says " Modified user associations...
  C = cluster    A = bedrock              U = fred     
  C = cluster    A = managers             U = fred     
 Change 2. Undo: facctmgr undo 2" facctmgr modify user fred set fairshare=30
	facctmgr modify user fred where account=managers set fairshare=9
	tree | grep '^managers|fred|9$'
	facctmgr modify account quarry set parent=managers description=stones
	facctmgr -nP list account quarry | grep '^quarry|stones|bedrock$'
	facctmgr modify user fred set defaultaccount=managers adminlevel=operator
	facctmgr -nP list user fred | grep '^fred|managers|Operator$'
	facctmgr modify qos normal set priority=9 maxwall=1-0
	facctmgr -nP list qos format=name,priority,maxwall | grep '^normal|9|1-00:00:00$'
	facctmgr modify cluster cluster set classification=capability
	facctmgr -nP list cluster format=cluster,class | grep '^cluster|Capability$'
}

@test "what modify refuses" {
	refuses "facctmgr: error: nothing to set: name settings after 'set'" \
		facctmgr modify user fred
	refuses "facctmgr: error: setting 'fairshare' has no value" \
		facctmgr modify user fred set fairshare
	refuses "facctmgr: error: unknown condition 'bogus=1', settings come after 'set'" \
		facctmgr modify user bogus=1 set fairshare=1
	refuses "facctmgr: error: unknown setting 'bogus=1', conditions come after 'where'" \
		facctmgr modify user fred set bogus=1
	refuses "facctmgr: error: 'FairShare' takes = only" \
		facctmgr modify user fred set fairshare+=1
	refuses "facctmgr: error: users are not in account 'quarry'
  U = fred C = cluster" facctmgr modify user fred set defaultaccount=quarry
	refuses "facctmgr: error: user 'slate' exists already" \
		facctmgr modify user fred set newname=slate
	refuses "facctmgr: error: no account 'nope' to be the parent" \
		facctmgr modify account quarry set parent=nope
	facctmgr add qos gold >/dev/null
	refuses "facctmgr: error: default QOS would not be among those allowed
  DefQOS = gold       C = cluster    A = bedrock              U = fred     
  DefQOS = gold       C = cluster    A = managers             U = fred     " \
		facctmgr modify user fred set defaultqos=gold
	refuses "facctmgr: error: QOS 'gold' would preempt itself" \
		facctmgr modify qos gold set preempt=gold
	refuses "facctmgr: error: GrpWall is not a valid option for the root association of a cluster." \
		facctmgr modify cluster cluster set grpwall=3 ||
		grep GrpWall err
}

@test "delete needs -i off a terminal" {
	refuses "facctmgr: error: nothing deleted: without a terminal, deleting needs -i" \
		facctmgr delete user fred
	facctmgr -i delete user fred >out
	grep '^  fred$' out
	says " Nothing deleted" facctmgr -i delete user fred
	run tree
	[[ $output != *fred* ]]
}

@test "what delete refuses" {
	refuses "facctmgr: error: no conditions given for what to delete" \
		facctmgr -i delete user
	refuses "facctmgr: error: the root account stays as long as its cluster" \
		facctmgr -i delete account root
	refuses "facctmgr: error: default account of users
  C = cluster         A = managers   U = slate    " \
		facctmgr -i delete account managers
	facctmgr add qos gold >/dev/null
	facctmgr modify account quarry set qos+=gold defaultqos=gold >/dev/null
	refuses "facctmgr: error: default QOS of associations
  DefQOS = gold       C = cluster    A = quarry              " \
		facctmgr -i delete qos gold
}

@test "who may" {
	export FAIRTREE_USER=barney
	refuses "facctmgr: error: permission denied for user 'barney': needs an operator" \
		facctmgr modify user fred set fairshare=1
	refuses "facctmgr: error: permission denied for user 'barney': needs an operator" \
		facctmgr add account sneaky
	refuses "facctmgr: error: permission denied for user 'barney': needs an administrator" \
		facctmgr add qos sneaky
	refuses "facctmgr: error: permission denied for user 'barney': users may change only their own default QOS" \
		facctmgr modify user barney set fairshare=1
	refuses "facctmgr: error: permission denied for user 'barney': needs an administrator" \
		facctmgr load tree.cfg
	facctmgr list user fred | grep fred
}

@test "lists" {
	facctmgr list assoc tree format=account,user,share >out
	diff -u - out <<'END'
Account                    User     Share 
-------------------- ---------- --------- 
root                                    1 
 root                      root         1 
 bedrock                              500 
  bedrock                barney        25 
  bedrock                  fred        25 
  quarry                                5 
   quarry                 wilma    parent 
 managers                             500 
  managers                 fred         2 
  managers                slate         1 
END
	facctmgr -nP list assoc account=bedrock withsub format=user | xargs >out
	[ "$(cat out)" = "barney fred wilma" ]
	facctmgr --csv list account bedrock >out
	diff -u - out <<'END'
Account,Description,Organization
bedrock,bedrock,bedrock
END
	facctmgr --json list assoc user=fred account=bedrock \
		format=user,share,grptres,maxjobs,qos >out
	grep '{"user": "fred", "shares": 25, "grp_tres": \[\], "max_jobs": 3, "qos": \["normal"\]}' out
	facctmgr --json list assoc account=bedrock user= format=grptres >out
	grep '{"grp_tres": \[{"name": "cpu", "value": 64}, {"name": "mem", "value": 2048}\]}' out
	facctmgr --yaml list user slate >out
	grep '^- user: slate$' out
	facctmgr list problem | tail -1 | grep -v Account
}

@test "what a deleted cluster leaves is a problem, and its empty cells are empty" {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/left.db
	facctmgr -iQ add cluster c1,c2
	facctmgr -iQ add account a cluster=c2
	facctmgr -iQ add user u account=a cluster=c2
	facctmgr -iQ delete cluster c2
	# what malloc() gives is not zero
	MALLOC_PERTURB_=90 facctmgr list problem | tail -2 >out
	diff -u - out <<'END'
                    a                         Account has no Associations 
                               u                 User has no Associations 
END
}

@test "what lists refuse" {
	refuses "facctmgr: error: unknown field 'bogus'" \
		facctmgr list user format=bogus
	refuses "facctmgr: error: unknown condition 'bogus=1'" \
		facctmgr list user bogus=1
	refuses "facctmgr: error: Invalid value for AssocId (fred)" \
		facctmgr list assoc fred
	refuses "facctmgr: error: unknown entity 'bogus', list needs one of Accounts, Associations, Clusters, Configuration, Events, Federation, Instances, Problems, RunawayJobs, QOS, Resource, Reservations, Stats, Transactions, Txn, Users, WCKeys, TRES" \
		facctmgr list bogus
	refuses "facctmgr: error: unknown command 'bogus' (facctmgr help lists them)" \
	    facctmgr bogus
	refuses "facctmgr: error: 'add' changes the store; this session is read-only" \
		facctmgr -r add account x
}

@test "commands on standard input" {
	printf '%s\n' '# a comment' 'add account one' '' \
		'add account "two words" description="a b"' \
		'list account format=account' '!!' >in
	run facctmgr -n -P <in
	[ "$status" -eq 0 ] # an empty line is none
	[ "$(grep -c '^two words$' <<<"$output")" -eq 2 ]
	printf 'list account format=account\nexit\nbogus\n' | facctmgr -nP >out
	grep '^one$' out
}

@test "bad files change nothing" {
	printf "Cluster - 'cluster'\nAccount - 'x'\nAccount - 'y':Bogus=1\n" >bad
	refuses "facctmgr: error: bad:3:15: unknown option 'Bogus'" \
		facctmgr load bad
	printf "Cluster - 'cluster'\nAccount - 'x'\nParent - 'z'\n" >bad
	refuses "facctmgr: error: bad:3:1: parent 'z' is not an account yet" \
		facctmgr load bad
	refuses "facctmgr: error: no file to load" facctmgr load
	refuses "facctmgr: error: no cluster 'nope'" facctmgr dump nope file=x
	refuses "facctmgr: error: no cluster to dump" facctmgr dump
	run facctmgr load missing.cfg
	[ "$status" -eq 1 ]
}

@test "many at once" {
	for i in 1 2 3 4 5 6 7 8; do
		facctmgr add user "x$i" account=bedrock >/dev/null &
	done
	wait
	[ "$(facctmgr -nP list user format=user | grep -c "^x")" -eq 8 ]
}

@test "names are stored as they are, and in lower case" {
	facctmgr add account "Zoë" description="it's \"so\"" >/dev/null
	[ "$(facctmgr -nP list account format=account,descr | tail -1)" = "zoë|it\`s \`so\`" ]
	facctmgr dump cluster file=x.cfg
	FAIRTREE_DB=$BATS_TEST_TMPDIR/other.db
	facctmgr load x.cfg
	facctmgr dump cluster file=- | diff -u x.cfg -
}

@test "a file may bring a new cluster with its user root" {
	printf '%s\n' "Cluster - 'other':Fairshare=1" "Parent - 'root'" \
	    "User - 'root':DefaultAccount='root':Fairshare=7" >"$BATS_TEST_TMPDIR/other.cfg"
	run facctmgr -i load file="$BATS_TEST_TMPDIR/other.cfg"
	[ "$status" -eq 0 ]
	run facctmgr -n -P list assoc cluster=other format=account,user,share
	[ "$output" = $'root||1\nroot|root|7' ]
}

@test "one line says which name nobody has" {
	facctmgr -i modify user nobody where account=nowhere cluster=none \
	    set fairshare=3 2>err >/dev/null && false
	[ "$(grep -c "^facctmgr: unknown [a-z]* 'no[a-z]*'$" err)" -eq 1 ]
	[ "$(wc -l <err)" -eq 1 ]
}

@test "a factor that no arithmetic bears is refused" {
	run facctmgr -i modify qos normal set usagefactor=1e308
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"(1e308)"* ]]
	facctmgr -Q modify qos normal set usagefactor=1e15
}

@test "a column of transactions is empty in other lists" {
	run facctmgr -nP show qos format=name,time
	[ "$status" -eq 0 ]
	[ "$output" = "normal|" ]
}

@test "a number of resources that 32 bits cannot hold is refused" {
	facctmgr -iQ add resource tool type=license server=s count=5
	for count in 4294967297 4294967295 -1; do
		run facctmgr -i modify resource tool set count=$count
		[ "$status" -eq 1 ]
		[ "$output" = \
		    "facctmgr: error: Invalid value for count ($count)" ]
	done
	[ "$(facctmgr -nP list resource format=count)" = 5 ]
}
