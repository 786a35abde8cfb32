#!/usr/bin/env perl
# A new column of fshare is one row and its getter, in one file: then it is
# listed, chosen, sorted by, printed in each format, completed and in the page.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;

my $build = abs_path($ENV{FT_BUILD} // 'build');
my $root = abs_path('.');
my $source = 'cmd/shares/columns.c';
my $top = tempdir(CLEANUP => 1);
plan skip_all => 'no generator without ncurses' if !-x "$build/gen/gen";

my $row = <<'ROW';
	{ "Twice", .width = 6, .type = UINT, .flags = OURS, .key = "twice",
	  .get = twice, .sentence = "the number of the association, doubled" },
ROW
my $getter = <<'GETTER';
static void
twice(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	ft_value_u64(value, 2 * (uint64_t)row->id);
}

GETTER

sub slurp {
	my ($path) = @_;
	open my $in, '<', $path or BAIL_OUT("$path: $!");
	return join '', <$in>;
}

sub run {
	my ($command) = @_;
	my $text = `$command 2>&1 </dev/null`;
	BAIL_OUT("$command: $text") if $?;
	return $text;
}

# ---- the change, on a copy of the file, and the programs with it -----------------

my $text = slurp($source);
is($text =~ s/(?=\t\{ \.name = NULL \},\n\};)/$row/, 1, 'a row');
is($text =~ s/(?=^\/\* -+ the tables)/$getter/m, 1, 'its getter');
open my $out, '>', "$top/columns.c" or BAIL_OUT($!);
print $out $text;
close $out or BAIL_OUT($!);

delete @ENV{qw(MAKEFLAGS MAKELEVEL MFLAGS)};
chomp(my $compile = slurp("$build/flags"));
my $folder = $build =~ s{^\Q$root\E/}{}r;
my $dry = `make -n V=1 BUILD='$folder' -W '$folder/libcmd.a' '$folder/gen/gen' 2>&1`;
my %seen;
my $libs = join ' ', grep { !$seen{$_}++ } $dry =~ /(?<=\s)(-l\S+)/g;
run("$compile -c -o $top/columns.o $top/columns.c");
my $archives = "$build/libcmd.a $build/libfairtree.a $libs";
run("$compile -o $top/fshare $build/cmd/main/fshare.o $top/columns.o $archives");
run("$compile -o $top/gen $build/cmd/gen/*.o $top/columns.o $archives");

# ---- what it does -------------------------------------------------------------------

chdir $top or BAIL_OUT($top);
$ENV{PATH} = "$build/bin:$ENV{PATH}";
$ENV{FAIRTREE_DB} = "$top/a.db";
$ENV{FAIRTREE_USER} = 'root';
delete @ENV{qw(SLURM_CONF FAIRTREE_CONF)};
run('facctmgr -i add cluster lab');
run('facctmgr -i add account chem');
run("facctmgr -i add user $_ account=chem") for qw(ann bob);

like(run('./fshare -e'), qr/\bTwice\b/, 'it is listed');
is(run('./fshare -a -P -n -o id,twice'),
	join('', map { "$_|" . 2 * $_ . "\n" }
		map { /^(\d+)/ } split /\n/, run('./fshare -a -P -n -o id')),
	'it is chosen');
is(run('./fshare -a -U -P -n -o twice --sort -twice'),
	join('', sort { $b <=> $a } map { "$_\n" }
		split /\n/, run('./fshare -a -U -P -n -o twice')),
	'it is sorted by, as a number');
like(run('./fshare -a --csv -o twice'), qr/\ATwice\n2\n/, 'CSV');
my $rows = JSON::PP->new->utf8->decode(run('./fshare -a --json'))
    ->{shares}{shares};
is_deeply([map { $_->{twice} } @$rows], [map { 2 * $_->{id} } @$rows], 'JSON');
like(run('./fshare -a --yaml'), qr/^\s+twice: 2$/m, 'YAML');
like(`bash -c "exec -a sshare ./fshare -a -o twice" 2>&1`,
	qr/Invalid field requested: "twice"/, 'it is ours: sshare has none');

run("cp -R '$root/man' '$root/completions' '$root/data' $top && ./gen $top");
like(slurp("$top/completions/$_"), qr/\bfshare\b.*\bTwice\b/s,
	"completions/$_ has it") for qw(_fairtree fairtree.bash fairtree.fish);
like(slurp("$top/man/fshare.1"), qr/^\.It Twice\n.*doubled/m, 'so has the page');

done_testing();
