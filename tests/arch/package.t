#!/usr/bin/env perl
# The tarball holds the sources and is the same bytes wherever it is made; what
# `make deb` builds packages from agrees with what is built and installed.  (It
# takes minutes: that the packages can be built is not tried here.)
use strict;
use warnings;
use Digest::SHA;
use File::Temp qw(tempdir);
use lib 'tests/lib';
use Files qw(slurp);
use Test::More;

my $build = $ENV{FT_BUILD} || 'build';
my $top = tempdir(CLEANUP => 1);

sub digest {
	return Digest::SHA->new(256)->addfile($_[0])->hexdigest;
}

# ---- the tarball -------------------------------------------------------------

# The version, and the tarball of the sources in $folder.
sub dist {
	my ($folder, $file) = @_;
	my ($version) = map { /define FT_VERSION "(.*)"/ }
	    split(/\n/, slurp('libcore/fairtree.h'));
	my $out = `cd '$folder' && sh .ci/dist '$version' '$file' 2>&1`;
	is($?, 0, 'packed') or diag $out;
	return $version;
}

my $version = dist('.', "$top/here.tar.gz");
mkdir "$top/other";
is(system("umask 077; tar -C '$top/other' -xf '$top/here.tar.gz'"), 0,
	'unpacked');
my $other = "$top/other/fairtree-$version";
{
	local $ENV{TZ} = 'Asia/Kathmandu';
	dist($other, "$top/there.tar.gz");
}
is(digest("$top/there.tar.gz"), digest("$top/here.tar.gz"),
	'packed elsewhere without git: the same bytes');
SKIP: {
	skip 'not a checkout, or no git', 1
	    unless -e '.git' && `sh -c 'command -v git'`;
	my @sources = grep { -e } split /\n/, `git ls-files`;
	chomp(my @packed = `cd '$other' && find . ! -type d`);
	is_deeply([sort @packed], [sort map { "./$_" } @sources],
	    'all sources, nothing else');
}

# ---- the packages ------------------------------------------------------------

# What is needed to build, by .ci/deps: gcc and libc6-dev go without saying.
my %needed = map { /^build\s+\S+\s+(\S+)/ ? ($1 => 1) : () }
    split(/\n/, slurp('.ci/deps'));
delete @needed{qw(gcc libc6-dev)};
my ($depends) = slurp('.ci/debian/control') =~
    /^Build-Depends:(.*?)^\S/ms;
is_deeply([grep { $depends !~ /\b\Q$_\E,|\b\Q$_\E$/m } sort keys %needed], [],
	'a package build has what a build needs');

my @public = map { /^FT_API .*?(\w+)\(/ } split(/\n/, slurp('libcore/fairtree.h'));
my @symbols = map { /^ (\w+)\@Base/ }
    split(/\n/, slurp('.ci/debian/libfairtree1.symbols'));
is_deeply(\@symbols, [sort @public], 'the symbols file names what is public');

# Patterns of the .install file of a package, with * as the shell has it.
sub patterns {
	my ($package) = @_;
	return map { s/\*/[^\/]*/gr } map { s/\./\\./gr }
	    split(/\n/, slurp(".ci/debian/$package.install"));
}

my $out = `make install BUILD='$build' DESTDIR='$top/root' PREFIX=/usr \\
    LIBDIR=/usr/lib/x ZSHCOMPDIR=/usr/share/zsh/vendor-completions 2>&1`;
is($?, 0, 'installed') or diag $out;
my %package = map { my $name = $_; map { ($_ => $name) } patterns($name) }
    qw(fairtree libfairtree1 libfairtree-dev);
my (@nowhere, @twice, %used);
for my $file (grep { !m{/$} } split(/\n/, slurp("$top/root/usr/share/fairtree/manifest"))) {
	my @in = grep { $file =~ m{^/$_(?:/|$)} } keys %package;
	push @nowhere, $file unless @in;
	push @twice, $file if @in > 1;
	$used{$_} = 1 for @in;
}
is_deeply(\@nowhere, [], 'every installed file is in a package');
is_deeply(\@twice, [], 'in one');
is_deeply([grep { !$used{$_} } sort keys %package], [],
	'and no package asks for what there is not');

done_testing();
