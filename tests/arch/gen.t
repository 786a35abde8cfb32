#!/usr/bin/env perl
# The generated regions of man/ and completions/, and the pictures, are what
# `make gen` writes.
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my $gen = ($ENV{FT_BUILD} || 'build') . '/gen/gen';
plan skip_all => 'the generator is not built' unless -x $gen;

my @folders = grep { -d } qw(man completions data/pictures);
my $top = tempdir(CLEANUP => 1);

sub copy_and_generate {
	system('rm', '-rf', map { "$top/$_" } qw(man completions data));
	system('cp', '-R', qw(man completions data), $top) == 0
	    or BAIL_OUT('cannot copy');
	return system($gen, $top);
}

is(copy_and_generate(), 0, 'the generator runs');
for my $folder (@folders) {
	my $diff = `diff -ru $folder $top/$folder 2>&1`;
	is($diff, '', "$folder/ is fresh (else: make gen)");
}

done_testing();
