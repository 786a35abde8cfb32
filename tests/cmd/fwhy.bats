#!/usr/bin/env bats
# fwhy: the phrases users asked for, on trees worked out by hand.
#
# The store: root{science 1{physics 18{alice 90}, chem 82{bob 620, carol 200}},
# arts 1{dora 0}}, and the user root, which has 1 share and no usage.  N is 5.
#
#   physics  S 18/100 = .18  U 90/910  = .098901  LF .18/.098901  = 1.82
#   chem     S 82/100 = .82  U 820/910 = .901099  LF .82/.901099  = 0.91
#   bob      S 1/2    = .5   U 620/820 = .756098  LF .5/.756098   = 0.661290
#   carol    S .5            U 200/820 = .243902  LF 2.05
#   science  S 1/3           U 910/910 = 1        LF .333333
#
# root and arts are infinite: root is first, dora ties with it.  Then alice,
# carol, bob: places 3, 4, 5.

load ../lib/cmd

setup_file() {
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/why.db
	cd "$BATS_FILE_TMPDIR" || return
	cat >science.cfg <<-'END'
		Cluster - 'uni':Fairshare=1
		Parent - 'root'
		Account - 'science':Fairshare=1
		Account - 'arts':Fairshare=1
		Parent - 'science'
		Account - 'physics':Fairshare=18
		Account - 'chem':Fairshare=82
		Parent - 'physics'
		User - 'alice':DefaultAccount='physics':Fairshare=1
		Parent - 'chem'
		User - 'bob':DefaultAccount='chem':Fairshare=1
		User - 'carol':DefaultAccount='chem':Fairshare=1
		Parent - 'arts'
		User - 'dora':DefaultAccount='arts':Fairshare=1
	END
	cat >science.usage <<-'END'
		physics alice 90
		chem bob 620
		chem carol 200
	END
	fimport dump science.cfg
	fimport usage science.usage
}

# lacks PATTERN: no line of the output is like that (a bare ! fails no test)
lacks() {
	if grep -Eq -- "$1" out; then
		cat out
		return 1
	fi
}

# says LINE COMMAND...: LINE is a line of its output
says() {
	local line=$1
	shift
	"$@" >out
	grep -qxF -- "$line" out || {
		cat out
		return 1
	}
}

# lesson NAME TITLE: the start of a lesson of one's own
lesson() {
	printf 'Title: %s\n[tree]\n' "$2" >"$1.lesson"
	cat >>"$1.lesson"
}

# ---- what users ask for ------------------------------------------------------

@test "why is Bob behind Alice, in the words of the request" {
	lesson science 'Bob and Alice' <<-'END'
		Parent - 'root'
		Account - 'science':Fairshare=1
		Parent - 'science'
		Account - 'physics':Fairshare=18
		Account - 'chem':Fairshare=82
		Parent - 'physics'
		User - 'Alice'
		Parent - 'chem'
		User - 'Bob'
		[usage]
		physics Alice 90
		chem Bob 820
	END
	phrase='Bob is behind Alice because, under science, chem (LF 0.91) is behind physics (LF 1.82); nothing inside chem can change that.'
	says "$phrase" fwhy --lesson science.lesson Bob Alice
	says "$phrase" fwhy --lesson science.lesson Alice Bob
	says "$phrase" fwhy --lesson science.lesson bob ALICE
}

@test "the same from a store, with the arithmetic beside it" {
	says 'bob is behind alice because, under science, chem (LF 0.91) is behind physics (LF 1.82); nothing inside chem can change that.' \
	    fwhy bob alice
	# what the numbers are made of, and where the two are
	grep -Eq '^  science +910$' out
	grep -Eq '^   physics  1\.820000  1 of 2  0\.180000  0\.098901 +18/100 +90$' out
	grep -Eq '^   chem     0\.910000  2 of 2  0\.820000  0\.901099 +82/100 +820$' out
	grep -Eq '^  root > science > chem > bob +5 of 5 +0\.200000$' out
	grep -Eq '^  root > science > physics > alice +3 of 5 +0\.600000$' out
	lacks '^Order, not ratio'
	# s / (s + 18) / (820 / 910) > 18 / (s + 18) / (90 / 910) needs s > 164;
	# at 164 both are 1 on paper, and rounding puts chem before; then only
	# carol stands between alice's place, 3, and bob's
	grep -q 'chem would pass physics with 164 shares (now 82; bob would be 4th of 5), or ' out
	grep -q 'As a command: facctmgr modify account chem set fairshare=164$' out
	grep -q '^  Nothing inside chem can: ' out
}

@test "users of merged accounts: what the accounts would need" {
	# 2 of 3 shares for half of the usage is 1.33, 1 of 3 is 0.67: A goes
	# before B as a whole then, and a1 with it
	says 'a1 is behind b1 because, under B and A, which are tied and ranked as one, a1 (LF 1.67) is behind b1 (LF 2.50).' \
	    fwhy --lesson tied-accounts a1 b1
	grep -q '^  B and A are ranked as one only while they are tied: A would pass B with 2 shares (now 1; a1 would be 1st of 4), or if B had 0 shares (now 1), or if the usage of B grew by 1.0 %, or if its own usage fell by 1.0 %, and so would a1 pass b1\. As a command: facctmgr modify account A set fairshare=2$' out
	cat >ab.lesson <<-'END'
		Title: A has 2 shares
		[settings]
		FairTreeTies=documented
		[tree]
		Cluster - 'tied'
		Parent - 'root'
		Account - 'A':Fairshare=2
		Account - 'B':Fairshare=1
		Parent - 'A'
		User - 'a1':Fairshare=1
		User - 'a2':Fairshare=1
		Parent - 'B'
		User - 'b1':Fairshare=1
		User - 'b2':Fairshare=1
		[usage]
		A a1 30
		A a2 70
		B b1 20
		B b2 80
	END
	fwhy --lesson ab.lesson a1 b1 | grep -q '^b1 is behind a1 because, under root, B (LF 0.67) is behind A (LF 1.33)'
}

@test "and with that command the order is the other one" {
	# 163/181 / .901099 = .999400, 18/181 / .098901 = 1.005525
	says 'bob is behind alice because, under science, chem (LF 1.00) is behind physics (LF 1.01); nothing inside chem can change that.' \
	    fwhy bob alice --what-if 'modify account chem set fairshare=163'
	says 'alice is behind bob because, under science, physics is behind chem (near tie: LF 1.000000, 6.5e-17 apart); nothing inside physics can change that.' \
	    fwhy bob alice --what-if 'modify account chem set fairshare=164'
	fwhy bob alice | grep -q '^bob is behind alice'
}

@test "users of one account are compared themselves" {
	says 'bob is behind carol because, under chem, bob (LF 0.66) is behind carol (LF 2.05).' \
	    fwhy carol bob
	lacks 'Nothing inside'
}

@test "one user: way, place, who is before, whose usage" {
	says 'bob is 5th of 5, because science stands behind arts at the top.' fwhy bob
	[ "$(head -1 out)" = 'bob is 5th of 5, because science stands behind arts at the top.' ]
	grep -qx 'bob has place 5 of 5: FairShare 0.200000 = 1 / 5.' out
	grep -Eq '^  root +910$' out
	grep -Eq '^   science +0\.333333  3 of 3  0\.333333  1\.000000 +1/3 +910$' out
	grep -Eq '^     bob +0\.661290  2 of 2  0\.500000  0\.756098 +1/2 +620$' out
	grep -qx '  2 users are ahead of bob because science is 3rd of 3 under root, just after arts.' out
	grep -qx '  1 user is ahead of bob because chem is 2nd of 2 under science, just after physics.' out
	grep -qx '  1 user is ahead of bob because bob is 2nd of 2 under chem, just after carol.' out
	# what would bring it before the next on each level: arts would have to
	# use more than 910, the shares being the same;
	# carol: s/(s+1)/(620/820) > 1/(s+1)/(200/820) needs s > 3.1
	grep -qx '  science would pass arts if arts had 0 shares (now 1), or if arts used 1.01 times what science uses.' out
	# only carol stays ahead of bob in science, or only alice does
	grep -q '^  chem would pass physics with 164 shares (now 82; bob would be 4th of 5)' out
	grep -q '^  bob would pass carol with 4 shares (now 1; bob would be 4th of 5)' out
	# 620 / 820 = 75.6 %, 200 / 820 = 24.4 %; of science 68.1, 22.0, 9.9
	grep -qx "  Usage of chem: bob 76 %, carol 24 %." out
	grep -qx "  Usage of science: bob 68 %, carol 22 %, alice 10 %." out
	# in JSON, too: no shares bring science before arts, which used nothing
	fwhy bob --json | perl -MJSON::PP -0777 -ne '
		my @all = @{ decode_json($_)->{why}{changes} };
		my @said = map { "$_->{name} $_->{passes} $_->{shares_before}"
		    . ($_->{place}{set} ? " $_->{shares_after}{number}"
			. " $_->{place}{number}" : "") } @all;
		print join("; ", @said), "\n"' >out
	grep -qx 'science arts 1; chem physics 82 164 4; bob carol 1 4 4' out
}

@test "an account: which places its users have" {
	# alice is 3rd, carol and bob 4th and 5th; dora shares the first place
	says 'chem has places 4 to 5 of 5, because science stands behind arts at the top.' fwhy chem
	grep -qx '  1 user is ahead of chem because chem is 2nd of 2 under science, just after physics.' out
	grep -qx '  Usage of chem: bob 76 %, carol 24 %.' out
	lacks 'FairShare|If nobody runs'
	says 'arts has place 1 of 5, because it has used nothing.' fwhy arts
	fwhy chem --json >out
	grep -q '"name": "chem", "place": 4, "rank": 4, "last_place": 5, "same_rank": 0, "fairshare": null' out
	lacks outlook
	# b1 20 of 100, a1 30, a2 70, b2 80: A has the two in the middle
	says 'A has places 2 to 3 of 4, because it is tied with 1 other at the top, and they are ranked as one.' \
	    fwhy --lesson tied-accounts A
}

@test "without usage, and tied" {
	says 'dora has place 1 of 5, shared with 1 other user: FairShare 1.000000 = 5 / 5.' fwhy dora
	says 'dora and root have the same place, 1 of 5: under root, root and arts are tied (LF inf), and the best user of a tied account shares the place of the user it is tied with.' \
	    fwhy dora root
}

# Make the store $1 with bob and carol in one account, equal shares, exact decay.
two_users() {
	export FAIRTREE_DB=$PWD/$1
	cat >two.cfg <<-'END'
		Cluster - 'two':Fairshare=1
		Parent - 'root'
		Account - 'chem':Fairshare=1
		Parent - 'chem'
		User - 'bob':DefaultAccount='chem':Fairshare=1
		User - 'carol':DefaultAccount='chem':Fairshare=1
	END
	printf 'ClusterName=two\nFairTreeDecay=exact\n' >two.conf
	fimport conf two.conf
	fimport dump two.cfg
}

# The load is known from two imports.  Half-life 7 days, exact halves: bob used
# nothing, 698234 -> 349117; carol's 0 -> 200000 is a load of 2 x 200000 k (k
# the decay per second).  They are equal after t with
#   349117 d = 200000 d + 400000 (1 - d),  1/d = 1 + 149117 / 400000 = 1.372793
# and t = 7 days x log2(1.372793) = 3.2 days.
@test "when it changes" {
	two_users two.db
	printf 'chem bob 698234\nchem carol 0\n' >first
	fimport --at 2026-11-01 usage first
	fwhy bob carol |
	    grep -q '\.  No estimate: no job was charged lately, and the store has only one usage snapshot (import usage again later, or give --load or --rate)\.$'
	printf 'chem bob 349117\nchem carol 200000\n' >second
	fimport --at 2026-11-08 usage second
	phrase='If nobody runs jobs, ratios do not change and Bob keeps the same place; if only the others run, as in the last 7 days, Bob passes Carol in about 3.2 days.'
	fwhy bob carol | sed 's/bob/Bob/g; s/carol/Carol/g' | grep -qxF "  $phrase"
	fwhy bob | sed 's/bob/Bob/g; s/carol/Carol/g' | grep -qxF "  $phrase"
	# Two days later, nothing being known of them, 149117 is 122326 and 1/d is
	# 1.305815: 7 days x log2 = 2.7 days.  The days of the load are named.
	fwhy bob --now 2026-11-10 |
	    grep -q 'if only the others run, as in the 7 days before 2026-11-08T00:00:00, bob passes carol in about 2.7 days\.$'
	# carol does not run if it is she who asks; bob has no load
	fwhy carol | grep -q 'carol does not pass anybody within 365 days\.$'
	# given instead: 1/d = 1 + 149117 k / r; with r = 0.5 and 1/k = 872541 s
	# it is 1.341799, t = 7 days x log2 = 2.97 days
	printf 'chem carol 0.5\n' >load
	fwhy bob carol --load load |
	    grep -q 'if only the others run, as in load, bob passes carol in about 3 days\.$'
	fwhy bob carol --rate carol=0.5 |
	    grep -q 'if only the others run, at the rate given, bob passes carol in about 3 days\.$'
	echo 'chem eve 1' >load2
	refuses "load2:1:6: no 'eve' in account 'chem'" fwhy bob --load load2
	refuses "fwhy: error: --rate needs WHO=NUMBER, not 'carol'" fwhy bob --rate carol
}

# The load is that of the jobs which the store charged.  carol uses 1 CPU for a
# week, bob nothing: 2000000 -> 1000000, and she has (1 - 1/2) / k = 436270.
# They are equal after t with
#   1000000 d = 436270 d + 872541 (1 - d),  1/d = 1 + 563730 / 872541 = 1.646
# and t = 7 days x log2(1.646) = 5.03 days.
@test "when it changes, by what jobs were charged" {
	two_users charges.db
	fcontrol update clock=2030-01-10
	printf 'chem bob 2000000\nchem carol 0\n' >first
	fimport usage first
	fbatch -Q --uid=carol -n 1 -t 30-0 --wrap 'sleep 2000000'
	fsim run --for 7-0
	fwhy bob carol |
	    grep -q '; if only the others run, as in the last 7 days, bob passes carol in about 5 days\.$'
	# of the last day alone the load is the same; nothing is known of no time
	fwhy bob carol --days 1 |
	    grep -q 'as in the last 1 day, bob passes carol in about 5 days\.$'
	# a year later nobody was charged for a week, if the job is over
	fcancel 1
	fcontrol update clock=+30-0
	fwhy bob carol | grep -q 'no job was charged lately'
}

# A table of sacct: before its first job the store does not know what ran.
@test "when it changes, by what sacct printed" {
	export FAIRTREE_DB=$PWD/sacct.db
	facctmgr -i add account chem
	facctmgr -i add user bob,carol account=chem
	cat >table <<-'END'
		JobID|JobIDRaw|User|Account|Partition|QOS|State|Submit|Eligible|Start|End|Elapsed|Timelimit|ReqMem|AllocTRES|NNodes|ExitCode|NodeList|JobName
		1|1|carol|chem|normal|normal|COMPLETED|2030-01-08T00:00:00|2030-01-08T00:00:00|2030-01-08T00:00:00|2030-01-10T00:00:00|2-00:00:00|UNLIMITED|0|billing=1,cpu=1,node=1|1|0:0|n1|x
	END
	fimport --at 2030-01-10 sacct table
	fwhy bob carol | grep -q '; if only the others run, as in the last 2 days, '
}

# Age 1000 points in 7 days, 5.952 an hour.  Fairshare 1107 x (1 - 1/5) = 885.6
# points = 148.8 hours = 6.2 days.  QOS high 10000 points more than the rest;
# everything else at most 1000 + 885.6 + 500 x (1 - 1/10) = 2335.6.
@test "do the weights make sense" {
	cp "$FAIRTREE_DB" lint.db
	export FAIRTREE_DB=$PWD/lint.db
	cat >lint.conf <<-'END'
		ClusterName=uni
		PriorityWeightAge=1000
		PriorityMaxAge=7-0
		PriorityWeightFairshare=1107
		PriorityWeightPartition=500
		PriorityWeightQOS=10000
		PartitionName=debug Nodes=ALL PriorityJobFactor=10
		PartitionName=long Nodes=ALL
	END
	facctmgr -i add qos high set priority=100
	says 'Fairshare can outweigh 6.2 days of waiting; QOS high always wins; JobSize never matters (weight 0).' \
	    fwhy --lint --conf lint.conf
	grep -q '1107 x (1 - 1/5) = 885.60 points .* one hour of waiting adds 5.952; 885.60 / 5.952 = 148.8 hours' out
	grep -q 'QOS high: 10000.00 points more than the next QOS; all other factors together add at most 2335.60' out
	grep -q 'One place of 5 is worth 1107 / 5 = 221.40 points' out
	lacks '^Warnings'
}

# Priority= sets both priorities of a partition; what counts is what fprio
# counts with: 1 - 100/700 = .857143 of 2000, raw GPUs, live changes.
@test "the weights of a real site, and a live change" {
	export FAIRTREE_DB=$PWD/site.db
	cat >site.conf <<-'END'
		ClusterName=uni
		PriorityWeightPartition=2000
		PriorityWeightTRES=GRES/gpu=30000
		PriorityFlags=NO_NORMAL_TRES
		AccountingStorageTRES=gres/gpu
		GresTypes=gpu
		NodeName=n[1-4] CPUs=16
		NodeName=g1 CPUs=16 Gres=gpu:2
		PartitionName=a Nodes=ALL Default=YES Priority=100
		PartitionName=b Nodes=ALL Priority=700
	END
	fimport conf site.conf
	fwhy --lint >out
	grep -Eq '^  Partition +2000 +0\.142857 +1 +1714\.29 *$' out
	grep -Eq '^  TRES +30000 +0 +2  60000\.00 *$' out
	grep -qx '  TRES: at most 60000.00 points for gres/gpu (30000 each)\.' out
	grep -qx '  PriorityTier comes before priority: jobs in b (700) are scheduled before those in a (100), regardless of priority\.' out
	lacks 'Warnings'
	fcontrol update partition=a Priority=700
	run fwhy --lint
	[ "$status" -eq 1 ]
	[[ $output == *'PriorityWeightPartition=2000 has no effect: all partitions have the same PriorityJobFactor.'* ]]
	[[ $output != *PriorityTier* ]]
}

@test "weights that do not" {
	run fwhy --lint
	[ "$status" -eq 1 ]
	[[ $output == *'Age, Fairshare, JobSize, Partition and QOS never matter (weight 0).'* ]]
	[[ $output == *'All weights are 0: every job has the same priority.'* ]]
	printf 'ClusterName=uni\nPriorityWeightFairshare=3\nPriorityWeightQOS=4294967295\nPriorityMaxAge=0\nPriorityWeightAge=9\nPriorityDecayHalfLife=1\nPriorityCalcPeriod=5\n' >bad.conf
	run fwhy --lint --conf bad.conf
	[ "$status" -eq 1 ]
	# 3 / 5 = 0.6 points for a place
	[[ $output == *'3 / 5 = 0.60 points, and priorities are whole numbers'* ]]
	[[ $output == *'PriorityWeightQOS=4294967295 has no effect: no QOS has a priority.'* ]]
	[[ $output == *'PriorityWeightAge=9 has no effect: PriorityMaxAge is 0'* ]]
	[[ $output == *'PriorityCalcPeriod (5 minutes) is longer than PriorityDecayHalfLife (1 minute)'* ]]
	run fwhy --lint --what-if 'modify account arts set fairshare=0' \
	    --what-if 'modify account physics set fairshare=2147483646' \
	    --what-if 'modify account chem set fairshare=2147483646' \
	    --what-if 'add account law parent=science fairshare=2147483646'
	[ "$status" -eq 1 ]
	[[ $output == *'1 account with users has 0 shares'*'(arts)'* ]]
	[[ $output == *'1 account has no users'*'(law)'* ]]
	# 3 x 2147483646 = 6442450938; less 2^32 is 2147483642
	[[ $output == *'Shares under science add up to 6442450938, more than fits in 32 bits: Slurm computes with 2147483642.'* ]]
}

# ---- the recipe and the ties ---------------------------------------------------

@test "the recipe of the Fair Tree documents" {
	# Acct12 .5 / (400/600) = .75, Acct16 .5 / (200/600) = 1.5
	says 'UserA is behind UserB because, under Acct1, Acct12 (LF 0.75) is behind Acct16 (LF 1.50); nothing inside Acct12 can change that.' \
	    fwhy --lesson recipe UserA UserB
	[ "$(fwhy --lesson 02-recipe UserA UserB)" = "$(cat out)" ]
	[ "$(fwhy --lesson 2 UserA UserB)" = "$(cat out)" ]
}

# c09-tie-order-commands, without its user root: k, a, m, z in the tree.  Ranks are
# z1 m1 a1 k1 k2 a2 m2 z2 by the documents; by the others each account in turn,
# whose first user has the rank before: two users of a and two of k change.
@test "three rules for ties" {
	rule='Tied accounts follow the rule'
	says 'k1 is behind a1 because, under root, a and k are tied (LF 1.00, exactly equal); Slurm enters a first, as its lineage comes first.' \
	    fwhy --lesson three-rules a1 k1
	grep -qx "$rule slurm-23.11 here; with FairTreeTies=documented 7 users and with FairTreeTies=slurm-22.05 4 users would have a different FairShare." out
	says 'a1 is behind k1 because, under root, k and a are tied (LF 1.00, exactly equal); Slurm enters k first, as it comes first in the tree.' \
	    fwhy --lesson three-rules --ties slurm-22.05 a1 k1
	grep -qx "$rule slurm-22.05 here; with FairTreeTies=documented 7 users and with FairTreeTies=slurm-23.11 4 users would have a different FairShare." out
	says 'k1 is behind a1 because, under a and k, which are tied and ranked as one, k1 (LF 1.25) is behind a1 (LF 1.67).' \
	    fwhy --lesson three-rules --ties documented a1 k1
	grep -qx "$rule documented here; with FairTreeTies=slurm-22.05 7 users and with FairTreeTies=slurm-23.11 7 users would have a different FairShare." out
	fwhy --lesson three-rules --json a1 k1 >out
	grep -A4 '"name": "slurm-22.05"' out | xargs | grep -qF 'used: false, users_moved: 4'
	# usage follows its account into another place
	fwhy --lesson three-rules k1 >out
	grep -qF 'Usage of k: k2 60 %, k1 40 %' out

	export FAIRTREE_DB=$BATS_TEST_TMPDIR/rules.db
	printf '%s\n' "Cluster - 'cluster'" "Parent - 'root'" \
	    "Account - 'k'" "Account - 'a'" "Parent - 'k'" "User - 'k1'" "User - 'k2'" \
	    "Parent - 'a'" "User - 'a1'" "User - 'a2'" >k.cfg
	fimport dump k.cfg
	printf '%s\n' 'a a1 30' 'a a2 70' 'k k1 40' 'k k2 60' | fimport usage -
	FAIRTREE_SLURM=26.05 fwhy --lint | grep -qF 'Some accounts are tied, and ranked by the rule slurm-23.11: with FairTreeTies=documented 2 users and with FairTreeTies=slurm-22.05 4 users would have a different FairShare.'
	# since 25.11 accounts have no factor of the classic algorithm
	FAIRTREE_SLURM=25.05 fwhy k1 --algorithm classic | grep -q '^   k  *0\.[0-9]* '
	FAIRTREE_SLURM=25.11 fwhy k1 --algorithm classic | grep -q '^   k  *- '
	# after a change accounts are in the order of their names by either rule
	facctmgr -Q modify user k1 set fairshare=2
	facctmgr -Q modify user k1 set fairshare=1
	says 'k1 is behind a1 because, under root, a and k are tied (LF 0.67, exactly equal); Slurm enters a first, as its name comes first.' \
	    fwhy --ties slurm-22.05 k1 a1
	grep -qx "$rule slurm-22.05 here; with FairTreeTies=documented 2 users would have a different FairShare." out
}

@test "ties, by both rules" {
	says 'b2 is behind a1 because, under A and B, which are tied and ranked as one, b2 (LF 0.62) is behind a1 (LF 1.67).' \
	    fwhy --lesson tied-accounts b2 a1
	says 'b1 is behind a1 because, under root, A and B are tied (LF 1.00, exactly equal); Slurm enters A first, as it comes first in the tree.' \
	    fwhy --lesson tied-accounts --ties=slurm-22.05 a1 b1
	grep -q '^Tied accounts follow the rule slurm-22.05 here; with FairTreeTies=documented 3 users would have a different FairShare.$' out
	says 'a2 and b1 have the same place, 2 of 6: under root, A and B are tied (LF 1.00, exactly equal); Slurm enters one after the other, and the first user of the second inherits the last rank given.' \
	    fwhy --lesson three-tied a2 b1
	says 'a2 is behind r although, under root, r and A are tied (LF 1.00, exactly equal): only the best user of a tied account shares the place, and a2 is not that user.' \
	    fwhy --lesson user-and-account a2 r
	says 'u3 is behind u1 because, under root, B is behind A (near tie: LF 1.000000, 9.3e-17 apart); nothing inside B can change that.' \
	    fwhy --lesson near-tie u1 u3
	says '  B is tied with 1 sibling (LF 1.000000, exactly equal); its first child inherits the last rank given, but b1 is not first.' \
	    fwhy --lesson lost-tie b1
	says 'q2 is behind q1 because, under Q, q2 (LF 2.00) is behind q1 (LF inf, shares are parent).' \
	    fwhy --lesson parent-shares q1 q2
	says 'b1 and b2 have the same place, 2 of 4: under B, b1 and b2 are tied (LF 0.00, exactly equal).' \
	    fwhy --lesson zero-shares b1 b2
}

@test "the other algorithms" {
	# UserA: S .5 x .5 x .5, UE .5: 2^-4; UserB: S .25, UE .5: 2^-2
	says 'UserA is behind UserB because UserA has FairShare 0.062500 = 2^-(0.500000 / 0.125000) and UserB has FairShare 0.250000 = 2^-(0.500000 / 0.250000).' \
	    fwhy --lesson recipe --algorithm=classic UserA UserB
	fwhy --legend --lesson recipe --algorithm=classic UserA UserB |
	    grep -q '^Ratio, not only order: '
	# 8 bits a level: 2^-(.666667/.5) x 255 = 101.2, 2^-(.333333/.5) x 255 =
	# 160.6
	says 'UserA is behind UserB because, on level 2, Acct12 has bits 0x65 (2^-(U/S) = 0.396078) and Acct16 has 0xa0 (0.627451); lower levels do not count.' \
	    fwhy --lesson recipe --algorithm=levelbased UserA UserB
}

# ---- whom ------------------------------------------------------------------------

@test "a name that is several" {
	says 'bob has 2 associations: bob@physics (place 3), bob@chem (place 6); this explains the first one.' \
	    fwhy bob --what-if 'add user bob account=physics'
	says 'bob@physics has place 3 of 6: FairShare 0.666667 = 4 / 6.' \
	    fwhy bob --what-if 'add user bob account=physics'
	says 'bob@chem is behind bob@physics because, under science, chem (LF 0.91) is behind physics (LF 1.82); nothing inside chem can change that.' \
	    fwhy bob@chem bob@physics --what-if 'add user bob account=physics'
	# with an account the one without a partition is meant, as it is named
	fwhy bob@chem bob@chem:night --what-if 'add user bob account=chem partition=night' |
	    grep -q '^bob@chem is behind bob@chem:night because, under chem, bob@chem (LF '
	id=$(fshare -aUnPo id -u bob | head -1)
	[ "$(fwhy "assoc=$id")" = "$(fwhy bob@chem)" ]
	[ "$(fwhy "$id" alice)" = "$(fwhy bob alice)" ]
}

@test "refused" {
	refuses "fwhy: error: unknown user 'bop'; did you mean 'bob'?" fwhy bop
	refuses "fwhy: error: unknown user 'zaphod'" fwhy zaphod bob
	refuses "fwhy: error: 'chem' is an account: accounts have no FairShare, only users are ranked" fwhy chem bob
	refuses "fwhy: error: user 'bob' is not in 'physics'" fwhy bob@physics
	refuses "fwhy: error: 'bob' and 'bob@chem' are the same" fwhy bob bob@chem
	refuses "fwhy: error: no user association has the number 999" fwhy assoc=999
	refuses "fwhy: error: no job 12 (assoc=12 is the association with that number)" fwhy 12
	refuses "fwhy: error: no cluster 'x' in the store" fwhy -M x bob
	run fwhy --days 0 bob
	[ "$status" -eq 1 ]
	[[ $output == *"bad number for --days: '0'"* ]]
	refuses "fwhy: error: --what-if, --what-if-conf, --what-if-slurm and --cluster need a store, not a lesson" \
	    fwhy --lesson recipe -M x UserA
	run fwhy
	[ "$status" -eq 1 ]
	[[ $output == *'missing USER or JOB'* ]]
	run fwhy a b c
	[ "$status" -eq 1 ]
	[[ $output == *'more than two users'* ]]
	run fwhy --lesson nothing a
	[ "$status" -eq 1 ]
	[[ $output == *"no lesson 'nothing' (there are bedrock, recipe, "* ]]
	run fwhy --lesson ./nothing.lesson a
	[ "$status" -eq 1 ]
	[[ $output == *"cannot open './nothing.lesson'"* ]]
	printf 'Title: x\n[tree]\nfoo\n' >bad.lesson
	run fwhy --lesson bad.lesson a
	[ "$status" -eq 1 ]
	[ "$output" = "bad.lesson:3:1: expected \"Title - 'name'\"" ]
}

@test "PrivateData: about oneself only" {
	export FAIRTREE_USER=bob
	private=(--what-if-conf PrivateData=usage)
	refuses "fwhy: error: PrivateData hides other users: you may only ask about yourself" \
	    fwhy "${private[@]}" alice
	refuses "fwhy: error: PrivateData hides other users: you may only ask about yourself" \
	    fwhy "${private[@]}" bob alice
	refuses "fwhy: error: PrivateData hides other users: you may only ask about yourself" \
	    fwhy "${private[@]}" nobody
	says 'bob has place 5 of 5: FairShare 0.200000 = 1 / 5.' \
	    fwhy "${private[@]}" bob
	lacks 'alice|carol|dora| 820| 910'
	grep -Eq '^  root +-$' out
	grep -Eq '^     bob +0\.661290  2 of 2  0\.500000  0\.756098 +1/2 +620$' out
	[ "$(head -1 out)" = 'bob is 5th of 5, because science stands 3rd of 3 at the top.' ]
	fwhy "${private[@]}" bob --json >out
	lacks 'alice|carol|dora|820'
	fwhy bob alice | grep -q '^bob is behind alice'
}

# ---- how ---------------------------------------------------------------------------

@test "JSON, YAML and Markdown" {
	fwhy bob alice --json >out
	grep -q '"schema": "fairtree.why/1"' out
	grep -A6 '"decided"' out | grep -q '"under": "science"'
	grep -q '"sentence": "bob is behind alice because, under science' out
	fwhy bob --json | grep -q '"sentence": "bob is 5th of 5, because science stands behind arts at the top\."'
	fwhy bob --yaml | grep -q 'schema: fairtree.why/1'
	fwhy --lint --json >out || true
	grep -q '"schema": "fairtree.lint/1"' out
	says '| chem | 0.910000 | 2 of 2 | 0.820000 | 0.901099 | 82/100 | 820 |' \
	    fwhy bob alice --markdown
	grep -qx '### Where it is decided' out
}

@test "a legend on request" {
	fwhy bob >out
	lacks 'What the columns mean'
	fwhy bob --legend >out
	grep -q '^Order, not ratio: ' out
	grep -q 'Accounts have no FairShare (-)' out
	grep -q 'LevelFS inf: no usage yet' out
	grep -q 'Users who have never used anything' out
}

@test "where nothing was used there is no heading about it" {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/unused.db
	facctmgr -iQ add account one
	facctmgr -iQ add user ann,bob account=one
	fwhy ann >out
	grep -qx 'What would change it' out
	lacks 'Who used how much'
	facctmgr -iQ modify user ann where account=one cluster=cluster set rawusage=5
	fwhy ann >out
	grep -qx 'Who used how much' out
}

@test "lessons are listed" {
	fwhy --lesson list >out
	[ "$(wc -l <out)" -eq "$(ls "$BATS_TEST_DIRNAME"/../../data/lessons/*.lesson | wc -l)" ]
	grep -q '^bedrock  *The walk: siblings are compared, nobody else$' out
}

@test "folded to the width of a terminal, bold there unless NO_COLOR" {
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no terminal to be had'
	export PAGER=''
	COLUMNS=60 TERM=xterm script -qec 'fwhy bob' /dev/null </dev/null | tr -d '\r' >out
	[ "$(grep -Ev 'LevelFS|  [0-9]+$' out | awk '{ print length }' | sort -n | tail -1)" -le 68 ]
	grep -q $'^\033\[0;1mWho used how much\033\[0m$' out
	NO_COLOR=1 TERM=xterm script -qec 'fwhy bob' /dev/null </dev/null | tr -d '\r' >out
	grep -qx 'Who used how much' out
	fwhy bob --color=always | grep -q $'\033\[0;1m'
}

# Names of 60 characters are cut in the middle, so that two that differ at their
# ends stay different.
@test "80 columns, the deciding number in its row" {
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no terminal to be had'
	export FAIRTREE_DB=$PWD/wide.db
	long=$(printf 'maximilian%.0s' 1 2 3 4 5)
	facctmgr -Q add account "$long-alpha" fairshare=1000000
	facctmgr -Q add account "$long-beta" fairshare=2000000
	facctmgr -Q add user eva account="$long-alpha"
	facctmgr -Q add user max account="$long-beta"
	printf '%s\n' "$long-alpha eva 123456789012" "$long-beta max 987654321" |
	    fimport usage -
	for who in eva max 'eva max'; do
		# shellcheck disable=SC2086
		COLUMNS=80 PAGER='' NO_COLOR=1 TERM=xterm \
		    script -qec "fwhy $who" /dev/null </dev/null | tr -d '\r' >out
		[ "$(awk '{ print length }' out | sort -n | tail -1)" -le 80 ]
	done
	# the table also where lines are not folded
	fwhy eva max | sed -n '/^Where/,/^$/p' >out
	[ "$(awk '{ print length }' out | sort -n | tail -1)" -le 80 ]
	grep -Eq '^ +max.*\.\.\.[a-z-]*pha +[0-9.]+  ' out
	grep -Eq '^ +max.*\.\.\.[a-z-]*eta +[0-9.]+  ' out
}

@test "help names what there is" {
	fwhy --help >out
	grep -q -- '--lint' out
	grep -q -- '--what-if' out
}

@test "about the root there is one sentence: no table, no headings" {
	cp "$FAIRTREE_DB" noroot.db
	export FAIRTREE_DB=$PWD/noroot.db
	facctmgr -i delete user root >log
	fwhy root >out
	[ "$(cat out)" = 'root has places 1 to 4 of 4.' ]
}
