#!/usr/bin/env bats
# fsim trace: synthetic traces, and the bundled one.

load ../lib/cmd

setup() {
	examples=$FT_TOP/data/examples
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
}

# Lines of jobs.
jobs() {
	grep -c '^[0-9]' "$1"
}

@test "the bundled trace is what fsim trace writes, byte for byte" {
	fsim trace >again.swf
	cmp again.swf "$examples/month.swf"
}

@test "every line is a job of 18 numbers within the machine" {
	awk '/^;/ { next }
	    NF != 18 || $0 ~ /[^-0-9 ]/ || $8 < 1 || $8 > 512 || $4 < 1 ||
	    $4 > $9 || $2 < before || $12 < 1 || $12 > 40 || $13 < 1 ||
	    $13 > 6 || ($11 != 0 && $11 != 1 && $11 != 5) {
		print; bad = 1 }
	    { before = $2 }
	    END { exit bad }' "$examples/month.swf"
}

@test "the load is what was asked for" {
	# processor seconds over those until the last job comes; the last one
	# comes a little before the end of what was asked for
	for load in 0.5 1.5; do
		fsim trace --load "$load" --jobs 4000 >some.swf
		awk -v wish="$load" '/^;/ { next } { area += $4 * $8; last = $2 }
		    END { got = area / 1024 / last / wish
			print got; exit !(got > 0.97 && got < 1.05) }' some.swf
	done
}

@test "as many jobs, users and accounts as asked for, on that machine" {
	fsim trace --jobs 5000 --users 9 --accounts 3 --nodes 10 --cpus 4 \
	    >some.swf
	[ "$(jobs some.swf)" -eq 5000 ]
	[ "$(awk '!/^;/ { print $12 }' some.swf | sort -u | wc -l)" -eq 9 ]
	[ "$(awk '!/^;/ { print $13 }' some.swf | sort -u | wc -l)" -eq 3 ]
	[ "$(awk '!/^;/ && $8 > 20' some.swf | wc -l)" -eq 0 ]
	grep -q '^; MaxProcs: 40$' some.swf
	grep -q '^; MaxNodes: 10$' some.swf
}

@test "one user belongs to one account" {
	[ "$(awk '!/^;/ { print $12, $13 }' "$examples/month.swf" |
	    sort -u | awk '{ n[$1]++ } END { for (u in n) if (n[u] > 1) print }' |
	    wc -l)" -eq 0 ]
}

@test "another seed is another trace of the same kind" {
	fsim trace --seed 2 >other.swf
	[ "$(jobs other.swf)" -eq 3000 ]
	run cmp -s other.swf "$examples/month.swf"
	[ "$status" -eq 1 ]
}

@test "nights and weekends are quiet" {
	fsim trace --jobs 20000 >some.swf
	awk '/^;/ { next } { hour = int($2 / 3600) % 24
		day = int($2 / 86400) % 7
		if (day >= 5) weekend++; else { week++
			if (hour < 6) night++
			if (hour >= 9 && hour < 15) noon++ } }
	    # weights: 1.7 + 2 + 2 + 1.6 + 1.8 + 2.1 to 1.6 at night is 7 to 1;
	    # five days to two at 0.45 is 5.6 to 1
	    END { print noon / night, week / weekend
		exit !(noon > 5 * night && noon < 9 * night &&
		    week > 4.5 * weekend && week < 7 * weekend) }' some.swf
}

@test "Lublin and Feitelson: their jobs, our users, the load said" {
	fsim trace --model lublin --nodes 16 --cpus 8 --jobs 4000 >some.swf
	[ "$(jobs some.swf)" -eq 4000 ]
	# 0.244 of the jobs are serial: 976, with a deviation of 27
	serial=$(awk '!/^;/ && $8 == 1' some.swf | wc -l)
	[ "$serial" -gt 840 ] && [ "$serial" -lt 1110 ]
	awk '/^;/ { next } $4 < 1 || $4 > 162754 || $8 > 128 || $9 != -1 ||
	    $2 < before { bad = 1 } { before = $2 } END { exit bad }' some.swf
	# the note says which load that is
	said=$(sed -n 's/^; Note: lublin: .*times 1, load //p' some.swf)
	awk -v said="$said" '/^;/ { next } { area += $4 * $8; last = $2 }
	    END { got = area / 128 / last / said
		exit !(got > 0.999 && got < 1.001) }' some.swf
	fsim trace --model lublin --jobs 4000 --load 0.6 >some.swf
	awk '/^;/ { next } { area += $4 * $8; last = $2 }
	    END { got = area / 1024 / last / 0.6
		exit !(got > 0.999 && got < 1.001) }' some.swf
	for model in lublin-batch lublin-interactive lublin-mixed; do
		fsim trace --model "$model" --seed 3 >some.swf
		grep -q "^; Note: $model: " some.swf
		[ "$(jobs some.swf)" -eq 3000 ]
	done
}

@test "limits as people request them" {
	fsim trace --model lublin --limits f=2 --seed 4 >some.swf
	grep -q '^; Note: limits drawn by f=2, seed 4$' some.swf
	awk '/^;/ { next } $9 < $4 || $9 > 3 * $4 + 1 { bad = 1 }
	    END { exit bad }' some.swf
	fsim trace --limits modal=2-00:00:00 >some.swf
	grep -q '^; Note: limits drawn by modal=172800, seed 1$' some.swf
	awk '/^;/ { next } $9 < $4 || $9 > 172800 { bad = 1 }
	    END { exit bad }' some.swf
	# 3000 jobs: 35 + 2000 / 9000 * 55 = 47 values
	[ "$(awk '!/^;/ { print $9 }' some.swf | sort -u | wc -l)" -le 47 ]
}

@test "what makes no sense is refused" {
	run fsim trace --model zipf
	[ "$status" -eq 1 ]
	run fsim trace --limits f=-1
	[ "$status" -eq 1 ]
	[ "$output" = 'fsim: error: limits are drawn by f=X (X from 0 to '\
"1000000), modal or modal=TIME, not by 'f=-1'" ]
	run fsim trace --jobs 0
	[ "$status" -eq 1 ]
	[[ "$output" == *"--jobs"* ]]
	run fsim trace --load 0
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: --load needs a number above 0, not '0'" ]
	run fsim trace --users 2 --accounts 3
	[ "$status" -eq 1 ]
	[ "$output" = 'fsim: error: more accounts than users: 3, 2' ]
	run fsim trace --load 0.0000001
	[ "$status" -eq 1 ]
	[ "$output" = \
	    'fsim: error: such a trace would last longer than a century' ]
	run fsim trace here
	[ "$status" -eq 1 ]
	[[ "$output" == *"unexpected word 'here'"* ]]
}

@test "month.cfg has the users of month.swf in their accounts" {
	awk '!/^;/ { print "u" $12, "g" $13 }' "$examples/month.swf" |
	    sort -u >trace
	awk -F"'" '/^Parent/ { account = $2 } /^User/ { print $2, account }' \
	    "$examples/month.cfg" | sort -u >tree
	[ -z "$(comm -23 trace tree)" ]
	fimport dump "$examples/month.cfg"
	fimport conf "$examples/month.conf"
	[ "$(fshare -a -h -P -o User | grep -c '^u')" -eq 40 ]
}

@test "month.swf is replayed on month.cfg, fair share and all" {
	fimport dump "$examples/month.cfg"
	fimport conf "$examples/month.conf"
	fsim replay "$examples/month.swf" --policy easy --json >fair.json
	fsim replay "$examples/month.swf" --policy easy --order submit \
	    --json >first.json
	grep -q '"started": *3000' fair.json
	run cmp -s fair.json first.json
	[ "$status" -eq 1 ]
}
