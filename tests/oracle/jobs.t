#!/usr/bin/env perl
# The cases in which jobs run: apart, so that they run beside the others.
use strict;
use warnings;
use File::Basename qw(dirname);

@ARGV = ('-r', @ARGV);
my $run = dirname(__FILE__) . '/run.t';
$run = "./$run" unless $run =~ m{^/};
do $run or die $@ || "$run: $!";
