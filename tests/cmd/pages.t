#!/usr/bin/env perl
# The sessions of manual pages are real: every `$ command` of their literal
# displays runs, in order, one new home for each page, and prints what stands
# below it.  So the numbers that pages work out are those the commands show.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd qw(abs_path);
use Replay qw(of_page plain run_session);
use Test::More;

my $build = abs_path($ENV{FT_BUILD} // 'build');

# Pages that must have one; others may.
my %least = ('man/fairshare.7' => 60, 'man/fairtree-tutorial.7' => 45);

for my $page (glob 'man/*.[1-8]') {
	my @steps = of_page($page);
	cmp_ok(scalar @steps, '>=', $least{$page}, "$page has commands")
	    if $least{$page};
	next unless @steps;
	my @have = run_session($build, \@steps);
	is(plain($have[$_]), plain($steps[$_][1]),
	    "$page: " . $steps[$_][0] =~ s/\n.*//sr) for 0 .. $#steps;
}
done_testing();
