#!/usr/bin/env bats
# fauction run: the experiments of the scheduler game.

load ../lib/cmd

setup() {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
	worked=$FT_TOP/data/examples/auction/worked.csv
	cd "$BATS_TEST_TMPDIR" || return
}

# "A 270 C 270 D 70": who wins and pays what in one experiment.
winners() {
	fauction run --nodes 10 --jobs -P -n --experiment "$@" "$worked" |
		awk -F'|' '$8 { printf "%s%s %s", n++ ? " " : "", $3, $9 }'
}

# The fields of --format for each row of --csv, parted by blanks.
rows() {
	fauction run --csv -n --each -o "$@" | tr , ' '
}

# Machine of 10; name, nodes, planned, real: A 4 100 50, B 3 90 80, C 4 80 80,
# D 2 70 10, E 3 40 40.  Bids, planned: 400 270 320 140 120; real, 1.1 x nodes
# x real cut off: 220 264 352 22 132.
@test "five jobs by hand: who wins and what they pay" {
	# without A the best of the others is B C D 730: 730 - (860 - 400)
	[ "$(winners 1A)" = 'A 270 C 270 D 70' ]
	# by node: A 100, B 90, C 80 does not fit.  Without A: B C D 730
	[ "$(winners 1B)" = 'A 460 B 460' ]
	# keys 1.1 each but for the cut: A, B first by the input, C blocks
	[ "$(winners 2B)" = 'A 374 B 374' ]
	# planned by real: D 7, A 2, B 1.1, then C 1 does not fit
	[ "$(winners 3B)" = 'A 320 B 320 D 0' ]
	# real by node: B 88, C 88, A 55 does not fit
	[ "$(winners 4B)" = 'B 220 C 352' ]
	[ "$(winners 1Bm)" = 'A 320 B 320 D 120' ]
	[ "$(winners 4Bm)" = 'B 110 C 220 E 22' ]
	# first come: A B fit, C does not, D backfills
	[ "$(winners simulator)" = 'A 0 B 0 D 0' ]
}

@test "five jobs by hand: the table" {
	run fauction run --nodes 10 -P -n \
		-o Experiment,TV,TP,PM,SP,PL,Winners,Idle,Best,Over "$worked"
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = '1A|860|610|0|0|3|3|0|860|0' ]
	# 460 of 400 and of 270: 60 and 190 too much
	[ "${lines[1]}" = '1B|670|920|2|0|0|2|3|860|250' ]
	# 374 of 220 and of 264; the best of these bids is B C E 748
	[ "${lines[2]}" = '2B|484|748|2|0|0|2|3|748|264' ]
	[ "${lines[3]}" = '3B|810|640|1|0|2|3|1|860|50' ]
	[ "${lines[4]}" = '4B|616|572|0|1|1|2|3|748|0' ]
	[ "${lines[5]}" = '1Bm|810|760|1|0|2|3|1|860|50' ]
	[ "${lines[6]}" = '4Bm|748|352|0|0|3|3|0|748|0' ]
	[[ ${lines[7]} == priority* ]]
	[ "${lines[8]}" = 'simulator|810|0|0|0|3|3|1|860|0' ]
	[ "${#lines[@]}" -eq 9 ]
	# the same is built in
	run fauction run --worked
	[ "$status" -eq 0 ]
	[ "$output" = "$(fauction run --nodes 10 "$worked")" ]
	# 860 / 670
	run fauction run --nodes 10 -n --experiment 1B "$worked"
	[ "${lines[0]% }" = '1B             670      920     2     0     0'\
'     2     3   1.284   0.779' ]
}

@test "variations: payments, greedy, an experiment of one's own" {
	# the least bid that wins: A must stand before C, 4 x 80, B before C,
	# 3 x 80; of equals the first of the input is first
	[ "$(winners 1B --payment critical)" = 'A 320 B 240' ]
	[ "$(winners 1A --payment none)" = 'A 0 C 0 D 0' ]
	[ "$(winners 1B --greedy continue)" = "$(winners 1Bm)" ]
	[ "$(winners 4Bm --greedy halt)" = "$(winners 4B)" ]
	[ "$(winners 1B --bid real)" = "$(winners 4B)" ]
	[ "$(winners 1B --unit area)" = "$(winners 3B)" ]
	run fauction run --nodes 10 --allocator halt --bid real --unit area \
		-P -n -o Experiment,Allocator,Bid,Unit,Payment,TV,TP "$worked"
	[ "$output" = 'own|halt|real|area|rerun|484|748' ]
	run fauction run --worked --experiment 1B --greedy continue --json
	[[ $output == *'one does not fit; but allocator continue"'* ]]
	run fauction run --nodes 10 --experiment 1b --payment none "$worked"
	[[ $output == *'by bid per node, until one does not fit; '\
'nobody pays'* ]]
}

# The crowd of 16 nodes, 40 minutes planned and 19 real is what a winner keeps
# out: payments are multiples of its bid, 640, or floor(1.1 x 16 x 19) = 334.
# Greedy loses at most 15 nodes of 40 minutes; going on where it halts wins
# some of them back.  In the study 50 to 74 winners
# of a sample pay exactly what they bid: they are the crowd.
@test "the study's crowd gives the study's shape" {
	rows Experiment,TV,TP,PM,SP,Winners,Idle,Best,Wanted,Sample \
		--class 16:40:19:62% --experiment 1A,1B,1Bm,2B,4B,4Bm >got
	[ "$(grep -vc mean got)" -eq 60 ]
	grep mean got >mean
	run awk '/mean/ { next }
		$1 == "1B" && ($3 % 640 || $4) { print "1B", $0 }
		($1 == "2B" || $1 == "4B") && $3 % 334 { print "334", $0 }
		$1 == "1B" && $8 - $2 > 15 * 40 { print "15", $0 }
		$1 == "1B" && ($8 - $2) / $8 > 0.003 { print "0.3%", $0 }
		$1 == "1A" && ($4 || $2 != $8) { print "1A", $0 }
		$7 >= 16 || $2 > $8 { print "idle", $0 }
		{ of[$1] = $2 }
		$1 == "1Bm" && $2 < of["1B"] { print "1Bm", $0 }
		$1 == "4Bm" && $2 < of["4B"] { print "4Bm", $0 }
		$9 < 6912 || $9 > 6912 + 25 { print "wanted", $0 }' got
	[ "$output" = '' ]
	run awk '$1 == "1B" && $5 >= 50 && $5 <= 74' mean
	[[ $output == 1B* ]]
}

@test "order of values, and what winners pay, on many small samples" {
	printf '%s\n' nodes,planned,real 1,30,10 2,20,20 3,50,9 4,45,40 5,11,3 \
		2,80,70 1,5,5 3,33,30 4,60,12 2,41,40 1,90,2 5,77,7 >jobs.csv
	rows Sample,Experiment,TV,PM,SP,PL,Winners,Idle,TP,Best \
		--nodes 12 --samples 60 jobs.csv >got
	run awk '$1 == "mean" { next }
		$2 == "1A" { best = $3 }
		$4 + $5 + $6 != $7 { print "winners", $0 }
		$3 > $10 || $8 > 12 || $8 < 0 { print "more", $0 }
		$2 ~ /^(1A|1B|3B|1Bm|priority|simulator)$/ && $10 != best {
			print "best", $0 }
		$2 == "1A" && $4 { print "above its bid", $0 }
		{ of[$2] = $3 }
		$2 ~ /^[14]Bm$/ && $3 < of[substr($2, 1, 2)] {
			print "below halting", $0 }
		$2 ~ /^[14]B/ && 2 * $3 < $10 { print "below half", $0 }
		($2 == "priority" || $2 == "simulator") && $9 {
			print "pays", $0 }
		{ n++ }
		END { print n }' got
	[ "$output" = 540 ]
	# it is not always so that greedy is best
	awk '$2 == "1B" && $3 < $10' got | grep -q .
}

# A is worth 101 a node, B 10000 / 100 = 100: nothing is left for B beside A.
# B alone is worth more, and pays what A loses by it: 101.
@test "one wide job that is worth more than all others wins alone" {
	printf '%s\n' name,nodes,planned,real A,1,101,101 B,100,100,100 >wide.csv
	for how in 1B 1Bm; do
		[ "$(fauction run --nodes 100 --jobs -P -n --experiment $how \
			wide.csv | awk -F'|' '$8 { print $3, $9 }')" = 'B 101' ]
	done
	# 11 x 101 / 10 = 111
	for how in 4B 4Bm; do
		[ "$(fauction run --nodes 100 --jobs -P -n --experiment $how \
			wide.csv | awk -F'|' '$8 { print $3, $9 }')" = 'B 111' ]
	done
	run fauction run --nodes 100 -P -n --experiment 1B \
		--greedy continue -o TV,Best wide.csv
	[ "$output" = '10000|10000' ]
}

@test "a list is drawn from; a short one is taken whole" {
	printf '%s\n' name,nodes,planned a,3,10 b,3,10 c,3,10 d,9,10 >jobs.csv
	fauction run --nodes 8 --load 0.75 --samples 40 --each -P -n \
		--experiment 1A -o Sample,Jobs,Wanted jobs.csv >got
	# two of a b c: 6 nodes are 0.75 x 8; d is wider than the machine
	[ "$(cut -d'|' -f2,3 got | sort | uniq -c | tr -s ' ')" = ' 41 2|6' ]
	run fauction run --nodes 8 jobs.csv
	[ "${lines[0]}" = '3 jobs ask for 9 nodes of 8; 1 job wider than the '\
'machine left out' ]
	printf '%s\n' nodes,planned 3,10 >one.csv
	[ "$(fauction run --nodes 8 one.csv | head -n 1)" = \
		'1 job asks for 3 nodes of 8' ]
	[ "$(fauction run --nodes 8 --jobs one.csv | head -n 1)" = \
		'sample 1: 1 job that asks for 3 of 8 nodes' ]
	fauction run --nodes 8 --load 2 --samples 2 --replace -P -n \
		--experiment 1A -o Sample,Jobs,Wanted jobs.csv >got
	# six of three jobs
	[ "$(head -n 1 got)" = '1|6|18' ]
}

@test "other lists: a trace, also packed, and what sacct prints" {
	# 2 of 8 processors, four to a node: 1 node of 2; 100 s of 130 are 2
	# and 3 minutes; who asked for no time planned what it took
	cat >t.swf <<-'END'
		; UnixStartTime: 1893456000
		; MaxProcs: 8
		1  0 -1 100 2 -1 -1 2 130 -1 1 1 1 -1 -1 -1 -1 -1
		2  0 -1 600 8 -1 -1 8 -1 -1 1 2 1 -1 -1 -1 -1 -1
	END
	run fauction run --jobs --experiment 1A -P -n --cpus 4 t.swf
	[ "$output" = '1|1A|1|1|3|2|3|0|0
1|1A|2|2|10|10|20|1|3' ]
	gzip t.swf
	run fauction run --jobs --experiment 1A -P -n --cpus 4 - <t.swf.gz
	[ "${lines[1]}" = '1|1A|2|2|10|10|20|1|3' ]
	# the head says how many processors a node has, too
	gunzip t.swf.gz
	sed -i '2a; MaxNodes: 2' t.swf
	run fauction run --jobs --experiment 1A -P -n t.swf
	[ "${lines[1]}" = '1|1A|2|2|10|10|20|1|3' ]
	cat >sacct.txt <<-'END'
		JobID|Submit|Start|End|Elapsed|Timelimit|NNodes|NCPUS|State|User
		7|2030-01-01T00:00:00|2030-01-01T00:00:00|2030-01-01T00:05:00|00:05:00|00:30:00|3|48|COMPLETED|u
	END
	run fauction run --jobs --experiment 1A -P -n --bid real --nodes 4 \
		sacct.txt
	# 1.1 x 3 x 5
	[ "$output" = '1|1A|7|3|30|5|16|1|0' ]
}

@test "same seed, same bytes; another, others" {
	fauction run --samples 2 --json >a
	fauction run --samples 2 --json --seed 1 >b
	fauction run --samples 2 --json --seed 2 >c
	cmp a b
	! cmp -s a c
	# a sample does not depend on how many there are, or what is run
	rows Sample,TV,TP --samples 2 --experiment 1B >two
	rows Sample,TV,TP --samples 3 --experiment 1B,4B >three
	[ "$(sed -n 2p two)" = "$(sed -n 3p three)" ]
}

@test "formats" {
	args=(--nodes 10 --experiment 1B,simulator "$worked")
	run fauction run --csv "${args[@]}"
	[ "${lines[0]}" = 'Sample,Experiment,TV,TP,PM,SP,PL,Winners,Idle,'\
'Ratio,Efficiency' ]
	[ "${lines[1]}" = '1,1B,670,920,2,0,0,2,3,1.2835820895522387,'\
'0.7790697674418605' ]
	run fauction run -p -o Experiment,TV "${args[@]}"
	[ "$output" = 'Exp|TV|
1B|670|
simulator|810|' ]
	fauction run --json "${args[@]}" >j
	perl -MJSON::PP -e 'local $/; my $j = decode_json(<STDIN>);
		die unless $j->{schema} eq "fairtree.auction/1";
		die unless $j->{nodes} == 10 && @{$j->{samples}} == 2;
		my ($b, $s) = @{$j->{means}};
		die unless $b->{total_value} == 670 && $s->{pay_less} == 3;
		die unless $j->{experiments}[0]{allocator} eq "halt"' <j
	run fauction run --yaml "${args[@]}"
	[[ $output == *'total_payment: 920'* ]]
	fauction run --jobs --json "${args[@]}" >j
	perl -MJSON::PP -e 'local $/; my $j = decode_json(<STDIN>);
		my @jobs = @{$j->{experiments}[0]{jobs}};
		die unless @jobs == 5 && $jobs[1]{name} eq "B";
		die unless $jobs[1]{bid} == 270 && $jobs[1]{paid} == 460;
		die if $jobs[2]{won}' <j
	run fauction run --jobs "${args[@]}"
	[ "${lines[4]% }" = 'A         4   100    50   460         0' ]
	[ "${lines[6]% }" = 'C         4    80    80     -         -' ]
}

@test "charts" {
	run fauction run --nodes 10 --plot --experiment 1A,1B "$worked"
	[ "$status" -eq 0 ]
	[[ $output == *'Node minutes: value'* ]]
	[[ $output == *'1B '*' 670'* ]]
	# with --each by sample, too, six experiments in a chart
	run fauction run --samples 2 --each --plot --load 0.1
	[ "$(grep -c 'by sample' <<<"$output")" -eq 2 ]
	fauction run --nodes 10 --svg c.svg --experiment 1A,1B "$worked" >t
	[ "$(head -c 4 c.svg)" = '<svg' ]
	[ "$(grep -c Best t)" -gt 0 ]
	grep -q '>simulator<' c.svg && false
	grep -q '>1B<' c.svg
}

@test "no line is wider than a terminal" {
	fauction run --samples 2 --each >t
	run awk '{ sub(/ $/, "") } length($0) > 80' t
	[ "$output" = '' ]
	[ "$(wc -l <t)" -gt 40 ]
}

@test "jobs that wait in a store" {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/s.db
	facctmgr -Q -i add account a
	facctmgr -Q -i add user u account=a
	export FAIRTREE_USER=u
	# the built-in machine: four nodes of 16 CPUs
	fbatch -N 2 -t 30 --runtime 600 --wrap x
	fbatch --array=1-2 -n 20 -t 10 --wrap x
	fbatch --hold -N 1 --wrap x
	fbatch --begin now+1hour -N 1 --wrap x
	run fauction run --pending --jobs -P -n --experiment 1A --bid real
	[ "$status" -eq 0 ]
	# 1.1 x 2 x 10; 20 CPUs take two nodes
	[ "${lines[0]}" = '1|1A|1|2|30|10|22|1|22' ]
	[[ ${lines[1]} == '1|1A|2_1|2|10|10|22|'* ]]
	[[ ${lines[2]} == '1|1A|2_2|2|10|10|22|'* ]]
	[ "${#lines[@]}" -eq 3 ]
	run fauction run --db "$FAIRTREE_DB"
	[ "${lines[0]}" = '3 jobs ask for 6 nodes of 4' ]
}

refused() {
	run fauction run "$@"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -le 2 ]
}

@test "what is refused" {
	refused --class 16:40
	[[ $output == "fauction: error: --class, at byte 4 of '16:40': "* ]]
	refused --class 1:1:1:60%,2:2:2:41%
	[[ $output == *'more than 100%' ]]
	refused --nodes 10
	[[ $output == *'26 nodes wide, the machine has 10' ]]
	refused --experiment 1A,5A
	[[ $output == *"no experiment '5A'" ]]
	refused --allocator exact --experiment 1A
	refused --load 0
	refused --samples 0
	refused --payment much
	refused --format foo
	[[ $output == *"no field 'foo'"* ]]
	refused --plot --csv
	refused --jobs --plot
	refused --replace
	refused --cpus 4
	[[ $output == *'--cpus needs a trace' ]]
	refused --conf none.conf
	[[ $output == *'--conf needs a store: --pending or --db' ]]
	refused --nodes 1000001
	[[ $output == *"bad number for --nodes: '1000001' (1 to 1000000)" ]]
	refused --class 1:1:1:1% "$worked"
	refused --db none.db "$worked"
	refused --worked "$worked"
	refused --db none.db
	[[ $output == *"no store 'none.db'" ]]
	refused nothing.csv
	refused "$worked" "$worked"
	printf 'nodes,planned\n2,x\n' >bad.csv
	refused --nodes 10 bad.csv
	[[ $output == 'bad.csv:2:3: planned: expected a whole number'* ]]
	printf 'nodes,planned\n20,3\n' >wide.csv
	refused --nodes 10 wide.csv
	[[ $output == *'no job fits on 10 nodes' ]]
	: >empty.csv
	refused empty.csv
	printf 'nodes;planned\n2;3\n' >semicolon.csv
	refused semicolon.csv
	[[ $output == *"semicolon.csv: neither CSV with columns nodes and planned"* ]]
	run fauction run --svg no/c.svg --nodes 10 "$worked"
	[ "$status" -eq 1 ]
	[[ $output == *"cannot write 'no/c.svg'"* ]]
	[ ! -e none.db ]
}
