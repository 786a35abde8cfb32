#!/usr/bin/env perl
# The recipes of cmd/README.md work: the code of all their steps is put into a
# copy of the sources, which is built; then the new column, field of QOS,
# setting, command, key of fview and names of other releases do what the page says.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;
use lib dirname(abs_path(__FILE__)) . '/../lib';
use Files qw(slurp spit);

my $top   = abs_path($ENV{FT_TOP} || dirname(__FILE__) . '/../..');
my $build = abs_path($ENV{FT_BUILD} // "$top/build");
my $dir   = tempdir('fairtree-steps-XXXXXX', TMPDIR => 1, CLEANUP => 1);
# what makes pages needs ncurses
my $gen   = -x "$build/gen/gen";

sub run {
	my ($command) = @_;
	my $text = `$command 2>&1 </dev/null`;
	is($?, 0, $command) or diag($text);
	return $text;
}

# ---- the steps, on a copy ----------------------------------------------------

# [what is said before it, language, code] of each block.
sub steps {
	my ($text) = @_;
	my @steps;
	while ($text =~ /^( +)```(\w+)\n(.*?)^ +```$/gms) {
		my ($indent, $language, $code) = ($1, $2, $3);
		my ($step) = substr($text, 0, $-[0]) =~ /.*^\d\. (.*)/ms;
		push @steps, [$step =~ s/\s+/ /gr, $language,
			$code =~ s/^$indent//gmr];
	}
	return @steps;
}

sub follow {
	my ($step, $language, $code) = @_;
	return run("cd '$dir' && $code") if $language eq 'sh';
	if ($step =~ /in a new file `(\S+)`: $/) {
		spit("$dir/$1", $code);
		return;
	}
	my ($file, $first, $above) =
	    $step =~ /in `(\S+)` above (the first )?`([^`]+)`: $/
	    or return fail("no place for the code: $step");
	my @parts = split /^(?=.*\Q$above\E)/m, slurp("$dir/$file");
	ok($first ? @parts > 1 : @parts == 2, "$file: above $above");
	splice @parts, 1, 0, $code;
	my $text = join '', @parts;
	spit("$dir/$file", $text);
}

system("cp -R '$top/Makefile' '$top/libcore' '$top/cmd' '$top/data' " .
    "'$top/man' '$top/completions' '$dir'") == 0 or BAIL_OUT('no copy');
my @steps = steps(slurp("$top/cmd/README.md"));
cmp_ok(scalar @steps, '>=', 12, 'there are steps');
follow(@$_) for @steps;

delete @ENV{qw(MAKEFLAGS MAKELEVEL MFLAGS FAIRTREE_CONF SLURM_CONF)};
chomp(my $jobs = `nproc`);
my @programs = map { "build/bin/$_" } qw(facctmgr fbatch fcontrol fimport
    fnext fshare fsim fwhy), $gen ? 'fview' : ();
push @programs, 'build/libexec/fairtree/facctmgr-shell';
my $made = `make -C '$dir' -j$jobs CFLAGS=-O0 WERROR=-Werror BUILD=build \\
    @programs @{[$gen ? 'gen' : '']} 2>&1`;
is($?, 0, 'it compiles') or diag($made =~ /^.*(?:error|\*\*\*).*\n/mg),
    BAIL_OUT('nothing to test');
chdir $dir or BAIL_OUT($dir);
$ENV{PATH}          = "$dir/build/bin:$ENV{PATH}";
$ENV{FAIRTREE_USER} = 'root';

# The page PAGE has TEXT; the completions of COMMAND in all shells have WORD.
sub is_generated {
	my ($page, $text, $command, $word) = @_;
	SKIP: {
		skip 'no generator without ncurses', 1 unless $gen;
		like(slurp("man/$page"), $text, "man/$page");
		like(slurp("completions/$_"), qr/\b$command\b.*\b$word\b/s,
		    "completions/$_ has $word") for $command
		    ? qw(_fairtree fairtree.bash fairtree.fish) : ();
	}
}

# ---- a column ----------------------------------------------------------------

$ENV{FAIRTREE_DB} = "$dir/column.db";
run('facctmgr -i add cluster lab');
run('facctmgr -i add account chem');
run("facctmgr -i add user $_ account=chem") for qw(ann bob);
like(run('fshare -e'), qr/\bTwice\b/, 'a column is listed');
is(run('fshare -a -P -n -o id,twice'),
	join('', map { "$_|" . 2 * $_ . "\n" }
		map { /^(\d+)/ } split /\n/, run('fshare -a -P -n -o id')),
	'chosen');
is(run('fshare -a -U -P -n -o twice --sort -twice'),
	join('', sort { $b <=> $a } map { "$_\n" }
		split /\n/, run('fshare -a -U -P -n -o twice')),
	'sorted by, as a number');
like(run('fshare -a --csv -o twice'), qr/\ATwice\n2\n/, 'in CSV');
my $rows = decode_json(run('fshare -a --json'))->{shares}{shares};
is_deeply([map { $_->{twice} } @$rows], [map { 2 * $_->{id} } @$rows],
	'in JSON');
like(run('fshare -a --yaml'), qr/^\s+twice: 2$/m, 'in YAML');
like(`bash -c "exec -a sshare fshare -a -o twice" 2>&1`,
	qr/Invalid field requested: "twice"/, 'it is ours: sshare has none');
is_generated('fshare.1', qr/^\.It Twice\n.*doubled/m, 'fshare', 'Twice');

# ---- a command ---------------------------------------------------------------

$ENV{FAIRTREE_DB} = "$dir/bedrock.db";
run('fimport sshare data/examples/bedrock.sshare');
is(run('FAIRTREE_SLURM=26.05 fnext'), "first: slate\n",
	'a command runs, by the rule of a release');
is(run('FAIRTREE_SLURM=24.05 fnext'), "slate\n", 'older ones lack the rule');
like(`fnext x 2>&1`, qr/unexpected operand 'x'/, 'it checks its operands');
like(run('fnext --help'), qr/print the user who is first/i, 'it has help');
is(`echo fnext | FAIRTREE_SLURM=24.05 facctmgr`, "slate\n", 'the shell of facctmgr knows it');
is_generated('fnext.1', qr/^\.Nm fnext/m, 'fnext', 'now');

# ---- a key of fview ----------------------------------------------------------

SKIP: {
	skip 'no viewer without ncurses', 3 unless $gen;
	my $keys = 'G/fred\nm/slate\neM:save frame.txt\n';
	run("fview --size 80x24 --keys '$keys'");
	like(slurp('frame.txt'), qr/fred is 5th of 5/,
		'a key moves the cursor, and so what is explained');
	like(slurp('frame.txt'), qr/M to mark/, 'it is in the key bar');
	run("fview --size 80x60 --keys '?:save help.txt\n'");
	like(slurp('help.txt'), qr/M +put the cursor on the user marked/,
		'and on the help page');
}
is_generated('fview.1', qr/Put the cursor on the user marked last/);

# ---- a setting ---------------------------------------------------------------

run($_) for 'fimport conf data/examples/bedrock.conf',
    'fcontrol update clock=2030-01-07T08:00',
    'fbatch --experiment data/examples/bedrock.exp', 'fsim run --for 3-0';
like(run('fcontrol show config'), qr/^FairTreeLoadDays +=? 7$/m,
	'a setting is shown with its default');
like(run('fwhy fred'), qr/\b7 days/, 'it is used');
spit('days.conf', slurp('data/examples/bedrock.conf') . "FairTreeLoadDays=3\n");
like(run('fwhy fred --conf days.conf'), qr/\b3 days/, 'it can be changed');
spit('none.conf', "FairTreeLoadDays=0\n");
like(`fwhy fred --conf none.conf 2>&1`, qr/none\.conf:1.*FairTreeLoadDays/,
	'its range is checked');
is_generated('fairtree.conf.5', qr/FairTreeLoadDays/);

# ---- a field of QOS: set, printed, listed --------------------------------------

sub boost_of {
	my ($qos) = @_;
	my $text = run("facctmgr -nP list qos name=$qos format=boost");
	chomp $text;
	return $text;
}

$ENV{FAIRTREE_DB} = "$dir/store.db";
run('facctmgr -i add cluster c');
like(run('facctmgr -i add qos gold boost=3'), qr/^  Boost += 3\.0000$/m,
	'a field of QOS is printed when it is set');
is(boost_of('gold'), '3.000000', 'and listed');
is(boost_of('normal'), '', 'other QOS have none');
my $json = decode_json(run('facctmgr --json list qos name=gold format=boost'));
is($json->{qos}[0]{boost}, 3, 'in JSON');
is(run('facctmgr -nP list qos name=gold format=limitfactor'), "\n",
	'its neighbour is not touched');
like(run('facctmgr help qos'), qr/Boost=/, 'help knows it');

# ---- changed, undone ---------------------------------------------------------

run('facctmgr -i modify qos gold set boost=4.5');
is(boost_of('gold'), '4.500000', 'changed');
like(run('facctmgr log'), qr/boost=4\.5/, 'the log has it');
run('facctmgr -i undo');
is(boost_of('gold'), '3.000000', 'undone');
run('facctmgr -i redo');
is(boost_of('gold'), '4.500000', 'and done again');
run('facctmgr -i modify qos gold set boost=-1');
is(boost_of('gold'), '', 'removed');
run('facctmgr -i undo');

# ---- dumped, loaded, planned -------------------------------------------------

run('facctmgr dump c file=c.cfg');
like(slurp('c.cfg'), qr/^QOS - 'gold':.*Boost='?4\.5'?/m, 'dumped');
$ENV{FAIRTREE_DB} = "$dir/other.db";
run('facctmgr -i load c.cfg');
is(boost_of('gold'), '4.500000', 'and loaded');
run('facctmgr -i modify qos gold set boost=2');
like(run('facctmgr plan c.cfg'), qr/boost 2 -> 4\.5/, 'planned');
run('facctmgr -i apply c.cfg');
is(boost_of('gold'), '4.500000', 'and applied');

# ---- names of other releases -------------------------------------------------

like(run('facctmgr -i modify qos gold set burst=2'), qr/gold/,
	'a newer field is ours');
like(`bash -c "exec -a sacctmgr facctmgr -i modify qos gold set burst=3" 2>&1`,
	qr/Unknown option: burst=3/, 'sacctmgr 22.05 has none');
run('facctmgr dump c file=burst.cfg');
run('facctmgr -i undo');
like(run('facctmgr plan --print-commands burst.cfg'),
	qr/# Burst= needs a sacctmgr newer than 22\.05:\n.*burst=2/i,
	'as commands it stands alone');
spit('other.conf', "NewInAnotherRelease=1\nUnheardOf=1\n");
is_deeply([run('fcontrol check other.conf') =~ /^(\S+ \w+):/mg],
	['other.conf:1:1: note', 'other.conf:2:1: warning'],
	'a key of another release is known');

# ---- a store of 1.0 ----------------------------------------------------------

$ENV{FAIRTREE_DB} = "$dir/old.db";
system("gzip -dc $top/tests/data/store-1.0/store.db.gz >old.db") == 0
    or BAIL_OUT('no store');
is(boost_of('high'), '', 'an older store has none');
run('facctmgr -i modify qos high set boost=7');
is(boost_of('high'), '7.000000', 'its first change gives it the column');
run('facctmgr -i undo');
is(boost_of('high'), '', 'which can be undone');
like(run('facctmgr -i undo 7'), qr/Undone change 7/,
	'as can be what was changed before it was there');
is(run('facctmgr check'), " The store is intact\n", 'nothing is damaged');
done_testing();
