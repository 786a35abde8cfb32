# What the documents of the commands are made of: each key with its type, and
# whether a document has all that was pinned; and a reader of CSV.
package Schema;
use strict;
use warnings;
use B ();
use Exporter qw(import);
use JSON::PP;
our @EXPORT_OK = qw(keys_of missing csv_rows);

sub type_of {
	my ($value) = @_;
	return 'null' if !defined $value;
	return 'bool' if JSON::PP::is_bool($value);
	return 'list' if ref $value eq 'ARRAY';
	return 'object' if ref $value eq 'HASH';
	# JSON::PP keeps what was a number as one
	return B::svref_2object(\$value)->FLAGS & B::SVf_POK() ? 'text'
	    : 'number';
}

# The way to each value and its type, elements of a list as one; of several
# elements the first type that is not null counts.
sub keys_of {
	my ($value, $path, $keys) = @_;
	($path, $keys) = ('', {}) if !defined $path;
	my $type = type_of($value);
	$keys->{$path} = $type
	    if $path ne '' && ($keys->{$path} // 'null') eq 'null';
	if ($type eq 'object') {
		keys_of($value->{$_}, $path eq '' ? $_ : "$path.$_", $keys)
		    for sort keys %$value;
	} elsif ($type eq 'list') {
		keys_of($_, "${path}[]", $keys) for @$value;
	}
	return $keys;
}

# What of the pinned keys a document lacks or has of another type.  One that
# was null when it was pinned may turn out to be anything.
sub missing {
	my ($pinned, $keys) = @_;
	my @bad;
	for my $path (sort keys %$pinned) {
		my ($want, $have) = ($pinned->{$path}, $keys->{$path});
		push @bad, "$path is gone" and next if !defined $have;
		push @bad, "$path was $want, is $have"
		    if $want ne $have && $want ne 'null' && $have ne 'null';
	}
	return @bad;
}

# Rows of cells, as RFC 4180 has them but for the ends of lines; dies of what is
# no CSV.
sub csv_rows {
	my ($text) = @_;
	my (@rows, @row);
	pos($text) = 0;
	while (pos($text) < length $text) {
		my $cell;
		if ($text =~ /\G"((?:[^"]|"")*)"/gc) {
			$cell = $1 =~ s/""/"/gr;
		} else {
			$text =~ /\G([^",\n]*)/gc;
			$cell = $1;
		}
		push @row, $cell;
		if ($text =~ /\G,/gc) {
			next if pos($text) < length $text;
			die "CSV: ends behind a comma\n";
		}
		$text =~ /\G\n/gc
		    or die 'CSV: bad cell at byte ' . pos($text) . "\n";
		push @rows, [@row];
		@row = ();
	}
	return @rows;
}

1;
