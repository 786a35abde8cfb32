#!/usr/bin/env perl
# Texts that would move a terminal, forge a row or turn a line around, in every
# place of every command: refused where they are typed by our own names, masked
# wherever they come from else.  See base/text/text.h for what is unsafe.
#
# FT_CASES_EVERY=N: every N-th place only; the sanitizers have no time for all.
# FT_CASES_TURN=M: which ones.
use strict;
use warnings;
use lib 'tests/lib';
use Files qw(lines_of slurp spit);
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;
use YAML::PP;
use Schema qw(csv_rows);

my $root  = abs_path('.');
my $build = abs_path($ENV{FT_BUILD} // 'build');
my $top   = tempdir(CLEANUP => 1);
chdir $top or BAIL_OUT($top);
$ENV{FAIRTREE_DB}   = "$top/store.db";
$ENV{FAIRTREE_USER} = 'root';
$ENV{SLURM_CONF}    = "$top/slurm.conf";
$ENV{TZ}            = 'UTC';
$ENV{LC_ALL}        = 'C.UTF-8';
delete $ENV{FAIRTREE_CONF};

# Status, standard output and standard error of the words of a command.
sub run {
	my @words = @_;
	my $pid = fork // BAIL_OUT("fork: $!");
	if ($pid == 0) {
		open STDIN,  '<', '/dev/null';
		open STDOUT, '>', "$top/.out";
		open STDERR, '>', "$top/.err";
		exec { $words[0] } @words or exit 127;
	}
	waitpid $pid, 0;
	my $status = $? >> 8 | ($? & 127) << 8;
	return ($status, slurp("$top/.out"), slurp("$top/.err"));
}

sub rows_of {
	my ($file, $macro) = @_;
	return map { /^$macro\((.*)\)$/ ? $1 : () } lines_of("$root/$file");
}

# ---- what must not come out ----------------------------------------------------

# A lone byte of C1, control characters, bidirectional controls.
my $utf8 = qr/[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{1,2}|[\xf0-\xf4][\x80-\xbf]{1,3}/;

sub moves {
	my ($text) = @_;
	return 'a control character' if $text =~ /[\x00-\x08\x0b-\x1f\x7f]/;
	return 'a C1 character' if $text =~ /\xc2[\x80-\x9f]/;
	return 'a bidirectional control'
	    if $text =~ /\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]/;
	(my $rest = $text) =~ s/$utf8//g;
	return 'a byte of C1' if $rest =~ /[\x80-\x9f]/;
	return '';
}

sub is_valid {
	my ($text) = @_;
	return utf8::decode($text);
}

sub shown {
	my ($text) = @_;
	$text =~ s/([^\x20-\x7e\n])/sprintf '<%02x>', ord $1/ge;
	return $text;
}

# All that is unsafe, and a row of its own.
my @hostile = ("\e[2J", "\xc2\x9b2J", "\x9b2J", "\x7f\b\r",
	"\xe2\x80\xae\xe2\x81\xa6\xd8\x9c", "\xe2\x80\xa8", "\x01\a");
my $forged = "\nFORGED=1|2";

{
	is(moves("ok \xc3\xa9\xe2\x94\x80 \xe9|\xe2\x80"), '',
		'the test lets pass what is safe');
	isnt(moves($_), '', 'and finds ' . shown($_)) for @hostile;
}

# ---- a world ---------------------------------------------------------------------

spit('slurm.conf', <<'CONF');
# caf\xe9: comments may have any bytes
ClusterName=lab
PriorityType=priority/multifactor
PriorityWeightFairshare=1000
GresTypes=gpu
TrackWCKey=yes
Licenses=tool:9
NodeName=n[1-4] CPUs=16 RealMemory=64000 Gres=gpu:4 State=UNKNOWN
PartitionName=debug Nodes=n[1-4] Default=YES State=UP
CONF
spit('tree.cfg', "Cluster - 'lab'\nParent - 'root'\nAccount - 'a':Description='x'\n"
	. "Parent - 'a'\nUser - 'ann':DefaultAccount='a'\n");
for my $command (
	'fimport conf slurm.conf', 'facctmgr -i -Q load tree.cfg',
	'facctmgr -i -Q add qos high', 'facctmgr -i -Q add user root account=a',
	'facctmgr -i -Q add wckey ann_key',
	'facctmgr -i -Q add resource name=r server=s type=license count=5 cluster=lab percentallowed=50',
	'fbatch --uid=ann -J one --comment=c -t 5 --wrap=true',
	'fbatch --uid=ann -J two -n 64 --wrap=true', 'fsim run --for 20',
	'fbatch --uid=ann -J three -H --wckey=w --wrap=true',
	'fcontrol create reservation=r1 starttime=now+1hour duration=60 nodecnt=2 users=ann',
	'fcontrol update nodename=n4 state=drain reason=r',
    ) {
	my @words = split ' ', $command;
	$words[0] = "$build/bin/$words[0]";
	my ($status, $out, $err) = run(@words);
	next if $command =~ /wckey/;
	BAIL_OUT("$command: $out$err") if $status;
}

my $slurm = "$top/slurm";
mkdir $slurm or BAIL_OUT($slurm);
my %slurm = (fbatch => 'sbatch', fqueue => 'squeue', fprio => 'sprio',
	fshare => 'sshare', facct => 'sacct', fcontrol => 'scontrol',
	facctmgr => 'sacctmgr', fcancel => 'scancel', finfo => 'sinfo',
	feff => 'seff', fdiag => 'sdiag');
symlink "$build/bin/$_", "$slurm/$slurm{$_}" for keys %slurm;
spit("$top/copy", '');
system('cp', $ENV{FAIRTREE_DB}, "$top/clean.db");
ok(-s "$top/clean.db", 'a store');

sub fresh {
	unlink glob "$top/store.db*";
	system('cp', "$top/clean.db", $ENV{FAIRTREE_DB}) == 0 or BAIL_OUT('cp');
}

# ---- what is typed -----------------------------------------------------------------

# Every option with an argument of every command, from its own completion of -.
sub typed_refused {
	my @words = @_;
	my $name = $words[0] =~ s{.*/}{}r . ' ' . shown(join ' ', @words[1 .. $#words]);
	my ($status, $out, $err) = run(@words);
	my $good = $status != 0 && $status < 256 && !moves("$out$err")
	    && is_valid("$out$err") && ($err =~ tr/\n//) == 1
	    && $err =~ /^\w+: error: bad word '.*(?:it contains a|it is not UTF-8)/;
	ok($good, "refused: $name") or diag(shown("$status\n$out$err"));
}

sub typed_masked {
	my @words = @_;
	my $name = $words[0] =~ s{.*/}{}r . ' ' . shown(join ' ', @words[1 .. $#words]);
	my ($status, $out, $err) = run(@words);
	ok($status < 256 && !moves("$out$err"), "masked: $name")
	    or diag(shown("$status: " . moves("$out$err") . "\n$out$err"));
}

# A page of help: options that take an argument, the first words of commands.
sub help_of {
	my @command = @_;
	my (undef, $help) = run("$build/bin/$command[0]",
		@command[1 .. $#command], '--help');
	my ($commands) = $help =~ /^Commands[^\n]*:\n(.*?)^Options:/ms;
	return {
		options => [$help =~ /^ +(?:-\w, )?--([\w-]+)\[?=/mg],
		verbs   => [($commands // '') =~ /^  ([a-z]\w*)/mg],
	};
}

my (@words, %verbs);
for my $command (map { /"(\w+)"/ } rows_of('cmd/cmd.def', 'CMD')) {
	my $help = help_of($command);
	my @first = $command eq 'fbatch' ? ('fbatch', '--wrap=true') : ($command);
	push @words, [$command, ''], map { [@first, "--$_="] } @{ $help->{options} };
	for my $verb (@{ $help->{verbs} }) {
		$verbs{"$command $verb"} = 1;
		push @words, [$command, $verb, ''];
		# these verbs have options of their own
		push @words, map { [$command, $verb, "--$_="] }
		    @{ help_of($command, $verb)->{options} }
		    if $command =~ /^(?:fsim|fauction)$/;
	}
}
# fbatch takes more than its help lists
push @words, map {
	my ($key) = /^\w+, [^,]*, "([\w-]+)"/;
	$key && $key ne 'wrap' ? ['fbatch', '--wrap=true', "--$key="] : ()
} rows_of('cmd/common/option.def', 'BATCH');
cmp_ok(scalar(grep { $_->[0] eq 'fbatch' } @words), '>', 90, 'options of fbatch');
cmp_ok(scalar keys %verbs, '>', 50, 'commands of commands');
my @keys = map { /^\w+, "(\w+)"/ ? ['fcontrol', 'update', 'jobid=3', "$1="] : () }
    rows_of('cmd/fcontrol/update/update.def', 'UPDATE');
push @keys, map { ['fcontrol', 'update', 'jobid=3', "$_="] }
    qw(name comment admincomment extra systemcomment wckey features licenses
    account partition reservation workdir stdout burstbuffer gres);
push @words, @keys;
push @words, map { ['fcontrol', @$_] } ['update', 'nodename=n1', 'reason='],
    ['update', 'nodename=n1', 'comment='], ['update', 'nodename=n1', 'extra='],
    ['update', 'partitionname=debug', 'allowaccounts='],
    ['create', 'partitionname='], ['create', 'starttime=now', 'duration=1',
	'nodecnt=1', 'users=ann', 'reservation='], ['show', 'job', ''],
    ['show', ''], [''], ['update', 'clustername='], ['show', 'partition', ''],
    ['update', 'reservation=r1', 'comment='], ['hold', ''], ['top', ''];
push @words, map { ['facctmgr', '-i', @$_] } ['add', 'account', ''],
    ['add', 'user', 'account=a', 'name='], ['add', 'qos', ''],
    ['add', 'cluster', ''], ['add', 'wckey', ''],
    ['add', 'account', 'x', 'description='], ['add', 'account', 'x',
	'organization='], ['modify', 'account', 'a', 'set', 'description='],
    ['list', ''], ['list', 'user', ''], ['list', 'user', 'format='], [''],
    ['add', 'resource', 'server=s', 'count=1', 'type=license', 'name='],
    ['add', 'coordinator', 'account=a', 'names='], ['undo', ''], ['load', ''];
push @words, map { [split(' ', $_), ''] } 'fqueue -u', 'fqueue -o', 'fqueue -M',
    'fshare -A', 'fshare -o', 'fprio -j', 'fprio -o', 'facct -j', 'facct -o',
    'facct -S', 'fcancel -n';
push @words, map { [$_, '--no-such-'] } sort keys %slurm,
    qw(fview fwhy fsim fimport fauction);

sub chosen {
	my $every = $ENV{FT_CASES_EVERY} || 1;
	my $turn = $ENV{FT_CASES_TURN} || 0;
	return grep { $turn++ % $every == 0 } @_;
}

my $place = 0;
for my $words (chosen(@words)) {
	my @line = @$words;
	my $last = pop @line;
	my $command = shift @line;

	for my $i (0 .. $#hostile) {
		# each place sees the first and one more, all places see all
		next if $i && ($i + $place) % $#hostile;
		typed_refused("$build/bin/$command", @line, "${last}x$hostile[$i]");
		next if !$slurm{$command};
		typed_masked("$slurm/$slurm{$command}", @line,
			"${last}x$hostile[$i]");
	}
	next if $last =~ /^--(?:keys|wrap)=$/;    # scripts have lines
	typed_refused("$build/bin/$command", @line, "${last}x$forged");
} continue {
	$place++;
}

# What the Slurm names have stored, seen by both.
my @listings = ('fshare -a', 'fshare -a -l', 'fshare -a -m', 'fprio -l', 'fqueue -t all',
	'fqueue -t all -o %all', 'facct -a -S 2000-01-01 -o ALL',
	'facctmgr list account withassoc withcoord',
	'facctmgr list user withassoc withcoord', 'facctmgr list assoc tree',
	'facctmgr list cluster', 'facctmgr list qos', 'facctmgr list tres',
	'facctmgr list transactions', 'facctmgr list wckey',
	'facctmgr list resource withclusters', 'facctmgr list event',
	'facctmgr list config', 'facctmgr list reservation', 'facctmgr log',
	'facctmgr list problem', 'facctmgr list stats', 'fcontrol show config',
	'fcontrol show job', 'fcontrol show node', 'fcontrol show partition',
	'fcontrol show reservation', 'fcontrol show licenses',
	'fcontrol show assoc_mgr', 'fcontrol write batch_script 3 -', 'fwhy --lint', 'fwhy 3', 'fwhy ann');

# And all that looks at a store in the tests of faults, with names of ours.
my %known = map { $_ => 1 } @listings;
push @listings, grep { !$known{$_}++ && !/[@'"]|--(?:json|trace|dot)/ } map {
	my ($line) = /^"(.*)"$/;
	$line //= '@';
	$line =~ s/\b(?:fred|wilma)\b/ann/gr =~ s/\bbedrock\b/a/gr
	    =~ s/\b60\b/3/gr =~ s/cluster=cluster/cluster=lab/r
} rows_of('tests/fault/every.def', 'LOOK');
cmp_ok(scalar @listings, '>', 50, 'listings');
{
	my %tried = map { join(' ', (split)[0, 1]) => 1 } @listings,
	    map({ /^"(.*)"/ ? $1 =~ s/(?:--?\S+ )//gr : () }
		rows_of('tests/fault/every.def', 'LOOK'),
		rows_of('tests/fault/every.def', 'CHANGE'));
	# what prints no text of a store, or needs a file of its own; a new command
	# belongs into tests/fault/every.def
	my %not = map { $_ => 1 } map({ "facctmgr $_" }
		qw(begin check commit help history pending redo rollback sync)),
	    map({ "fauction $_" } qw(misreport run study)),
	    map({ "fcontrol $_" } qw(create env errnumstr fsdampeningfactor help ping quit release
		requeuehold resume setdebug setdebugflags suspend top uhold version
		wait_job)),
	    map({ "fimport $_" } qw(dbdconf dump qos sacct scontrol site squeue)),
	    "fshare verify",
	    map({ "fsim $_" } qw(calibrate compare slotwise solve sweep trace));
	is("@{[grep { !$tried{$_} && !$not{$_} } sort keys %verbs]}", '',
		'every command is tried somewhere');
}

sub listing {
	my ($words, @more) = @_;
	my ($command, @line) = split ' ', $words;
	my $path = $command =~ /^f/ ? "$build/bin/$command" : "$slurm/$command";
	return run($path, @line, @more);
}

sub looks_safe {
	my ($of, $words, @more) = @_;
	my ($status, $out, $err) = listing($words, @more);
	my $own = $words =~ /^f/;
	my $name = "$of: $words @more";
	my $wrong = moves("$out$err");
	my $csv = "@more" =~ /csv/;

	$wrong ||= "signal $status" if $status >= 256;
	$wrong ||= 'no UTF-8' if $own && !is_valid("$out$err");
	$wrong ||= 'a forged row' if $own && !$csv && "$out$err" =~ /^FORGED/m;
	# one test for what is good would be thousands
	fail($name), diag($wrong, "\n", shown("$out$err")) if $wrong;
	return ($status, $out);
}

# YAML::PP takes 5 ms for each KB, so it reads what all texts at once have left.
sub all_listings {
	my ($of, $reads_yaml) = @_;
	for my $words (@listings) {
		looks_safe($of, $words);
		# these do things, or print one line, whatever the format
		next if $words =~ /undo|listpids/;
		my ($status, $json) = looks_safe($of, $words, '--json');
		my $document = eval { JSON::PP->new->utf8->decode($json) };
		fail("$of: $words --json is JSON"), diag($@, shown($json))
		    if !$document && ($status == 0 || $json ne '');
		my (undef, $yaml) = looks_safe($of, $words, '--yaml');
		fail("$of: $words --yaml is YAML"), diag($@, shown($yaml))
		    if $reads_yaml && $yaml =~ /\S/ &&
		    !eval { YAML::PP->new->load_string($yaml); 1 };
		($status, my $csv) = looks_safe($of, $words, '--csv');
		my @rows = eval { csv_rows($csv) };
		my %width = map { scalar @$_ => 1 } @rows;
		fail("$of: $words --csv is CSV"), diag(shown($csv))
		    if $@ || keys %width > 1;
		looks_safe($of, $words, '--parsable2');
	}
	looks_safe($of, "fshare --prometheus");
	looks_safe($of, "fqueue --prometheus");
	looks_safe($of, "fview --dump-frames --frame $_") for 1, '50%', '100%';
	for my $words (@listings) {
		my ($command, $rest) = split ' ', $words, 2;
		looks_safe($of, "$slurm{$command} $rest")
		    if $slurm{$command} && $words !~ /log|fwhy/;
	}
	pass("$of: all listings");
}

my $has_sqlite3 = grep { -x "$_/sqlite3" } split /:/, $ENV{PATH};
all_listings('after what was typed', !$has_sqlite3);

# ---- a store from elsewhere ----------------------------------------------------------

SKIP: {
	skip 'no sqlite3', 1 if !$has_sqlite3;
	fresh();
	my @columns = split /\n/, `sqlite3 store.db "SELECT m.name || ' ' || p.name
	    FROM sqlite_schema m, pragma_table_info(m.name) p
	    WHERE m.type = 'table' AND p.type = 'TEXT' ORDER BY 1"`;
	cmp_ok(scalar @columns, '>', 40, 'columns of text');
	my %seen;
	for my $i (0 .. 1) {
		fresh();
		my $text = $i ? join('', @hostile[1 .. 3]) . $forged
		    : join('', @hostile) . $forged;
		my $hex = unpack 'H*', $text;
		# all at once, each keeping what it was; a row more of its own
		my $sql = join '', map {
			my ($table, $column) = split;
			"UPDATE OR IGNORE \"$table\" SET \"$column\" = " .
			    ($i ? "CAST(X'$hex' AS TEXT)"
				: "\"$column\" || CAST(X'$hex' AS TEXT)")
			    . " WHERE \"$column\" IS NOT NULL;\n"
		} grep { $i == 0 ? !/^meta / : /comment|reason|description|organization|command|actor|extra/ }
		    @columns;
		spit('damage.sql', $sql);
		`sqlite3 store.db <damage.sql 2>&1`;
		all_listings("a store from elsewhere, $i", $i == 0);
	}
	# and one column after the other, so that what all at once only damages
	# is seen: each with the text alone
	for my $column (chosen(@columns)) {
		my ($table, $name) = split ' ', $column;
		fresh();
		my $hex = unpack 'H*', $hostile[0] . $hostile[2] . $forged;
		`sqlite3 store.db "UPDATE OR IGNORE $table SET $name = '' || CAST(X'$hex' AS TEXT)" 2>&1`;
		for my $words ('fshare -a', 'fqueue -t all', 'fcontrol show job',
			'facctmgr list assoc', 'facctmgr list user', 'facctmgr log',
			'fcontrol show partition', 'fcontrol show node',
			'fcontrol show config', 'fwhy ann', 'facct -a', 'fsim run --for 60') {
			looks_safe($column, $words);
		}
	}
	pass('one column after the other');
}

# ---- files -----------------------------------------------------------------------------

{
	fresh();
	spit('latin.cfg', "# caf\xe9\nCluster - 'lab'\nParent - 'root'\n"
		. "Account - 'caf\xe9':Description='d\xc2\x9bx'\n");
	my ($status, $out, $err) =
	    run("$build/bin/facctmgr", '-i', 'load', 'latin.cfg');
	is($status, 0, 'a file is not refused for a name in Latin-1')
	    or diag(shown("$out$err"));
	like($err, qr/^facctmgr: warning: latin\.cfg: replaced 3 unsafe characters/m,
		'it is said');
	ok(!moves("$out$err") && is_valid("$out$err"), 'safely');
	(undef, $out) = run("$build/bin/facctmgr", 'list', 'account',
		'-n', '-P', 'format=account,description');
	like($out, qr/^caf\\xe9\|d\\u009bx$/mi, 'bytes are text now');
	run("$build/bin/facctmgr", 'dump', 'lab', 'file=dump.cfg');
	($status, $out, $err) = run("$build/bin/facctmgr", '-i', 'load', 'dump.cfg');
	is($status, 0, 'a dump of it can be read') or diag(shown("$out$err"));
	is($err, '', 'and has nothing to mask');
	# every command reads the comment of slurm.conf, and is quiet about it
	spit('slurm.conf', "# caf\xe9\n" . slurp('slurm.conf'));
	is((run("$build/bin/fqueue"))[2], '', 'no word about comments');
	my $name = "caf\xe9.cfg";
	spit($name, "Cluster - 'lab'\nParent - 'root'\nAccount - 'b'\n");
	($status, $out, $err) = run("$build/bin/facctmgr", '-i', 'load', $name);
	is($status, 0, 'the name of a file may be Latin-1') or diag(shown($err));
	for my $name (qw(FAIRTREE_USER FAIRTREE_DB FAIRTREE_CONF FAIRTREE_SLURM)) {
		local $ENV{$name} = "x\e[2J";
		for my $path ("$build/bin/fqueue", "$slurm/squeue") {
			($status, $out, $err) = run($path);
			is($status, 1, "$name with an escape is refused");
			like($err, qr/^\w+: error: bad variable '$name=x\\u001B\[2J': it contains a control character \(U\+001B\)\n\z/,
				'in one line');
		}
	}
	local $ENV{SBATCH_ACCOUNT} = "a\e[2J";
	for my $path ("$build/bin/fbatch", "$slurm/sbatch") {
		($status, $out, $err) = run($path, '--wrap=true');
		ok(!moves("$out$err"), 'variables, too');
	}
}

# ---- other ways in, other ways out ----------------------------------------------------

sub run_with_input {
	my ($input, @words) = @_;
	spit('.in', $input);
	return run('sh', '-c', 'exec "$@" <.in', 'sh', @words);
}

{
	fresh();
	# lines of shells, by Slurm's names: what is stored is masked, not only shown
	run_with_input("update jobid=3 comment=a\e[2Jb\n", "$slurm/scontrol");
	run_with_input("add account shelled description=c\xc2\x9bd\n",
		"$slurm/sacctmgr", '-i');
	my ($status, $out) = run("$build/bin/fcontrol", 'show', 'job', '3', '--json');
	like($out, qr/a\\\\u001B\[2Jb/, 'a line of scontrol is text');
	(undef, $out) = run("$build/bin/facctmgr", '-n', '-P', 'list', 'account',
		'shelled', 'format=description', '--json');
	like($out, qr/c\\\\u009bd/i, 'a line of sacctmgr is text');

	# a name with a line end, which only a Slurm name can bring, in a dump
	fresh();
	run("$slurm/sacctmgr", '-i', 'add', 'account', 'evil',
		"description=a\nUser - 'mallory':AdminLevel=Administrator");
	run("$build/bin/facctmgr", 'dump', 'lab', 'file=evil.cfg');
	my $dump = slurp('evil.cfg');
	like($dump, qr/evil/, 'a dump');
	unlike($dump, qr/^User - 'mallory'/m, 'forges no line');
	($status, $out, my $err) = run("$build/bin/facctmgr", '-i', 'load', 'evil.cfg');
	is($status, 0, 'and is loaded') or diag(shown("$out$err"));
	(undef, $out) = run("$build/bin/facctmgr", '-n', '-P', 'list', 'user',
		'format=user');
	unlike($out, qr/^mallory/m, 'without a user of its own');

	# what is packed
	SKIP: {
		skip 'no gzip', 1 if !grep { -x "$_/gzip" } split /:/, $ENV{PATH};
		spit('packed.swf', "; MaxNodes: 4\n; Note: caf\xe9 \xc2\x9b2J\n"
			. "1 0 -1 60 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1\n");
		system('gzip', '-f', 'packed.swf');
		($status, $out, $err) = run("$build/bin/fsim", 'replay', 'packed.swf.gz');
		is($status, 0, 'a packed trace is played') or diag(shown("$out$err"));
		like($err, qr/packed\.swf\.gz: replaced 2 unsafe characters/,
			'and what is unsafe in it counted');
	}
	# what starts as a packed file is no way around
	spit('packed.cfg', "\x1f\x8bCluster - 'x'\n");
	($status, $out, $err) = run("$build/bin/facctmgr", '-i', 'load', 'packed.cfg');
	ok($status && is_valid($err) && !moves($err), 'nor is its first two bytes');

	# remarks are no part of a document
	for my $words ('show job', 'show job 77', 'show partition nosuch',
		'show node nosuch', 'show reservation', 'show reservation nosuch') {
		fresh();
		for my $job (1 .. 3) { run("$build/bin/fcancel", $job) }
		($status, $out) = run("$build/bin/fcontrol", split(' ', $words), '--json');
		ok($out eq '' || eval { JSON::PP->new->utf8->decode($out) },
			"$words --json is JSON or nothing") or diag(shown($out));
	}
	# the word that was typed is not suggested
	run("$build/bin/facctmgr", '-i', 'add', 'cluster', 'second');
	($status, $out, $err) = run("$build/bin/facctmgr", '-i', 'modify', 'user',
		'ann', 'account=a', 'cluster=second', 'set', 'fairshare=2');
	unlike($err, qr/'(\w+)'.*did you mean '\1'/, 'nothing is meant instead of itself');
}

done_testing();
