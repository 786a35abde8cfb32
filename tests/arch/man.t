#!/usr/bin/env perl
# Every command has a page and a test; pages are without warnings and refer
# only to pages that exist.
use strict;
use warnings;
use Test::More;

open my $list, '<', 'cmd/cmd.def' or BAIL_OUT("cmd/cmd.def: $!");
my @commands = map { /^CMD\(\w+, "(\w+)"/ ? $1 : () } <$list>;
ok(@commands > 0, 'cmd/cmd.def lists commands');

for my $command (@commands) {
	ok(-e "man/$command.1", "$command has a page");
	my ($short) = $command =~ /^f(.*)/;
	my @tests = glob "tests/cmd/{$command,$short}*.bats";
	ok(@tests > 0, "$command has a test");
}

my $mandoc = `sh -c 'command -v mandoc'` ne '';
for my $page (glob 'man/*.[1-8]') {
	SKIP: {
		skip 'mandoc is not here', 1 unless $mandoc;
		is(`mandoc -T lint -W warning $page 2>&1`, '', "$page: lint");
	}
	open my $in, '<', $page or BAIL_OUT("$page: $!");
	my @absent = grep { !-e "man/$_" }
	    map { /^\.Xr (f\w+|fairtree\S*) (\d)/ ? "$1.$2" : () } <$in>;
	is_deeply(\@absent, [], "$page: refers to pages that exist");
}

done_testing();
