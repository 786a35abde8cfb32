#!/usr/bin/env perl
# The READMEs keep up with the sources: every file, folder and function named in
# one exists, and where a file is named for a function, it is there.  The maps
# name every room, and none of their pages is longer than a reader's patience.
use strict;
use warnings;
use File::Basename qw(dirname);
use lib 'tests/lib';
use Files qw(slurp);
use Sources qw(sources);
use Test::More;

my @readmes = ('README.md', map { "$_/README.md" } qw(libcore cmd tests
    data/examples));
my $most_lines = 60; # of a section of a map that is read in one go
my %map = (libcore => 'libcore/README.md', cmd => 'cmd/README.md');

# Running text, without blocks of code and what a reader is to make.
sub prose {
	my ($text) = @_;
	for my $made ($text =~ /\bnew (?:file|test) (`[^`]*`)/g) {
		$text =~ s/\Q$made\E//g;
	}
	$text =~ s/^( *)```.*?^\1```$//gms;
	$text =~ s/^(?: {4}|\t).*//gm;
	return $text;
}

# function => { file that defines it => 1 }.
sub definitions {
	my %in;
	for my $file (sources('.', qr/\.[ch]$/, qw(libcore cmd tests))) {
		my $text = slurp($file);
		$in{$1}{$file} = 1 while $text =~ /^(\w+)\([^;{]*\n\{/gm;
	}
	return \%in;
}

# The paths that NAME in README may mean: from the top, or from its folder.
sub paths {
	my ($readme, $name) = @_;
	return map { glob } $name, dirname($readme) . "/$name";
}

# What a reader would take for a path of ours, not one of the system, of a
# reader's own, or of what is built.
sub is_path {
	my ($name) = @_;
	return $name =~ m{^[\w*.][\w.*,{}-]*(?:/[\w.*,{}-]*)*$}
	    && ($name =~ m{/} || $name =~ /\.(?:c|h|def|t|md|pl)$/)
	    && $name !~ m{^(?:build|PREFIX|openapi|sched)/|NAME|^(?:private|internal)\.h$};
}

# Everything that README says of the sources and is not so.
sub problems {
	my ($readme, $text, $defined) = @_;
	my @bad;
	$text = prose($text) =~ s/\s+/ /gr;
	for my $name ($text =~ /`([^`]+)`/g, $text =~ /\]\(([^)#]+)\)/g) {
		push @bad, "no file $name"
		    if is_path($name) && !grep { -e } paths($readme, $name);
	}
	for my $name ($text =~ /`(\w+)\(\)`/g) {
		push @bad, "no function $name" unless $defined->{$name};
	}
	return @bad;
}

sub wrong_homes {
	my ($readme, $text, $defined) = @_;
	my @bad;
	$text = prose($text) =~ s/\s+/ /gr;
	while ($text =~ /`(\w+)\(\)` (?:in|of) `([^`]+)`/g) {
		my ($name, $file) = ($1, $2);
		push @bad, "$name is not in $file" unless
		    grep { $defined->{$name}{$_} } paths($readme, $file);
	}
	return @bad;
}

# Folders of HALL with sources that its map does not name.
sub missing_rooms {
	my ($hall, $text) = @_;
	my %room;
	$room{ dirname($_) } = 1
	    for sources('.', qr/\.(?:c|sql)$/, $hall);
	return grep {
		my $name = s{^\Q$hall\E/}{}r;
		$_ ne $hall && $text !~ /^\| `(?:\Q$hall\E\/)?\Q$name\E` \|/m
	} sort keys %room;
}

sub long_sections {
	my ($text) = @_;
	my (undef, @sections) = split /^## /m, prose($text);
	return map { /^(.*)/ } grep { tr/\n// > $most_lines + 1 } @sections;
}

my $defined = definitions();
for my $readme (@readmes) {
	my $text = slurp($readme);
	is(join('; ', problems($readme, $text, $defined)), '',
	    "$readme: what it names exists");
	is(join('; ', wrong_homes($readme, $text, $defined)), '',
	    "$readme: functions are in the files named for them");
}
for my $hall (sort keys %map) {
	my $text = slurp($map{$hall});
	is(join('; ', missing_rooms($hall, $text)), '',
	    "$map{$hall} names every room");
	is(join('; ', long_sections($text)), '',
	    "$map{$hall}: no page over $most_lines lines");
}

# ---- what it finds ---------------------------------------------------------------

sub found {
	my ($text) = @_;
	my @args = ('libcore/README.md', $text, $defined);
	return join '; ', problems(@args), wrong_homes(@args);
}
is(found('`store/nothing.c` and `libcore/nowhere/`'),
    'no file store/nothing.c; no file libcore/nowhere/', 'notices files');
is(found('[a](../gone.md)'), 'no file ../gone.md', 'notices links');
is(found('`ft_gone()`'), 'no function ft_gone', 'notices functions');
is(found("`ft_mem_no()`\nin `base/mem.c`"),
    'no function ft_mem_no; ft_mem_no is not in base/mem.c',
    'notices both');
is(found('`ft_alloc()` in `base/map.c`'),
    'ft_alloc is not in base/map.c', 'notices moves');
is(found("`ft_alloc()` in `base/mem.c`, `sim/*`, `a.b`\n\n"
	. "```\n`none.c`\n```\n    `none.c`\n"), '', 'and nothing else');
is_deeply([missing_rooms('cmd', "| `cmd/fwhy` | x |\n| `fsim` | x |\n")],
    [grep { !m{^cmd/(?:fwhy|fsim)$} } missing_rooms('cmd', '')],
    'notices rooms');
is_deeply([long_sections("## a\n" . "x\n" x 60 . "## b\n" . "x\n" x 61)],
    ['b'], 'notices long pages');
done_testing();
