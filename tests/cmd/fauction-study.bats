#!/usr/bin/env bats
# fauction study: the published figures, computed anew.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
	figures=$FT_TOP/data/examples/scheduler-game.csv
	cd "$BATS_TEST_TMPDIR" || return
}

# rows CHECK: SAMPLE RESULT of each
rows() {
	awk -F, -v c="$1" '$1 == c { print $2, $3 }' out.csv
}

refuses() { # TEXT FILE
	local status=0
	fauction study "$2" >out 2>err || status=$?
	echo "$status: $(cat err)"
	[ "$status" -eq 1 ] && [ ! -s out ] && [ "$(cat err)" = "$1" ]
}

@test "the ratios are those the study prints, their mean is not" {
	fauction study --csv >out.csv
	head -1 out.csv | grep -qx \
	    check,sample,result,computed,printed,arithmetic
	# sample and ratio, computed here: TV_1B / TV, halves upwards; beside
	# what the tables print
	awk -F, '$1 == "PoA" { v[$2, $3] = $4; if (!n[$2]++) s[++k] = $2 }
		END { for (i = 1; i <= k; i++)
			printf "%s %.2f %s\n", s[i],
			    v[s[i], "TV_1B"] / v[s[i], "TV"] + 1e-9,
			    v[s[i], "PoA"] }' \
	    "$figures" >want
	awk -F, '$1 == "ratio" { print $2, $4, $5 }' out.csv >got
	diff -u want got
	[ "$(wc -l <got)" -eq 11 ]
	[ "$(rows ratio | grep -c pass)" -eq 11 ]
	# 2.08 + ... are 21.01 in all, 1.91 in the mean
	grep -q '^mean,,fail,1.91,1.85,mean of 11: 1.9102$' out.csv
	fauction study | tr '\n' ' ' | grep -q \
	    'Mean of the 11 ratios: 1.91 (1.9102); the study prints 1.85: fail'
}

@test "what the tables force holds, and what the study claims does not" {
	fauction study --csv >out.csv
	for rule in full-machine idle-nodes close optimum-first continue-1B \
	    continue-4B pays-1A pays-1B pays-4B again-TV-1B again-TV-4B \
	    again-TP-1B again-TP-4B again-PM-1B again-PM-4B again-PoA-1B \
	    below-half; do
		[ "$(rows $rule | grep -c pass)" -eq 11 ]
	done
	grep -q '^full-machine,sample_20,pass,,,207360 = 60 x 3456$' out.csv
	grep -q '^idle-nodes,sample_2,pass,,,507305 - 506785 = 520 = 13 x 40$' \
	    out.csv
	# 640 in eight of the ten normal samples, 334 in all ten
	[ "$(rows class-1B | grep -v sample_20 | grep -c pass)" -eq 8 ]
	[ "$(rows class-2B | grep -v sample_20 | grep -c pass)" -eq 10 ]
	[ "$(rows class-4B | grep -v sample_20 | grep -c pass)" -eq 10 ]
	grep -q '^class-1B,sample_5,fail,,,12640 = 19 x 640 + 480$' out.csv
	# somebody pays more than its bid
	[ "$(rows pays-2B | grep -c fail)" -eq 10 ]
	[ "$(rows pays-3B | grep -c fail)" -eq 10 ]
	# no sample has the payments that critical values would give
	[ "$(rows critical-1B | grep -c fail)" -eq 11 ]
	[ "$(rows 4B-over-2B | grep fail)" = 'sample_4 fail' ]
}

@test "formats say the same" {
	fauction study --json >out.json
	read -r mean rules <<<"$(perl -MJSON::PP -0777 -ne '
		my $d = decode_json($_);
		die unless @{$d->{ratios}} == 11;
		printf "%.4f %d", $d->{mean}{ratio}, scalar @{$d->{rules}}
		' out.json)"
	[ "$mean" = 1.9102 ]
	fauction study --csv >out.csv
	[ "$(tail -n +2 out.csv | cut -d, -f1 | grep -vx -e ratio -e mean |
	    sort -u | wc -l)" -eq "$rules" ]
	fauction study --yaml | grep -q 'rule: full-machine'
	fauction study -P | tr '|' , >p.csv
	diff -u <(tail -n +2 out.csv | tr -d '"') <(tail -n +2 p.csv)
	fauction study --plot | grep -q '^sample_1  ##'
	fauction study --svg out.svg >/dev/null
	grep -q '</svg>' out.svg
	# every sample of every rule
	fauction study --all | tr '\n' ' ' | grep -q \
	    'sample_20: 207360 = 60 x 3456'
}

@test "figures of one's own" {
	printf '%s\n' 'value,table,sample,column' 300,PoA,x,TV_1B 200,PoA,x,TV \
	    1.50,PoA,x,PoA >own.csv
	fauction study --csv own.csv >out.csv
	grep -qx 'ratio,x,pass,1.50,1.50,300 / 200' out.csv
	fauction study --csv - <own.csv | cmp - out.csv
	printf '%s\n' 'table,sample,column' >bad.csv
	refuses "bad.csv:1:1: no column 'value'" bad.csv
	printf '%s\n' table,sample,column,value TV,s,TV,1.234 >bad.csv
	refuses 'bad.csv:2:9: expected a number with at most two decimals, not '"'1.234'" \
	    bad.csv
	printf '%s\n' table,sample,column,value TV,s,TV,1 TV,s,TV,2 >bad.csv
	refuses 'bad.csv:3:1: duplicate figure: TV of s in TV' bad.csv
	printf '%s\n' table,sample,column,value >bad.csv
	refuses 'bad.csv:1:1: no figures' bad.csv
	# a table that no rule knows; one that a rule knows, without a ratio
	printf '%s\n' table,sample,column,value TVs,s,TV,1 >bad.csv
	refuses "fauction: error: nothing can be computed from 'bad.csv': name tables and columns as in the example scheduler-game.csv" \
	    bad.csv
	printf '%s\n' table,sample,column,value TP,s,TP_1B,1280 >own.csv
	fauction study own.csv >out
	[[ $(head -1 out) == '  pass class-1B: '* ]]
	fauction study none.csv 2>err && false
	grep -q "none.csv" err
}
