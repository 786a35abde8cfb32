# Whole files, as bytes.
package Files;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Path qw(make_path);
our @EXPORT_OK = qw(lines_of slurp spit);

# What is in a file; if it cannot be read, $none, or the test dies.
sub slurp {
	my ($path, $none) = @_;
	open my $in, '<:raw', $path or return $none // die "$path: $!\n";
	local $/;
	return <$in> // '';
}

sub lines_of {
	my ($path) = @_;
	return split /^/, slurp($path);
}

# Write a file, and the folders that it needs.
sub spit {
	my ($path, $text) = @_;
	make_path(dirname($path));
	open my $out, '>:raw', $path or die "$path: $!\n";
	print $out $text;
	close $out or die "$path: $!\n";
}

1;
