#!/usr/bin/env bats
# Settings change: usage so far stays, usage from then on is as they say.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/eras.db
	cd "$BATS_TEST_TMPDIR" || return
	settings 0 >slurm.conf
	facctmgr -i add account phys >log
	facctmgr -i add user ann account=phys >>log
	facctmgr -i add user bob account=phys >>log
	fcontrol update clock=2030-01-01T00:00:00
	fimport conf slurm.conf >>log
}

# settings HALF-LIFE: a slurm.conf, passes each minute
settings() {
	cat <<-END
		ClusterName=cluster
		DefMemPerCPU=1000
		PriorityCalcPeriod=1
		PriorityDecayHalfLife=$1
		PriorityUsageResetPeriod=NONE
		NodeName=n1 CPUs=16 RealMemory=64000
		PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE
	END
}

used() {
	fshare -hP -u "$1" -o rawusage "${@:2}" | tail -n 1
}

opening() {
	echo "phys ann 1000000" >usage.txt
	fimport usage usage.txt >>log
}

# after a half-life of a day (1 - 0.693/86400)^86400 = 0.5000722 are left
@test "a half-life holds from its change on, and so does its undoing" {
	opening
	fsim run -q --for 1-0
	[ "$(used ann)" = 1000000 ]
	settings 1-0 >day.conf
	fimport conf day.conf >>log
	[ "$(used ann)" = 1000000 ]
	fsim run -q --for 1-0
	[ "$(used ann)" = 500072 ]
	fcontrol update config PriorityDecayHalfLife=0
	[ "$(used ann)" = 500072 ]
	fsim run -q --for 1-0
	[ "$(used ann)" = 500072 ]
	facctmgr -i undo >>log
	[ "$(used ann)" = 500072 ]
	fsim run -q --for 1-0 # 500072.2 x 0.5000722
	[ "$(used ann)" = 250072 ]
	[ "$(used ann --now 2030-01-02T00:00:00)" = 1000000 ]
	[ "$(used ann --now 2030-01-03T00:00:00)" = 500072 ]
}

@test "a what-if holds as if always, or from now on" {
	opening
	fsim run -q --for 1-0
	day=PriorityDecayHalfLife=1-0
	run used ann --what-if-conf $day
	[ "${lines[0]}" = "fshare: past usage is computed as if --what-if-conf \
had always applied (--from-now keeps it)" ]
	[ "${lines[1]}" = 500072 ]
	run used ann --what-if-conf $day --from-now
	[ "$output" = 1000000 ]
	run used ann --what-if-conf $day --from-now --now 2030-01-03T00:00:00
	[ "$output" = 500072 ]
	# a setting that has nothing to do with decay
	run used ann --what-if-conf PriorityWeightAge=5
	[ "$output" = 1000000 ]
	[ "$(used ann)" = 1000000 ]
}

@test "what cannot be tried is refused" {
	run fshare --from-now
	[ "$status" -eq 1 ]
	[ "$output" = "fshare: error: --from-now needs --what-if-conf" ]
	run fshare --what-if-conf PriorityUsageResetPeriod=DAILY
	[ "$status" -eq 1 ]
	[ "$output" = "fshare: error: --what-if-conf cannot try \
PriorityUsageResetPeriod: past resets are facts (change a copy made by \
facctmgr save, and let time pass there)" ]
}

# One CPU, from 00:00:03 on.
@test "a usage factor holds from the last pass on" {
	fbatch --uid=ann -n 1 --wrap='sleep 100000' >>log
	fsim run -q --for 1:00:00
	[ "$(used ann)" = 3597 ]
	facctmgr -i modify qos normal set usagefactor=0.5 >>log
	[ "$(used ann)" = 3597 ]
	fsim run -q --for 1:00:00 # 3597 + 3600/2
	[ "$(used ann)" = 5397 ]
	facctmgr -i undo >>log
	[ "$(used ann)" = 5397 ]
	fsim run -q --for 30
	[ "$(used ann)" = 5397 ]
	# between two passes: for all of the time since the last
	facctmgr -i modify qos normal set usagefactor=2 >>log
	[ "$(used ann)" = 5397 ]
	fsim run -q --for 30 # 5397 + 60 x 2
	[ "$(used ann)" = 5517 ]
	fsim run -q --for 10
	fcancel 1 # 5517 + 10 x 2
	[ "$(used ann)" = 5537 ]
	facctmgr -i modify qos normal set usagefactor=7 >>log
	[ "$(used ann)" = 5537 ]
}

@test "who runs in a QOS that goes is charged once from then on" {
	facctmgr -i add qos twice usagefactor=2 >>log
	facctmgr -i modify user ann set qos+=twice >>log
	fbatch --uid=ann -n 1 --qos=twice --wrap='sleep 100000' >>log
	fsim run -q --for 1:00:00
	[ "$(used ann)" = 7194 ] # 3597 x 2
	facctmgr -i delete qos twice >>log
	[ "$(used ann)" = 7194 ]
	fsim run -q --for 1:00:00
	[ "$(used ann)" = 10794 ]
	facctmgr -i undo >>log
	[ "$(used ann)" = 10794 ]
	fsim run -q --for 1:00:00
	[ "$(used ann)" = 17994 ]
}

@test "billing weights hold for jobs that start" {
	fbatch --uid=ann -n 1 --wrap='sleep 100000' >>log
	fsim run -q --for 1:00:00
	fcontrol update config 'PartitionName=debug Nodes=ALL Default=YES TRESBillingWeights=CPU=3'
	fbatch --uid=bob -n 1 --wrap='sleep 100000' >>log
	fsim run -q --for 1:00:00
	[ "$(used ann)" = 7197 ]
	[ "$(used bob)" = 10791 ] # 3597 x 3
}

# QOS usage, which scontrol shows with its decimals
qos_used() {
	fcontrol show assoc_mgr flags=qos qos=normal |
		sed -n 's/.*UsageRaw=\([0-9]*\)\..*/\1/p' | head -n 1
}

@test "NoDecay holds from its change on" {
	fcontrol update config PriorityDecayHalfLife=1-0
	facctmgr -i modify qos normal set rawusage=1000000 >>log
	fsim run -q --for 1-0
	[ "$(qos_used)" = 500072 ]
	facctmgr -i modify qos normal set flags=NoDecay >>log
	[ "$(qos_used)" = 500072 ]
	fsim run -q --for 1-0
	[ "$(qos_used)" = 500072 ]
	facctmgr -i undo >>log
	[ "$(qos_used)" = 500072 ]
	fsim run -q --for 1-0
	[ "$(qos_used)" = 250072 ]
}

# Real Slurm: at the next pass after each reconfigure; that pass books again.
@test "PriorityUsageResetPeriod=NOW resets when settings are read" {
	opening
	fbatch --uid=bob -n 1 --wrap='sleep 100000' >>log
	fsim run -q --for 10:30
	[ "$(used bob)" = 597 ]
	fcontrol update config PriorityUsageResetPeriod=NOW
	[ "$(used ann)" = 1000000 ]
	fsim run -q --for 30
	[ "$(used ann)" = 0 ]
	[ "$(used bob)" = 60 ]
	fsim run -q --for 10:00
	[ "$(used bob)" = 660 ]
	fcontrol reconfigure
	[ "$(used bob)" = 660 ]
	[ "$(used bob --now 2030-01-01T00:22:00)" = 60 ]
	fsim run -q --for 1:00
	[ "$(used bob)" = 60 ]
	fsim run -q --for 1:00
	[ "$(used bob)" = 120 ]
}

@test "a reset that was asked for does not come if that is undone in time" {
	opening
	fsim run -q --for 30
	fcontrol update config PriorityUsageResetPeriod=NOW
	facctmgr -i undo >>log
	fsim run -q --for 10:00
	[ "$(used ann)" = 1000000 ]
	fcontrol update config PriorityUsageResetPeriod=NOW
	fcontrol update config PriorityUsageResetPeriod=NONE
	fsim run -q --for 10:00
	[ "$(used ann)" = 1000000 ]
}

# Due since midnight, it comes with the first pass that finds the setting.
@test "a reset period does not reset what is over" {
	fcontrol update config PriorityUsageResetPeriod=DAILY
	fbatch --uid=bob -n 1 --wrap='sleep 1000000' >>log
	fsim run -q --until 2030-01-02T00:10:00
	[ "$(used bob)" = 660 ] # the pass of midnight books again
	fcontrol update config PriorityUsageResetPeriod=NONE
	fsim run -q --until 2030-01-03T00:11:00
	[ "$(used bob)" = 87120 ] # 660 + 86460
	fcontrol update config PriorityUsageResetPeriod=DAILY
	[ "$(used bob)" = 87120 ]
	fsim run -q --for 30
	[ "$(used bob)" = 87120 ]
	fsim run -q --for 9:30 # ten passes, that one too
	[ "$(used bob)" = 600 ]
	[ "$(used bob --now 2030-01-03T00:11:00)" = 87120 ]
	fsim run -q --until 2030-01-04T00:01:00
	[ "$(used bob)" = 120 ]
}

@test "settings from a file do not become the past of the store's own" {
	opening
	fsim run -q --for 1-0
	settings 1-0 >day.conf
	SLURM_CONF=$PWD/day.conf facctmgr -i modify qos normal set flags=NoDecay >>log
	[ "$(used ann)" = 1000000 ]
	[ "$(SLURM_CONF=$PWD/day.conf used ann)" = 500072 ]
}

@test "a cluster can be taken back after settings changed" {
	facctmgr -i add cluster other >log
	change=$(sed -n 's/.*facctmgr undo //p' log)
	fcontrol update config PriorityDecayHalfLife=1-0
	facctmgr -i undo "$change"
	fcontrol update config PriorityDecayHalfLife=2-0
	[ "$(facctmgr -nP list cluster format=cluster)" = cluster ]
}

# Under the wall clock: what ended by now ended under the settings of before.
@test "what ended before a change was charged under the old settings" {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/wall.db
	facctmgr -i add account phys >log
	facctmgr -i add user ann account=phys >>log
	fimport conf slurm.conf >>log
	fcontrol update clock=wall
	fbatch --uid=ann -n 1 --wrap='sleep 2' >>log
	until [ -n "$(fqueue -h -t CD -o %i)" ]; do :; done
	facctmgr -i modify qos normal set usagefactor=100 >>log
	[ "$(facct -nPX -o state,elapsedraw)" = "COMPLETED|2" ]
	[ "$(used ann)" = 2 ]
}

# until COMMAND...: wait until it succeeds, as long as fsim runs
until_true() {
	until "$@"; do kill -0 "$sim" || return; done
}

is_running() {
	[ "$(fqueue -h -t R -o %i)" = 1 ]
}

has_moved() {
	! fcontrol show config | head -n 1 | grep -q 'as of 2030-01-01T00:00:00$'
}

@test "time that passes meanwhile takes over new settings" {
	settings 0 | sed '$s/$/ State=DOWN/' >down.conf
	fimport conf down.conf >>log
	fbatch --uid=ann -n 1 --wrap='sleep 100000' >>log
	fsim run -q --until 2130-01-01 --speed 3600 &
	sim=$!
	until_true has_moved
	[ -z "$(fqueue -h -t R -o %i)" ]
	fcontrol update config 'PartitionName=debug Nodes=ALL Default=YES'
	until_true is_running
	kill -INT "$sim"
	wait "$sim" || true
}
