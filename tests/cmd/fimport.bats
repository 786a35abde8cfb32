#!/usr/bin/env bats
# fimport: what each sub-command does, that a second time changes nothing, and
# every refusal, after which the store is as it was.

load ../lib/cmd

setup() {
	examples=$FT_TOP/data/examples
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	long=Account,User,RawShares,NormShares,RawUsage,NormUsage,EffectvUsage
	long=$long,FairShare,LevelFS
}

table() {
	fshare -a -P -o "$long"
}

# A small cluster to change.
bedrock() {
	fimport dump "$examples/bedrock.cfg" >/dev/null
	fimport usage "$examples/bedrock.usage" >/dev/null
}

# Two tied accounts; b was made first.
tied_table() {
	cat <<'END'
Account|User|RawShares|RawUsage|FairShare
root|||200|
 a||1|100|
  a|a1|1|80|0.250000
  a|a2|1|20|0.750000
 b||1|100|
  b|b1|1|40|1.000000
  b|b2|1|60|0.750000
END
}

# refuse MESSAGE COMMAND...: exit status 1, this one line, nothing changed.
refuse() {
	local want=$1 before after
	shift
	before=$(table)
	run "$@"
	[ "$output" = "$want" ] || {
		printf 'wanted: %s\ngot: %s\n' "$want" "$output"
		return 1
	}
	[ "$status" -eq 1 ]
	after=$(table)
	[ "$before" = "$after" ]
}

# The same for a file with this text (escapes of printf); its name is x.
refuse_text() {
	local want=$1 verb=$2
	printf %b "$3" >x
	refuse "$want" fimport "$verb" x
}

# ---- use -------------------------------------------------------------------

@test "--help lists all that can be imported" {
	run fimport --help
	[ "$status" -eq 0 ]
	for verb in conf dbdconf dump history qos sacct scontrol squeue \
	    sshare usage; do
		[[ $output == *"$verb FILE"* ]]
	done
}

@test "wrong use is told, with a hint" {
	hint="Try 'fimport --help' for more information"
	while read -r args want; do
		# shellcheck disable=SC2086
		run fimport ${args//,/ }
		[ "$status" -eq 1 ]
		[ "${lines[0]}" = "fimport: error: $want" ]
		[ "${lines[1]}" = "$hint" ]
	done <<'END'
, missing what to import: conf, dbdconf, dump, history, qos, sacct, scontrol, site, squeue, sshare or usage
jobs,x cannot import 'jobs'
usage missing FILE after 'usage'
usage,x,y one file at a time, not also 'y'
usage,x,-M,c --cluster is for dump, not for 'usage'
END
}

@test "a file that is not there" {
	bedrock
	for verb in conf dbdconf dump qos sacct squeue sshare usage; do
		refuse "fimport: error: cannot open 'none': No such file or \
directory" fimport "$verb" none
	done
}

@test "a bad file does not even make a store" {
	echo nonsense >x
	for verb in conf dbdconf dump qos sacct squeue sshare usage; do
		run fimport "$verb" x
		[ "$status" -eq 1 ]
		[ ! -e "$FAIRTREE_DB" ]
	done
}

# ---- sshare ----------------------------------------------------------------

@test "sshare: the table comes out as it went in" {
	run fimport sshare "$examples/bedrock.sshare"
	[ "$status" -eq 0 ]
	[ "$output" = "cluster 'cluster' now matches the table: 3 accounts, 5 \
user associations, raw usage 1230" ]
	fshare -a -l -P | diff - "$examples/bedrock.sshare"
}

@test "sshare: from standard input, and again" {
	fimport sshare - <"$examples/bedrock.sshare"
	fimport sshare - <"$examples/bedrock.sshare"
	fshare -a -l -P | diff - "$examples/bedrock.sshare"
}

@test "sshare: nothing of the old tree stays" {
	fimport dump "$examples/university.cfg"
	fimport usage "$examples/university.usage"
	fimport sshare "$examples/bedrock.sshare"
	fshare -a -l -P | diff - "$examples/bedrock.sshare"
}

@test "sshare: with a user root, partitions, limits and own usage" {
	cat >x <<'END'
Account|User|Partition|RawShares|RawUsage|GrpTRESMins
root||||200|
 root|root||1|0|
 lab|||10|180|cpu=9000
  lab|ann||5|100|
  lab|ann|debug|3|50|
  lab|bob||parent|20|
END
	fimport sshare x
	fshare -a -m -P -o "$(head -1 x | tr '|' ,)" | diff - x
}

@test "sshare: tied accounts keep the order that their users show" {
	tied_table >x
	fimport sshare x
	fshare -a -P -o Account,User,RawShares,RawUsage,FairShare | diff - x
}

# What a store says of its tree, but for ids: those are kept.
whole() {
	facctmgr dump cluster file=-
	fshare -a -l -P
	facctmgr -P list assoc tree format=account,user,share,parentname
	facctmgr -P list user withassoc withcoord
	facctmgr -P list account withassoc
}

@test "sshare: over another tree it is the same as into a new store" {
	export FAIRTREE_USER=root
	fimport sshare "$examples/bedrock.sshare"
	facctmgr -Q modify account bedrock set grptres=cpu=4 maxjobs=4 \
		description=x organization=y
	facctmgr -Q modify user fred set adminlevel=operator
	facctmgr -Q add user fred account=managers
	facctmgr -Q modify user fred set defaultaccount=managers
	facctmgr -Q add account other parent=bedrock
	facctmgr -Q add user zed,betty account=other
	facctmgr -Q add coordinator zed,betty account=bedrock
	facctmgr -Q modify cluster cluster set maxjobs=3
	facctmgr -Q modify account bedrock set parent=managers
	for table in bedrock levels-deep levels-far levels-narrow bedrock; do
		fimport sshare "$examples/$table.sshare"
		whole >there
		FAIRTREE_DB=$PWD/$table.db fimport sshare \
			"$examples/$table.sshare"
		FAIRTREE_DB=$PWD/$table.db whole | diff - there
	done
}

@test "sshare: again, in another order: ids stay, ties follow the table" {
	export FAIRTREE_USER=root
	tied_table >x
	fimport sshare x
	ids() { facctmgr -n -P list assoc format=id,account,user | sort; }
	ids >before
	# now a comes before b
	{
		sed -n 1,2p x
		sed -n '6,$p' x | sed -e 's/|1.000000/|0.250000/'
		sed -n 3,5p x | sed -e 's/|0.750000/|1.000000/' \
			-e 's/|0.250000/|0.750000/'
	} >y
	fimport sshare y
	ids | diff before -
	fshare -a -P -o Account,User,FairShare | grep '|a2|' |
		diff - <(echo '  a|a2|1.000000')
	fimport sshare x
	fshare -a -P -o Account,User,RawShares,RawUsage,FairShare | diff - x
	# all get their balance; nothing else is touched where it is the same
	fimport sshare x
	facctmgr -n -P log last=1 patch format=field >fields
	grep -q RawUsage fields
	[ -z "$(grep -v Usage fields)" ]
}

@test "sshare: the store ranks ties as Slurm from then on" {
	tied_table >x
	fimport sshare x
	fshare -a -P -o User,FairShare --ties slurm >slurm
	fshare -a -P -o User,FairShare --ties documented >documented
	fshare -a -P -o User,FairShare | diff - slurm
	! diff slurm documented
}

@test "sshare: refusals" {
	bedrock
	head='Account|User|RawShares|RawUsage\n'
	refuse_text "x:1:1: the table is empty" sshare ''
	refuse_text "x:1:1: expected the header of sshare -a -l -P, with \
Account, User, RawShares and RawUsage" sshare 'root|||5\n'
	refuse_text "x:2:1: expected the row of account root first" \
	    sshare "${head}a||1|5\n"
	refuse_text "x:3:3: indented deeper than below the row above" \
	    sshare "${head}root|||5\n  a||1|5\n"
	refuse_text "x:3:1: account 'a' has used 10, less than the sum of \
the rows below it, 15" sshare "${head}root|||15\n a||1|10\n  a|u|1|9\n  a|v|1|6\n"
	refuse_text "x:4:1: account 'a': it is in the table twice, in \
upper and lower case" \
	    sshare "${head}root|||5\n a||1|1\n A||1|1\n"
	refuse_text "x:4:1: the usage below account 'root' is too large" \
	    sshare "${head}root|||5\n a||1|9223372036854775807\n b||1|1\n"
}

@test "sshare: rounded usage may be a little less than its parts" {
	printf '%s\n' 'Account|User|RawShares|RawUsage' 'root|||9' \
	    ' a||1|9' '  a|u|1|5' '  a|v|1|5' >x
	fimport sshare x
	run fshare -a -P -n -o User,RawUsage -U
	[ "$output" = $'u|5\nv|5' ]
}

# ---- dump ------------------------------------------------------------------

@test "dump: a cluster, and again nothing new" {
	run fimport dump "$examples/bedrock.cfg"
	[ "$status" -eq 0 ]
	[ "$output" = "cluster 'cluster': 2 new accounts, 5 new users, 5 new \
user associations, 0 changes" ]
	table >before
	run fimport dump "$examples/bedrock.cfg"
	[ "$output" = "cluster 'cluster': 0 new accounts, 0 new users, 0 new \
user associations, 0 changes" ]
	table | diff before -
}

@test "dump, conf and dbdconf: again leaves nothing to undo" {
	printf 'ClusterName=cluster\nPriorityWeightAge=7\n' >slurm.conf
	printf 'StorageType=x\nPrivateData=jobs\n' >slurmdbd.conf
	fimport dump "$examples/bedrock.cfg"
	fimport conf slurm.conf
	fimport dbdconf slurmdbd.conf
	fimport dump "$examples/bedrock.cfg"
	fimport conf slurm.conf
	fimport dbdconf slurmdbd.conf
	[ "$(facctmgr -n -P log | cut -d'|' -f1)" = $'3\n2\n1' ]
	run facctmgr check
	[ "$status" -eq 0 ]
	sed -i s/=7/=8/ slurm.conf
	fimport conf slurm.conf
	run facctmgr -i undo
	[[ $output == *'Undone change 4: fimport conf slurm.conf'* ]]
	[ "$(fcontrol show config | grep -c '^PriorityWeightAge *= 7$')" -eq 1 ]
}

@test "conf: the release of Slurm, as scontrol show config has it" {
	unset FAIRTREE_SLURM
	release() {
		fcontrol show config | sed -n 's/^FairTreeSlurm *= //p'
	}
	fimport dump "$examples/bedrock.cfg"
	[ "$(release)" = 26.05 ]
	printf '%s\n' ClusterName=cluster 'SLURM_VERSION           = 23.11.10' >slurm.conf
	run fimport conf slurm.conf
	diff <(printf '%s\n' "settings of cluster 'cluster' stored" \
	    'used 1 parameter: ClusterName' \
	    'FairTreeSlurm=23.11, as SLURM_VERSION is 23.11.10') <(echo "$output")
	[ "$(release)" = 23.11 ]
	facctmgr undo
	[ "$(release)" = 26.05 ]
	facctmgr redo
	[ "$(release)" = 23.11 ]
	# what the user sets wins, in the file and over that of the store
	echo FairTreeSlurm=24.05 >>slurm.conf
	fimport conf slurm.conf
	[ "$(release)" = 24.05 ]
	echo ClusterName=cluster >slurm.conf
	fimport conf slurm.conf
	[ "$(release)" = 24.05 ]
	echo SLURM_VERSION=21.08.3 >>slurm.conf
	run fimport conf slurm.conf
	[ "${lines[0]}" = 'fimport: warning: Slurm 21.08.3 is mirrored as 22.05' ]
	[ "$(release)" = 22.05 ]
	sed -i s/21.08.3/master/ slurm.conf
	run fimport conf slurm.conf
	[ "${lines[0]}" = 'fimport: warning: slurm.conf: SLURM_VERSION=master names no release: FairTreeSlurm stays' ]
	[ "$(release)" = 22.05 ]
}

@test "dump: a new store takes the name of its cluster" {
	fimport dump "$examples/classic.cfg"
	run fshare -a -n -P -o Cluster
	[ "${lines[0]}" = classic ]
}

@test "dump: another cluster is added beside the first" {
	bedrock
	run fimport dump "$examples/classic.cfg"
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "cluster 'classic' added: 6 new accounts, "* ]]
	[ "${lines[1]}" = "commands show cluster 'cluster' unless given \
-M classic" ]
	run fshare -a -n -P -o Account -M classic
	[[ $output == *" b"* ]]
}

@test "dump: into the cluster that is told" {
	bedrock
	fimport dump -M cluster "$examples/classic.cfg"
	run fshare -a -n -P -o Account,User -U -u u5
	[ "$output" = 'f|u5' ]
}

@test "dump: what the file says is changed" {
	bedrock
	cat >x <<'END'
Cluster - 'cluster'
Parent - 'bedrock'
User - 'fred':Fairshare=26
END
	run fimport dump x
	[ "$output" = "cluster 'cluster': 0 new accounts, 0 new users, 0 new \
user associations, 1 change" ]
	run fshare -P -n -U -u fred -o RawShares
	[ "$output" = 26 ]
}

@test "dump: refusals" {
	bedrock
	refuse_text "x:1:1: no line names the cluster" dump ''
	refuse_text "x:1:1: expected \"Title - 'name'\"" dump 'Cluster\n'
	refuse_text "x:2:8: quote is never closed" dump \
	    "Cluster - 'cluster'\nUser - 'u\n"
	printf "Cluster - 'cluster'\nParent - 'root'\nAccount - 'new'\n" >x
	printf "Parent - 'nowhere'\nUser - 'x'\n" >>x
	table >before
	run fimport dump x
	[ "$status" -eq 1 ]
	[[ $output == "x:4:"* ]]
	table | diff before -
}

# ---- usage -----------------------------------------------------------------

@test "usage: balances are set, and set again" {
	fimport dump "$examples/bedrock.cfg"
	run fimport usage "$examples/bedrock.usage"
	[ "$status" -eq 0 ]
	[[ $output == "5 opening balances set in cluster 'cluster' at 20"* ]]
	table >before
	fimport usage "$examples/bedrock.usage"
	table | diff before -
}

@test "usage: cpu and billing minutes go with it" {
	bedrock
	run fshare -a -n -P -U -u slate -o GrpTRESRaw
	[ "$output" = cpu=9,mem=0,energy=0,node=0,billing=9,fs/disk=0,\
vmem=0,pages=0 ]
}

@test "usage: TRES as given, six decimals kept, names in any case" {
	bedrock
	echo 'MANAGERS Slate 600.999999 CPU=120,mem=60000.5 # new' >x
	fimport usage x
	run fshare -a -n -P -U -u slate -o RawUsage,GrpTRESRaw
	[ "$output" = '600|cpu=2,mem=1000,energy=0,node=0,billing=0,'\
'fs/disk=0,vmem=0,pages=0' ]
}

@test "usage: of an account itself, of a partition association" {
	cat >tree <<'END'
Cluster - 'cluster'
Parent - 'root'
Account - 'lab':Fairshare=10
Parent - 'lab'
User - 'ann':DefaultAccount='lab':Fairshare=5
User - 'ann':Partition='debug':Fairshare=3
END
	printf 'lab - 7\nlab ann 5\nlab ann@debug 3\n' >x
	fimport dump tree
	fimport usage x
	run fshare -a -n -P -m -o Account,User,Partition,RawUsage
	[ "$output" = $'root|||15\n root|root||0\n lab|||15\n'\
$'  lab|ann||5\n  lab|ann|debug|3' ]
}

@test "usage: an empty file changes nothing" {
	bedrock
	table >before
	run fimport usage /dev/null
	[ "$status" -eq 0 ]
	[[ $output == "0 opening balances set"* ]]
	table | diff before -
}

@test "usage: refusals" {
	bedrock
	refuse_text "x:2:1: no account 'nine' in cluster 'cluster'" usage \
	    'bedrock fred 9\nnine fred 9\n'
	refuse_text "x:1:10: no user 'fred' in account 'managers'" usage \
	    'managers fred 9\n'
	refuse_text "x:1:9: no user 'fred' with partition 'debug' in account \
'bedrock'" usage 'bedrock fred@debug 9\n'
	refuse_text "x:2:1: this association is in line 1 already" usage \
	    'bedrock fred 9\nBedrock FRED 9\n'
	refuse_text "x:1:16: no TRES 'gpu' (AccountingStorageTRES of the \
settings names more)" usage 'bedrock fred 9 gpu=1\n'
	refuse_text "x:1:16: TRES 'cpu' is given twice" usage \
	    'bedrock fred 9 cpu=1,cpu=2\n'
	refuse_text "x:1:14: expected a usage, 0 or more with at most six \
decimals" usage 'bedrock fred -9\n'
	refuse_text "x:1:1: expected account, user and usage" usage \
	    'bedrock fred\n'
	refuse "-:1:1: no account 'a' in cluster 'cluster'" \
	    sh -c 'echo a b 1 | fimport usage -'
}

# ---- conf ------------------------------------------------------------------

@test "conf: the classic example, settings and all" {
	run fimport conf "$examples/classic.conf"
	[ "$status" -eq 0 ]
	[ "$output" = "settings of cluster 'classic' stored
used 6 parameters: ClusterName, PriorityType, PriorityDecayHalfLife, \
PriorityUsageResetPeriod, PriorityFlags, PriorityWeightFairshare" ]
	fimport dump "$examples/classic.cfg"
	fimport usage "$examples/classic.usage"
	run fshare -a -n -P -U -u u1,u2,u3,u4,u5 -o User,FairShare
	[ "$output" = 'u1|0.408479
u2|0.022097
u3|0.125000
u4|0.500000
u5|0.749154' ]
}

@test "conf: includes are kept, unknown parameters are counted" {
	bedrock
	mkdir etc
	cat >etc/slurm.conf <<'END'
ClusterName=cluster
SlurmctldHost=head
Include flags-%c.conf
NodeName=n[1-4] CPUs=16
PartitionName=debug Nodes=ALL
ReturnToService=1
END
	echo 'PriorityFlags=NO_FAIR_TREE' >etc/flags-cluster.conf
	run fimport conf etc/slurm.conf
	[ "$output" = "settings of cluster 'cluster' stored
used 2 parameters: ClusterName, PriorityFlags
kept 2 lines of nodes and partitions
ignored 2 parameters: SlurmctldHost, ReturnToService" ]
	rm -r etc
	run fshare -a -l -n -P -o Account,FairShare
	[ "${lines[0]}" = 'root|0.500000' ]
}

@test "conf: a file in which nothing is a setting is refused" {
	bedrock
	refuse_text "x:1:1: no settings: it has no parameter that fairtree \
uses (2 ignored)" conf 'Name=gpu File=/dev/nvidia0\n'
	refuse_text "x:1:1: no settings: it has no parameter that fairtree \
uses (0 ignored)" conf '# nothing\n'
}

@test "dump: an account does not go below itself" {
	bedrock
	# directly, and by way of another one
	refuse_text "x:1:1: account 'bedrock' would be below itself" dump \
		"Cluster - 'cluster'\nParent - 'bedrock'\nAccount - 'bedrock'\n"
	refuse_text "x:1:1: account 'managers' would be below itself" dump \
		"Cluster - 'cluster'\nParent - 'bedrock'\nAccount - 'managers'\n\
Parent - 'managers'\nAccount - 'bedrock'\n"
	refuse "facctmgr: error: x:1:1: account 'managers' would be below itself" \
		facctmgr -i load x
	# two that change places are below each other for a while
	facctmgr -iQ modify account managers set parent=bedrock
	printf %s\\n "Cluster - 'cluster'" "Parent - 'managers'" \
		"Account - 'bedrock'" "Parent - 'root'" "Account - 'managers'" >x
	fimport dump x
	run facctmgr list assoc account=bedrock user= format=account,parentname -n -P
	[ "$output" = 'bedrock|managers' ]
}

# What an import stores, every command must be able to read.
@test "conf: settings that contradict themselves are refused" {
	local nodes='ClusterName=cluster\nNodeName=n[1-4]\n'
	local all='PartitionName=p Nodes=ALL\n'

	bedrock
	refuse_text "x:3: node 'n2' is already defined" \
		conf 'ClusterName=cluster\nNodeName=n1,n2\nNodeName=n2,n3\n'
	refuse_text "x:4: partition 'p' is already defined" conf "$nodes$all$all"
	refuse_text 'x:3: unknown node n9' \
		conf "${nodes}PartitionName=p Nodes=n9\n"
	refuse_text 'x:4: unknown node n9' \
		conf "${nodes}NodeSet=s Nodes=n9\nPartitionName=p Nodes=s\n"
	refuse_text 'x:4: unknown node in DownNodes: n9' \
		conf "$nodes${all}DownNodes=n9 State=DOWN\n"
	refuse_text "x:4: bad value 'BAD' for State" \
		conf "$nodes${all}DownNodes=n1 State=BAD\n"
	refuse_text "x:4: bad license 'a:x'" conf "$nodes${all}Licenses=a:x\n"
	refuse_text "x:2: bad range '4-1' in list" \
		conf "ClusterName=cluster\nNodeName=n[4-1]\n"
	refuse_text 'x:2: more than 65536 names in list' \
		conf "ClusterName=cluster\nNodeName=n[1-100000]\n"
	refuse_text "x:4: TRESBillingWeights: bad weight 'gres/gpu=x': expected \
a number, perhaps with one of K M G T P" conf "AccountingStorageTRES=gres/gpu\n\
${nodes}PartitionName=p Nodes=ALL TRESBillingWeights=gres/gpu=x\n"
	refuse_text 'x:3: SubordinateList: loop: p over q over p' \
		conf "${nodes}PartitionName=p Nodes=ALL SubordinateList=q=1\n\
PartitionName=q Nodes=ALL SubordinateList=p=1\n"
}

# Jobs 1 and 2 run on nodes that go; job 3 on one that stays.
@test "conf: jobs of a node that is removed" {
	local states='-a -X -n -P -S now-1days -o JobID,State,NodeList'

	bedrock
	printf 'ClusterName=cluster\nNodeName=n[1-4] CPUs=8\n%s\n' \
		'PartitionName=p Nodes=ALL Default=YES' >old.conf
	sed s/1-4/1-2/ old.conf >new.conf
	fimport conf old.conf
	export FAIRTREE_USER=fred
	fbatch -n8 -w n4 --no-requeue --wrap=x
	fbatch -n8 -w n3 --requeue --wrap=x
	fbatch -n8 -w n1 --wrap=x
	FAIRTREE_USER=root fsim run --for 60
	fbatch -n8 -w n4 --wrap=x
	fbatch -n8 -x n[1,3,4] --wrap=x
	FAIRTREE_USER=root run fimport conf new.conf
	[ "${lines[3]}" = 'ended or requeued 2 jobs on nodes that are no longer there' ]
	FAIRTREE_USER=root fsim run --for 300
	# shellcheck disable=SC2086
	run facct $states
	[ "$(sort <<<"$output")" = "1|NODE_FAIL|n4
2|PENDING|None assigned
3|RUNNING|n1
4|PENDING|None assigned
5|RUNNING|n2" ]
	run fqueue -h -t PD -o '%i %r'
	[ "$(sort <<<"$output")" = '2 BadConstraints
4 BadConstraints' ]
	run fwhy 4
	[ "${lines[0]}" = 'This job can never start: it asks for node n4, which the settings no longer have.' ]
	# nothing ran there: the same settings again change nothing
	FAIRTREE_USER=root run fimport conf new.conf
	[[ $output != *requeued* ]]
}

# Undo and redo change settings, too: job 1 waits for a node that goes.
@test "conf: jobs and plans on nodes that undo or redo takes away" {
	bedrock
	printf 'ClusterName=cluster\nNodeName=n[1-4] CPUs=8\n%s\n' \
		'PartitionName=p Nodes=ALL Default=YES' >large.conf
	sed s/1-4/1-2/ large.conf >small.conf
	fimport conf small.conf
	fimport conf large.conf
	export FAIRTREE_USER=fred
	fbatch -n8 -w n4 --no-requeue -t 10 --wrap=x
	fbatch -n8 -w n3 --requeue -t 10 --wrap=x
	fbatch -n8 -w n1 -t 10 --wrap=x
	fbatch -n32 -t 10 --wrap=x
	export FAIRTREE_USER=root
	fsim run --for 60
	[ "$(fqueue -h --start -j 4 -O SchedNodes:6)" = 'n[1-4]' ]
	run facctmgr undo
	[ "${lines[1]}" = ' Ended or requeued 2 jobs on nodes that are no longer there' ]
	run facct -a -X -n -P -S now-1days -o JobID,State,NodeList
	[ "$(sort -u <<<"$output")" = "1|NODE_FAIL|n4
2|NODE_FAIL|n3
3|RUNNING|n1
4|PENDING|None assigned" ]
	run fqueue -h --start -j 4 -O SchedNodes:6
	[ "$output" = '(null)' ]
	# what is there again ends nothing; redo of the smaller cluster does
	run facctmgr redo
	[[ $output != *Ended* ]]
	fcontrol release 2
	fcancel 4
	facctmgr undo >/dev/null
	facctmgr redo >/dev/null
	FAIRTREE_USER=fred fbatch -n8 -w n2 -t 10 --wrap=x
	FAIRTREE_USER=fred fbatch -n8 -w n3 -t 10 --wrap=x
	fsim run --for 60
	run facctmgr undo
	[ "${lines[1]}" = ' Ended or requeued 1 job on nodes that are no longer there' ]
	facctmgr check
}

@test "conf: FairTreeTies holds from then on" {
	tied_table >x
	fimport sshare x
	printf 'ClusterName=cluster\nFairTreeTies=documented\n' >y
	fimport conf y
	fshare -a -P -o User,FairShare --ties documented >documented
	fshare -a -P -o User,FairShare | diff - documented
}

@test "conf: from standard input, for a new cluster" {
	bedrock
	run sh -c 'echo ClusterName=Tux | fimport conf -'
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "settings of cluster 'tux' stored" ]
	[ "${lines[2]}" = "cluster 'tux' added" ]
	run fshare -a -n -P -o Cluster,User
	[ "$output" = $'tux|\ntux|root' ]
}

@test "conf: refusals" {
	bedrock
	refuse_text "x:2:19: bad value 'some' for PriorityWeightAge: expected a \
whole number" conf 'ClusterName=a\nPriorityWeightAge=some\n'
	refuse_text "x:1:1: expected Key=Value, found 'words'" conf 'words\n'
	refuse_text "x:1:9: cannot open 'none.conf': No such file or \
directory" conf 'Include none.conf\n'
	refuse_text "x:1: PriorityDecayHalfLife '0' needs a \
PriorityUsageResetPeriod (which may be none)" conf 'PriorityDecayHalfLife=0\n'
	refuse_text "x:1:9: Include is nested more than 16 deep" conf \
	    'Include x\n'
}
