# The sources of the program, however deep their folders are.
package Sources;

use strict;
use warnings;
use Exporter qw(import);
use File::Find qw(find);

our @EXPORT_OK = qw(sources);

# Every source below the folders @dirs of $top whose name matches $name, sorted
# and without $top.
sub sources {
	my ($top, $name, @dirs) = @_;
	my @found;
	find({ no_chdir => 1, wanted => sub {
		push @found, substr $_, 1 + length $top if -f && /$name/;
	} }, grep { -d } map { "$top/$_" } @dirs);
	return sort @found;
}

1;
