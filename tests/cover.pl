#!/usr/bin/env perl
# How much of libcore the tests have run, of what gcov left in FOLDER:
#
#   tests/cover.pl FOLDER      lines and branches of each room, then the files
#                              of which the smallest parts of lines were run
use strict;
use warnings;
use File::Find;

my $worst = 15;   # how many files are listed
my $folder = shift // die "cover.pl: a folder is missing\n";
my @notes;
find(sub { push @notes, $File::Find::name if /\.gcno$/ }, "$folder/libcore");
die "cover.pl: nothing was built for gcov: $folder\n" unless @notes;

# Headers are left out: their lines come again with every file.
my (%seen, $file);
open my $gcov, '-|', 'gcov', '-b', '-n', sort @notes or die "gcov: $!\n";
while (<$gcov>) {
	if (/^File '(.*)'/) {
		$file = $1 =~ m{^(?:.*/)?(libcore/.*\.c)$} ? $1 : undef;
	} elsif ($file && /^(Lines|Branches) executed:([\d.]+)% of (\d+)/) {
		# the last of all lines is the sum over all files
		$seen{$file}{$1} //= [sprintf('%.0f', $2 * $3 / 100), $3];
	} elsif ($file && /^Taken at least once:([\d.]+)% of (\d+)/) {
		$seen{$file}{Taken} = [sprintf('%.0f', $1 * $2 / 100), $2];
	}
}
close $gcov or die "gcov failed\n";

sub row {
	my ($name, $lines, $branches) = @_;
	printf "%-38s", $name;
	for my $pair ($lines, $branches) {
		my ($run, $of) = @{ $pair || [0, 0] };
		printf " %6d of %6d %5.1f%%", $run, $of,
		    $of ? 100 * $run / $of : 100;
	}
	print "\n";
}

my %room;
for my $path (keys %seen) {
	my ($room) = $path =~ m{^libcore/([^/]+)/} ? $1 : '(top)';
	for my $kind (qw(Lines Taken)) {
		my $pair = $seen{$path}{$kind} or next;
		for my $name ($room, '') {
			$room{$name}{$kind}[$_] += $pair->[$_] for 0, 1;
		}
	}
}
printf "%-38s %23s %23s\n", 'libcore', 'lines run', 'branches taken';
row($_, $room{$_}{Lines}, $room{$_}{Taken}) for sort grep { $_ ne '' } keys %room;
row('all', $room{''}{Lines}, $room{''}{Taken});

my %part = map { $_ => $seen{$_}{Lines}[0] / $seen{$_}{Lines}[1] } keys %seen;
my @order = sort { $part{$a} <=> $part{$b} || $a cmp $b } keys %part;
print "\n";
row($_, $seen{$_}{Lines}, $seen{$_}{Taken})
    for @order[0 .. ($worst < @order ? $worst : scalar @order) - 1];
