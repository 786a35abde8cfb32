#!/usr/bin/env perl
# A store that 1.0 wrote opens, is listed as 1.0 listed it, and what was changed
# in it then can be undone and done again, in the same words.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Test::More;
use lib dirname(abs_path(__FILE__)) . '/../lib';
use Files qw(spit);
use Transcript qw(read_case wanted slurp);

my $top   = abs_path($ENV{FT_TOP} || dirname(__FILE__) . '/../..');
my $build = abs_path($ENV{FT_BUILD} || "$top/build");
my $kept  = "$top/tests/data/store-1.0";
my $dir   = tempdir('fairtree-1.0-XXXXXX', TMPDIR => 1, CLEANUP => 1);
chdir $dir or BAIL_OUT($dir);
delete @ENV{qw(FAIRTREE_CONF SLURM_CONF)};
$ENV{FAIRTREE_DB}   = "$dir/store.db";
$ENV{FAIRTREE_USER} = 'root';
$ENV{TZ}            = 'UTC';
$ENV{COLUMNS}       = 100;
$ENV{PATH}          = "$build/bin:$ENV{PATH}";

system("gzip -dc $kept/store.db.gz >store.db") == 0 or BAIL_OUT('no store');
my $case = read_case($kept);
for my $command (@{ $case->{commands} }) {
	my $want = wanted($command, '22.05');
	spit('line', "$command->{line}\n");
	my $rc = system('sh line >out 2>err </dev/null') >> 8;
	is_deeply([slurp('out'), slurp('err'), $rc],
		[@$want{qw(out err rc)}], $command->{line});
}
is(`facctmgr check`, " The store is intact\n", 'nothing is damaged');
is($?, 0, 'and check says so');
done_testing();
