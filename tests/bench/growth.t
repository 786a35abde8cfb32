#!/usr/bin/env perl
# Commands and the ranking grow with the tree, not with its square: at 10 times
# the users they execute at most 12 times the instructions.  Counted by
# valgrind, so that what else the machine does has no say; what a command
# executes on an empty cluster is taken off.  One charge and that user's new
# rank must hardly grow at all: at most 1.7 times, the way through one tree
# being log n long; nor must the names a shell is given.
#
# Environment: GROWTH_SIZES (users, each 10 times the one before), FT_CASES_EVERY
# (count every so many rows only), FT_CASES_TURN (which ones).
use strict;
use warnings;
use File::Temp qw(tempdir);
use lib 'tests/lib';
use Files qw(lines_of slurp spit);
use Test::More;

my $most = 12;    # more than 10 because sorting and look-ups take log n
my @sizes = split ' ', $ENV{GROWTH_SIZES} || '1000 10000 100000';
my $build = $ENV{FT_BUILD} || 'build';
my $top = tempdir(CLEANUP => 1);
my $mine = $top;    # of this process: counts are taken side by side

plan skip_all => 'valgrind is not here, so nothing can count instructions'
    unless `valgrind --version 2>&1` =~ /^valgrind-/;
for my $program (map({ "bin/$_" } qw(fshare facctmgr fwhy fimport fqueue fprio
	fbatch fsim facct freport fview fcontrol)), map { "bench/$_" } qw(ftgen jobbench
	bench_rank bench_live bench_replay bench_auction sqmin)) {
	BAIL_OUT("$build/$program is not built (make $build/$program)")
	    unless -x "$build/$program";
}

delete @ENV{qw(FAIRTREE_CONF SLURM_CONF)};
@ENV{qw(FAIRTREE_USER TZ LC_ALL)} = qw(root UTC C);

sub run {
	my $command = "@_";
	my $output = `$command 2>&1`;
	BAIL_OUT("$command: failed\n$output") if $?;
}

# Instructions executed by a command.
sub instructions {
	my (@command) = @_;
	run('valgrind --tool=cachegrind --cache-sim=no',
	    "--cachegrind-out-file=/dev/null --log-file=$mine/log", @command);
	my $log = `cat $mine/log`;
	$log =~ /I\s+refs:\s+([\d,]+)/ or BAIL_OUT("no count:\n$log");
	return $1 =~ tr/,//dr;
}

sub program {
	my ($name) = @_;
	return $name =~ /^(ftgen|jobbench|bench_|sqmin)/ ? "$build/bench/$name"
	    : "$build/bin/$name";
}

# A store of $size users and the files it was made of; 0 for an empty cluster.
sub make_store {
	my ($size, $shape, $tree) = @_;
	if ($size) {
		run(program('ftgen'), $shape, $size, 42, $tree);
	} else {
		system("echo \"Cluster - 'cluster'\" >$tree.cfg") == 0 or die;
		system(": >$tree.usage") == 0 or die;
	}
	run(program('facctmgr'), "--db=$tree.db -i load $tree.cfg",
	    'cluster=cluster');
	run(program('fimport'), "--db=$tree.db usage $tree.usage");
}

# A copy of the store of $size users, for a command that changes it.
sub copy_store {
	my ($size) = @_;
	unlink glob "$mine/copy.db*";
	run("cp $top/$size.db $mine/copy.db");
}

# Instructions of VERB on all users of the tree, in the copy.
sub change_users {
	my ($size, $verb, $set) = @_;
	return instructions(program('facctmgr'), "--db=$mine/copy.db -i $verb",
	    "user where account=" . accounts_of($size), $set);
}

sub delete_users {
	my ($size) = @_;
	copy_store($size);
	run(program('facctmgr'), "--db=$mine/copy.db -i delete user where",
	    'account=' . accounts_of($size));
}

sub accounts_of {
	my ($size) = @_;
	return join ',', map { /^Account - '([^']*)'/ ? $1 : () }
	    lines_of("$top/$size.cfg");
}

# A store with $size jobs that ended in the past, one every 12 seconds.
sub make_past {
	my ($size) = @_;
	run(program('jobbench'), "rows $top/past$size.db $size");
	run(program('fsim'), "run --for 2-0 --quiet --db=$top/past$size.db");
}

# The university with a tenth of its nodes and of its jobs, on Monday morning.
sub make_university {
	my ($examples, $db) = ('data/examples', "--db=$top/university.db");
	my $conf = slurp("$examples/university.conf");
	my $jobs = slurp("$examples/university.exp");
	$conf =~ s/c\[001-160\]/c[001-016]/g;
	$conf =~ s/big\[01-08\]/big01/g;
	$conf =~ s/g\[01-16\]/g[01-02]/g;
	$jobs =~ s/^(?!Step)(.*Count=\d+)0\b/$1/mg;
	$jobs =~ s/(Arrival=(?:daily:|burst:\d+,))(\d+)/$1${2}0/g;
	spit("$top/university.conf", $conf);
	spit("$top/university.exp", $jobs);
	run(program('fimport'), "$db dump $examples/university.cfg");
	run(program('fimport'), "$db conf $top/university.conf");
	run(program('fimport'), "$db usage $examples/university.usage");
	run(program('fcontrol'), "$db update clock=2030-03-04T00:00:00");
	run(program('fbatch'), "$db --experiment $top/university.exp");
}

# The last user of the tree.
sub some_user {
	my ($size) = @_;
	return 'root' unless $size;
	my ($user) = `tail -n 1 $top/$size.usage` =~ /^\S+ (\S+)/;
	return $user;
}

# What is counted: name, and a function of the size that counts.  Optional: the
# largest size for what would take minutes to count; sizes of its own, each twice
# the one before; the most it may grow from one size to the next; whole: what is
# executed on nothing stays in, so that the limit is about the whole command;
# each: the most instructions for a user (or a job) at the largest size, a quarter
# more than with gcc 12 and SQLite 3.40, of changes of all users a tenth.
my @counted = (
	{ name => 'fshare -l -a', count => sub {
		instructions(program('fshare'), "--db=$top/$_[0].db -l -a");
	} },
	{ name => 'fshare -U -u USER', limit => 11, each => 3050, count => sub {
		instructions(program('fshare'), "--db=$top/$_[0].db -U -u",
		    some_user($_[0]));
	} },
	{ name => 'fshare -a --json', largest => 10000, each => 62000, count => sub {
		instructions(program('fshare'), "--db=$top/$_[0].db -a --json");
	} },
	{ name => 'fshare -a --yaml', largest => 10000, each => 103000, count => sub {
		instructions(program('fshare'), "--db=$top/$_[0].db -a --yaml");
	} },
	# on an empty cluster, in thousandths of opening SQLite and reading a row
	(map {
		my ($name, $words) = split ' ', $_, 2;
		{ name => "start of $_, beside sqmin", whole => 1, sizes => [1],
		    each => 1230, count => sub {
			int 1000 * instructions(program($name),
			    "--db=$top/0.db $words") / instructions(
			    program('sqmin'), "row $top/0.db");
		} }
	} ('fshare -l -a', 'facctmgr list assoc',
		'facctmgr dump cluster file=/dev/null')),
	# one change on a small store: what is prepared and read for it
	{ name => 'facctmgr -i modify account', whole => 1, sizes => [1],
	    each => 7200000, count => sub {
		copy_store(0);
		run(program('facctmgr'), "--db=$mine/copy.db -i add account a");
		instructions(program('facctmgr'), "--db=$mine/copy.db",
		    '-i modify account a set fairshare=2');
	} },
	# what a shell asks when TAB is pressed: no more than a screen or two
	{ name => 'fshare --complete=users u1', limit => 1.7, count => sub {
		instructions(program('fshare'), '--complete=users u1',
		    "--db=$top/$_[0].db");
	} },
	{ name => 'fview, first frame', limit => 11, each => 6500, count => sub {
		instructions(program('fview'), '--dump-frames --frame 0',
		    "--db=$top/$_[0].db");
	} },
	{ name => 'facctmgr list assoc -P', limit => 11, each => 13000, count => sub {
		instructions(program('facctmgr'), "--db=$top/$_[0].db",
		    'list assoc -P');
	} },
	# no association is read for it
	{ name => 'facctmgr list qos', whole => 1, limit => 1.1, count => sub {
		instructions(program('facctmgr'), "--db=$top/$_[0].db",
		    'list qos');
	} },
	{ name => 'facctmgr dump', count => sub {
		instructions(program('facctmgr'), "--db=$top/$_[0].db",
		    "dump cluster file=$mine/dump");
	} },
	{ name => 'facctmgr -i load', largest => 10000, limit => 11,
	    each => 53500, count => sub {
		unlink glob "$mine/new.db*";
		instructions(program('facctmgr'), "--db=$mine/new.db",
		    "-i load $top/$_[0].cfg cluster=cluster");
	} },
	{ name => 'facctmgr plan', largest => 10000, count => sub {
		instructions(program('facctmgr'), "--db=$top/$_[0].db",
		    "plan $top/$_[0].cfg cluster=cluster");
	} },
	{ name => 'fimport sshare', largest => 10000, limit => 11,
	    each => 66500, count => sub {
		return 0 unless $_[0];
		my $table = "$top/$_[0].table";
		run(program('fshare'), "--db=$top/$_[0].db -a -l -P >$table");
		copy_store($_[0]);
		instructions(program('fimport'), "--db=$mine/copy.db",
		    "sshare $table");
	} },
	# all users at once, and back again; a cluster alone selects no users
	{ name => 'facctmgr -i modify user', largest => 10000, limit => 11,
	    each => 40500, count => sub {
		return 0 unless $_[0];
		copy_store($_[0]);
		change_users($_[0], 'modify', 'set fairshare=7');
	} },
	{ name => 'facctmgr -i delete user', largest => 10000, limit => 11,
	    each => 74000, count => sub {
		return 0 unless $_[0];
		copy_store($_[0]);
		change_users($_[0], 'delete', '');
	} },
	{ name => 'facctmgr undo of that', largest => 10000, limit => 11,
	    each => 46500, count => sub {
		return 0 unless $_[0];
		delete_users($_[0]);
		instructions(program('facctmgr'), "--db=$mine/copy.db undo");
	} },
	{ name => 'facctmgr redo of that', largest => 10000, limit => 11,
	    each => 47500, count => sub {
		return 0 unless $_[0];
		delete_users($_[0]);
		run(program('facctmgr'), "--db=$mine/copy.db undo");
		instructions(program('facctmgr'), "--db=$mine/copy.db redo");
	} },
	# everything, on a copy: its accounts, users and usage
	{ name => 'facctmgr undo of a load', largest => 10000, count => sub {
		return 0 unless $_[0];
		instructions(program('facctmgr'), "--db=$top/$_[0].db",
		    '--dry-run undo --last 2');
	} },
	{ name => 'facctmgr -i apply --prune', largest => 10000, count => sub {
		instructions(program('facctmgr'), "--db=$top/$_[0].db",
		    "--dry-run -i apply $top/0.cfg --prune --allow-large",
		    'cluster=cluster');
	} },
	{ name => 'facctmgr undo of a prune', largest => 10000, count => sub {
		return 0 unless $_[0];
		copy_store($_[0]);
		run(program('facctmgr'), "--db=$mine/copy.db",
		    "-i apply $top/0.cfg --prune --allow-large cluster=cluster");
		instructions(program('facctmgr'), "--db=$mine/copy.db",
		    '--dry-run undo');
	} },
	# as many levels as users: no step may climb all of them.  Up to 1000
	# levels fwhy's blanks grow with the square, so those are many at first
	(map {
		my ($name, $words, $limit) = @$_;
		{ name => "$name $words, all levels", largest => 10000,
		    limit => $limit, count => sub {
			my $user = $_[0] ? 'u' . (2 * $_[0] + 1) : 'root';
			instructions(program($name),
			    "--db=$top/chain$_[0].db", $words =~ s/USER/$user/r);
		} }
	} (
		['facctmgr', 'list assoc -P'],
		['facctmgr', 'solve user USER rank 1'],
		['fwhy', 'USER', 20],
	)),
	# ended jobs: what a command costs does not depend on their number
	(map {
		my $command = $_;
		{ name => "$command, ended jobs", whole => 1, limit => 1.1,
		    count => sub {
			my ($name, $words) = split ' ', $command, 2;
			my $db = "$mine/past.db";
			unlink glob "$db*";
			run("cp $top/past$_[0].db $db");
			instructions(program($name), "--db=$db", $words // '');
		} }
	} ('fqueue', 'fprio', 'fshare -l -a', 'fbatch --wrap true',
		'fsim run --for 60', 'freport user top', 'fwhy 1')),
	# all jobs, for the period is all time; only what is added up is read
	{ name => 'freport user top, all time', largest => 10000, limit => 11,
	    each => 30000, count => sub {
		instructions(program('freport'), "--db=$top/past$_[0].db",
		    'user top start=2000-01-01 end=2031-01-01');
	} },
	# of 20 instants; the charges before all of them are read once
	{ name => 'fshare --history -a', largest => 10000, limit => 11,
	    each => 16500, count => sub {
		instructions(program('fshare'), "--db=$top/past$_[0].db",
		    '--history -a');
	} },
	# by their state: that they were eligible is not in these rows
	{ name => 'facct -a -X -P', largest => 10000, limit => 11, each => 20000,
	    count => sub {
		instructions(program('facct'), "--db=$top/past$_[0].db",
		    '-a -X -P -s CD -S 2000-01-01 -E 2030-01-01');
	} },
	# a load of 1.5, so that the queue grows as well, and with it its log n
	{ name => 'replay, backfill by usage', largest => 10000, count => sub {
		return 0 unless $_[0];
		run(program('fsim'), "trace --jobs $_[0] --load 1.5",
		    ">$mine/$_[0].swf");
		instructions(program('bench_replay'), "$mine/$_[0].swf 1 0 1",
		    'fair');
	} },
	# What a pass does for each waiting job must stay cheap: their number grows
	# with that of all jobs, and so does the number of passes.
	{ name => 'fsim replay, Slurm without backfill', limit => 3.5,
	    sizes => [750, 1500, 3000], count => sub {
		my $jobs = $_[0] || 1;
		spit("$mine/conf", "SchedulerType=sched/builtin\n" .
		    "PriorityType=priority/multifactor\n" .
		    "PriorityWeightAge=1000\nPriorityWeightFairshare=10000\n" .
		    "PriorityWeightJobSize=100\n");
		run(program('fsim'), "trace --jobs $jobs --load 1.2",
		    ">$mine/$jobs.swf");
		instructions(program('fsim'), "replay $mine/$jobs.swf",
		    "--policy slurm --quiet --conf $mine/conf");
	} },
	# the queue grows with the trace, and with it what each run of backfill
	# tests: a search must hold until a job starts or ends
	{ name => 'fsim replay, Slurm with backfill', limit => 2.6,
	    sizes => [750, 1500, 3000], each => 700000, count => sub {
		my $jobs = $_[0] || 1;
		run(program('fsim'), "trace --jobs $jobs --load 1.2",
		    ">$mine/$jobs.swf");
		instructions(program('fsim'), "replay $mine/$jobs.swf",
		    '--policy slurm --quiet');
	} },
	# days of as many jobs each
	{ name => 'fsim run, university', limit => 2.5, sizes => [1, 2, 4],
	    count => sub {
		my $time = $_[0] ? "$_[0]-0" : 1;
		unlink glob "$mine/university.db*";
		run("cp $top/university.db $mine/university.db");
		instructions(program('fsim'), "run --for $time --quiet",
		    "--db=$mine/university.db");
	} },
	# on one machine: sorting grows, what the machine can hold does not
	{ name => 'auction, optimum and VCG', largest => 10000, count => sub {
		return 0 unless $_[0];
		instructions(program('bench_auction'),
		    "powers $_[0] 3456 1 exact");
	} },
	# all of it twice less all of it once: no reading of files
	{ name => 'ranking', count => sub {
		return 0 unless $_[0];
		instructions(program('bench_rank'), "$top/$_[0].bin 2")
		    - instructions(program('bench_rank'), "$top/$_[0].bin 1");
	} },
	# 1000 changes: the same number at every size
	(map {
		my ($shape) = @$_;
		{ name => "a charge and its rank, $shape", limit => $$_[1],
		    count => sub {
			return 0 unless $_[0];
			my $tree = "$mine/$shape$_[0]";
			run(program('ftgen'), $shape, $_[0], 42, $tree);
			local $ENV{BENCH_NO_CHECK} = 1;
			instructions(program('bench_live'), "$tree.bin 1001")
			    - instructions(program('bench_live'), "$tree.bin 1");
		} }
	} (['typical', 1.7], ['flat', 1.7])),
);

my ($every, $turn) = ($ENV{FT_CASES_EVERY} || 1, $ENV{FT_CASES_TURN} || 0);
@counted = @counted[grep { ($_ + $turn) % $every == 0 } 0 .. $#counted];

# Counts at each size, less what is executed on nothing.
sub counts {
	my ($count, $whole, @at) = @_;
	my $fixed = $whole ? 0 : $count->(0);
	return map { $count->($_) - $fixed } @at;
}

# Growth from each count to the next.
sub growth {
	my (@counts) = @_;
	return map { $counts[$_] / $counts[$_ - 1] } 1 .. $#counts;
}

sub promise_holds {
	my ($limit, @counts) = @_;
	return !grep { $_ > $limit } growth(@counts);
}

# Whether COUNT, at SIZE, is within what each user may cost.
sub is_cheap {
	my ($each, $count, $size) = @_;
	return $count <= $each * $size;
}

# A program whose work is the given power of its argument, counted alike.
sub planted {
	my ($power) = @_;
	open my $out, '>', "$top/planted.c" or BAIL_OUT("planted.c: $!");
	print $out <<"C";
#include <stdlib.h>
int main(int argc, char **argv) {
	long n = strtol(argv[1], NULL, 10);
	volatile long sum = 0;
	for (long i = 0; i < n; i++)
		for (long j = 0; j < ($power == 2 ? n : 20); j++)
			sum += j;
	return argc != 2;
}
C
	close $out or BAIL_OUT("planted.c: $!");
	run('cc', '-O1', '-w', '-o', "$top/planted$power", "$top/planted.c");
	return sub { instructions("$top/planted$power", $_[0]) };
}

ok(promise_holds($most, counts(planted(1), 0, 100, 1000)), 'allows a linear program');
ok(!promise_holds($most, counts(planted(2), 0, 100, 1000)),
    'notices a quadratic program');
ok(!promise_holds($most, 1000, 10000, 130000), 'notices the last decade alone');
ok(is_cheap(10, 1000, 100) && !is_cheap(10, 1001, 100), 'notices what is dear');

# The sizes of row I of @counted, and its counts in a process of its own.
sub sizes_of {
	my ($largest, $own) = @{ $counted[$_[0]] }{qw(largest sizes)};
	return @$own if $own;
	return grep { !$largest || $_ <= $largest } @sizes;
}

sub start_counting {
	my ($i) = @_;
	my $child = fork;
	BAIL_OUT("fork: $!") unless defined $child;
	return if $child;
	$mine = "$top/row$i";
	mkdir $mine or die "$mine: $!";
	my $row = $counted[$i];
	my @counts = counts($row->{count}, $row->{whole}, sizes_of($i));
	spit("$mine/counts", "@counts");
	# no plan and no cleaning up: that is the parent's
	exec 'true';
}

make_store($_, 'typical', "$top/$_") for 0, @sizes;
make_store($_, 'chain', "$top/chain$_") for 0, grep { $_ <= 10000 } @sizes;
make_past($_) for 0, @sizes;
make_university();
my $cores = `getconf _NPROCESSORS_ONLN 2>/dev/null` || 2;
my $running = 0;
for my $i (0 .. $#counted) {
	wait, $running-- if $running >= $cores;
	start_counting($i);
	$running++;
}
1 while wait > 0;

for my $i (0 .. $#counted) {
	my ($name, $limit, $own, $each) =
	    @{ $counted[$i] }{qw(name limit sizes each)};
	my $step = $own ? 'when doubled' : 'per decade';
	my @at = sizes_of($i);
	my @counts = split ' ', `cat $top/row$i/counts`;

	$limit ||= $most;
	ok(@counts == @at && promise_holds($limit, @counts),
	    @at > 1 ? "$name grows at most ${limit}x $step" : "$name is counted");
	next if @counts != @at;
	ok(is_cheap($each, $counts[-1], $at[-1]),
	    "$name executes at most $each for each of them") if $each;
	diag(sprintf '%-24s %s; %s each', $name,
	    join(' ', map { sprintf '%.1fx', $_ } growth(@counts)),
	    join(' ', map { int $counts[$_] / $at[$_] } 0 .. $#at));
}

done_testing();
