#!/usr/bin/env perl
# The figures that pages state in prose are true: each is computed here, from the
# data or by the commands, and the page must have it.  Sessions and tables that
# commands print are compared in pages.t and readme.t.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use JSON::PP;
use List::Util qw(max min sum);
use Test::More;
use lib 'tests/lib';
use Files qw(slurp);

my $top   = abs_path($ENV{FT_TOP} // '.');
my $build = abs_path($ENV{FT_BUILD} // 'build');
my $dir   = tempdir(CLEANUP => 1);
$ENV{PATH} = "$build/bin:$ENV{PATH}";
@ENV{qw(FAIRTREE_USER FAIRTREE_DB TZ LC_ALL)} = ('root', "$dir/db", 'UTC', 'C');
delete @ENV{qw(FAIRTREE_CONF SLURM_CONF)};

# What a page says, without the requests of mdoc, in one line.
sub prose {
	my ($name) = @_;
	my $text = slurp("$top/$name");
	$text =~ s/^\.Pq (.*?)(?: ([.,;]))?$/"($1)" . ($2 \/\/ '')/gme;
	$text =~ s/^\.(?:Pp|Em|Cm|Fl|Li|Sy|Va|Ar|Xr|It) ?//gm;
	$text =~ s/\\-/-/g;
	return $text =~ s/\s+/ /gr;
}

my $page;

sub says {
	my ($format, @values) = @_;
	my $text = sprintf $format, @values;
	ok(index($page, $text) >= 0, $text);
}

sub run {
	my ($command) = @_;
	my $text = `$command`;
	BAIL_OUT("$command: failed") if $?;
	return $text;
}

# Rows of a table whose first line names its columns.
sub rows {
	my ($separator, $text) = @_;
	my ($head, @lines) = split /\n/, $text;
	my @names = split $separator, $head;
	return map { my %row; @row{@names} = split $separator; \%row } @lines;
}

# ---- the study of auctions ---------------------------------------------------

$page = prose('man/fauction.1');
my %figure;
$figure{$_->{table}}{$_->{sample}}{$_->{column}} = $_->{value}
    for rows(qr/,/, slurp("$top/data/examples/scheduler-game.csv"));
my @samples = keys %{ $figure{TV} };
my @usual = grep { $_ ne 'sample_20' } @samples;

# The optimum pays one price for each of 3456 nodes; what the order of 1B is worth
# less than the optimum is that price for each node that it leaves idle.
my %price  = map { $_ => $figure{TP}{$_}{TP_1A} / 3456 } @samples;
my %missed =
    map { $_ => $figure{TV}{$_}{TV_1A} - $figure{TV}{$_}{TV_1B} } @samples;
my @idle = map { $missed{$_} / $price{$_} } @samples;
is_deeply([map { $price{$_} } @usual], [($price{sample_1}) x @usual],
	'one price in all usual samples');
says('its last node is worth %d minutes (%d in sample_20);', $price{sample_1},
	$price{sample_20});
says('greedy leaves %d to %d nodes idle', min(@idle), max(@idle));
says('Critical values would give %d in sample_1; the study has %d.',
	$figure{TP}{sample_1}{TP_1A} - $missed{sample_1},
	$figure{TP}{sample_1}{TP_1B});

# The greatest loss in percent, rounded up, so that "within" is true.
my $most = max(map { 100 * $missed{$_} / $figure{TV}{$_}{TV_1A} } @samples);
says('the greedy order is within %.2f %% of the optimum',
	int($most * 100 + 1) / 100);

my @words = qw(no one two three four five six seven eight nine ten eleven);

# The number of samples whose COLUMN of TABLE divides by NUMBER without a rest.
sub multiples {
	my ($column, $number) = @_;
	return scalar grep { $figure{TP}{$_}{$column} % $number == 0 } @usual;
}
my ($planned, $real) = (16 * 40, int(11 * 16 * 19 / 10));
says('multiples of 16 x 40 = %d in %s of the ten usual samples', $planned,
	$words[multiples('TP_1B', $planned)]);
says('those of 2B and 4B are multiples of %d = floor(1.1 x 16 x 19) in all ten',
	$real);
is(multiples($_, $real), 10, "$_ in all ten") for qw(TP_2B TP_4B);
says('the crowd\'s is %d, not %.1f,', $real, 1.1 * 16 * 19);

for my $column (qw(PM_2B PM_3B)) {
	my $n = grep { $figure{PM}{$_}{$column} > 0 } @samples;
	says('some in 2B and 3B in %s of %s samples', $words[$n],
		$words[@samples]);
}
says('%d in sample_9 of 3B, %d in sample_5 of the modified 1B',
	$figure{PM}{sample_9}{PM_3B}, $figure{'modified-PM'}{sample_5}{PM_1B});
says('in sample_5 the payments of 1B fall to %d,',
	$figure{TP}{sample_5}{TP_1B});
says('in sample_9 of 3B they rise to %d.', $figure{TP}{sample_9}{TP_3B});
says('The mean of the published samples is %.2f',
	sum(map { $figure{PoA}{$_}{TV_1B} / $figure{PoA}{$_}{TV} } @samples) /
	    @samples);
says('nodes x 10000 / 3456 is %d for the 16 nodes of the crowd',
	int(16 * 10000 / 3456));

# ---- how true a copy is ------------------------------------------------------

# Rows of the share table of what verify prints of a site.
sub verify_shares {
	my ($site) = @_;
	unlink glob "$dir/db*";
	run("fimport site $site >$dir/log 2>&1");
	return rows(qr/ +/, join '',
		(`fshare verify $site 2>$dir/log` =~ /^.*\n/mg)[0 .. 7]);
}

$page = slurp("$top/README.md") =~ s/\s+/ /gr;
my $rounded = 0;
for my $site (glob "$top/tests/site/{22.05,24.11,26.05}/*/") {
	(my $name = $site) =~ s/.*site\///;
	($ENV{FAIRTREE_SLURM}) = $name =~ /^([^\/]+)/;
	my @columns = verify_shares($site);
	is(scalar @columns, 7, "$name: columns");
	is(sum(map { $_->{Unexplained} } @columns), 0, "$name: explained");
	my $part = sum(map { $_->{Rounded} } @columns) /
	    sum(map { $_->{Rows} } @columns);
	if ($name =~ /^22\.05/) {
		$rounded = max($rounded, $part);
	} elsif ($name !~ /private/) {
		is($_->{Equal}, $_->{Rows}, "$name: every $_->{Column} equal")
		    for @columns;
	}
}
says('six digits only; then up to %.0f %% of the cells differ in their last digit.',
	100 * $rounded);

# ---- how true a replay is ----------------------------------------------------

# The row of `all` that replay --verify prints, the real and the predicted utilisation.
sub verify {
	my ($trace) = @_;
	my $command = "fsim replay --verify --db $dir/db $trace";
	my ($all) = grep { $_->{kind} eq 'all' } rows(qr/,/, run("$command --csv"));
	return ($all, map { 100 * $_ }
		@{ decode_json(run("$command --json")) }{qw(utilisation_real
		    utilisation_predicted)});
}

$page = slurp("$top/README.md");
my %nodes = (replay => 4, wide => 8, busy => 4);
for my $workload (qw(replay wide busy)) {
	for my $release (qw(22.05 24.11 26.05)) {
		my $site = "$top/tests/site/$workload-$release";
		my $known = -e "$site/manifest";
		my $trace = $known ? $site : "$site/sacct";
		$ENV{FAIRTREE_SLURM} = $release;
		unlink glob "$dir/db*";
		run($_) for "fimport conf $site/slurm.conf >$dir/log",
		    $known ? "fimport qos $site/qos >$dir/log"
		    : "facctmgr -i add qos high priority=100 >$dir/log",
		    "fimport dump $site/dump >$dir/log";
		my ($all, $used, $predicted) = verify($trace);
		run("fcontrol update config PriorityType=priority/basic >$dir/log");
		my ($basic) = verify($trace);
		says('| %s | %d, %d | %.0f s, %.0f s | %.0f %% | %.1f, %.1f min | %.0f %% | %.1f, %.1f %% | %.0f %% |',
			$release, $all->{jobs}, $nodes{$workload},
			$all->{wait_real}, $all->{wait_predicted},
			100 * $all->{error}, $all->{median_minutes},
			$all->{p90_minutes}, 100 * $all->{within_5_minutes},
			$used, $predicted, 100 * $basic->{error});
	}
}

# Workloads that were recorded twice, the first as a prediction of the second.
my (@off, @jobs);
for my $second (glob "$top/tests/oracle/cases/*/schedule-b.txt") {
	my %waited;
	my ($differ, $all) = (0, 0);
	$waited{$_->{job}} = $_->{start} - $_->{submit}
	    for rows(qr/ +/, slurp($second =~ s/-b\.txt$/.txt/r));
	for (rows(qr/ +/, slurp($second))) {
		my $wait = $_->{start} - $_->{submit};
		$differ += abs $wait - ($waited{$_->{job}}
			// BAIL_OUT("$second: no first job $_->{job}"));
		$all += $wait;
	}
	push @off, 100 * $differ / $all;
	push @jobs, scalar keys %waited;
}
$page =~ s/\s+/ /g;
says('%s other workloads of %d to %d jobs were recorded twice',
	ucfirst $words[@off], min(@jobs), max(@jobs));
says('the first run is off by %.0f to %.0f %% as a prediction of the second', min(@off),
	max(@off));

# ---- examples ------------------------------------------------------------------

$page = slurp("$top/data/examples/README.md");
my $university = slurp("$top/data/examples/university.cfg");
my %users = map { $_ => 1 } $university =~ /^User - '?([^':]+)/gm;
delete $users{root};
my ($faculties) = $university =~ /^Parent - 'root'\n((?:(?!Parent).*\n)*)/m;
says('%d users in %s faculties', scalar keys %users,
	$words[() = $faculties =~ /^Account - /gm]);
unlink glob "$dir/db*";
delete $ENV{FAIRTREE_SLURM};
run("$_ >$dir/log") for "fimport dump $top/data/examples/university.cfg",
    "fimport conf $top/data/examples/university.conf",
    'fcontrol update clock=2030-03-04T00:00:00';
my ($jobs) = run("fbatch --experiment $top/data/examples/university.exp") =~
    /Submitted (\d+) jobs/ or BAIL_OUT('no jobs');
says('%d nodes and two weeks of jobs, %s of them', run('fcontrol show node | grep -c ^NodeName='),
	$jobs =~ s/(?<=\d)(?=(?:\d{3})+$)/,/gr);

# ---- forecasts ---------------------------------------------------------------

# A share p of n independent futures has the standard error sqrt(p (1 - p) / n).
$page = prose('man/fqueue.1');
says('With 200 futures the share of futures that start by P90 has a standard error of %.0f %%.',
	100 * sqrt(0.9 * 0.1 / 200));
done_testing();
