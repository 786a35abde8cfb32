#!/usr/bin/env bats
# Input that never ends, includes itself or nests without end: every file has a
# bound, which the message says; large ones that make sense are read.

load ../lib/cmd

setup_file() {
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/s.db
	# a sanitizer needs all memory for itself
	export sanitized=
	! grep -q __asan_init "$FT_BUILD/bin/facctmgr" || sanitized=yes
	facctmgr -i add account phys
	facctmgr -i add user ann account=phys
}

# refused BOUND COMMAND...: in little time and memory, in one line
refused() {
	local bound=$1
	shift
	run bash -c 'test "$sanitized" || ulimit -v 1000000; ulimit -t 60; "$@"' - \
	    "$@"
	echo "$* -> $status: $output"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == *"$bound"* ]]
}

@test "a device stands where a file is meant" {
	large='larger than 16 MiB: too large for'
	refused "/dev/zero: $large a job script" fbatch /dev/zero
	refused "$large a list of nodes" fbatch -F /dev/zero --wrap=true
	refused "$large an experiment" fbatch --experiment /dev/zero
	refused "$large a list of nodes" fcontrol show hostlist /dev/zero
	refused "$large a script of keys" fview --dump --keys @/dev/zero
	refused "$large a lesson" fview --dump --lesson /dev/zero
	refused "$large the figures" fauction study /dev/zero
	long='/dev/zero: line 1 is longer than 1 MiB: too long for'
	refused "$long settings" fshare --conf /dev/zero
	refused "$long settings" env FAIRTREE_CONF=/dev/zero fqueue
	refused "$long settings" env SLURM_CONF=/dev/zero fprio
	refused "$long settings" fcontrol check /dev/zero
	refused "$long settings" fimport conf /dev/zero
	# JSON may be one line
	refused "${long/1 MiB/256 MiB} a table of jobs" fimport sacct /dev/zero
	refused "${long/1 MiB/256 MiB} a table of jobs" fimport squeue /dev/zero
	refused "$long a table of shares" fimport sshare /dev/zero
	refused "$long a table of usage" fimport usage /dev/zero
	refused "$long a table of usage" fwhy --load /dev/zero ann
	refused "$long a trace" fsim replay /dev/zero
	refused "$long a trace" fauction run /dev/zero
	refused "$long a list of tasks" fsim slotwise /dev/zero
	refused "$long the results" fsim sweep --collect /dev/zero
	refused "$long a list of names" facctmgr sync /dev/zero
	long='/dev/zero: line 1 is longer than 16 MiB: too long for'
	refused "$long a dump" facctmgr -i load /dev/zero
	refused "$long a dump" facctmgr plan /dev/zero
	refused "$long a dump" facctmgr -i apply /dev/zero
	refused "$long a dump" fimport dump /dev/zero
}

@test "the standard input never ends" {
	refused 'stdin: larger than 16 MiB' fbatch </dev/zero
	refused 'stdin: larger than 1 MiB: too large for one command' \
	    facctmgr </dev/zero
	run fcontrol </dev/zero
	[ "$status" -eq 1 ]
	[[ $output == *'stdin: larger than 1 MiB: too large for one command' ]]
	run bash -c 'yes "1 2 3" | head -c 20000000 | fbatch --experiment -'
	[ "$status" -eq 1 ]
	[[ $output == *'stdin: larger than 16 MiB: too large for an experiment' ]]
}

@test "a small file that unpacks to very much" {
	head -c 300000000 /dev/zero | gzip >line.gz
	refused 'line.gz:1:1: line 1 is longer than 1 MiB: too long for a trace' \
	    fsim replay line.gz
	refused 'line.gz:1:1: line 1 is longer than 1 MiB' fauction run line.gz
}

@test "settings that include themselves, a device, or too much" {
	echo 'Include self.conf' >self.conf
	refused 'self.conf:1:9: Include is nested more than 16 deep' \
	    fshare --conf self.conf
	echo 'Include /dev/zero' >device.conf
	refused 'device.conf:1:9: /dev/zero: line 1 is longer than 1 MiB' \
	    fshare --conf device.conf
	yes '# nothing' | head -c 1000000 >part.conf
	for i in {1..99}; do echo 'Include part.conf'; done >all.conf
	# 68 * 1000000 is the first multiple above 64 * 1048576
	refused 'all.conf:68:9: with all included files: larger than 64 MiB' \
	    fshare --conf all.conf
}

@test "a pipe is read like a file" {
	mkfifo pipe
	printf '#!/bin/sh\ntrue\n' >pipe &
	run fbatch pipe
	wait
	[ "$status" -eq 0 ]
	[[ $output == "Submitted batch job "* ]]
	fsim trace --jobs 20 >trace.swf
	cat trace.swf >pipe &
	fsim replay -P pipe >by-pipe
	wait
	fsim replay -P trace.swf | sed 's/trace.swf/pipe/' | diff by-pipe -
}

@test "what nests without end is refused" {
	head -c 500000 /dev/zero | tr '\0' '[' >open
	{ printf '{"format":' && cat open; } >deep.json
	refused 'maximum parsing depth' facctmgr -i apply deep.json
	refused 'unbalanced bracket' fcontrol show hostlist "$PWD/open"
	{ printf '#!/bin/sh\n#SBATCH -C ' && cat open; } >deep.sh
	run fbatch deep.sh
	[ "$status" -eq 1 ]
	{ printf '#!/bin/sh\n#SBATCH -d ' && tr '[' '(' <open; } >deep.sh
	run fbatch deep.sh
	[ "$status" -eq 1 ]
	{ printf 'NodeName=' && cat open; } >deep.conf
	run fcontrol check deep.conf
	[ "$status" -eq 1 ]
}

@test "a dump of 100,000 associations is read" {
	{
		echo "Cluster - 'big':Fairshare=1:QOS='normal'"
		echo "Parent - 'root'"
		echo "Account - 'a':Fairshare=1"
		echo "Parent - 'a'"
		seq -f "User - 'u%.0f':DefaultAccount='a':Fairshare=1" 100000
	} >big.cfg
	FAIRTREE_DB=$PWD/big.db fimport dump big.cfg
	[ "$(FAIRTREE_DB=$PWD/big.db facctmgr -nP list user | wc -l)" -ge 100000 ]
}

@test "a listing that cannot be written, or that nobody reads" {
	for command in fshare fqueue fprio facct 'facctmgr list assoc' \
	    'fcontrol show config' 'fwhy ann' 'fsim trace' 'fview --dump'; do
		run bash -c "$command >/dev/full"
		[ "$status" -eq 1 ]
		[ "$output" = "${command%% *}: error: cannot write output: \
No space left on device" ]
		run bash -c "$command | head -c 1 >/dev/null"
		[ "$status" -eq 0 ]
		[ -z "$output" ]
	done
}

@test "an experiment whose second flow names an account without users" {
	cat >two.exp <<-END
		Jobs=one Count=3 Arrival=every:1m User=@phys Runtime=60
		Jobs=two Count=3 Arrival=every:1m User=@nobody Runtime=60
	END
	refused "two.exp:2:1: no users in account 'nobody'" \
	    fbatch --experiment two.exp
	[ -z "$(fqueue -h -n one,two)" ]
}

@test "very many lines that describe the same nodes again" {
	echo ClusterName=c >slurm.conf
	yes 'NodeName=n[0-65000]' | head -20000 >>slurm.conf
	run bash -c 'test "$sanitized" || ulimit -v 1000000; ulimit -t 60
		fcontrol check slurm.conf | tail -1'
	[ "$output" = "65001 nodes, 1 partition, 0 queues: 19999 refused, \
0 warnings" ]
}
