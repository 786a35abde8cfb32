#!/usr/bin/env bats
# fauction misreport: does it pay not to tell the truth?
#
# The worked example, by hand: 10 nodes; name, nodes, value (nodes x planned
# minutes): A 4 400, B 3 270, C 4 320, D 2 140, E 3 120.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
	cd "$BATS_TEST_TMPDIR" || return
}

# rows of --all: ALLOCATOR PAYMENT JOBS GAINING PAY_MORE GAIN JOB TRUTH BID
pair() {
	awk -F, -v a="$1" -v p="$2" '$1 == a && $2 == p { print $4, $5, $6, $7,
	    $8, $9 }' all.csv
}

# refuses TEXT COMMAND...: it says just this on stderr, exit status 1
refuses() {
	local text=$1 status=0
	shift
	"$@" >out 2>err || status=$?
	echo "$status: $(cat err)"
	[ "$status" -eq 1 ] && [ ! -s out ] && [ "$(head -1 err)" = "$text" ]
}

@test "who gains under which mechanism" {
	fauction misreport --all --csv >all.csv
	[ "$(head -1 all.csv)" = \
	    allocator,payment,jobs,gaining,pay_more,gain,job,truth,bid ]
	# exact and VCG, and every critical value: nobody
	for row in exact,rerun exact,critical halt,critical \
	    continue,critical; do
		[ "$(pair "${row%,*}" "${row#*,}")" = '0 0 0   ' ]
	done
	# halt: A and B win and pay 460 each, A for 400, B for 270: B saves 190
	# by losing; all but one gain by something
	[ "$(pair halt rerun)" = '4 2 190 B 270 0' ]
	# B pays 860 - 540 = 320 for 270
	[ "$(pair continue rerun)" = '2 1 50 B 270 0' ]
	# nobody pays: B displaces C from 321 on (540 + 320 is the 860 of the
	# best set, and loses the tie); C comes before B, and A, from 361 on
	[ "$(pair exact none)" = '2 0 270 B 270 321' ]
	[ "$(pair continue none)" = '2 0 320 C 320 361' ]
	# where bids do not count nobody gains by them
	for how in priority-halt priority-continue backfill; do
		[[ $(pair $how rerun) == '0 '?' 0   ' ]]
		[ "$(pair $how none)" = '0 0 0   ' ]
		[ -z "$(pair $how critical)" ]
	done
	fauction misreport --all >out
	grep -q '^exact  *rerun  *0  *0 truthful: nobody gains *$' out
	grep -q '^halt  *critical  *0  *0 truthful: nobody gains *$' out
	grep -q '^halt  *rerun  *4  *2 job B gains 190 by bidding 0 for 270 and losing' out
}

@test "one job: truth, best report and sweep" {
	fauction misreport -j A --csv --from 300 --to 1x --step 20 >out
	head -1 out | grep -qx allocator,payment,report,bid,wins,pays,utility
	# halt: from 320 on A is in front of C, and pays 730 - 270 = 460
	grep '^halt,rerun' out | cut -d, -f3- >halt
	diff -u - halt <<-'END'
		truth,400,1,460,-60
		best,0,0,0,0
		sweep,300,0,0,0
		sweep,320,1,460,-60
		sweep,340,1,460,-60
		sweep,360,1,460,-60
		sweep,380,1,460,-60
		sweep,400,1,460,-60
	END
	grep -qx exact,rerun,truth,400,1,270,130 out
	grep -qx halt,critical,truth,400,1,320,80 out
	# the truth is always there, between or beside the others; by number
	fauction misreport -j 2 --csv --from 0 --to 300 --step 100 \
	    --allocator exact --payment none >out
	[ "$(grep ,sweep, out | cut -d, -f4 | tr '\n' ' ')" = \
	    '0 100 200 270 300 ' ]
	fauction misreport >out
	head -1 out | grep -qx \
	    'Job A: 4 of 10 nodes, worth 400 (its bid in 1B), among 5 jobs'
	grep -q '^halt  *rerun  *yes  *460  *-60 gains 60 by bidding 0 and losing; pays above its bid' out
	grep -q '^ *400\*  *130  *130  *400  *-60  *80 ' out
}

@test "formats say the same" {
	fauction misreport -j B --json >out.json
	read -r gain bid <<<"$(perl -MJSON::PP -0777 -ne '
		my $d = decode_json($_); die unless $d->{job} eq "B";
		my ($p) = grep { $_->{allocator} eq "halt" &&
		    $_->{payment} eq "rerun" } @{$d->{pairs}};
		print "$p->{gain} $p->{best}{bid}"' out.json)"
	[ "$gain $bid" = '190 0' ]
	fauction misreport --all --yaml | grep -q 'gaining: 4'
	fauction misreport --all -P | grep -qx \
	    'halt|rerun|5|4|2|190|B|270|0'
	fauction misreport --all -p | grep -qx \
	    'halt|rerun|5|4|2|190|B|270|0|'
	fauction misreport --plot --payment rerun --allocator halt >out
	grep -q '^Utility by bid, paid by running again' out
	fauction misreport --svg out.svg >/dev/null
	grep -q '</svg>' out.svg
	# utilities below 0 have their tick
	grep -q '>-100</text>' out.svg
}

@test "other jobs: a file, generated ones, another experiment" {
	printf 'name,nodes,planned\nwide,9,10\nthin,2,100\n' >two.csv
	# wide is worth 90, thin 200, both do not fit on 10: thin wins
	# wide pays what thin is worth
	fauction misreport two.csv --nodes 10 -j wide --csv --allocator exact \
	    --payment rerun --to 300 --step 100 >out
	grep -qx exact,rerun,truth,90,0,0,0 out
	grep -qx exact,rerun,sweep,300,1,200,-110 out
	fauction misreport --all --class 16:40:19:62% --csv \
	    --allocator exact,continue >all.csv
	[[ $(pair exact rerun) == '0 0 0   ' ]]
	[[ $(pair continue critical) == '0 0 0   ' ]]
	[ "$(pair exact none | cut -d' ' -f1)" -gt 0 ]
	# real: A is worth 220, B 264, and the crowd of 4B
	fauction misreport --experiment 4B | head -1 | grep -q 'worth 220 '
}

@test "what makes no sense is refused" {
	refuses "fauction: error: no job 'Z' in the sample, which has 5" \
	    fauction misreport -j Z
	refuses "fauction: error: no job '6' in the sample, which has 5" \
	    fauction misreport -j 6
	refuses "fauction: error: --allocator does not know 'best'" \
	    fauction misreport --allocator exact,best
	refuses 'fauction: error: no pair of allocator and payment is left to try' \
	    fauction misreport --payment ,
	refuses "fauction: error: --experiment does not know '9Z'" \
	    fauction misreport --experiment 9Z
	refuses 'fauction: error: --from is above --to: 500, 400' \
	    fauction misreport --from 500 --to 1x
	fauction misreport --step -1 2>err && false
	grep -q -- "--step needs a whole number, or a multiple" err
	refuses "fauction: error: --step rounds to 0: '0'" \
	    fauction misreport --step 0
	refuses 'fauction: error: more than 2000 bids from 0 to 4000 in steps of 1' \
	    fauction misreport --step 1 --to 10x
	refuses 'fauction: error: --all and --job exclude each other' \
	    fauction misreport --all -j A
	refuses 'fauction: error: --sample needs jobs to be drawn, but this list is used whole' \
	    fauction misreport --sample 2
	printf 'nodes,planned\n1,x\n' >bad.csv
	fauction misreport bad.csv 2>err && false
	grep -q '^bad.csv:2:3: ' err
}
