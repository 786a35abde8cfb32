#!/usr/bin/perl
# The tour of README.md is real: every `$ command` of its console blocks runs,
# in order, in one empty store, and prints what stands below it.
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Temp qw(tempdir);

my $build = abs_path($ENV{FT_BUILD} // 'build');
my $home = tempdir(CLEANUP => 1);
%ENV = (PATH => "$build/bin:$ENV{PATH}", HOME => $home, TZ => 'UTC',
    LC_ALL => 'C.UTF-8', FAIRTREE_DB => "$home/tour.db",
    FAIRTREE_USER => 'root', ASAN_OPTIONS => $ENV{ASAN_OPTIONS} // '');

open my $readme, '<', 'README.md' or die "README.md: $!";
my (@tour, $inside);
while (my $line = <$readme>) {
	if ($line =~ /^```(\w*)/) {
		$inside = $1 eq 'console';
	} elsif ($inside && $line =~ /^\$ (.*)/) {
		push @tour, [$1, ''];
	} elsif ($inside && @tour) {
		$tour[-1][1] .= $line;
	}
}

sub ok {
	my ($good, $number, $name) = @_;
	print $good ? '' : 'not ', "ok $number - $name\n";
}

# Trailing blanks of a table are not kept in a README, and a new store's clock
# starts now.
sub plain {
	my ($text) = @_;
	$text =~ s/[ \t]+$//mg;
	$text =~ s/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\b/DATE/g;
	return $text;
}

my $number = 0;
for my $step (@tour) {
	my ($command, $want) = @$step;
	my $have = qx{($command) 2>&1};
	my $good = plain($have) eq plain($want);
	ok($good, ++$number, $command =~ s/#/\\#/gr);
	print "# $_\n" for $good ? () : split /\n/, "printed:\n$have";
}
ok($number >= 5, ++$number, 'the tour has commands');
print "1..$number\n";
