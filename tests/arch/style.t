#!/usr/bin/env perl
# What the house style says and a program can see: length of functions and
# files, format, and that tests can be run.
use strict;
use warnings;
use lib 'tests/lib';
use Files qw(lines_of);
use Sources qw(sources);
use Test::More;

my $longest_function = 100;
my $longest_file = 800;

my @sources = sources('.', qr/\.[ch]$/, qw(libcore cmd tests));

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
	my @lines = lines_of($file);
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
	return grep { /(?:^|[|(;&]|\brun\b)\s*(?:python3?|bc|jq|ps|xxd)
		(?:[\s)]|$)/x && !/^\s*#/ } @_;
}

my @foreign;
for my $file (grep { /\.bats$/ } @scripts) {
	push @foreign, $file if foreign_tools(lines_of($file));
}
is_deeply(\@foreign, [], 'no test needs what a bare machine lacks');
is(scalar foreign_tools("\trun python3 - <<END\n", "x | jq .a\n",
		"[ \$(x | bc) = 1 ]\n", "fsim --jobs 3 file\n"), 3, 'notices them');

# No test waits for a time, nor believes that a place of the machine is there or
# not: it waits for a state (tests/lib/await) and makes its own places.
# tests/bench measures time, tests/live waits for the real Slurm.
sub by_chance {
	my $wait = qr/\b(?:usleep|nanosleep|alarm|setitimer|pselect)\s*\(
		|\bselect\s*\(?undef|\bread\s.*?-t\s(?!600\b)
		|(?:^|[;&|({]|\bdo|\bthen)\s*(?:sleep|timeout)\s+(?:-|\$|\d)
		|\bsleep\s*\(/x;
	return grep {
		my $code = s/"(?:[^"\\]|\\.)*"/""/gr;
		$code =~ /$wait/ && !/lawful: \w/ || m{/nonexistent\b}
	} @_;
}

my @chance;
for my $file (grep { !m{^tests/(?:bench|live)/} && !m{/style\.t$} }
	glob 'tests/*/*.{c,h,t,pm,bats,bash,zsh,sh}') {
	push @chance, map { "$file: $_" } by_chance(lines_of($file));
}
is_deeply(\@chance, [], 'no test waits for a time');
is(scalar by_chance("\tsleep 0.2\n", "wait & sleep 3 # long\n",
		"\t\ttimeout -s INT 1.5 fqueue -i 1\n",
		"select(undef, undef, undef, 0.05);\n",
		"\tnanosleep(&time, NULL);\n", "open('/nonexistent/x');\n"),
	6, 'notices them');
is(scalar by_chance("\tfbatch --wrap 'sleep 60'\n",
		"\t{ \"sleep 5\", 5, 0 },\n", "await sleep\n",
		"\tsleep 0.02 # lawful: between two looks\n"), 0, 'and no others');

SKIP: {
	# Other versions of clang-format see some things otherwise.
	my $version = `clang-format --version 2>&1` || '';
	skip 'clang-format 14 is not here', 1 unless $version =~ / 14\./;
	my $wrong = `clang-format --dry-run @sources 2>&1 | grep warning:`;
	my %files = map { /^([^:]+):/ ? ($1 => 1) : () } split /\n/, $wrong;
	is_deeply([sort keys %files], [], 'formatted (else: make format)');
}

done_testing();
