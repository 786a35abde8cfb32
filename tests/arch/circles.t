#!/usr/bin/env perl
# Files that call each other in a circle are one file in pieces.  No circle has
# more than 4 files, and none leads across folders.  Who calls whom is read from
# the symbols of the objects (nm).
use strict;
use warnings;
use File::Basename qw(basename dirname);
use File::Temp qw(tempdir);
use lib 'tests/lib';
use Files qw(spit);
use Sources qw(sources);
use Test::More;

my $most_files = 4;

# file => { file whose symbols it uses => 1 }, of the objects built in $build
# from the sources below $top.
sub calls {
	my ($top, $build) = @_;
	my (%file, %home, %uses, %calls);
	for (sources($top, qr/\.c$/, qw(libcore cmd))) {
		my $object = "$build/" . s/\.c$/.o/r;
		$file{$object} = $_ if -e $object;
	}
	@calls{values %file} = map { {} } values %file;
	open my $nm, '-|', 'nm', '-A', sort keys %file or die "nm: $!";
	while (<$nm>) {
		my ($object, $type, $symbol) = /^([^:]+):.* (\w) (\S+)$/;
		$home{$symbol} = $file{$object} if $type =~ /[TDBRVWC]/;
		push @{ $uses{ $file{$object} } }, $symbol if $type eq 'U';
	}
	close $nm or die 'nm failed';
	for my $file (keys %uses) {
		my @others = grep { defined && $_ ne $file }
		    @home{ @{ $uses{$file} } };
		@{ $calls{$file} }{@others} = (1) x @others;
	}
	return \%calls;
}

# Tarjan's strongly connected components: the groups of files of which each
# reaches all others, as sorted lists.
sub circles {
	my ($calls) = @_;
	my (%number, %lowest, @stack, %waits, @found);
	my $visit;
	$visit = sub {
		my ($file) = @_;
		$number{$file} = $lowest{$file} = keys %number;
		push @stack, $file;
		$waits{$file} = 1;
		for my $to (sort keys %{ $calls->{$file} }) {
			my $reach = !exists $number{$to} ? $visit->($to)
			    : $waits{$to} ? $number{$to} : next;
			$lowest{$file} = $reach if $reach < $lowest{$file};
		}
		return $lowest{$file} if $lowest{$file} < $number{$file};
		my @circle;
		do { push @circle, pop @stack } while $circle[-1] ne $file;
		delete @waits{@circle};
		push @found, [sort @circle] if @circle > 1;
		return $lowest{$file};
	};
	no warnings 'recursion';
	exists $number{$_} or $visit->($_) for sort keys %$calls;
	return @found;
}

# What is wrong with circles, in words.
sub problems {
	return map {
		my %folder = map { dirname($_) => 1 } @$_;
		@$_ > $most_files ? scalar(@$_) . " files: @$_"
		    : keys %folder > 1 ? "across folders: @$_" : ();
	} @_;
}

my $build = $ENV{FT_BUILD} || 'build';
my $calls = calls('.', $build);
cmp_ok(scalar keys %$calls, '>', 500, 'there are objects');
is(join("\n", problems(circles($calls))), '',
    "no circle of more than $most_files files or across folders");

# ---- planted circles ------------------------------------------------------------

# Compile files that call each other: [name, names that it calls].
sub planted {
	my $top = tempdir(CLEANUP => 1);
	for (@_) {
		my ($file, @to) = @$_;
		my $name = basename($file);
		spit("$top/$file.c", join '', map({ "void $_(void);\n" } @to),
		    "void $name(void) {", map({ " $_();" } @to), " }\n");
		my $command = "cc -w -c -o '$top/$file.o' '$top/$file.c'";
		system($command) == 0 or BAIL_OUT("cannot run: $command");
	}
	return problems(circles(calls($top, $top)));
}

sub ring {
	my ($folder, $n) = @_;
	return map { ["$folder/f$_", 'f' . ($_ % $n + 1)] } 1 .. $n;
}

is_deeply([planted(ring('libcore/a', $most_files))], [],
    "allows $most_files files of one folder");
my ($problem) = planted(ring('cmd/a', $most_files + 1), ['cmd/a/g', 'f1']);
like($problem, qr{^5 files: cmd/a/f1\.c .* cmd/a/f5\.c$}, 'notices one more');
($problem) = planted(['libcore/a/x', 'y'], ['libcore/b/y', 'x', 'z'],
    ['libcore/b/z']);
is($problem, 'across folders: libcore/a/x.c libcore/b/y.c',
    'notices one across folders');
is_deeply([planted(['libcore/a/x', 'y', 'z'], ['libcore/b/y', 'z'],
    ['libcore/c/z'])], [], 'allows calls in one direction');

done_testing();
