#!/usr/bin/env perl
# Includes and symbols follow the order of halls, the folders of libcore: base,
# model, then store, io, admin and algo side by side, sim, report, then load,
# which joins them, and on top the commands.  A hall has rooms, folders of at
# most 30 files.  A header called private.h or NAME_private.h is for its room,
# internal.h or NAME_internal.h for its hall.
# What each rule finds in a planted file is checked too.
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use lib 'tests/lib';
use Files qw(lines_of slurp spit);
use Sources qw(sources);
use Test::More;

# A hall of libcore/ and the others it may include from.
my %uses = (
	base   => [],
	model  => [qw(base)],
	store  => [qw(base model)],
	io     => [qw(base model)],
	admin  => [qw(base model)],
	algo   => [qw(base model)],
	sim    => [qw(base model algo)],
	report => [qw(base model algo sim)],
	load   => [qw(base model store io algo sim)],
);

# The rooms of sim/, lowest first: each may include those before it only.
# The head of libcore/sim/world/world.h says what they are.
my @sim = qw(world queue usage policy priority research/slotwise
	research/subordination place depend job change reserve preempt
	research/suspend schedule submit update why run forecast metrics
	research/pool research);
my %floor = map { ("sim/$sim[$_]" => $_) } 0 .. $#sim;

# Folders of cmd/ that are for all programs.
my %shared = map { $_ => 1 } qw(alter cli common files forecast jobdoc main
	nodedoc shares shell why);

# Headers of one program that another may include, and what for.
my %door = (
	'facct/facct.h' => 'feff: the jobs of facct, and what they used',
	'fdiag/fdiag.h' => 'fcontrol stats: the same counters',
	'facctmgr/line.h' => 'what-if: one line of facctmgr on a copy',
);

my $most_files = 30;

# A third party's header and the only files that may include it.
my %only = (
	'sqlite3.h'  => qr{^libcore/store/},
	'jansson.h'  => qr{^(?:libcore/(report/format/json|io/.+)|cmd/late/late)\.c$},
	'yaml.h'     => qr{^(?:libcore/report/format/yaml|cmd/late/late)\.c$},
	'uthash.h'   => qr{^libcore/base/map\.c$},
	'histedit.h' => qr{^cmd/shell/},
	'zlib.h'     => qr{^(?:libcore/(?:io/text/inflate|store/log/work)|cmd/late/late)\.c$},
	'gmp.h'      => qr{^tests/},
	(map { $_ => qr{^cmd/fview/terminal/curses\.h$} }
	    qw(ncurses.h curses.h panel.h term.h)),
);

# Input, output, time and chance come in as arguments, never from here.
my %forbidden = map { $_ => 1 } qw(
	stdin stdout stderr printf vprintf puts putchar perror
	exit _exit _Exit quick_exit abort
	time clock clock_gettime gettimeofday
	rand srand random srandom drand48 rand_r getrandom
	getenv secure_getenv environ setlocale
);
# The last words when memory is exhausted.
my %excepted = map { ("libcore/base/mem.c $_" => 1) } qw(stderr abort);

sub include_problem {
	my ($top, $file, $mark, $name) = @_;
	if ($mark eq '<') {
		my $where = $only{$name} or return;
		return $file =~ $where ? undef : "$file: <$name> is not for it";
	}
	my ($to) = $name =~ m{^(\w+)/} or return $name eq 'fairtree.h'
	    || $name eq 'cmd.def' ? undef : "$file: \"$name\" has no folder";
	my $room = dirname($file) =~ s{^(libcore|cmd)/}{}r;
	my ($hall) = $room =~ m{^(\w+)};
	return "$file: \"$name\" is private to its folder"
	    if $name =~ m{[/_]private\.h$} && dirname($name) ne $room;
	return "$file: \"$name\" is internal to $to/"
	    if $name =~ m{[/_]internal\.h$} && $to ne $hall;
	my ($lower, $upper) = map { $floor{$_} } $room, dirname($name);
	return "$file: \"$name\" is of a higher room"
	    if defined $lower && defined $upper && $lower < $upper;
	return if $to eq $hall;
	return "$file: \"$name\" belongs to another program"
	    if $file =~ m{^cmd/} && $hall ne 'gen' && -d "$top/cmd/$to"
	    && !$shared{$to} && !$door{$name};
	return if $file !~ m{^libcore/\w+/};
	return if grep { $_ eq $to } @{ $uses{$hall} || [] };
	return "$file: $hall/ may not include \"$name\"";
}

# Folders below $top with too many files.
sub full_rooms {
	my ($top) = @_;
	my %files;
	$files{ dirname($_) }++
	    for sources($top, qr/\.(?:c|h|def)$/, qw(libcore cmd));
	return grep { $files{$_} > $most_files } sort keys %files;
}

# Every include below $top that breaks a rule, in words.
sub include_problems {
	my ($top) = @_;
	my @problems;
	for my $file (sources($top, qr/\.(?:c|h|def)$/, qw(libcore cmd))) {
		for (lines_of("$top/$file")) {
			my ($mark, $name) = /^\s*#\s*include\s*(["<])([^">]+)/
			    or next;
			my $problem = 
			    include_problem($top, $file, $mark, $name);
			push @problems, $problem if $problem;
		}
	}
	return @problems;
}

# Every forbidden symbol that the object of a source below $top refers to.
sub symbol_problems {
	my ($top, $build) = @_;
	my (@problems, @objects, %source);
	for my $file (grep { !m{/sql/} } sources($top, qr/\.c$/, 'libcore')) {
		my $object = "$build/" . $file =~ s/\.c$/.o/r;
		push(@problems, "$file: $object is not built"), next
		    unless -e $object;
		push @objects, $object;
		$source{$object} = $file;
	}
	# one process for all: to start one takes longer than to read an object
	for (`nm -A -u @objects`) {
		my ($object, $symbol) = /^(.*?):.*?(\w+)(?:@|$)/ or next;
		my $file = $source{$object} // BAIL_OUT("nm: $_");
		$symbol =~ s/^__(\w+)_chk$/$1/;
		push @problems, "$file: refers to $symbol"
		    if $forbidden{$symbol} && !$excepted{"$file $symbol"};
	}
	return @problems;
}

# What the shared library exports and the public header does not name.
sub export_problems {
	my ($header, $library) = @_;
	my $public = slurp($header);
	my @names = map { /^\S+ [A-Z] (\w+)/ ? $1 : () }
	    `nm -D --defined-only '$library'`;
	return grep { $public !~ /\b\Q$_\E\b/ && !/^_/ } @names;
}

sub found_in_planted_include {
	my ($file, $include) = @_;
	my $top = tempdir(CLEANUP => 1);
	spit("$top/$file", "#include $include\n");
	return scalar include_problems($top);
}

my $build = $ENV{FT_BUILD} || 'build';

is_deeply([include_problems('.')], [], 'includes follow the folders');
is_deeply([map { dirname($_) =~ s{^libcore/}{}r }
    grep { !exists $floor{ dirname($_) =~ s{^libcore/}{}r } }
    sources('.', qr/\.(?:c|h|def)$/, 'libcore/sim')], [],
    'every room of sim has its place in the order');
is_deeply([full_rooms('.')], [], "no folder has more than $most_files files");
is_deeply([symbol_problems('.', $build)], [], 'libcore asks nobody outside');
my ($library) = glob "$build/libfairtree.so";
SKIP: {
	skip 'no shared library built', 1 unless $library;
	is_deeply([export_problems('libcore/fairtree.h', $library)], [],
	    'only what fairtree.h declares is exported');
}

my @wrong = (
	['libcore/base/a.c',   '"model/tree/tree.h"'],
	['libcore/model/a.h',  '"algo/share/share.h"'],
	['libcore/store/a.c',  '"io/slurm/flatfile.h"'],
	['libcore/io/a.c',     '"store/store.h"'],
	['libcore/algo/a.c',   '"report/format/column.h"'],
	['libcore/admin/a.c',  '"store/store.h"'],
	['libcore/report/a.c', '"cli/cmd.h"'],
	['libcore/io/a.c',     '"../model/tree.h"'],
	['libcore/sim/x/a.c',  '"sim/y/private.h"'],
	['libcore/sim/a.c',    '"sim/y/b_private.h"'],
	['libcore/sim/y/z/a.c', '"sim/y/b_private.h"'],
	['libcore/load/x/a.c', '"sim/y/internal.h"'],
	['libcore/sim/place/a.c', '"sim/schedule/schedule.h"'],
	['libcore/sim/run/a.c', '"sim/research/pool/pool.h"'],
	['libcore/load/a.c',   '"sim/b_internal.h"'],
	['libcore/model/a.c',  '<sqlite3.h>'],
	['libcore/report/a.c', '<jansson.h>'],
	['cmd/a.c',            '<sqlite3.h>'],
	['cmd/fsim/a.c',       '"sim/world/internal.h"'],
	['cmd/fsim/x/a.c',     '"fsim/y/private.h"'],
	['cmd/a.c',            '<ncurses.h>'],
	['cmd/facctmgr/a.c',   '<histedit.h>'],
);
my @right = (
	['libcore/report/a.c',    '"algo/share/share.h"'],
	['libcore/store/a.c',     '<sqlite3.h>'],
	['libcore/store/a/a.c',   '"store/b/b_internal.h"'],
	['libcore/store/a/a.c',   '"store/a/private.h"'],
	['libcore/report/format/json.c', '<jansson.h>'],
	['libcore/fairtree.c',    '"store/store.h"'],
	['libcore/sim/schedule/a.c', '"sim/place/place.h"'],
	['cmd/facctmgr/a.c',      '"facctmgr/verb_private.h"'],
	['cmd/a.c',               '"report/format/format.h"'],
);
ok(found_in_planted_include(@$_), "notices $_->[1] in $_->[0]") for @wrong;
ok(!found_in_planted_include(@$_), "allows $_->[1] in $_->[0]") for @right;

for my $to (['facct', 1], ['cli', 0]) {
	my $top = tempdir(CLEANUP => 1);
	spit("$top/cmd/$to->[0]/b.h", '');
	spit("$top/cmd/fqueue/a.c", "#include \"$to->[0]/b.h\"\n");
	is(scalar include_problems($top), $to->[1],
	    "a program may include from $to->[0]/: $to->[1]");
}
{
	my $top = tempdir(CLEANUP => 1);
	spit("$top/libcore/algo/x/$_.c", '') for 1 .. $most_files;
	is_deeply([full_rooms($top)], [], "allows $most_files files");
	spit("$top/libcore/algo/x/a.h", '');
	is_deeply([full_rooms($top)], ['libcore/algo/x'], 'notices one more');
}

my %calls = (
	'puts("x")'                 => 1,
	'printf("%d", getchar())'   => 1,
	'exit(3)'                   => 1,
	'time(NULL)'                => 1,
	'getenv("HOME")'            => 1,
	'fputs("x", stdout)'        => 1,
	'rand()'                    => 1,
	'strlen(tmpnam(NULL))'      => 0,
);
for my $call (sort keys %calls) {
	my $top = tempdir(CLEANUP => 1);
	spit("$top/libcore/algo/a.c", <<"C");
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
void planted(void);
void planted(void) { $call; }
C
	my $command = "cc -w -c -o '$top/libcore/algo/a.o' " .
	    "'$top/libcore/algo/a.c'";
	system($command) == 0 or BAIL_OUT("cannot run: $command");
	is(scalar symbol_problems($top, $top), $calls{$call},
	    ($calls{$call} ? 'notices ' : 'allows ') . $call);
}

done_testing();
