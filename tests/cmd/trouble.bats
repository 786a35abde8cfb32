#!/usr/bin/env bats
# FAIRTREE_FAULT: what clients of Slurm must survive.  What the commands print when
# nobody answers is in tests/oracle/cases/z50-nobody-answers and z51-nobody-reports;
# here it is held to be the same with a store as without one.

load ../lib/cmd

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$PWD/x.db
	mkdir slurm
	local name
	for name in fshare:sshare facctmgr:sacctmgr fqueue:squeue finfo:sinfo \
	    fprio:sprio fbatch:sbatch fcontrol:scontrol fcancel:scancel \
	    facct:sacct freport:sreport fdiag:sdiag; do
		ln -s "$(command -v "${name%:*}")" "slurm/${name#*:}"
	done
	PATH=$PWD/slurm:$PATH
	printf '%s\n' 'ClusterName=cluster' 'NodeName=n[1-2] CPUs=2' \
	    'PartitionName=main Nodes=ALL Default=YES' >a.conf
	fimport conf a.conf >/dev/null
	facctmgr -i -Q add account phys >/dev/null
	facctmgr -i -Q add user ann account=phys >/dev/null
	fcontrol update clock=2030-01-01T12:00:00
	fbatch -Q --uid=ann -n 4 -t 60 --runtime=600 --wrap=: >/dev/null
	fbatch -Q --uid=ann -n 4 -t 60 --runtime=600 --wrap=: >/dev/null
	fsim run --for 300 >/dev/null
}

# ends STATUS COMMAND...
ends() {
	local want=$1
	shift
	run "$@"
	[ "$status" -eq "$want" ] || { echo "$*: $status $output"; false; }
}

# fails COMMAND...
fails() {
	run "$@"
	[ "$status" -ne 0 ] || { echo "$*: $output"; false; }
}

@test "a daemon that is down answers as if there were no store" {
	while read -r line; do
		status=0
		FAIRTREE_FAULT=all:down $line >with 2>&1 || status=$?
		echo "= $status" >>with
		mv x.db x.away
		status=0
		$line >without 2>&1 || status=$?
		echo "= $status" >>without
		[ ! -e x.db ] || rm x.db
		mv x.away x.db
		echo "$line"
		diff without with
		[ "$status" -ne 0 ]
	done <<-'END'
		sinfo
		sinfo -T
		squeue
		squeue -j 1
		sprio
		sshare -la
		sdiag
		scontrol ping
		scontrol show job 1
		scontrol show nodes
		scontrol hold 1
		scontrol update jobid=1 nice=3
		scancel 1
		scancel -u ann
		sacct -a
		sacctmgr list account
		sacctmgr -i delete user ann
		sreport user top
	END
	ends 1 env FAIRTREE_FAULT=sbatch:down sbatch --wrap=:
	[ "$output" = "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)" ]
	ends 1 env FAIRTREE_FAULT=sacctmgr:down sacctmgr -i add account x
	[ "${lines[1]}" = "sacctmgr: error: Sending PersistInit msg: Connection refused" ]
	[ "$(squeue -h -o %i | xargs)" = "2 1" ]
	[ -z "$(sacctmgr -n list account where name=x)" ]
	[ ! -e x.db.fault ]
}

@test "a count is of calls, beside the store and for one value" {
	export FAIRTREE_FAULT=squeue:down:2,scontrol:down
	fails squeue
	ends 0 sinfo
	fails squeue -h
	ends 0 squeue
	ends 0 squeue
	fails scontrol show job 1
	[ "$(cat x.db.fault)" = "$FAIRTREE_FAULT"$'\n2\n0' ]
	[ "$(stat -c %a x.db.fault)" = 600 ]
	# another value counts from 0, and so does no file
	FAIRTREE_FAULT=squeue:down:1 fails squeue
	fails squeue
	fails squeue
	ends 0 squeue
	rm x.db.fault
	fails squeue
	# one of several stores has nothing to do with another
	FAIRTREE_DB=$PWD/y.db fails squeue
	[ "$(sed -n 2p x.db.fault)" = 1 ]
	# what is no count counts as none
	printf 'squeue:down:2,scontrol:down\nmany\n-1\n' >x.db.fault
	fails squeue
	[ "$(sed -n 2p x.db.fault)" = 1 ]
	# every call of all is one
	rm x.db.fault
	export FAIRTREE_FAULT=all:down:3
	fails squeue
	fails sinfo
	fails sacct
	ends 0 squeue
	# callers at the same time: as many as counted
	rm x.db.fault
	export FAIRTREE_FAULT=squeue:down:5
	for i in 1 2 3 4 5 6 7 8; do
		{ squeue -h >/dev/null 2>&1 && echo "$i" >>fine; } &
	done
	wait
	[ "$(wc -l <fine)" -eq 3 ]
}

@test "a delay is in real time" {
	export FAIRTREE_FAULT=squeue:delay=700:1
	before=$(date +%s%N)
	squeue >/dev/null
	[ $(($(date +%s%N) - before)) -ge 700000000 ]
	[ "$(sed -n 2p x.db.fault)" = 1 ]
	FAIRTREE_FAULT=squeue:delay=3600000 timeout 0.2 squeue && false
	[ "$?" -ne 0 ]
}

@test "output ends after so many bytes, whatever the status" {
	squeue >whole
	for bytes in 0 1 30 100; do
		FAIRTREE_FAULT=squeue:truncate=$bytes squeue >part
		cmp part <(head -c "$bytes" whole)
	done
	FAIRTREE_FAULT=squeue:truncate=100000 squeue >part
	cmp part whole
	FAIRTREE_FAULT=squeue:truncate=20:1 squeue --json >part
	[ "$(wc -c <part)" -eq 20 ]
	FAIRTREE_FAULT=squeue:truncate=0 ends 1 squeue -t nosuch
	[ "${#output}" -gt 20 ]
	# a change is made, and what it printed is lost
	FAIRTREE_FAULT=sbatch:truncate=0 ends 0 sbatch --uid=ann --wrap=:
	[ -z "$output" ]
	[ "$(squeue -h -t all | wc -l)" -eq 3 ]
}

@test "the accounting lags behind the store's clock" {
	fields=jobid,state,submit,start,end,exitcode,alloccpus,nodelist,partition
	show() { sacct -a -P -o "$fields"; }
	show >then
	fsim run --for 400 >/dev/null # job 1 has ended, and job 2 has begun
	fbatch -Q --uid=ann -n 4 --wrap=: >/dev/null
	show >now
	fails cmp then now
	FAIRTREE_FAULT=sacct:lag=400 show >lagging
	cmp then lagging
	FAIRTREE_FAULT=sacct:lag=1000 show >lagging
	[ "$(wc -l <lagging)" -eq 1 ]
	# what had not ended is found in a window that begins later
	[ "$(FAIRTREE_FAULT=sacct:lag=400 sacct -a -X -n -P -S 12:11:00 \
	    -o jobid,state | xargs)" = "1|RUNNING 2|PENDING" ]
	[ "$(sacct -a -X -n -P -S 12:11:00 -o jobid | xargs)" = "2 3" ]
	# the queue does not lag, nor do our own names
	FAIRTREE_FAULT=sacct:lag=400 squeue -h -o %i >queue
	[ "$(sort queue | xargs)" = "2 3" ]
	FAIRTREE_FAULT=sacct:lag=400 facct -a --csv >ours
	cmp ours <(facct -a --csv)
	# 4 CPUs: 10 minutes of job 1 and a good minute of job 2; then 5 of job 1
	used() { sreport -n -P cluster utilization start=2030-01-01 \
	    end=2030-01-02 | cut -d'|' -f2; }
	[ "$(used)" -ge 44 ]
	[ "$(FAIRTREE_FAULT=sreport:lag=400 used)" -eq 20 ]
	# changes do not lag
	FAIRTREE_FAULT=sacctmgr:lag=400 sacctmgr -i add account x >/dev/null
	[ -n "$(FAIRTREE_FAULT=sacctmgr:lag=400 sacctmgr -n list account x)" ]
	show >again
	cmp now again
}

@test "events of nodes lag, too" {
	fcontrol update nodename=n2 state=down reason=psu
	fcontrol update clock=+600
	fcontrol update nodename=n2 state=resume
	fcontrol update clock=+60
	events() { sacctmgr -n -P list event nodes=n2 format=nodename,timeend; }
	[ "$(events)" = "n2|2030-01-01T12:15:00" ]
	[ "$(FAIRTREE_FAULT=sacctmgr:lag=61 events)" = "n2|Unknown" ]
	[ -z "$(FAIRTREE_FAULT=sacctmgr:lag=661 events)" ]
}

@test "bad values are refused before anything happens" {
	for value in x squeue squeue: :down squeue:bogus squeue:down=1 \
	    squeue:delay squeue:delay= squeue:delay=0 squeue:delay=-1 \
	    squeue:delay=1s squeue:delay=3600001 squeue:truncate \
	    squeue:down:0 squeue:down: squeue:down:1:1 squeue:down:x \
	    fqueue:down SQUEUE:down sbogus:down sacct:lag=0 \
	    squeue:down,, , squeue:truncate=99999999999999999999; do
		FAIRTREE_FAULT=$value ends 2 sbatch --wrap=:
		[ "${#lines[@]}" -eq 1 ] || { echo "$value: $output"; false; }
		[[ $output == "sbatch: error: bad fault '"*"' in FAIRTREE_FAULT: want COMMAND:KIND"* ]] ||
			{ echo "$value: $output"; false; }
		FAIRTREE_FAULT=$value fqueue >/dev/null
	done
	[ "$(squeue -h | wc -l)" -eq 2 ]
	FAIRTREE_FAULT=squeue:lag=5 ends 2 squeue
	[ "$output" = "squeue: error: bad fault 'squeue:lag=5' in FAIRTREE_FAULT: only commands that ask slurmdbd can have this" ]
	FAIRTREE_FAULT=all:lag=5 ends 0 squeue
	FAIRTREE_FAULT=squeue:delay=1$(printf ',squeue:delay=1%.0s' {1..16}) ends 2 squeue
	[ "$output" = "squeue: error: more than 16 faults in FAIRTREE_FAULT" ]
	FAIRTREE_FAULT=squeue:delay=1$(printf ',%.0s' {1..1000}) ends 2 squeue
	[ "$output" = "squeue: error: FAIRTREE_FAULT is longer than 1000 bytes" ]
	FAIRTREE_FAULT=$'squeue:down\n' ends 1 squeue
	[[ $output == *"bad variable"* ]]
}

@test "calls that cannot be counted are refused" {
	ln -s elsewhere x.db.fault
	FAIRTREE_FAULT=squeue:down:1 ends 2 squeue
	[[ $output == "squeue: error: cannot count the faults of FAIRTREE_FAULT in '$PWD/x.db.fault': "* ]]
	[ ! -e elsewhere ]
	FAIRTREE_FAULT=squeue:down:1 ends 0 sinfo
	rm x.db.fault
	FAIRTREE_DB=$PWD/none/x.db FAIRTREE_FAULT=squeue:down:1 ends 2 squeue
	[[ $output == *": No such file or directory" ]]
	mkdir x.db.fault
	FAIRTREE_FAULT=squeue:down:1 ends 2 squeue
}

@test "a library that cannot be loaded is named" {
	local file
	mkdir broken
	for file in libjansson.so.4 libyaml-0.so.2; do
		echo 'no library' >broken/$file
	done
	# A name that is not ASCII is left to the library of JSON.
	facctmgr -i -Q add account phys-ä organization=Zürich >/dev/null
	export LD_LIBRARY_PATH=$PWD/broken
	run facctmgr list account --json
	[ "$status" -eq 1 ]
	[ "$output" = 'fairtree: cannot load libjansson.so.4' ]
	run facctmgr list account --yaml
	[ "$status" -eq 1 ]
	[ "$output" = 'fairtree: cannot load libyaml-0.so.2' ]
	# all else works without
	facctmgr list account -P format=account | grep -q '^phys$'
}
