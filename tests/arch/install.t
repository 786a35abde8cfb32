#!/usr/bin/env perl
# What `make install` puts where, that a program can be built against it, and
# that `make uninstall` takes all of it away.
use strict;
use warnings;
use lib 'tests/lib';
use Files qw(lines_of spit);
use File::Find qw(find);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Library qw(try_library);
use Test::More;

my $build = $ENV{FT_BUILD} || 'build';
my $top = tempdir(CLEANUP => 1);
my $prefix = '/opt/fairtree';
my $root = "$top$prefix";
my ($version) = `cat libcore/fairtree.h` =~ /define FT_VERSION "(.*)"/;

sub make_target {
	my ($target, $more) = (@_, '');
	my $out = `make $target BUILD='$build' DESTDIR='$top' \\
	    PREFIX='$prefix' $more 2>&1`;
	is($?, 0, "make $target") or diag $out;
}

sub commands {
	return map { /^CMD\(\w+, "(\w+)", "(\w*)"/ ? [$1, $2] : () }
	    lines_of('cmd/cmd.def');
}

# All there is below the prefix, sorted.
sub tree {
	my @found;
	find({ no_chdir => 1, wanted => sub {
		push @found, substr $_, length "$root/" if $_ ne $root;
	} }, $root);
	return sort @found;
}

# What is there already: a program, a folder without anything in it.
spit("$root/bin/mine", "mine\n");
make_path("$root/lib");
my @before = tree();

make_target('install');
for (commands()) {
	my ($name, $slurm) = @$_;
	SKIP: {
		# without curses there is no viewer
		skip "$name is not built", 1 unless -x "$build/bin/$name";
		ok(-x "$root/bin/$name", "$name is installed");
	}
	next unless $slurm;
	my $link = "$root/libexec/fairtree/slurm/$slurm";
	is(readlink $link, "../../../bin/$name", "$slurm leads to $name");
	ok(-x $link, "$slurm can be run");
}
ok(-x "$root/bin/fairtree-collect", 'fairtree-collect is installed');
is(`echo fshare --version | $root/bin/facctmgr`,
	`$root/bin/fshare --version`, 'facctmgr finds its shell');
for my $page (grep { $_ ne 'man/template.1' } glob 'man/*.[1-8]') {
	my ($file, $section) = $page =~ m{([^/]+\.(\d))$};
	ok(-e "$root/share/man/man$section/$file", "$file is installed");
}
SKIP: {
	skip 'a sanitized library needs a sanitized program', 1
	    if `nm -D '$build'/libfairtree.so` =~ /__asan_|__gcov_/;
	try_library($root, tempdir(CLEANUP => 1));
}

is(readlink "$root/lib/libfairtree.so", 'libfairtree.so.1', 'for the linker');
is(readlink "$root/lib/libfairtree.so.1", "libfairtree.so.$version",
	'for the loader');
like(`readelf -d '$root/lib/libfairtree.so'`, qr/SONAME.*\[libfairtree\.so\.1\]/,
	'the name that programs will ask for');

# Again over itself, as on an upgrade from a version that had one file more.
spit("$root/bin/fold", "old\n");
open my $list, '>>', "$root/share/fairtree/manifest" or die;
print $list "$prefix/bin/fold\n";
close $list;
make_target('install');
make_target('uninstall');
is_deeply([tree()], \@before, 'uninstall leaves what was there before');

# The folder of the programs has another name.
make_target('install', "BINDIR='$prefix/games/'");
{
	local $ENV{TMPDIR} = tempdir(CLEANUP => 1);
	system "echo fcontrol env | $root/games/facctmgr >/dev/null";
	is(readlink((glob "$ENV{TMPDIR}/*/bin/sshare")[0] // ''),
		"$root/games/fshare", 'its shell finds the programs there');
}
make_target('uninstall', "BINDIR='$prefix/games/'");

make_target('install');
spit("$root/libexec/fairtree/slurm/salloc", "mine\n");
make_target('uninstall');
is_deeply([tree()], [sort @before, map { "libexec$_" }
	'', '/fairtree', '/fairtree/slurm', '/fairtree/slurm/salloc'],
	'and what somebody put there since');
like(`make uninstall BUILD='$build' DESTDIR='$top/none' 2>&1`,
	qr{^no list of what to remove: \Q$top\E/none/}m, 'nothing to remove');

done_testing();
