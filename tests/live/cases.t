#!/usr/bin/env perl
# The bundled cases of ../oracle against the real Slurm: is what is recorded
# still what it prints?  CASES: words that their names begin with, "a01 j1";
# RENEW=1: record what it prints now.  See README.
use strict;
use warnings;
use File::Basename qw(basename dirname);
use Test::More;

my $here = dirname(__FILE__);
my @cases = grep { -d } glob "$here/../oracle/cases/*";
if ($ENV{CASES}) {
	my $wanted = join '|', map { quotemeta } split ' ', $ENV{CASES};
	@cases = grep { basename($_) =~ /^(?:$wanted)/ } @cases;
}
my $verb = $ENV{RENEW} ? 'renew' : 'check';
for my $case (@cases) {
	my $said = `'$here/slurm' $verb '$case' 2>&1`;
	my $good = $? == 0;
	if ($said =~ /: (not recorded on .*)/) {
		SKIP: { skip basename($case) . ": $1", 1 }
		next;
	}
	ok($good, basename($case) . ($ENV{RENEW} ? ' recorded' : ''));
	diag($said) if !$good || ($ENV{RENEW} && $said !~ /: same$/m);
}
done_testing(scalar @cases);
