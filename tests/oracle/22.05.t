#!/usr/bin/env perl
# The cases of one release, the one that the file's name says, so that releases
# run beside each other.
use strict;
use warnings;
use File::Basename qw(basename dirname);

@ARGV = ('-R', basename($0, '.t'), @ARGV);
my $run = dirname($0) . '/run.t';
$run = "./$run" unless $run =~ m{^/};
do $run or die $@ || "$run: $!";
