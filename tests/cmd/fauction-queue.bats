#!/usr/bin/env bats
# fauction queue: the price of fairness on the jobs that wait.
#
# data/examples/auction/queue.sh: ten whole nodes, all down, two accounts of
# equal shares; user, job, nodes, minutes: ann A 4 100, bob B 3 90, cay C 4 80,
# dan D 2 70, eve E 3 40, submitted in this order.  Ann and bob are of physics,
# the others of chemistry.  Usage: ann 100, bob 50, cay 30, dan 10, eve 20.
#
# Values are nodes x minutes: 400 270 320 140 120.
# Fair Tree: chemistry (60 used) is before physics (150), in it dan (10), eve,
# cay; then bob, ann.  With root, who used nothing, that is 5/6 4/6 3/6 2/6 1/6.
# Promised: 5 nodes to each account; 2.5 to ann and bob, 5/3 to the others.

load ../lib/cmd

setup_file() {
	export examples=$FT_TOP/data/examples/auction
	sh "$examples/queue.sh" "$BATS_FILE_TMPDIR/fresh.db" \
	    >"$BATS_FILE_TMPDIR/out"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cp "$BATS_FILE_TMPDIR/fresh.db" here.db
	export FAIRTREE_DB=$PWD/here.db
}

# order NAME OPTION...: winners, units, idle, value, part of the best
order() {
	local name=$1
	shift
	fauction queue --csv "$@" | awk -F, -v o="$name" '
		$1 == o { printf "%s %s %s %s %.4f", $2, $3, $4, $5, $6 }'
}

# fair NAME OPTION...: mean FairShare, unfairness, worst served with its shares
fair() {
	local name=$1
	shift
	fauction queue --csv "$@" | awk -F, -v o="$name" '
		$1 == o { printf "%.4f %.4f %s %.4f %.4f", $7, $8, $9, $10, $11 }'
}

# who ORDER OPTION...: the jobs that win
who() {
	local column
	case $1 in sprio) column=7 ;; fairtree) column=8 ;; shuffle) column=9 ;;
	greedy) column=10 ;; optimum) column=11 ;; esac
	shift
	fauction queue --list --csv "$@" | awk -F, -v c=$column '
		NR > 1 && $c > 0 { printf "%s%s", n++ ? " " : "", $1 }'
}

refuses() { # TEXT OPTION...
	local text=$1 status=0
	shift
	fauction queue "$@" >out 2>err || status=$?
	echo "$status: $(cat err)"
	[ "$status" -eq 1 ] && [ ! -s out ] && [ "$(head -1 err)" = "$text" ]
}

@test "five jobs by hand: who wins, and what it is worth" {
	# all priorities are 1: as submitted.  A B leave 3: C does not fit, D
	# does, E does not
	[ "$(who sprio)" = '1 2 4' ]
	[ "$(order sprio)" = '3 9 1 810 0.9419' ]
	# dan, eve, cay: 9 nodes, 140 + 120 + 320
	[ "$(who fairtree)" = '3 4 5' ]
	[ "$(order fairtree)" = '3 9 1 580 0.6744' ]
	# by node: 100 90 80 70 40, the same as by submission
	[ "$(who greedy)" = '1 2 4' ]
	# A C D fill it
	[ "$(who optimum)" = '1 3 4' ]
	[ "$(order optimum)" = '3 10 0 860 1.0000' ]
	# those who stop at the first that does not fit: A B; D E C, then B
	[ "$(who sprio --fill halt)" = '1 2' ]
	[ "$(who fairtree --fill halt)" = '3 4 5' ]
	[ "$(order greedy --fill halt)" = '2 7 3 670 0.7791' ]
}

@test "shares against promises, and what Fair Tree goes by" {
	# 7/9 and 2/9 of the nodes for 1/2 each: 2 x (5/18)^2
	# FairShare: (4 x 1/6 + 3 x 2/6 + 2 x 5/6) / 9 = 20/54
	[ "$(fair sprio)" = '0.3704 0.1543 chemistry 0.2222 0.5000' ]
	# (2 x 5/6 + 3 x 4/6 + 4 x 3/6) / 9 = 34/54
	[ "$(fair fairtree)" = '0.6296 0.5000 physics 0.0000 0.5000' ]
	# 4 and 6 of 10; (4 x 1/6 + 4 x 3/6 + 2 x 5/6) / 10 = 26/60
	[ "$(fair optimum)" = '0.4333 0.0200 physics 0.4000 0.5000' ]
	# by user: 0 0 4/9 2/9 3/9 for 1/4 1/4 1/6 1/6 1/6; ann and bob both
	# have nothing of the same promise, ann comes first
	[ "$(fair fairtree --by user)" = '0.6296 0.2330 ann 0.0000 0.2500' ]
	fauction queue | tr '\n' ' ' >out
	grep -q 'sprio) gets 94.2 % of the best value, Fair Tree order 67.4 %,' out
	grep -q 'is 32.6 %\. *In return, users of started jobs have a mean FairShare of 0.63 instead of 0.43' out
	grep -q 'Priority order serves chemistry worst: it gets 22.2 % of 50.0 % promised' out
}

@test "shuffles: the mean of all orders, the same for the same seed" {
	# all 120 orders: mean and standard deviation of the value
	read -r mean deviation <<<"$(perl -e '
		my @w = (4, 3, 4, 2, 3); my @v = (400, 270, 320, 140, 120);
		my ($n, $sum, $squares) = (0, 0, 0);
		sub go { my ($left, $value, %asked) = @_;
			if (keys %asked == 5) { $n++; $sum += $value;
				$squares += $value ** 2; return }
			for my $i (grep { !$asked{$_} } 0 .. 4) {
				my $fits = $w[$i] <= $left;
				go($left - ($fits ? $w[$i] : 0), $value +
				    ($fits ? $v[$i] : 0), %asked, $i => 1) } }
		go(10, 0); $mean = $sum / $n;
		printf "%.6f %.6f", $mean, sqrt($squares / $n - $mean ** 2)')"
	fauction queue --draws 4000 --csv >one
	# four standard errors
	awk -F, -v m="$mean" -v d="$deviation" '$1 == "shuffle" {
		off = $5 - m; off = off < 0 ? -off : off
		exit !(off < 4 * d / sqrt(4000)) }' one
	fauction queue --draws 4000 --seed 1 --csv | cmp - one
	fauction queue --draws 4000 --seed 2 --csv | cmp -s - one && false
	# of one draw the jobs either win or do not
	[ "$(fauction queue --draws 1 --list --csv | tail -n +2 |
	    cut -d, -f9 | sort -u | tr '\n' ' ')" = '0 1 ' ]
	# how far off is the mean of the draws, not that of the mean, which is
	# 2 x (promised - delivered)^2 for two accounts and far less
	fair shuffle | awk '{ exit !($2 > 0.05 && 2 * ($5 - $4) ^ 2 < 0.05) }'
}

@test "what a job is worth" {
	# one each: the most that fit are three
	[ "$(order optimum --value jobs | cut -d' ' -f1,4)" = '3 3' ]
	# nodes alone: ten are the best
	[ "$(order optimum --value size | cut -d' ' -f2,4)" = '10 10' ]
	# points: 1000 x FairShare: dan 833 eve 666 cay 500 are the most, and
	# first in the list
	conf=PriorityWeightFairshare=1000
	[ "$(who optimum --value priority --what-if-conf $conf)" = '4 5 3' ]
	[ "$(order optimum --value priority --what-if-conf $conf |
	    cut -d' ' -f4)" = 1999 ]
	# ... and the order of priority is then that of Fair Tree
	[ "$(who sprio --what-if-conf $conf)" = '4 5 3' ]
	# a CPU counts twice: the same sets, twice the value
	sed 's/Nodes=ALL/& TRESBillingWeights=CPU=2/' "$examples/queue.conf" \
	    >twice.conf
	[ "$(order optimum --value billing --conf twice.conf |
	    cut -d' ' -f4)" = 1720 ]
}

@test "CPUs, whole nodes, partitions, how much there is" {
	cat >cpus.conf <<-'END'
		ClusterName=game
		PriorityType=priority/multifactor
		NodeName=n[01-02] CPUs=8 State=DOWN
		NodeName=n[03-10] CPUs=1
		PartitionName=main Nodes=n[01-02] Default=YES
		PartitionName=far Nodes=n[03-04] MaxTime=60
	END
	fcancel 1 2 3 4 5
	export SLURM_CONF=$PWD/cpus.conf
	fbatch -Q --uid=ann -n 5 -t 10 --wrap true
	fbatch -Q --uid=bob -n 1 -t 10 --exclusive --wrap true
	fbatch -Q --uid=cay -p far -N 2 -t 10 -a 1-3 --wrap true
	fbatch -Q --uid=dan -n 4 -H -t 10 --wrap true
	fbatch -Q --uid=eve -n 1 -t UNLIMITED --wrap true
	# select/cons_tres: CPUs; bob takes all 8 of a node; dan is held; tasks
	# of the array wait one by one
	fauction queue --list --csv >out
	[ "$(cut -d, -f1,4 out | tail -n +2 | tr '\n' ' ')" = \
	    '6,5 7,8 8_1,2 8_2,2 8_3,2 10,1 ' ]
	# a year of minutes: 365 x 24 x 60
	grep -q '^10,eve,chemistry,1,525600,525600,' out
	fauction queue >out
	head -1 out | grep -q '^6 jobs wait for 20 CPUs; 24 are allocated in one auction'
	tr '\n' ' ' <out >line
	grep -q 'There is room for all jobs' line
	grep -q '1 without a time limit counts as one year' line
	grep -q 'Jobs of 2 partitions compete' line
	# as nodes; the array's jobs take 2 of the partition's 2
	fauction queue --partition far --unit nodes >out
	head -1 out | grep -q '^3 jobs wait for 6 nodes; 2 are allocated in one auction'
	# one node is 24 CPUs / 10, rounded up: bob's 8 can never have it
	fauction queue --nodes 1 >out
	head -1 out | grep -q 'CPUs; 3 are allocated in one auction'
	tr '\n' ' ' <out | grep -q '2 request more than the whole capacity and can never win'
	# two of ten nodes are down
	fauction queue --idle | head -1 | grep -q '; 8 are allocated in one auction'
	unset SLURM_CONF
	refuses 'fauction: error: no nodes are idle' --idle
}

# promised OPTION...: to each user
promised() {
	fauction queue --by user --json "$@" | perl -MJSON::PP -0777 -ne '
		my $d = decode_json($_);
		print join " ", sort map { sprintf "%s %.2f", $_->{name},
		    $_->{promised} } @{$d->{accounts} || $d->{users}}'
}

@test "a job that can never win is promised nothing" {
	# 5 to physics and chemistry each, evenly among those who wait there
	[ "$(promised)" = 'ann 2.50 bob 2.50 cay 1.67 dan 1.67 eve 1.67' ]
	# of 3, ann and cay ask for 4; all of their part is for the others
	[ "$(promised --nodes 3)" = \
	    'ann 0.00 bob 1.50 cay 0.00 dan 0.75 eve 0.75' ]
	# who has all that it was promised is not served badly
	fcancel 1 2
	fauction queue --nodes 8 | tr '\n' ' ' >line
	grep -q 'Fair Tree order' line
	[ "$(fair sprio --nodes 8 --by account | cut -d' ' -f2-)" = \
	    '0.0000 chemistry 1.0000 1.0000' ]
	! grep -q 'Priority order serves' line
}

@test "who may see what, and formats" {
	fauction queue --json >out.json
	read -r n wanted part <<<"$(perl -MJSON::PP -0777 -ne '
		my $d = decode_json($_);
		my ($o) = grep { $_->{order} eq "sprio" } @{$d->{orders}};
		printf "%d %d %.4f", scalar @{$d->{jobs}}, $d->{wanted},
		    $o->{of_best}' out.json)"
	[ "$n $wanted $part" = '5 16 0.9419' ]
	fauction queue --yaml | grep -q 'order: fairtree'
	[ "$(fauction queue -P | grep '^optimum' | cut -d'|' -f5)" = 860 ]
	[[ "$(fauction queue -p | head -1)" == Order\|*\| ]]
	fauction queue --plot | grep -q '^fairtree ##* 67%$'
	fauction queue --svg out.svg >/dev/null
	grep -q '</svg>' out.svg
	# the front alone, 74 columns for 100 %: 720 are 83.7 % of 860, so value 84 is
	# the first of 0.02 and column 62 (from 62 / 74 = 83.8 % on) the first of it
	fauction queue --front --plot | sed -n '/^Least/,$p' >front
	[[ $(sed -n 's/^0.00 |//p' front | head -1) =~ ^\ {62}[^\ ]{12}$ ]]
	! grep -q '^Value of the jobs' front
	fauction queue --front --svg front.svg >/dev/null
	grep -q '>sprio, greedy</text>' front.svg
	grep -q '>fairtree</text>' front.svg
	! grep -q '>bound</text>' front.svg
	# Fair Tree 580 / 860 = 67.4 %, shuffles 84.6, priority and greedy 94.2: columns
	# 50 (from 67.6 % on), 62 and 70 (from 94.6 % on)
	[[ $(sed -n 's/^0.00 |//p' front | tail -1) =~ \
	    ^\ {50}[^\ ]\ {11}[^\ ]\ {7}[^\ ]\ {2}[^\ ]$ ]]
}

@test "nobody waits; what makes no sense is refused" {
	refuses "fauction: error: no partition 'none'" --partition none
	refuses "fauction: error: unexpected word 'sprio'" sprio
	refuses 'fauction: error: --idle and --nodes exclude each other' \
	    --idle --nodes 3
	refuses 'fauction: error: --plot draws for people: not with -p, -P, --csv, --json or --yaml' \
	    --plot --csv
	fauction queue --value best 2>err && false
	grep -q 'minutes' err
	fcancel 1 2 3 4 5
	[ "$(fauction queue)" = 'No pending job could start now.' ]
	[ "$(fauction queue --csv | wc -l)" -eq 6 ]
	fauction queue --json | perl -MJSON::PP -0777 -ne \
	    'exit(@{decode_json($_)->{jobs}} != 0)'
}

@test "the front of value against unfairness, by hand" {
	# physics can take 0 3 4 7 nodes, worth 0 270 400 670; chemistry 0 2 3 4
	# 5 6 7 9, worth 0 140 120 320 260 460 440 580.  As fair as can be are 4
	# and 4: 720.  The best set has 4 and 6: 860, 2 x (1/10)^2 = 0.02.
	# Between, 4 and 5 have 660, 3 and 4 590
	[ "$(fauction queue --front --csv | tail -n +2)" = \
	    '0,720,0.837209,8,720
0.02,860,1,10,860' ]
	fauction queue --json >json
	grep -q '"exact": true' json
	# priority order has 810 at 0.1543, Fair Tree 580 at 0.5: 860 could be had
	perl -MJSON::PP -0777 -ne 'my $d = decode_json($_);
		printf "%s %.4f %s\n", $_->{order}, $_->{cost}, $_->{reachable}
		    for @{$d->{orders}}' json | grep -v shuffle >have
	printf '%s\n' 'sprio 0.0581 860' 'fairtree 0.3256 860' \
	    'greedy 0.0581 860' 'optimum 0.0000 860' | diff - have
	fauction queue | tr '\n' ' ' | tr -s ' ' >out
	grep -q 'The cost of Fair Tree order, the value that it loses against the best set, is 32.6 %' out
	grep -q 'The fairest set that fits deviates by 0.000 and gets 83.7 % of the best value\.' out
	grep -q 'not less fair than priority order would get 100.0 %' out
	refuses 'fauction: error: --list and --front exclude each other' \
	    --list --front
}

@test "the price of fairness, by hand" {
	# tests/unit/t_fairprice.c: 910, max-min 867.5, proportional 881.27
	fauction queue --json | perl -MJSON::PP -0777 -ne '
		my $p = decode_json($_)->{price_of_fairness};
		printf "%g %.6f %.6f\n", @{$p}{qw(system max_min proportional)}' \
	    >have
	echo '910 0.046703 0.031572' | diff - have
	fauction queue | tr '\n' ' ' | tr -s ' ' |
	    grep -q 'The price of fairness among accounts, if jobs are divisible, is 4.7 % for max-min and 3.2 % for proportional fairness'
}

@test "values that do not grow with the time limit" {
	value() { fauction queue --list --csv --value "$1" | cut -d, -f1,6 |
	    tail -n +2 | sort | tr '\n' ' '; }
	# nodes x 1000000 / minutes: 4/100 3/90 4/80 2/70 3/40
	[ "$(value short)" = '1,40000 2,33333 3,50000 4,28571 5,75000 ' ]
	# a longer limit is worth less, and nothing to the others
	fcontrol update JobId=5 TimeLimit=80 >/dev/null
	[ "$(value short | cut -d' ' -f5)" = 5,37500 ]
	# ten minutes on 4 3 4 2 3 nodes, whatever the limits
	fsim run -q --for 10:00 >/dev/null
	[ "$(value wait)" = '1,40 2,30 3,40 4,20 5,30 ' ]
}

@test "a front that is too large to be exact has bounds" {
	# 11 jobs of each of 5 users reach every number of CPUs up to 2047: far more
	# than 2,000,000 divisions
	sed 's/^NodeName=.*/NodeName=n[01-10] CPUs=400 State=DOWN/' \
	    "$examples/queue.conf" >large.conf
	fcancel 1 2 3 4 5
	export SLURM_CONF=$PWD/large.conf
	for user in ann bob cay dan eve; do
		for n in 1 2 4 8 16 32 64 128 256 512 1024; do
			fbatch -Q --uid=$user -n $n -t $((n % 7 + 60)) \
			    --wrap true
		done
	done
	fauction queue --unit cpus --by user --json >json
	grep -q '"exact": false' json
	perl -MJSON::PP -0777 -ne 'my $d = decode_json($_); my $last = -1;
		my @p = @{$d->{front}{points}};
		my ($best) = map { $_->{value} } grep { $_->{order} eq "optimum" }
		    @{$d->{orders}};
		@p > 2 or die "points";
		for (@p) { $_->{value} > $last or die "order";
			$_->{bound} >= $_->{value} && $_->{bound} <= $best or
			    die "bound"; $last = $_->{value} }
		$p[-1]{value} == $best or die "the best set is one"' json
	fauction queue --unit cpus --by user | tr '\n' ' ' |
	    grep -q 'are possible there'
}
