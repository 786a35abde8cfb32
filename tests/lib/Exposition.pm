# A reader of the text format of Prometheus, 0.0.4, that takes nothing else.
package Exposition;
use strict;
use warnings;
use Exporter qw(import);
our @EXPORT_OK = qw(read_exposition);

my $number = qr/[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]Inf|NaN/;

sub labels_of {
	my ($text) = @_;
	my %label;
	pos($text) = 0;
	while (pos($text) < length $text) {
		$text =~ /\G([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"/gc
		    or die "bad label in {$text}\n";
		my ($name, $value) = ($1, $2);
		die "label $name twice\n" if exists $label{$name};
		die "label $name is reserved\n" if $name =~ /^__/;
		my %plain = (n => "\n", '"' => '"', '\\' => '\\');
		$value =~ s/\\(.)/$plain{$1}/g;
		utf8::decode(my $copy = $value) or die "label $name: no UTF-8\n";
		$label{$name} = $value;
		last if pos($text) == length $text;
		$text =~ /\G,/gc or die "bad labels {$text}\n";
	}
	return \%label;
}

# Returns the families in their order, each { name, type, help, samples =>
# [{ labels, value }] }; dies of the first thing that is not as the format has
# it.
sub read_exposition {
	my ($text) = @_;
	my (@families, %seen, %sample);
	die "the last line has no end\n" if $text ne '' && $text !~ /\n\z/;
	for my $line (split /\n/, $text) {
		next if $line eq '';
		if ($line =~ /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/) {
			my ($name, $help) = ($1, $2);
			die "$name comes twice\n" if $seen{$name}++;
			die "$name: bad escape\n" if $help =~ /(?<!\\)(?:\\\\)*\\[^\\n]/;
			push @families, { name => $name, help => $help,
				samples => [] };
			next;
		}
		my $family = $families[-1] or die "a sample before its head\n";
		if ($line =~ /^# TYPE (\S+) (\S+)$/) {
			my ($name, $type) = ($1, $2);
			die "type of $name in $family->{name}\n"
			    if $name ne $family->{name};
			die "two types of $name\n" if $family->{type};
			die "type behind samples of $name\n"
			    if @{ $family->{samples} };
			die "no type $type\n" if $type
			    !~ /^(?:counter|gauge|histogram|summary|untyped)$/;
			$family->{type} = $type;
			next;
		}
		die "odd comment: $line\n" if $line =~ /^#/;
		$line =~ /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ($number)$/
		    or die "no sample: $line\n";
		my ($name, $labels, $value) = ($1, $2 // '', $3);
		die "$name among $family->{name}\n"
		    if $name ne $family->{name};
		my $label = labels_of($labels);
		my $key = join "\0", $name,
		    map { "$_=$label->{$_}" } sort keys %$label;
		die "sample twice: $line\n" if $sample{$key}++;
		die "counter without _total: $name\n"
		    if ($family->{type} // '') eq 'counter' && $name !~ /_total$/;
		push @{ $family->{samples} },
		    { labels => $label, value => $value };
	}
	for (@families) {
		die "$_->{name} has no type\n" if !$_->{type};
		die "$_->{name} has no samples\n" if !@{ $_->{samples} };
		die "$_->{name} has no help\n" if $_->{help} !~ /\S/;
	}
	return @families;
}

1;
