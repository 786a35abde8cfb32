#!/usr/bin/env perl
# What `make install` puts where, that a program can be built against it, and
# that `make uninstall` takes all of it away.
use strict;
use warnings;
use File::Find qw(find);
use File::Temp qw(tempdir);
use Test::More;

my $build = $ENV{FT_BUILD} || 'build';
my $top = tempdir(CLEANUP => 1);
my $prefix = '/opt/fairtree';
my $root = "$top$prefix";

sub make_target {
	my ($target) = @_;
	my $out = `make $target BUILD='$build' DESTDIR='$top' \\
	    PREFIX='$prefix' 2>&1`;
	is($?, 0, "make $target") or diag $out;
}

sub commands {
	open my $list, '<', 'cmd/cmd.def' or BAIL_OUT("cmd/cmd.def: $!");
	return map { /^CMD\(\w+, "(\w+)", "(\w*)"/ ? [$1, $2] : () } <$list>;
}

# A program that knows the library only by its installed files.
sub build_consumer {
	local $ENV{PKG_CONFIG_PATH} = "$root/lib/pkgconfig";
	open my $out, '>', "$top/user.c" or die "$top/user.c: $!";
	print $out "#include <fairtree.h>\n#include <stdio.h>\n" .
	    "int main(void) { puts(FT_VERSION); return 0; }\n";
	close $out;
	my $flags = `pkg-config --define-variable=prefix=$root \\
	    --define-variable=libdir=$root/lib \\
	    --define-variable=includedir=$root/include \\
	    --cflags --libs fairtree`;
	chomp $flags;
	return `cc -o '$top/user' '$top/user.c' $flags 2>&1 &&
	    LD_LIBRARY_PATH='$root/lib' '$top/user'`;
}

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
for my $page (grep { $_ ne 'man/template.1' } glob 'man/*.[1-8]') {
	my ($file, $section) = $page =~ m{([^/]+\.(\d))$};
	ok(-e "$root/share/man/man$section/$file", "$file is installed");
}
SKIP: {
	skip 'a sanitized library needs a sanitized program', 1
	    if `nm -D '$build'/libfairtree.so` =~ /__asan_|__gcov_/;
	like(build_consumer(), qr/^\d+\.\d+\.\d+$/, 'a program builds and runs');
}

make_target('uninstall');
my @left;
find(sub { push @left, $File::Find::name unless -d }, $root);
is_deeply(\@left, [], 'uninstall leaves nothing');

done_testing();
