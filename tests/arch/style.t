#!/usr/bin/env perl
# What the house style says and a program can see: length of functions and
# files, format, and that tests can be run.
use strict;
use warnings;
use Test::More;

my $longest_function = 100;
my $longest_file = 800;

my @sources = glob '{libcore,cmd}/{*,*/*}.[ch] tests/*/*.[ch]';

# A flat switch may be longer: most of its lines are cases.
sub is_flat_switch {
	my @body = @_;
	my $flat = grep { /^\s*(case|default|return|break|\/\*|\*)/ } @body;
	return (grep { /^\tswitch \(/ } @body) && $flat > 0.6 * @body;
}

# Functions whose body is too long, as "file:line".
sub long_functions {
	my ($file, @lines) = @_;
	my ($start, @found);
	for my $i (0 .. $#lines) {
		$start = $i if $lines[$i] =~ /^\{/;
		next unless defined $start && $lines[$i] =~ /^\}/;
		my @body = @lines[$start .. $i];
		push @found, sprintf '%s:%d', $file, $start + 1
		    if @body > $longest_function && !is_flat_switch(@body);
		undef $start;
	}
	return @found;
}

my (@long, @big);
for my $file (@sources) {
	open my $in, '<', $file or BAIL_OUT("$file: $!");
	my @lines = <$in>;
	push @long, long_functions($file, @lines);
	push @big, $file if @lines > $longest_file && $file !~ m{^tests/};
}
is_deeply(\@long, [], "no function over $longest_function lines");
is_deeply(\@big, [], "no file over $longest_file lines");

my @body = ("int\n", "f(void)\n", "{\n", ("\tx();\n") x 99, "}\n");
is_deeply([long_functions('a.c', @body)], ['a.c:3'], 'notices 101 lines');
splice @body, 3, 1;
is_deeply([long_functions('a.c', @body)], [], 'allows 100 lines');

my @scripts = glob 'tests/*/*.t tests/*/*.bats .ci/*';
is_deeply([grep { !-x } @scripts], [], 'scripts can be run');

# A bare Debian has none of these, and .ci/deps does not install them.
sub foreign_tools {
	return grep { /(?:^|[\s|(])(?:python3?|bc|jq|ps|xxd)
		\s+[-'"\$]/x && !/^\s*#/ } @_;
}

my @foreign;
for my $file (grep { /\.bats$/ } @scripts) {
	open my $in, '<', $file or BAIL_OUT("$file: $!");
	push @foreign, $file if foreign_tools(<$in>);
}
is_deeply(\@foreign, [], 'no test needs what a bare machine lacks');
is(scalar foreign_tools("\trun python3 - <<END\n", "x | jq '.a'\n",
		"fsim --jobs 3 file\n"), 2, 'notices them');

SKIP: {
	# Other versions of clang-format see some things otherwise.
	my $version = `clang-format --version 2>&1` || '';
	skip 'clang-format 14 is not here', 1 unless $version =~ / 14\./;
	my $wrong = `clang-format --dry-run @sources 2>&1 | grep warning:`;
	my %files = map { /^([^:]+):/ ? ($1 => 1) : () } split /\n/, $wrong;
	is_deeply([sort keys %files], [], 'formatted (else: make format)');
}

done_testing();
