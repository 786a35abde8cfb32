#!/usr/bin/env perl
# What differs between releases of Slurm stands in tables: each row of
# libcore/model/release/rule.def names the one file whose code asks for it, and
# no code compares releases by itself, and the case it names is there.  What is
# found in a planted file is checked too.
use strict;
use warnings;
use lib 'tests/lib';
use Files qw(slurp);
use Sources qw(sources);
use Test::More;

# The file that knows the order of releases.
my $table = 'libcore/model/release/release.c';

# What code compares a release by itself, "a >= FT_RELEASE_24_11".
sub comparisons {
	my ($text) = @_;
	$text =~ s{/\*.*?\*/}{}gs;
	my @found = $text =~ /((?:[<>]=?|[!=]=)\s*FT_RELEASE_\d\d_\d\d)/g;
	push @found, $text =~ /(FT_RELEASE_\d\d_\d\d\s*(?:[<>]=?|[!=]=))/g;
	return @found;
}

my %text = map { $_ => slurp($_) }
    sources('.', qr/\.(?:c|h|def)$/, qw(libcore cmd));

my $rules = $text{'libcore/model/release/rule.def'};
$rules =~ s{/\*.*?\*/}{}gs;
my %place = $rules =~ /^RULE\(\s*(\w+),\s*\w+,\s*\w+,\s*"([^"]*)"/gm;
my @rows = $rules =~ /^RULE\(/gm;
is(scalar(keys %place), scalar @rows, 'every row is understood');

my @cases = $rules =~ 
    /^RULE\([^"]*"[^"]*",(?:\s*"(?:[^"\\]|\\.)*")+,\s*"([^"]*)"\s*\)/gm;
is(scalar @cases, scalar @rows, 'every row ends with its case');
is(join("\n", grep { !-f "tests/oracle/cases/$_/transcript" }
	    map { split /[ ,]+/ } @cases), '', 'each case that a row names is there');

my (@wrong, @strewn);
for my $id (sort keys %place) {
	my @asks = grep { $text{$_} =~ /\bFT_RULE_$id\b/ } sort keys %text;
	push @wrong, "$id: $place{$id}, asked in " . (join(' ', @asks) || 'none')
	    if "@asks" ne $place{$id};
}
is(join("\n", @wrong), '', 'each rule is asked for in the file it names');

for my $file (sort keys %text) {
	next if $file eq $table;
	push @strewn, map { "$file: $_" } comparisons($text{$file});
}
is(join("\n", @strewn), '', 'no code compares releases by itself');

is(scalar(comparisons('if (r >= FT_RELEASE_24_11)')), 1, 'a planted one');
is(scalar(comparisons('x = FT_RELEASE_22_05 == r;')), 1, 'the other way round');
is(scalar(comparisons('.since = FT_RELEASE_24_11')), 0, 'a row is none');
done_testing();
