#!/usr/bin/env bats
# fairtree-collect: the folder it makes, of a store of each mirrored release, by
# our commands under Slurm's names; what is missing or refused does not stop it.

load ../lib/cmd

setup() {
	collect=$FT_TOP/cmd/fimport/fairtree-collect
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
	mkdir slurm
	for pair in facct:sacct facctmgr:sacctmgr fcontrol:scontrol fdiag:sdiag \
	    fprio:sprio fqueue:squeue fshare:sshare; do
		ln -s "$FT_BUILD/bin/${pair%:*}" "slurm/${pair#*:}"
	done
	slurm=$BATS_TEST_TMPDIR/slurm
	store
}

# A small cluster with a job that runs, one that waits and one that ended.
store() {
	cat >slurm.conf <<'END'
ClusterName=c
AccountingStoragePass=secret
Include nodes.conf
PartitionName=main Nodes=n[1-2] Default=YES
PriorityWeightFairshare=1000
END
	printf 'NodeName=n[1-2] CPUs=4\nInclude more.conf\n' >nodes.conf
	echo 'Licenses=tool:2' >more.conf
	fimport conf slurm.conf >/dev/null
	facctmgr -i add account a >/dev/null
	facctmgr -i add user ann account=a >/dev/null
	facctmgr -i add qos high priority=5 >/dev/null
	fbatch --uid=ann -t 1 --wrap=x >/dev/null
	fsim run --for 600 --quiet
	fbatch --uid=ann -n 8 -t 60 --wrap=x >/dev/null
	fbatch --uid=ann -n 8 -t 60 -J 'a|b' --wrap=x >/dev/null
	fsim run --for 60 --quiet
}

collect() {
	PATH=$slurm:$PATH sh "$collect" "$@"
}

# status NAME: what the manifest says
status() {
	awk -F '\t' -v name="$1" '$1 == name { print $4 }' site/manifest
}

# column FILE TITLE: its cells
column() {
	awk -F '|' -v title="$2" 'NR == 1 {
		for (i = 1; i <= NF; i++) if ($i == title) at = i
		next
	}
	{ print $at }' "site/$1"
}

names='version config dump qos assoc users accounts tres nodes partitions
reservations licenses sshare sprio weights squeue sdiag sacct/001'

# A store that mirrors RELEASE: all of it is there, and the store is as it was.
all_of() {
	export FAIRTREE_SLURM=$1
	cp test.db before.db
	collect -d 2 -o site 2>log
	cmp test.db before.db
	head -n 1 site/manifest | grep -qx "fairtree-site	1"
	for name in $names; do
		[ "$(status "$name")" = 0 ] || { echo "$name: $(status "$name")"; cat log; return 1; }
		[ -e "site/$name" ]
		[ ! -e "site/$name.err" ] || { cat "site/$name.err"; return 1; }
	done
	[ "$(cut -f 1 site/manifest | sort | uniq -d)" = '' ]
	[ "$(column squeue JOBID)" = "$(printf '%s\n' 3 2)" ]
	[ "$(column squeue NAME | head -n 1)" = a ]
	[ "$(column sprio USER)" = ann ]
	[ "$(column weights FAIRSHARE)" = 1000 ]
	[ "$(column qos Name)" = "$(printf '%s\n' normal high)" ]
	[ "$(column tres Type | head -n 1)" = cpu ]
	column squeue SUBMIT_TIME | grep -qx '[0-9]*'
}

@test "22.05" {
	all_of 22.05
	column assoc LFT | grep -q .
	[ "$(status sshare.json)" = 1 ]
	grep -q 'not collected: sshare.json' log
}

@test "24.11" {
	all_of 24.11
	column assoc Lineage | grep -q .
	[ "$(status sshare.json)" = 0 ]
}

@test "26.05" {
	all_of 26.05
	column assoc Lineage | grep -q .
	[ "$(status sshare.json)" = 0 ]
}

@test "-n names the commands and runs none" {
	rm slurm/*
	run collect -n -c mine
	[ "$status" -eq 0 ]
	[[ $output == *'version: sshare --version'* ]]
	[[ $output == *'sacctmgr dump mine file='* ]]
	[[ $output == *'sacct/030: sacct -a '* ]]
	[ "$(echo site-*)" = 'site-*' ]
}

@test "a missing command is noted and does not stop it" {
	rm slurm/sprio slurm/sdiag
	PATH=/usr/bin:/bin:$slurm sh "$collect" -d 1 -o site 2>log
	[ "$(status sprio)" = 127 ]
	[ "$(cat site/sprio.err)" = 'sprio: command not found' ]
	[ "$(status sshare)" = 0 ]
	grep -qx 'not collected: sprio (sprio: command not found)' log
}

@test "nothing works without Slurm" {
	rm slurm/*
	run env PATH=/usr/bin:/bin:"$slurm" sh "$collect" -o site
	[ "$status" -eq 1 ]
	[[ $output == *'none of the commands worked: is Slurm on the PATH?' ]]
}

@test "a refusal is noted and does not stop it" {
	FAIRTREE_USER=ann collect -d 1 -o site 2>log
	[ "$(status dump)" = 1 ]
	[ ! -e site/dump ]
	grep -q 'privileges' site/dump.err
	[ "$(status sshare)" = 0 ]
}

# A scontrol that knows files which our store does not have.
files() {
	cat >slurm/scontrol.new <<END
#!/bin/sh
case "\$*" in
'show config') echo 'ClusterName = c'
	echo 'SLURM_CONF = $PWD/slurm.conf'
	echo 'StateSaveLocation = $PWD/state' ;;
*) echo "\$*" ;;
esac
END
	rm slurm/scontrol
	mv slurm/scontrol.new slurm/scontrol
	chmod +x slurm/scontrol
	mkdir state
	echo usage >state/assoc_usage
	echo qos >state/qos_usage
	echo decay >state/priority_last_decay_ran
}

@test "slurm.conf with its includes, without passwords; the state" {
	files
	echo "Include $PWD/other.conf" >>more.conf
	echo '# other' >other.conf
	collect -d 0 -o site 2>log
	grep -qx 'AccountingStoragePass=hidden' site/conf/slurm.conf
	run grep -r secret site/conf
	[ "$status" -eq 1 ]
	cmp site/conf/nodes.conf nodes.conf
	cmp site/conf/more.conf more.conf
	cmp "site/conf/root$PWD/other.conf" other.conf
	[ "$(cat site/usage site/qosusage site/decay)" = "$(printf 'usage\nqos\ndecay')" ]
	[ ! -e site/sacct ]
}

@test "fimport site imports it" {
	mkdir real
	mv slurm/scontrol real/
	cat >slurm/scontrol <<END
#!/bin/sh
$PWD/real/scontrol "\$@" | sed 's,^SLURM_CONF .*,SLURM_CONF = $PWD/slurm.conf,'
END
	chmod +x slurm/scontrol
	collect -d 3 -o site 2>log
	fqueue -o '%i|%u|%a|%T|%j' >before
	grep -qF '|a|b' before
	FAIRTREE_DB=$PWD/copy.db fimport site site >imported
	FAIRTREE_DB=$PWD/copy.db fqueue -o '%i|%u|%a|%T|%j' | diff before -
	FAIRTREE_DB=$PWD/copy.db facctmgr -nP list qos format=name,priority |
		grep -qx 'high|5'
}

# The lists of QOS are raw: a user's +low adds to the list of the account.
@test "a copy has the same tree, with lists of QOS that add and take away" {
	facctmgr -i add qos low >/dev/null
	facctmgr -i modify account a set qos+=high,low >/dev/null
	facctmgr -i modify user ann set qos-=high >/dev/null
	for release in 22.05 24.11 26.05; do
		rm -rf site copy.db
		FAIRTREE_SLURM=$release collect -d 0 -o site 2>log
		facctmgr dump c file=before >/dev/null
		FAIRTREE_DB=$PWD/copy.db fimport site site >imported
		FAIRTREE_DB=$PWD/copy.db facctmgr dump c file=after \
		    >/dev/null
		grep -q -- '-high' before
		diff before after
	done
}

@test "without slurm.conf fimport site takes what scontrol shows" {
	collect -d 0 -o site 2>log
	[ ! -e site/conf ]
	FAIRTREE_DB=$PWD/copy.db fimport site site >imported
	fcontrol show config | sed 1d >before
	FAIRTREE_DB=$PWD/copy.db fcontrol show config | sed 1d |
		diff before - | grep '^[<>]' >differ || :
	[ "$(grep -cv FairTreeTies differ)" -eq 0 ] || { cat differ; return 1; }
	fqueue -o '%i|%T|%N' >queue
	FAIRTREE_DB=$PWD/copy.db fqueue -o '%i|%T|%N' | diff queue -
}

@test "a state that cannot be read is noted" {
	files
	rm state/assoc_usage
	collect -d 0 -o site 2>log
	[ "$(status usage)" = 1 ]
	[ ! -e site/usage ]
}

@test "a tar, compressed or not" {
	collect -d 1 -o site.tar 2>/dev/null
	mkdir site
	tar -C site -xf site.tar
	[ "$(status squeue)" = 0 ]
	mkdir scratch
	TMPDIR=$PWD/scratch collect -d 1 -o site.tar.gz 2>/dev/null
	gzip -t site.tar.gz
	rmdir scratch
}

@test "weeks at a time" {
	collect -d 40 -o site 2>/dev/null
	[ "$(find site/sacct -type f | wc -l)" -eq 6 ]
}

@test "what it refuses" {
	mkdir site
	run collect -o site
	[ "$status" -eq 1 ]
	[ "$output" = "fairtree-collect: 'site' is there already (choose another -o)" ]
	# at once, not after all commands
	run collect -o none/site.tar
	[ "$status" -eq 1 ]
	[ "$output" = "fairtree-collect: cannot write 'none/site.tar'" ]
	run collect -d x
	[ "$status" -eq 1 ]
	[ "$output" = "fairtree-collect: -d takes a number of days up to 9999, not 'x'" ]
	run collect more
	[ "$status" -eq 1 ]
	[ "$output" = "fairtree-collect: unexpected operand 'more' (see -h)" ]
	run collect -x
	[ "$status" -eq 2 ]
	run collect -h
	[ "$status" -eq 0 ]
	[[ $output == Usage:* ]]
}

@test "fimport prints it" {
	fimport --collect-script >printed
	cmp printed "$collect"
	fimport site --collect-script >printed
	cmp printed "$collect"
	run fimport --collect-script dump
	[ "$status" -eq 1 ]
	run fimport --collect-script site DIR
	[ "$status" -eq 1 ]
	[[ $output == *"--collect-script reads no file, such as 'DIR'"* ]]
}
