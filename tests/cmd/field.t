#!/usr/bin/env perl
# A new setting of QOS is two files: its row in model/account/entity.def, and the column
# of facctmgr's lists that shows it.  On a copy of the sources, built: it is set,
# told, listed in each format, dumped, loaded, planned, undone and done again,
# and a store that 1.0 wrote gets its column.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;

my $top   = abs_path($ENV{FT_TOP} || dirname(__FILE__) . '/../..');
my $dir   = tempdir('fairtree-field-XXXXXX', TMPDIR => 1, CLEANUP => 1);

my $row = <<'ROW';
ATTR(QOS, boost, REAL, .name = "Boost", .letters = 5, .unset = -1,
    .clear = "-1", .said = 33, .width = 25, .noted = 34, .dbd = "boost",
    .schema = 6)
ROW
my $column = <<'COLUMN';
FIELD(BOOST, "Boost", 5, "Boost", 8, REAL, OF_QOS(boost), 0, "boost",
    "what a test adds")
COLUMN

sub slurp {
	my ($path) = @_;
	open my $in, '<', $path or BAIL_OUT("$path: $!");
	local $/;
	return <$in>;
}

# Put TEXT behind the row of limit_factor in FILE of the copy.
sub put_behind {
	my ($file, $start, $text) = @_;
	my $old = slurp("$top/$file");
	is($old =~ s/(^\Q$start\E.*?\)\n)(?=\w)/$1$text/ms, 1, "$file: one row");
	open my $out, '>', "$dir/$file" or BAIL_OUT("$file: $!");
	print $out $old;
	close $out or BAIL_OUT("$file: $!");
}

# ---- the change, on a copy ---------------------------------------------------

system("cp -R '$top/Makefile' '$top/libcore' '$top/cmd' '$top/data' '$dir'") == 0
    or BAIL_OUT('no copy');
put_behind('libcore/model/account/entity.def', 'ATTR(QOS, limit_factor,', $row);
put_behind('cmd/facctmgr/list/field.def', 'FIELD(LIMIT_FACTOR,', $column);

delete @ENV{qw(MAKEFLAGS MAKELEVEL MFLAGS FAIRTREE_CONF SLURM_CONF)};
chomp(my $jobs = `nproc`);
my $made = `make -C '$dir' -j$jobs CFLAGS=-O0 BUILD=build build/bin/facctmgr 2>&1`;
is($?, 0, 'it compiles') or BAIL_OUT($made);
chdir $dir or BAIL_OUT($dir);
$ENV{PATH}          = "$dir/build/bin:$ENV{PATH}";
$ENV{FAIRTREE_USER} = 'root';
$ENV{FAIRTREE_DB}   = "$dir/store.db";

sub run {
	my ($command) = @_;
	my $text = `$command 2>&1 </dev/null`;
	diag("$command: $text") if $?;
	return $text;
}

sub boost_of {
	my ($qos) = @_;
	my $text = run("facctmgr -nP list qos name=$qos format=boost");
	chomp $text;
	return $text;
}

# ---- set, told, listed -------------------------------------------------------

run('facctmgr -i add cluster c');
like(run('facctmgr -i add qos gold boost=3'), qr/^  Boost += 3\.0000$/m,
	'it is told');
is(boost_of('gold'), '3.000000', 'and listed');
is(boost_of('normal'), '', 'of others it is not set');
my $json = decode_json(run('facctmgr --json list qos name=gold format=boost'));
is($json->{qos}[0]{boost}, 3, 'in JSON');
is(run('facctmgr -nP list qos name=gold format=limitfactor'), "\n",
	'its neighbour is not touched');
like(run('facctmgr help qos'), qr/Boost=/, 'help knows it');

# ---- changed, undone ---------------------------------------------------------

run('facctmgr -i modify qos gold set boost=4.5');
is(boost_of('gold'), '4.500000', 'changed');
like(run('facctmgr log'), qr/boost=4\.5/, 'the log says it');
run('facctmgr -i undo');
is(boost_of('gold'), '3.000000', 'undone');
run('facctmgr -i redo');
is(boost_of('gold'), '4.500000', 'and done again');
run('facctmgr -i modify qos gold set boost=-1');
is(boost_of('gold'), '', 'taken away');
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
is(run('facctmgr check'), " The store is whole\n", 'nothing is damaged');
done_testing();
