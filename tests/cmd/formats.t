#!/usr/bin/env perl
# Every listing in every format.  What documents are made of is pinned in
# tests/data/schema: a key may be added, none may go or change its type.
#
#   FT_SCHEMA_WRITE=1 prove tests/cmd/formats.t     pin it anew
use strict;
use warnings;
use lib 'tests/lib';
use Files qw(slurp spit);
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;
use Exposition qw(read_exposition);
use Schema qw(keys_of missing csv_rows);

my $build = abs_path($ENV{FT_BUILD} // 'build');
my $root = abs_path('.');
my $pins = "$root/tests/data/schema";
my $top = tempdir(CLEANUP => 1);
chdir $top or BAIL_OUT($top);
$ENV{PATH} = "$build/bin:$ENV{PATH}";
$ENV{FAIRTREE_DB} = "$top/a.db";
$ENV{FAIRTREE_USER} = 'root';
$ENV{TZ} = 'UTC';
delete @ENV{qw(SLURM_CONF FAIRTREE_CONF)};

# Two clusters; a nested tree with a user in two accounts and a partition, QOS,
# limits, licenses, a reservation, jobs that wait, run and have ended.
spit('slurm.conf', <<'CONF');
ClusterName=lab
PriorityType=priority/multifactor
PriorityWeightFairshare=1000
PriorityWeightAge=100
AccountingStorageEnforce=associations,limits,qos
NodeName=n[1-4] CPUs=16 RealMemory=64000 State=UNKNOWN
PartitionName=debug Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP
PartitionName=long Nodes=n[3-4] MaxTime=7-0 MaxNodes=2 State=UP
Licenses=matlab:10
CONF
spit('tree.cfg', <<'CFG');
Cluster - 'lab':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
Account - 'physics':Description='physics':Organization='science':Fairshare=60:GrpTRESMins=cpu=100000
Account - 'biology':Description='biology':Organization='science':Fairshare=30:GrpJobs=50
Account - 'idle':Description='idle':Organization='none':Fairshare=10
Parent - 'physics'
Account - 'particle':Description='particle':Organization='science':Fairshare=2:MaxJobs=9
Account - 'solid':Description='solid':Organization='science':Fairshare=parent
User - 'ann':DefaultAccount='physics':Fairshare=1
Parent - 'particle'
User - 'ann':DefaultAccount='physics':Fairshare=1
User - 'bob':DefaultAccount='particle':Fairshare=2
Parent - 'biology'
User - 'dan':DefaultAccount='biology':Fairshare=1
User - 'eve':DefaultAccount='biology':Fairshare=3
Parent - 'idle'
User - 'fay':DefaultAccount='idle':Fairshare=1
CFG
spit('usage.txt', "physics ann 30000\nparticle bob 90000\nbiology eve 45000\n");
spit('other.cfg', slurp('tree.cfg') =~ s/Fairshare=30/Fairshare=40/r);
for my $line (split /\n/, <<'LINES') {
fimport conf slurm.conf
facctmgr -i -Q load tree.cfg
fimport usage usage.txt
facctmgr -i -Q add qos high priority=10 maxwall=60 maxtrespu=cpu=4 flags=DenyOnLimit
facctmgr -i -Q modify account name=physics set qos+=high
facctmgr -i -Q add user dan account=biology partition=debug fairshare=2
facctmgr -i -Q add coordinator account=physics names=ann
facctmgr -i -Q add resource name=r server=s type=license count=5 cluster=lab percentallowed=50
fbatch --uid=ann -A physics -n 4 -t 60 -J 12 --comment=note --wrap="sleep 2"
fbatch --uid=bob -A particle -N 2 -n 32 -t 10 -J wide --wrap="sleep 600"
fsim run --for 20
fbatch --uid=eve -A biology -N 4 -n 64 -t 30 -a 1-3 -J arr --wrap="sleep 600"
fbatch --uid=eve -A biology -n 1 -t 30 -p debug,long -d afterok:2 -J dep --wrap=true
fsim run --for 20
fcontrol create reservation reservationname=r1 starttime=now+1hour duration=60 nodecnt=2 users=ann
LINES
	my $said = `$line 2>&1`;
	BAIL_OUT("$line: $said") if $?;
}

# name of its pin | words of the command | rows: key of the list of rows
my @listings = map { [split /\s*\|\s*/] } grep { /\S/ } split /\n/, <<'LIST';
fshare                | fshare -a                          | shares.shares
fshare-diff           | fshare --diff --what-if 'modify account physics set fairshare=1' | -
fprio                 | fprio                              | priorities
fqueue                | fqueue -t all                      | jobs
finfo                 | finfo                              | groups
facct                 | facct -a                           | jobs
account               | facctmgr list account              | accounts
account-assoc         | facctmgr list account withassoc withcoord | accounts
user                  | facctmgr list user                 | users
user-assoc            | facctmgr list user withassoc withcoord | users
association           | facctmgr list assoc tree           | associations
cluster               | facctmgr list cluster              | clusters
qos                   | facctmgr list qos                  | qos
tres                  | facctmgr list tres                 | tres
transaction           | facctmgr list transactions         | transactions
problem               | facctmgr list problem              | problems
wckey                 | facctmgr list wckey                | wckeys
resource              | facctmgr list resource withclusters | resources
event                 | facctmgr list event                | events
config                | facctmgr list config               | server_config
stats                 | facctmgr list stats                | server_stats
runaway               | facctmgr list runawayjobs          | runaway_jobs
reservation           | facctmgr list reservation          | reservations
federation            | facctmgr list federation           | federations
log                   | facctmgr log                       | log
diff                  | facctmgr diff other.cfg            | -
plan                  | facctmgr plan other.cfg            | -
solve                 | facctmgr solve user bob@particle rank 1 | -
audit                 | facctmgr audit | -
control-config        | fcontrol show config               | config
control-job           | fcontrol show job                  | jobs
control-node          | fcontrol show node                 | nodes
control-partition     | fcontrol show partition            | partitions
control-reservation   | fcontrol show reservation          | reservations
control-license       | fcontrol show licenses             | licenses
control-clock         | fcontrol show clock                | clock
control-hosts         | fcontrol show hostnames n[1-3]     | hosts
control-assoc-mgr     | fcontrol show assoc_mgr            | -
why-user              | fwhy bob                           | -
why-job               | fwhy 3 --blame                     | -
why-lint              | fwhy --lint                        | -
LIST
# Where the short letters are those of Slurm's own options.
my %long_only = map { $_ => 1 } qw(fprio fqueue finfo);

sub output {
	my ($command) = @_;
	my $text = `$command 2>err </dev/null`;
	my $rc = $? >> 8;
	$text =~ s/T\d\d:\d\d:\d\d/T00:00:00/g;    # some tell the time
	return ($text, $rc);
}

sub rows_of {
	my ($document, $way) = @_;
	$document = $document->{$_} // return for split /\./, $way;
	return $document;
}

sub check_document {
	my ($name, $command, $rows) = @_;
	my ($text, $rc) = output("$command --json");
	my $document = eval { JSON::PP->new->utf8->decode($text) };
	ok($document, "$command --json: is JSON") or diag($@, slurp('err'));
	return if !$document;
	like($document->{schema}, qr{^fairtree\.[a-z_-]+/\d+$},
		"$command --json: names its schema");
	ok(ref rows_of($document, $rows) eq 'ARRAY', "$command: has $rows")
	    if $rows ne '-';
	my $keys = keys_of($document);
	my $pin = "$pins/$name.txt";
	spit($pin, join '', map { "$_ $keys->{$_}\n" } sort keys %$keys)
	    if $ENV{FT_SCHEMA_WRITE};
	my %pinned = map { split / / } split /\n/, slurp($pin);
	ok(%pinned, "$name: is pinned");
	is_deeply([missing(\%pinned, $keys)], [],
		"$command --json: all that is pinned is there");
	my ($yaml) = output("$command --yaml");
	like($yaml, qr{\A(?:---\n)?schema: \Q$document->{schema}\E\n},
		"$command --yaml: the same schema");
	return $document;
}

sub check_rows {
	my ($command, $document, $rows) = @_;
	my ($text) = output("$command --csv");
	my @rows = eval { csv_rows($text) };
	is($@, '', "$command --csv: is CSV");
	my %width = map { scalar @$_ => 1 } @rows;
	is(scalar keys %width, 1, "$command --csv: one number of columns")
	    or diag($text);
	my %column;
	$column{$_}++ for @{ $rows[0] };
	is_deeply([grep { $column{$_} > 1 } sort keys %column], [],
		"$command --csv: each column has a name of its own");
	my $list = $rows eq '-' ? undef : rows_of($document, $rows);
	is(scalar @rows - 1, scalar @$list, "$command: as many rows as in JSON")
	    if $list && $command !~ /^(?:facct|finfo|fqueue)\b/;
	my $short = !$long_only{ $command =~ s/ .*//r };
	my ($two) = output("$command --parsable2");
	my ($one) = output("$command --parsable");
	is($one, $two =~ s/$/|/mgr =~ s/\|\z//r,
		"$command: --parsable is --parsable2 with | at the ends");
	is((split /\n/, $two)[0] =~ tr/|//, $#{ $rows[0] },
		"$command --parsable2: the columns of --csv")
	    if $command !~ /^(?:fshare -a|facctmgr list (?:assoc|.*withassoc))/;
	return if !$short;
	is((output("$command -p"))[0], $one, "$command -p: --parsable");
	is((output("$command -P"))[0], $two, "$command -P: --parsable2");
}

# Each key that a table of columns promises is in the rows of the document.
my %promised;
if (-x "$build/gen/gen") {
	/^(\S+) (\S+) / and push @{ $promised{$1} }, $2
	    for `'$build/gen/gen' --keys`;
}

sub check_keys {
	my ($name, $command, $document, $rows) = @_;
	return if $name !~ /^(?:fshare|finfo|fprio|fqueue|facct)$/ || !$promised{$name};
	my $keys = keys_of(rows_of($document, $rows));
	is_deeply([grep { !$keys->{"[].$_"} } sort @{ $promised{$name} }], [],
		"$command --json: has the key of each column");
}

for (@listings) {
	my ($name, $command, $rows) = @$_;
	my $document = check_document($name, $command, $rows) or next;
	check_rows($command, $document, $rows);
	check_keys($name, $command, $document, $rows);
}

# ---- schemas: each name is one document, and the tables of fields are pinned ----

{
	my %of;
	for (@listings) {
		my ($text) = output("$_->[1] --json");
		my ($schema) = $text =~ /"schema": "([^"]+)"/;
		push @{ $of{$schema} }, $_->[0] =~ s/-assoc$//r
		    =~ s/^plan$/diff/r;
	}
	for my $schema (sort keys %of) {
		my %name = map { $_ => 1 } @{ $of{$schema} };
		is(join(' ', sort keys %name), $of{$schema}[0],
			"$schema is one kind of document");
	}
}

SKIP: {
	skip 'no generator without ncurses', 1 if !-x "$build/gen/gen";
	my %keys = map { /^(\S+ \S+) (\S+)$/ } `'$build/gen/gen' --keys`;
	my $pin = "$pins/fields.txt";
	spit($pin, join '', map { "$_ $keys{$_}\n" } sort keys %keys)
	    if $ENV{FT_SCHEMA_WRITE};
	my %pinned = map { /^(\S+ \S+) (\S+)$/ } split /\n/, slurp($pin);
	my @bad = grep { ($keys{$_} // 'gone') ne $pinned{$_} } sort keys %pinned;
	cmp_ok(scalar keys %pinned, '>=', 200, 'the tables of fields are pinned');
	is_deeply([map { "$_: " . ($keys{$_} // 'gone') } @bad], [],
		'no key of a table is gone or of another type');
}

# ---- the check itself ------------------------------------------------------------

{
	my $pinned = keys_of({ a => 1, b => [{ c => 'x', d => undef }] });
	my @cases = (
		[{ a => 2, b => [{ c => 'y', d => 3 }] }, 'the same'],
		[{ a => 2, b => [{ c => 'y', d => {} , e => 1 }], f => 0 },
			'more keys'],
		[{ a => undef, b => [{ c => undef, d => 1 }] }, 'null'],
	);
	is_deeply([missing($pinned, keys_of($_->[0]))], [], "passes: $_->[1]")
	    for @cases;
	is_deeply([missing($pinned, keys_of({ b => [{ c => 'y', d => 3 }] }))],
		['a is gone'], 'fails: a key is gone');
	is_deeply([missing($pinned, keys_of({ a => '2',
			b => [{ c => 'y', d => 3 }] }))],
		['a was number, is text'], 'fails: a key of another type');
	is_deeply([missing($pinned, keys_of({ a => 2, b => [{ c => 1 }] }))],
		['b[].c was text, is number', 'b[].d is gone'],
		'fails: in the rows of a list');
}

# ---- where in the tree -------------------------------------------------------------

{
	my ($text) = output('facctmgr list assoc --csv');
	my ($head, @rows) = csv_rows($text);
	my %at;
	@at{@$head} = 0 .. $#$head;
	my @assoc = map { join ' ', @$_[@at{qw(Account User Parent Depth Path)}] }
	    @rows;
	my ($share) = output(
		'fshare -a --csv -o account,user,parent,depth,path');
	my @share = map { join ' ', @$_ } csv_rows($share);
	shift @share;
	is_deeply(\@assoc, \@share, 'lists of associations and shares agree');
	ok((grep { $_ eq 'particle bob particle 3 root/physics/particle/bob' }
		@assoc), 'parent, depth and path of a nested user');
	my $all = JSON::PP->new->utf8->decode(
		(output('fcontrol show assoc_mgr --json'))[0]);
	is_deeply([map { "$_->{depth} $_->{path}" } @{ $all->{associations} }],
		[map { (split ' ')[-2] . ' ' . (split ' ')[-1] } @share],
		'so does show assoc_mgr');
}

# ---- infinity, and numbers that are texts by their nature ----------------------------

{
	my $shares = JSON::PP->new->utf8->decode(
		(output('fshare -a --json'))[0])->{shares}{shares};
	my ($fay) = grep { $_->{name} eq 'fay' } @$shares;
	is_deeply($fay->{fairshare}{level}, { set => JSON::PP::true,
		infinite => JSON::PP::true, number => 0 },
		'level fairshare of an idle user is infinite');
	my $jobs = JSON::PP->new->utf8->decode(
		(output('fcontrol show job 1 --json'))[0])->{jobs};
	is(Schema::type_of($jobs->[0]{job_name}), 'text',
		'a job may be called 12');
	my ($two, $one) = map { $_->{max_nodes} } reverse @{
		JSON::PP->new->utf8->decode(
			(output('fcontrol show partition --json'))[0])->{partitions} };
	ok($one->{infinite} && !$two->{infinite} && $two->{number} == 2,
		'limits of partitions: without end, and 2');
}

# ---- durations: a text for people, seconds for programs ----------------------------

{
	my $jobs = JSON::PP->new->utf8->decode(
		(output('fqueue -t all --json'))[0])->{jobs};
	my ($wide) = grep { $_->{name} eq 'wide' } @$jobs;
	is($wide->{time_limit}, '10:00', 'a limit as text');
	is_deeply($wide->{time_limit_seconds}, { set => JSON::PP::true,
		infinite => JSON::PP::false, number => 600 }, 'and in seconds');
	is($wide->{time_used_seconds} + $wide->{time_left_seconds}{number}, 600,
		'what it has used and what is left');
	my ($text) = output('squeue --json');
	unlike($text, qr/_seconds"/, 'none when it is called squeue');
	my ($run) = grep { $_->{name} eq 'wide' } @{ JSON::PP->new->utf8->decode(
		(output('facct -a --json'))[0])->{jobs} };
	is($run->{time_limit_seconds}, 600, 'facct has them, too');
	is($run->{suspended_seconds}, 0, 'of each duration');
}

# ---- Prometheus ------------------------------------------------------------------------

sub families {
	my ($command) = @_;
	my ($text, $rc) = output($command);
	my @families = eval { read_exposition($text) };
	is($@, '', "$command: the text format, to the letter");
	is($rc, 0, "$command: exit status 0");
	return { map { $_->{name} => $_ } @families };
}

sub value {
	my ($families, $name, %label) = @_;
	my @found = grep {
		my $sample = $_;
		!grep { ($sample->{labels}{$_} // '') ne $label{$_} } keys %label
	} @{ ($families->{$name} // { samples => [] })->{samples} };
	return join ' ', map { $_->{value} } @found;
}

{
	my $have = families('fshare --prometheus');
	my $rows = JSON::PP->new->utf8->decode(
		(output('fshare -a --json'))[0])->{shares}{shares};
	for my $row (@$rows) {
		my $user = $row->{type}[0] eq 'USER';
		my $name = $user ? 'slurm_user_fairshare' : 'slurm_account_fairshare';
		my %at = (path => $row->{path}, partition => $row->{partition});
		is(value($have, "${name}_raw_usage_cpu_seconds", %at),
			$row->{usage}, "usage of $row->{path} $row->{partition}");
		is(value($have, "${name}_effective_usage", %at) + 0,
			$row->{effective_usage} + 0, 'effective usage');
		my $level = $row->{fairshare}{level};
		my $want = !$level->{set} ? '' : $level->{infinite} ? '+Inf'
		    : $level->{number};
		my $got = value($have, "${name}_level", %at);
		ok($got eq $want || $want ne '' && $want ne '+Inf'
			&& $got == $want, "level of $row->{path}")
		    or diag("$got, not $want");
	}
	my ($particle) = grep { $_->{labels}{account} eq 'particle' }
	    @{ $have->{slurm_account_fairshare_raw_shares}{samples} };
	is_deeply($particle->{labels}, { cluster => 'lab',
		account => 'particle', parent => 'physics', depth => '2',
		path => 'root/physics/particle' }, 'a nested account');
	ok(!$have->{slurm_account_fairshare},
		'accounts have no factor under Fair Tree, not 0');
	my $classic = families('fshare --prometheus --algorithm classic');
	ok($classic->{slurm_account_fairshare}, 'they have one under classic');
	is(scalar @{ families('fshare --prometheus -U -u bob')
		->{slurm_user_fairshare}{samples} }, 1, 'one user only');
}

{
	my $have = families('fqueue --prometheus');
	# the same numbers, counted from the rows
	my (%jobs, %cpus);
	for (split /\n/, (output("fqueue -h -r -t all -o '%T|%u|%C'"))[0]) {
		my ($state, $user, $cpus) = split /\|/;
		$jobs{ lc $state }{$user}++;
		$cpus{ lc $state }{$user} += $cpus;
	}
	cmp_ok(scalar keys %jobs, '>=', 3, 'jobs in three states');
	for my $state (qw(pending running suspended completed failed timeout)) {
		my $sum = 0;
		for my $user (qw(ann bob dan eve)) {
			my $n = 0;
			$n += $_ for split ' ',
			    value($have, "slurm_queue_$state", user => $user);
			is($n, $jobs{$state}{$user} // 0,
				"$state jobs of $user");
			$sum += $n;
		}
		is(value($have, "slurm_jobs_$state", cluster => 'lab'), $sum,
			"jobs $state in all, also where there are none");
	}
	is(value($have, 'slurm_user_cpus_running', user => 'bob'),
		$cpus{running}{bob}, 'CPUs that run');
	is(value($have, 'slurm_queue_pending', user => 'eve',
		reason => 'Dependency'), 1, 'reasons are labels');
	my $two = families('fqueue --prometheus -M all');
	is(value($two, 'slurm_jobs_running', cluster => 'lab'), 1,
		'clusters are labels');
}

{
	my $have = families('fcontrol show nodes --prometheus');
	is(value($have, 'slurm_cpus_total'), 64, 'CPUs of all nodes');
	is(value($have, 'slurm_cpus_alloc'), 32, 'those in use');
	is(value($have, 'slurm_cpus_alloc') + value($have, 'slurm_cpus_idle')
		+ value($have, 'slurm_cpus_other'), 64, 'they add up');
	is(value($have, 'slurm_nodes_alloc', partition => 'debug'), 2,
		'nodes that are full');
	my ($text, $rc) = output('fcontrol show jobs --prometheus');
	is($rc, 1, 'jobs have no samples there');
}

# What the reader of the format must refuse.
for (
	["x 1\n", 'a sample without head'],
	["# HELP x h\n# TYPE x gauge\nx 1", 'no end of line'],
	["# HELP x h\n# TYPE x gauge\n", 'no samples'],
	["# HELP x h\n# TYPE x gauge\nx inf\n", 'inf is spelled +Inf'],
	["# HELP x h\n# TYPE x gauge\nx{a=\"1\"} 1\nx{a=\"1\"} 2\n", 'twice'],
	["# HELP x h\n# TYPE x gauge\nx{a=\"1\nb\"} 1\n", 'a line end in a label'],
	["# HELP x h\n# TYPE x gauge\nx{a=\"1\\t\"} 1\n", 'an unknown escape'],
	["# HELP x h\n# TYPE x gauge\nx{a-b=\"1\"} 1\n", 'a bad label'],
	["# HELP x h\n# TYPE x gauge\nx 1\n# HELP y h\n# TYPE y gauge\nx 2\n",
		'samples apart'],
	["# HELP x h\n# TYPE x counter\nx 1\n", 'a counter without _total'],
	["# HELP x h\n# TYPE x gauge\nx{a=\"\xff\"} 1\n", 'no UTF-8'],
    ) {
	eval { read_exposition($_->[0]) };
	isnt($@, '', "the reader refuses: $_->[1]");
}
is(scalar(read_exposition("# HELP x a\\\\b\n# TYPE x gauge\nx{a=\"\\\"\\\\\\n\"} +Inf\n")),
	1, 'and takes what is good');

done_testing();
