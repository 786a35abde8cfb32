#!/usr/bin/env bats
# fsim compare and fsim sweep of a table of sacct: their error is that of replay
# --verify.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/site.db
	cd "$BATS_TEST_TMPDIR" || return
}

# A store with the settings and the tree of a recorded site.
open_site() {
	site=$BATS_TEST_DIRNAME/../site/replay-$1
	export FAIRTREE_SLURM=$1
	fimport conf "$site/slurm.conf"
	facctmgr -i add qos high priority=100
	fimport dump "$site/dump"
}

# The error to the last digit, under A and as a line of its own.
same_error() {
	local error

	open_site "$1"
	error=$(sed -n 2p "$site/errors.csv" | cut -d, -f7)
	# another half-life: the trace, A and its error stay
	{ cat "$site/slurm.conf"; echo PriorityWeightAge=0; } >b.conf
	fsim compare -q --db "$FAIRTREE_DB" --csv "$site/slurm.conf" b.conf \
	    "$site/sacct" >out.csv
	[ "$(grep '^all,,wait_error,' out.csv | cut -d, -f4)" = "$error" ]
	[ "$(grep '^all,,wait_error_unchanged,' out.csv)" = \
	    "all,,wait_error_unchanged,$error,,,,1,,," ]
}

@test "22.05: the error of replay --verify" {
	same_error 22.05
}

@test "24.11: the error of replay --verify" {
	same_error 24.11
}

@test "26.05: the error of replay --verify" {
	same_error 26.05
}

@test "the line for people, JSON, and shaken traces" {
	open_site 24.11
	run fsim compare -q --db "$FAIRTREE_DB" "$site/slurm.conf" \
	    "$site/slurm.conf" "$site/sacct"
	[ "$status" -eq 0 ]
	[ "${lines[2]}" = 'Under A, predicted waits are off by 25.9 % from the '\
'real ones: smaller differences mean nothing' ]
	# seeds move submissions, but the error is that of the jobs as they were
	run fsim compare -q --db "$FAIRTREE_DB" --seeds 2 --shake 10 --json \
	    "$site/slurm.conf" "$site/slurm.conf" "$site/sacct"
	[[ $output == *'"wait_error_unchanged": 0.25917029475053793'* ]]
}

@test "no line where nothing really started" {
	echo PriorityWeightAge=1 >a.conf
	echo '1 0 -1 100 1 -1 -1 1 100 -1 1 1 1 -1 -1 -1 -1 -1' >t.swf
	run fsim compare -q a.conf a.conf t.swf
	[ "$status" -eq 0 ]
	[[ $output != *'Under A'* ]]
	run fsim compare -q --csv a.conf a.conf t.swf
	[[ $output != *wait_error_unchanged* ]]
}

@test "a pool replays the submissions of sacct" {
	open_site 24.11
	run fsim compare -q --policy easy --csv "$site/slurm.conf" \
	    "$site/slurm.conf" "$site/sacct"
	[ "$status" -eq 0 ]
	[[ $output == *'all,,jobs,1'* ]]
}

@test "sweep: the error without the grid, and that of each point" {
	open_site 24.11
	run fsim sweep --db "$FAIRTREE_DB" --grid bf_interval=10,5 \
	    --grid seed=0,1 -o wait_error "$site/sacct"
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = 'Without the grid, predicted waits are off by 25.9 % '\
'from the real ones: smaller differences mean nothing' ]
	run fsim sweep --db "$FAIRTREE_DB" --grid bf_interval=10,5 --json \
	    -o wait_error "$site/sacct"
	[[ $output == *'"wait_error_unchanged": 0.259170294750537'* ]]
	[[ $output != *Without* ]]
	run fsim sweep --db "$FAIRTREE_DB" --grid bf_interval=10,5 \
	    --grid seed=0,1 -o wait_error "$site/sacct"
	# the second value is that of the settings; they were not changed
	[[ ${lines[5]} == *5*0*0.2592* ]]
	run fsim sweep --db "$FAIRTREE_DB" --grid bf_interval=10,5 --csv \
	    --out r.csv -o wait_error "$site/sacct"
	[[ ${lines[2]} == 5,0.259170294750537* ]]
	[[ $output != *Without* ]]
	# with other waits the results are of another trace
	awk -F '|' -v OFS='|' 'NR == 60 { $9++ } 1' "$site/sacct" >other
	run fsim sweep --db "$FAIRTREE_DB" --grid bf_interval=10,5 --csv \
	    --out r.csv -o wait_error other
	[ "$status" -eq 1 ]
}

@test "sweep: a grid with pools replays the submissions of sacct" {
	open_site 24.11
	run fsim sweep --db "$FAIRTREE_DB" --grid policy=easy,fcfs --csv \
	    -o jobs "$site/sacct"
	[ "$status" -eq 0 ]
	[ "${lines[1]}" = easy,130 ]
	run fsim sweep --db "$FAIRTREE_DB" --grid bf_interval=5 --csv \
	    -o jobs "$site/sacct"
	[ "${lines[1]}" = 5,128 ]
}

@test "a site of fairtree-collect: a folder or a tar of it" {
	local folder=$BATS_TEST_DIRNAME/../site/24.11/later

	echo 'NodeName=n1 CPUs=64' >one.conf
	fsim replay --verify --conf one.conf --csv "$folder"/sacct/* >want
	fsim replay --verify --conf one.conf --csv "$folder" >folder
	cmp want folder
	tar -czf s.tar.gz -C "$folder" .
	fsim replay --verify --conf one.conf --csv s.tar.gz >tar
	cmp want tar
	fsim compare -q --csv one.conf one.conf "$folder" >out.csv
	[ "$(grep '^all,,wait_error,' out.csv | cut -d, -f4)" = \
	    "$(sed -n 2p want | cut -d, -f7)" ]
}

# Priorities change with each decay pass, so the starts depend on when they are.
# The log of the recorded slurmctld has passes at second 28 of each minute:
# 1795884868 is 0x6b0b0744.
@test "24.11: with the time of the decay passes the error is smaller" {
	open_site 24.11
	mkdir -p s/sacct
	cp "$site/sacct" s/sacct/001
	printf '\0\0\0\0\153\013\007\104' >s/decay
	printf '%s\t%s\n' fairtree-site 1 >s/manifest
	printf 'sacct/001\t1\t1\t0\tsacct\n' >>s/manifest
	fsim replay --verify --db "$FAIRTREE_DB" --csv s >before
	printf 'decay\t1\t1\t0\tcat\n' >>s/manifest
	fsim replay --verify --db "$FAIRTREE_DB" --csv s >after
	[ "$(sed -n 2p before | cut -c1-12)" = "$(sed -n 2p after | cut -c1-12)" ]
	[ "$(sed -n 2p before | cut -d, -f7 | cut -c1-6)" = 0.2591 ]
	[ "$(sed -n 2p after | cut -d, -f7 | cut -c1-6)" = 0.1398 ]
}

@test "a site without sacct, and what is no site" {
	cp -R "$BATS_TEST_DIRNAME/../site/24.11/later" site
	rm -R site/sacct
	run fsim replay --verify site
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: site: no file 'sacct/001' in it: "\
'fairtree-collect could not run sacct' ]
	mkdir empty
	run fsim replay --verify empty
	[ "$status" -eq 1 ]
	[[ $output == *"empty: no file 'manifest' in it"* ]]
}
