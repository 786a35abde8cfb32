#!/usr/bin/env perl
# Phrases that read like a translation do not come back.  A list of words cannot
# make good English; this one holds the worst phrases that were replaced.
use strict;
use warnings;
use lib 'tests/lib';
use Files qw(slurp);
use Sources qw(sources);
use Test::More;

# [phrase, the better words]: in sources, with their comments and messages, and
# in pages.
my @everywhere = (
	[qr/parted by/i, 'separated by'],
	[qr/\bwho is told\b/i, 'name the subject'],
	[qr/\bin the order of their bytes\b/i, 'sorted bytewise'],
	[qr/\bcomes last holds\b/i, 'the last one wins'],
	[qr/\bthat comes of it\b/i, 'resulting'],
	[qr/\bof a limit -1\b/i, 'set a limit to -1 to remove it'],
	[qr/\bSomething was wrong\b/, 'an error occurred'],
	[qr/\bAll was done\b/, 'everything was done'],
	[qr/\bone to a line\b/i, 'one per line'],
	[qr/\bthought away\b/i, 'ignored'],
	[qr/\bno release does\b|, in no release\b/i, 'not in any release'],
);

# In what users read: pages, texts of examples and lessons, README.
my @pages = (
	[qr/\bcomes? behind\b|\bstands? (?:behind|before|beside)\b/i,
		'comes after, comes before'],
	[qr/\bthe least \w+ (?:that|with)\b/i, 'name the term, such as percentile'],
	[qr/\btells? (?!apart)/i, 'reports, prints, explains'],
	[qr/\banew\b/i, 'again, recomputed'],
	[qr/\bpassed over\b/i, 'skipped'],
	[qr/\blooked at\b/i, 'examined, checked'],
	[qr/\bbooked\b/i, 'charged, recorded'],
	[qr/\busage fades?\b/i, 'usage decays'],
	[qr/\bhand(?:s|ed)? (?:it |them )?over\b/i, 'pass'],
	[qr/\boff a terminal\b/i, 'without a terminal'],
	[qr/\bwhat fits\b/i, 'name the subject'],
	[qr/\bnothing is said\b/i, 'by default'],
	[qr/\bpushe[sd] aside\b/i, 'preempted'],
);

# Sentences of pages that open with a question word or a genitive.
my $opening = qr/^(?:Of|Whom|What is|Who \w+ is) /;

# The lines of FILE that break a rule, as "file:line: phrase (better)".
sub found {
	my ($file, $text, @rules) = @_;
	my $any = join '|', map { $_->[0] } @rules;
	return if $text !~ /$any/;
	my ($n, @bad) = (0);
	for my $line (split /\n/, $text) {
		$n++;
		push @bad, map { "$file:$n: $& ($_->[1])" }
		    grep { $line =~ $_->[0] } @rules if $line =~ /$any/;
	}
	return @bad;
}

# The openings of the sentences of a page that people wrote: not in regions that
# come from tables, and not of a question.
sub openings {
	my ($file, $text) = @_;
	my ($n, $made, @bad) = (0, 0);
	for my $line (split /\n/, $text) {
		$n++;
		$made = $1 eq 'BEGIN' if $line =~ /^\.\\" (BEGIN|END) /;
		push @bad, "$file:$n: $& (begin with the subject)"
		    if !$made && $line =~ $opening && $line !~ /\?$/
		    && $line !~ /^What is \w+:/;
	}
	return @bad;
}

my @sources = grep { !m{/store/sql/} }
    sources('.', qr/\.(?:[ch]|def|md)$/, qw(libcore cmd));
my @read = ('README.md', sources('.', qr/\.[1-8]$/, 'man'),
	sources('.', qr/\.(?:md|lesson|conf|exp|events|sh)$/, 'data'));

is_deeply([map { found($_, slurp($_), @everywhere) } @sources], [],
	'sources: none of the worst phrases');
is_deeply([map { found($_, slurp($_), @everywhere, @pages) } @read], [],
	'pages and examples: none of the worst phrases');
is_deeply([map { openings($_, slurp($_)) } grep { /^man/ } @read], [],
	'pages: sentences open with their subject');

# ---- the check itself --------------------------------------------------------

my @planted = (
	'fields parted by commas', 'the user who is told', 'Who is told it',
	'rows in the order of their bytes', 'the one that comes last holds',
	'the factor that comes of it', 'Of a limit -1 takes it away',
	'Something was wrong.', 'All was done.',
	'one to a line', 'jobs thought away', 'Slurm merges, in no release',
	'who stands before it', 'what comes behind it', 'the least wait that fits',
	'it tells the order', 'made anew', 'is passed over', 'jobs looked at',
	'usage is booked', 'all usage fades', 'hands it over', 'off a terminal',
	'starts what fits', 'if nothing is said', 'is pushed aside');
is_deeply([grep { !found('page', $_, @everywhere, @pages) } @planted], [],
	'notices each phrase');
is_deeply([found('a.c', "/* fine */\n/* words parted by commas */\n",
		@everywhere)], ['a.c:2: parted by (separated by)'],
	'says where, and the better words');
is(scalar openings('page', ".Pp\nOf one's own only the QOS.\nWhom it is about.\n"
		. "What is not said is off.\nWho waits is shown.\n"), 4,
	'notices openings');
is(scalar openings('page', "What is inf?\nWhat is S:\n.\\\" BEGIN X\nOf jobs.\n"
		. ".\\\" END X\nOften it is.\n"), 0, 'allows others');
done_testing();
