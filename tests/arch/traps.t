#!/usr/bin/env perl
# What hides a mistake from the compiler or from a reader is not there: a cast
# that silences a switch, a default that means a value, arguments bound by their
# place, error text used as data, more parameters than one can tell apart, and
# functions that do not fit on a screen.
use strict;
use warnings;
use lib 'tests/lib';
use Files qw(slurp);
use Sources qw(sources);
use Test::More;

my $most_parameters  = 5;
my $longest_function = 60;

# Signatures that a library fixes: SQLite's preupdate hook.
my %fixed = (check_written => 1, connect_journal => 1, connect_given => 1);

# What is left of old ones; each number may only become smaller.
my %left = (parameters => 0, placed => 0);

# The text of a C file without comments, strings and character constants; lines
# stay where they are.
sub bare {
	my ($text) = @_;
	$text =~ s{(/\*.*?\*/)|("(?:[^"\\\n]|\\.)*")|('(?:[^'\\\n]|\\.)+')}
		{$1 ? "\n" x ($1 =~ tr/\n//) : $2 ? '""' : "'c'"}ges;
	return $text;
}

sub line_at { return 1 + (substr($_[0], 0, $_[1]) =~ tr/\n//) }

# A switch looks at a value of its own type, or at what a number is as an enum:
# then -Wswitch-enum tells of a case that is missing.
sub casts {
	my ($text) = @_;
	my @found;
	push @found, line_at($text, $-[0])
	    while $text =~ /\bswitch\s*\(\s*\((?!enum\b)/g;
	return @found;
}

# A default may refuse, or do nothing; it does not mean the value that is not
# named.
sub defaults {
	my ($text) = @_;
	my @found;
	while ($text =~ /\bdefault:\s*([^;]*;)/g) {
		my ($at, $does) = ($-[0], $1);
		push @found, line_at($text, $at)
		    unless $does =~ /^(?:break;|continue;|assert\b)
			|^return\s+(?:false|NULL|FT_E\w+|ft_fail\b.*);$/sx;
	}
	return @found;
}

# The text of an error is for people.
sub read_errors {
	my ($text) = @_;
	my @found;
	push @found, line_at($text, $-[0])
	    while $text =~ /\b(?:str(?:n?case|n)?cmp|str(?:case)?str
		|strr?chr|strc?spn|memcmp|fnmatch|sscanf)\s*\(
		[^;]*?\berr(?:or)?(?:->|\.)text\b(?!\s*,\s*sizeof)/gx;
	return @found;
}

# Parameters and columns of SQL have names.
sub placed {
	my ($text) = @_;
	my @found;
	push @found, line_at($text, $-[0])
	    while $text =~ /\bsqlite3_(?:bind|column)_\w+\s*\([^;,]*,\s*\d+\s*[,)]/g;
	return @found;
}

sub split_parameters {
	my ($list) = @_;
	1 while $list =~ s/\([^()]*\)//g;
	my @each = split /,/, $list;
	return grep { !/^\s*\.\.\.\s*$/ } @each;
}

# Definitions, by their line.
sub functions {
	my ($text) = @_;
	my @found;
	while ($text =~ /^(\w+)\(((?:[^{};()]|\([^()]*\))*)\)\n\{\n(.*?)^\}/gms) {
		my ($name, $list, $body, $at) = ($1, $2, $3, $-[0]);
		push @found, { line => line_at($text, $at), name => $name,
			parameters => scalar(split_parameters($list)),
			lines => 2 + ($body =~ tr/\n//) };
	}
	return @found;
}

my %found = map { $_ => [] } qw(cast default error placed parameters long);
for my $file (sources('.', qr/\.c$/, 'libcore', 'cmd')) {
	my $text = bare(slurp($file));
	my %here = (cast => [casts($text)], default => [defaults($text)],
		error => [read_errors($text)], placed => [placed($text)]);
	for my $function (functions($text)) {
		push @{ $here{parameters} }, $function->{line}
		    if $function->{parameters} > $most_parameters
		    && !$fixed{$function->{name}};
		push @{ $here{long} }, $function->{line}
		    if $function->{lines} > $longest_function;
	}
	push @{ $found{$_} }, map { "$file:$_" } @{ $here{$_} || [] }
	    for keys %found;
}

my %about = (
	cast       => 'no cast silences a switch',
	default    => 'no default means a value',
	error      => 'no text of an error is read as data',
	placed     => 'nothing is bound or read by its place',
	parameters => "no function has more than $most_parameters parameters",
	long       => "no function is longer than $longest_function lines",
);
for my $what (sort keys %found) {
	my @all = @{ $found{$what} };
	my $most = $left{$what} || 0;
	ok(@all <= $most, $about{$what}) or diag(join "\n", @all);
	is(scalar @all, $most, "and %left says how many are left: $what")
	    if @all < $most;
}

# ---- each of them is noticed -------------------------------------------------

is_deeply([casts("\tswitch ((int)kind) {\n")], [1], 'notices a cast');
is_deeply([casts("\tswitch (kind) {\n\tswitch ((enum kind)x) {\n")], [],
	'and no other switch');
is_deeply([defaults("\tdefault:\n\t\treturn 3;\n")], [1], 'notices a value');
is_deeply([defaults("\tdefault:\n\t\treturn ft_fail(err, x);\n")], [],
	'and no refusal');
is_deeply([read_errors(bare("if (strcmp(err->text, \"x\") == 0)"))], [1],
	'notices text that is compared');
is_deeply([read_errors("snprintf(err.text, sizeof err.text, x);")], [],
	'and none that is made');
is_deeply([placed("sqlite3_bind_int(stmt, 3, x);")], [1], 'notices a place');
is_deeply([placed("sqlite3_bind_int(stmt, at, x);")], [], 'and no name');
my $six = "f(int a, int b, int c, void fn(int, int), int e, int g)\n{\n}\n";
is((functions($six))[0]{parameters}, 6, 'counts parameters');
is((functions("f(void)\n{\n" . "\tx();\n" x 59 . "}\n"))[0]{lines}, 61,
	'counts lines');

done_testing();
