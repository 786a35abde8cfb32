#!/usr/bin/env perl
# What a program costs before its first line runs: the libraries that the loader
# maps, and the tables that it has to relocate, each page of which is copied.
# Whole runs are timed by `make bench` only; this does not depend on the machine.
use strict;
use warnings;
use Test::More;

my $build = $ENV{FT_BUILD} || 'build';
my $page = 4096;
# Pages of tables with pointers in them; others have no bound.
my %most = (fshare => 64, facctmgr => 64);
# SQLite is part of the programs where there is an archive of it.
my $needed = `cc -print-file-name=libsqlite3.a` =~ m{^/}
    ? 'libc libm' : 'libc libm libsqlite3';

sub libraries {
	my ($file) = @_;
	return sort map { /\(NEEDED\).*\[(\w+)/ ? $1 : () }
	    `readelf -dW '$file'`;
}

# Pages of .data.rel.ro that relocations change; 0: the program has a fixed address.
sub relocated {
	my ($file) = @_;
	my ($from, $size) = map { hex }
	    `readelf -SW '$file'` =~ /\s\.data\.rel\.ro\s+\w+\s+(\w+)\s+\w+\s+(\w+)/
	    or return 0;
	my %changed = map { int(hex($_) / $page) => 1 }
	    grep { hex($_) >= $from && hex($_) < $from + $size }
	    `readelf -rW '$file'` =~ /^(\w{16})\s/gm;
	return scalar keys %changed;
}

for my $file (sort grep { -x } glob "$build/bin/f*") {
	my ($name) = $file =~ m{([^/]+)$};
	SKIP: {
		skip "$name is sanitized or counted", 1
		    if `nm '$file'` =~ /__asan_|__gcov_/;
		is(join(' ', libraries($file)), $needed,
			"$name loads no other library");
	}
	next unless $most{$name};
	my $pages = relocated($file);
	cmp_ok($pages, '<=', $most{$name}, "$name: $pages pages are relocated");
}

# That such pages are found at all.
SKIP: {
	my $file = "$build/libexec/fairtree/facctmgr-shell";
	skip 'at a fixed address', 1 if `readelf -hW '$file'` !~ /\bDYN\b/;
	cmp_ok(relocated($file), '>', 100, 'the shell has tables of all programs');
}

done_testing();
