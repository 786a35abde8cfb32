#!/usr/bin/env perl
# The sessions of README.md are real: every `$ command` of its console blocks
# runs, in order, in one new store, and prints what stands below it.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd qw(abs_path);
use Replay qw(of_markdown plain run_session);
use Test::More;

my $build = abs_path($ENV{FT_BUILD} // 'build');
my @tour = of_markdown('README.md');
cmp_ok(scalar @tour, '>=', 5, 'the tour has commands');

# The reader stands in the folder of README.md, and may change the store.
my @have = run_session($build, [["cd '" . abs_path('.') . "'\n", ''], @tour],
    FAIRTREE_USER => 'root');
shift @have;
is(plain($have[$_]), plain($tour[$_][1]), $tour[$_][0] =~ s/\n.*//sr)
    for 0 .. $#tour;
done_testing();
