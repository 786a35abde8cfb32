#!/usr/bin/env bats
# Under our own names: each listing under each word of PrivateData, as root,
# administrator, operator, coordinator of lab, user elsewhere and stranger.
# What Slurm's names show is compared with the real ones: oracle cases z66.

load ../lib/cmd

setup_file() {
	oracle=$BATS_TEST_DIRNAME/../oracle
	cd "$BATS_FILE_TMPDIR"
	"$oracle/transcript" export "$oracle/cases/z66-private-none" .
	case=z66-private-none
	export FAIRTREE_DB=$PWD/sight.db
	printf '%s\n' ClusterName=cluster PriorityWeightFairshare=1000 \
	    'NodeName=n[1-3] CPUs=16 RealMemory=64000 State=DOWN' \
	    'PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE' \
	    'PartitionName=grp Nodes=n[1-2]' >conf
	fimport conf conf
	facctmgr -i load "$case/cluster.cfg"
	facctmgr -i modify user adam set adminlevel=administrator
	facctmgr -i modify user olga set adminlevel=operator
	facctmgr -i add coordinator account=lab names=carol
	facctmgr -i add user bob wckeys=genes
	fimport usage "$case/usage.txt"
	for user in alice bob dave eve; do
		fbatch -Q --uid=$user --mem=100 --wrap=true
	done
	fcontrol create reservation reservationname=rlab \
	    starttime=2030-01-01T00:00:00 duration=60 nodes=n1 users=bob
	for word in accounts events jobs nodes partitions reservations usage \
	    users all; do
		{ cat conf; echo PrivateData=$word; } >conf.$word
	done
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return
}

# under WORD FOREIGN: of the commands on standard input, those that show what
# FOREIGN matches to who may not see it, or hide it from who may.
under() {
	local word=$1 foreign=$2 line who bad=0
	while read -r line; do
		for who in eve mal; do
			FAIRTREE_CONF=conf.$word FAIRTREE_USER=$who \
			    bash -c "$line" >out 2>&1 </dev/null || :
			# what was typed may be said again
			sed -i "/unknown user 'bob'/d" out
			if grep -Eq "$foreign" out; then
				echo "PrivateData=$word shows $who: $line"
				grep -E "$foreign" out | head -3
				bad=1
			fi
		done
		for who in root adam olga; do
			FAIRTREE_CONF=conf.$word FAIRTREE_USER=$who \
			    bash -c "$line" >out 2>&1 </dev/null || :
			FAIRTREE_CONF=conf FAIRTREE_USER=$who \
			    bash -c "$line" >open 2>&1 </dev/null || :
			cmp -s out open && grep -Eq "$foreign" out && continue
			echo "PrivateData=$word hides from $who: $line"
			bad=1
		done
	done
	return $bad
}

shares='fshare -a
fshare -l -a --tree
fshare -a --json
fshare -a --yaml
fshare -a --csv
fshare -U -u bob
fshare -a --prometheus
fshare --history -a
fshare --history -a --json
fshare --history -u bob
fshare --history -a --svg /dev/stdout
fshare --trace
fshare --trace --json
fshare -a --what-if "modify user eve set fairshare=9"
fshare -a --what-if-conf PrivateData=nodes
fshare -a --what-if-conf SlurmUser=$FAIRTREE_USER
fcontrol show assoc_mgr flags=assoc
fcontrol show assoc_mgr flags=assoc --json
fcontrol show assoc_mgr flags=assoc --csv
fcontrol show assoc_mgr users=bob flags=assoc
facctmgr solve user bob@bio rank 1
fshare --diff --what-if "modify user bob set fairshare=900"
fwhy dave
fwhy root bob
fview bob --size 200x60 --dump-frames
fview bob --size 200x60 --keys "<F6><F2>" --dump-frames
fview --trace'

users='facctmgr list user
facctmgr list user withassoc --json
facctmgr list user bob
facctmgr list user withdeleted
facctmgr list assoc
facctmgr list assoc tree --json
facctmgr list assoc user=bob --csv
facctmgr list wckey
facctmgr list wckey --json
facctmgr list account withassoc
facctmgr list transaction
facctmgr list transaction --json
facctmgr list transaction user=bob withassoc
facctmgr log --patch
facctmgr log --json
facctmgr dump cluster file=-
fcontrol show assoc_mgr flags=users
fcontrol show assoc_mgr --json
fqueue --complete=users
fshare --complete=users b
facctmgr --complete=words user=b list assoc'

jobs='fqueue
fqueue --json
fqueue --csv
fqueue -u bob
fqueue -A bio
fqueue --prometheus
fprio -l
fprio -l --json
fprio -l -u bob
facct -a -o jobid,user
facct -a --json
fcontrol show job
fcontrol show job --json
fcontrol show job 2
fcontrol -a show job --csv
fview --size 200x60 --keys "<F4>ji" --dump-frames
fwhy 2
fwhy 2 --json
fauction queue --json'

@test "usage" {
	under usage 'bob|dave' <<<"$shares"
	# adam cannot be overtaken: a user learns that there is somebody
	under usage 'adam' <<<'facctmgr solve user eve@ops rank 2
facctmgr solve user eve@ops rank 2 --json
facctmgr solve user eve@ops rank 2 --csv'
}

@test "users" {
	under users 'bob|dave' <<<"$users"
}

@test "jobs" {
	under jobs 'bob' <<<"$jobs"
	# that there is one is not told by a refusal either
	export FAIRTREE_CONF=conf.jobs FAIRTREE_USER=eve
	for verb in 'fcontrol hold' 'fcontrol requeue' 'fcontrol suspend' \
	    'fcontrol top' 'fcancel' 'fqueue -j' 'fcontrol show job' 'fwhy'; do
		$verb 2 >there 2>&1 || :
		$verb 99 >gone 2>&1 || :
		diff <(sed 's/2/N/' there) <(sed 's/99/N/' gone)
	done
}

@test "accounts" {
	under accounts 'bio' <<<'facctmgr list account
facctmgr list account --json
facctmgr list account bio
facctmgr log --patch
facctmgr list transaction
facctmgr dump cluster file=-
fshare --complete=accounts'
}

@test "nodes, partitions, reservations" {
	under nodes 'n3|\[1-3\]' <<<'fcontrol show node
fcontrol show node --json
fcontrol show node n3
fcontrol show node --prometheus
fqueue --complete=nodes'
	under partitions 'grp' <<<'fcontrol show partition
fcontrol show partition --json
fcontrol show node n1
fqueue --complete=partitions'
	under reservations 'rlab' <<<'fcontrol show reservation
fcontrol show reservation --json
fqueue --complete=reservations'
}

@test "all of it together" {
	under all 'bob|dave' <<<"$shares
$users
$jobs"
}

@test "a coordinator sees what she leads, a user what is hers" {
	export FAIRTREE_USER=carol FAIRTREE_CONF=conf.all
	diff <(printf '%s\n' '' '' alice bob carol dave) \
	    <(fshare -n -P -a -o user | sort)
	diff <(printf '%s\n' alice bob dave) <(fqueue -h -o %u | sort)
	diff <(printf '%s\n' bio lab) <(facctmgr -n -P list account format=account)
	diff <(echo carol) <(facctmgr -n -P list user format=user)
	diff <(printf '%s\n' alice bob carol dave) <(fqueue --complete=users)
	export FAIRTREE_USER=eve
	diff <(echo eve) <(fshare -n -P -a -o user)
	diff <(echo eve) <(fqueue -h -o %u)
	diff <(echo eve) <(fqueue --complete=users)
}

@test "what tells of everybody is for operators" {
	export FAIRTREE_USER=eve FAIRTREE_CONF=conf.all
	cp "$BATS_FILE_TMPDIR/z66-private-none/cluster.cfg" .
	local line kind
	for line in 'dump cluster file=-' 'save file=copy.db' \
	    'diff cluster.cfg' 'plan cluster.cfg' 'load cluster.cfg' \
	    'apply cluster.cfg'; do
		run facctmgr -i $line
		[ "$status" -ne 0 ] # diff: 2
		[ "$output" = "facctmgr: error: PrivateData hides other users: ${line%% *} is for operators" ]
	done
	[ ! -e copy.db ]
	run fwhy --lint
	[ "$output" = 'fwhy: error: PrivateData hides other users: --lint is for operators' ]
	for kind in accounts events reservations; do
		run facctmgr list "${kind%s}"
		[ "$status" -eq 1 ]
		[ "$output" = "facctmgr: error: PrivateData hides $kind" ]
	done
}

@test "slurm.conf and slurmdbd.conf hide each its own" {
	cp sight.db two.db
	export FAIRTREE_DB=$PWD/two.db
	{ cat conf; echo PrivateData=jobs,usage; } >conf.two
	printf '%s\n' StorageType=accounting_storage/mysql TrackWCKey=yes \
	    PrivateData=users,accounts >dbd.conf
	# one setting holds for both until there are two
	fimport conf conf.two
	export FAIRTREE_USER=eve
	[ -z "$(facct -a -X -n -o user | grep -v eve)" ]
	[ -z "$(fqueue -h -o %u | grep -v eve)" ]
	FAIRTREE_USER=root run fimport dbdconf dbd.conf
	[ "$output" = $'PrivateData of facctmgr and facct: accounts,users\nignored 2 other parameters' ]
	[ "$(facctmgr -n -P list user format=user)" = eve ]
	facct -a -X -n -P -o user | grep -qx bob
	[ "$(fqueue -h -o %u)" = eve ]
	[ "$(fshare -n -P -a -o user)" = eve ]
	# solve tells what others used, as fshare does
	run facctmgr solve user bob@bio rank 1
	[ "$status" -eq 1 ]
	# each import leaves the other's alone
	FAIRTREE_USER=root fimport conf conf
	fqueue -h -o %u | grep -qx bob
	[ "$(facctmgr -n -P list user format=user)" = eve ]
	echo StorageType=x >dbd.conf
	FAIRTREE_USER=root fimport dbdconf dbd.conf
	facctmgr -n -P list user format=user | grep -qx bob
	# and each can be undone
	FAIRTREE_USER=root facctmgr undo
	[ "$(facctmgr -n -P list user format=user)" = eve ]
	FAIRTREE_USER=root fcontrol update config FairTreeDbdPrivateData=none
	facctmgr -n -P list user format=user | grep -qx bob
	FAIRTREE_USER=root run fimport dbdconf conf
	[ "$status" -eq 1 ]
	[ "$output" = 'conf:1:1: no StorageType: this is not a slurmdbd.conf' ]
}
