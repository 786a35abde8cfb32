# A recorded case as one text, the file `transcript` of its folder, with its
# input files beside it.  tests/README.md says what the lines mean.  In memory:
#
#   folder    where the case is
#   about     lines that say what it is about
#   releases  those on which it was recorded, the first of them in full
#   use       input files that another case keeps: name => case
#   notes     of the whole case: [word, text, release, `*` order or starts]
#   commands  [{before => comments above it, line, notes => [[word, text,
#             release]], said => {release => {out, err, rc}}}]; a release after
#             the first has only what differs
#   after     comments below the last command
#
# from_files and to_files go between this and the many small files in which the
# real Slurm is recorded.
package Transcript;
use strict;
use warnings;
use File::Basename qw(basename dirname);
use File::Copy qw(copy);
use File::Path qw(make_path);
use Exporter qw(import);
use Files ();
our @EXPORT_OK = qw($BASE load_case read_case text_of from_files to_files
	files_of_recording common_todo own_inputs inputs plain wanted
	note_on slurp spit);

our $BASE   = '22.05';
my $RELEASE = qr/\d\d\.\d\d/;
my @WORDS   = qw(todo volatile not-applicable tolerance);
my $WORD    = join '|', @WORDS;
my %MARK    = (out => '>', err => '!');
my %NOTHING = (out => 'no output', err => 'no errors');
my %STREAM  = (reverse(%MARK), reverse(%NOTHING));

# The bytes of a file, '' if there is none.
sub slurp {
	return Files::slurp($_[0], '');
}

sub spit {
	my ($path, $text, $mode) = @_;
	Files::spit($path, $text);
	chmod $mode, $path if $mode;
}

# ---- one line, whatever bytes it has -----------------------------------------

my %letter = ("\t" => 't', "\r" => 'r', "\e" => 'e');
my %byte   = (reverse(%letter), s => ' ', '\\' => '\\');

# A character that can be seen stays; of others each byte is named.
sub named {
	my ($bytes) = @_;
	my $character = $bytes;
	return $bytes if utf8::decode($character) && ord $character <= 0x10ffff
	    && $character =~ /^[^\p{C}\p{Z}]+$/;
	return join '', map { '\\' . ($letter{$_} || sprintf 'x%02x', ord) }
	    split //, $bytes;
}

# Nothing that an editor changes or does not show; OPEN: no newline follows.
sub escaped {
	my ($text, $open) = @_;
	$text =~ s/\\/\\\\/g;
	$text =~ s/([\xc2-\xf4][\x80-\xbf]+|[^\x20-\x7e])/named($1)/ge;
	return "$text\\" if $open;
	$text =~ s/ \z/\\s/;
	return $text;
}

# A backslash at the end: no newline follows.
sub unescaped {
	my ($text) = @_;
	my $open = 0;
	$text =~ s{\\(?:([\\stre])|x([0-9a-f]{2})|(\z)|)}{
		defined $1 ? $byte{$1} : defined $2 ? chr hex $2
		    : defined $3 ? ($open = 1, '')[1]
		    : die "no such escape (write a backslash as \\\\)\n";
	}ge;
	return ($text, $open);
}

# ---- write -------------------------------------------------------------------

sub marked {
	my ($mark, @text) = @_;
	return map { $mark . (length() ? " $_" : '') . "\n" } @text;
}

sub comment_lines { return marked('#', map { escaped($_) } @_) }

sub stream_lines {
	my ($mark, $text) = @_;
	return marked($mark, map { my $ends = s/\n\z//; escaped($_, !$ends) }
		    split /^/, $text);
}

# As it is typed, if that can be seen.
sub command_line {
	my ($line) = @_;
	my $escaped = escaped($line);
	return $escaped eq $line =~ s/\\/\\\\/gr ? "\$ $line\n"
	    : "\$\\ $escaped\n";
}

sub note_lines {
	my ($notes, $release) = @_;
	return map {
		my ($word, $text, undef, $key) = @$_;
		join(' ', $word, grep { defined && length } $key,
			escaped($text)) . "\n";
	} grep { $_->[2] eq $release } @$notes;
}

# One stream or the status, if it differs from NORMAL.
sub said_lines {
	my ($stream, $said, $normal) = @_;
	my $text = $said->{$stream};
	return if !defined $text || $text eq $normal->{$stream};
	return $stream eq 'rc' ? "= $text\n" : $text eq '' ? "$NOTHING{$stream}\n"
	    : stream_lines($MARK{$stream}, $text);
}

# The lines that PART returns for each release after the first, each said once:
# `in 24.11 26.05` and what is the same in both.
sub later_lines {
	my ($case, @parts) = @_;
	my (undef, @releases) = @{ $case->{releases} };
	my %section;
	for my $part (@parts) {
		my %same;
		push @{ $same{ join '', $part->($_) } }, $_ for @releases;
		$section{"@{ $same{$_} }"} .= $_ for grep { length } keys %same;
	}
	return map { ("in $_\n", $section{$_}) } sort keys %section;
}

sub command_lines {
	my ($case, $command) = @_;
	my ($notes, $said) = @$command{qw(notes said)};
	my $normal = { out => '', err => '', rc => 0 };
	return (comment_lines(@{ $command->{before} }),
		command_line($command->{line}), note_lines($notes, $BASE),
		map({ said_lines($_, $said->{$BASE}, $normal) } qw(out err rc)),
		later_lines($case, sub { note_lines($notes, $_[0]) },
			map { my $stream = $_; sub { said_lines($stream,
				$said->{ $_[0] }, $said->{$BASE}) } }
			    qw(out err rc)));
}

# The transcript of a case.
sub text_of {
	my ($case) = @_;
	my %kept;
	push @{ $kept{ $case->{use}{$_} } }, $_ for sort keys %{ $case->{use} };
	my @releases = @{ $case->{releases} };
	my @head = (comment_lines(@{ $case->{about} }),
		@releases > 1 ? "recorded @releases\n" : (),
		map({ "use $_: @{ $kept{$_} }\n" } sort keys %kept),
		note_lines($case->{notes}, $BASE),
		later_lines($case, sub { note_lines($case->{notes}, $_[0]) }));
	my @after = comment_lines(@{ $case->{after} });
	return join "\n", map({ join '', @$_ } \@head,
		map({ [command_lines($case, $_)] } @{ $case->{commands} }),
		@after ? \@after : ());
}

# ---- read --------------------------------------------------------------------

# Below `in RELEASE...` lines are of these releases.
sub go_to {
	my ($case, $state, $releases) = @_;
	my (undef, @known) = @{ $case->{releases} };
	for my $release (split ' ', $releases) {
		die "no later release of this case: $release\n"
		    unless grep { $_ eq $release } @known;
	}
	$state->{releases} = [split ' ', $releases];
}

sub add_notes {
	my ($to, $state, $word, $text, @key) = @_;
	my ($plain) = unescaped($text // '');
	push @$to, map { [$word, $plain, $_, @key] } @{ $state->{releases} };
}

sub parse_head {
	my ($case, $line, $state) = @_;
	if ($line =~ /^#(?: (.*))?$/) {
		push @{ $case->{about} }, (unescaped($1 // ''))[0];
	} elsif ($line =~ /^recorded ($BASE(?: $RELEASE)*)$/) {
		$case->{releases} = [split ' ', $1];
	} elsif ($line =~ /^use (\S+): (\S.*)$/) {
		$case->{use}{$_} = $1 for split ' ', $2;
	} elsif ($line =~ /^in ($RELEASE(?: $RELEASE)*)$/) {
		go_to($case, $state, $1);
	} elsif ($line =~ /^($WORD) (\*|order|starts)(?: (.*))?$/) {
		add_notes($case->{notes}, $state, $1, $3, $2);
	} else {
		die "not a line of the head\n";
	}
}

sub add_text {
	my ($said, $stream, $text) = @_;
	my ($plain, $open) = unescaped($text);
	$said->{$stream} //= '';
	die "the line above has no end\n" if $said->{$stream} =~ /[^\n]\z/;
	$said->{$stream} .= $plain . ($open ? '' : "\n");
}

sub parse_answer {
	my ($case, $line, $state) = @_;
	my $command = $state->{command} or die "not below a command\n";
	my @said = map { $command->{said}{$_} //= {} } @{ $state->{releases} };
	if ($line =~ /^([>!])(?: (.+))?$/) {
		add_text($_, $STREAM{$1}, $2 // '') for @said;
	} elsif ($line =~ /^= (\d+)$/) {
		$_->{rc} = $1 for @said;
	} elsif (my $stream = $STREAM{$line}) {
		$_->{$stream} = '' for @said;
	} elsif ($line =~ /^in ($RELEASE(?: $RELEASE)*)$/) {
		go_to($case, $state, $1);
	} elsif ($line =~ /^($WORD)(?: (.*))?$/) {
		add_notes($command->{notes}, $state, $1, $2);
	} else {
		die "not a line of a transcript\n";
	}
}

sub parse_command {
	my ($case, $line, $state) = @_;
	if ($line =~ /^#(?: (.*))?$/ && !$state->{command}) {
		push @{ $state->{before} }, (unescaped($1 // ''))[0];
	} elsif ($line =~ /^\$(\\?) (.+)$/ && !$state->{command}) {
		$state->{command} = {
			before => delete $state->{before} || [],
			line => $1 ? (unescaped($2))[0] : $2, notes => [],
			said => { $BASE => {} },
		};
		push @{ $case->{commands} }, $state->{command};
	} else {
		parse_answer($case, $line, $state);
	}
}

sub parse_line {
	my ($case, $line, $state) = @_;
	die "bytes that nobody sees, or a blank at the end\n"
	    if $line =~ /[\x00-\x1f\x7f]| \z/;
	if ($line eq '') {
		die "an empty line too many\n" if $state->{before};
		%$state = (releases => [$BASE], before => [], body => 1);
	} elsif ($state->{body}) {
		parse_command($case, $line, $state);
	} else {
		parse_head($case, $line, $state);
	}
}

# Dies with FILE:LINE: and what is wrong there.
sub parse {
	my ($folder, $text) = @_;
	my $case = { folder => $folder, about => [], releases => [$BASE],
		use => {}, notes => [], commands => [], after => [] };
	my ($number, $state) = (0, { releases => [$BASE] });
	die "$folder/transcript: the last line has no end\n"
	    unless $text =~ s/\n\z//;
	for my $line (split /\n/, $text, -1) {
		$number++;
		eval { parse_line($case, $line, $state); 1 }
		    or die "$folder/transcript:$number: $@";
	}
	$case->{after} = $state->{before} || [];
	for my $command (@{ $case->{commands} }) {
		my $said = $command->{said}{$BASE};
		$command->{said}{$BASE} = { out => '', err => '', rc => 0,
			%$said };
	}
	return $case;
}

sub read_case {
	my ($folder) = @_;
	-e "$folder/transcript" or die "$folder: no transcript there\n";
	my $case = parse($folder, slurp("$folder/transcript"));
	my %file = inputs($case);
	for (grep { !-e $file{$_} } sort keys %file) {
		die "$folder/transcript: no such file: $file{$_}\n";
	}
	return $case;
}

# ---- the files of a recording ------------------------------------------------

# Names in FOLDER: what becomes lines of the transcript.
sub files_of_recording {
	my ($folder) = @_;
	return grep { -e } map({ "$folder/$_" } 'README', 'commands.txt'),
	    map({ ("$folder/$_.txt", glob "$folder/$_-[0-9]*.txt") } @WORDS),
	    "$folder/expected", glob "$folder/expected-*";
}

# The input files that lie in the folder: name => path.
sub own_inputs {
	my ($folder) = @_;
	my %taken = map { $_ => 1 } "$folder/transcript",
	    files_of_recording($folder);
	return map { (basename($_) => $_) } grep { -f && !$taken{$_} }
	    glob "$folder/*";
}

# All input files of a case: name => path.
sub inputs {
	my ($case) = @_;
	my $beside = dirname($case->{folder});
	return (own_inputs($case->{folder}),
		map { ($_ => "$beside/$case->{use}{$_}/$_") }
		    keys %{ $case->{use} });
}

# A row of volatile.txt and its like: NUMBER [VALUE] [# WHY].
sub add_note {
	my ($case, $word, $release, $row) = @_;
	my ($key, $value, $why) =
	    $row =~ /^\s*([^\s#]+)\s*([^#]*?)\s*(?:#\s*(.*?))?\s*$/ or return;
	my $text = join ' ', grep { defined && length } $value, $why;
	return push @{ $case->{notes} }, [$word, $text, $release, $key]
	    unless $key =~ /^\d+$/;
	my $command = $case->{commands}[$key - 1];
	die "$case->{folder}: $word of a command that is not there: $key\n"
	    unless $key > 0 && $command;
	push @{ $command->{notes} }, [$word, $text, $release];
}

sub commands_from {
	my ($case, $text) = @_;
	my @before;
	for (split /\n/, $text) {
		if (/^(?:#\s?(.*)|\s*)$/) {
			push @before, $1 // '';
		} else {
			push @{ $case->{commands} }, { before => [@before],
				line => $_, notes => [], said => {} };
			@before = ();
		}
	}
	$case->{after} = \@before;
}

# The file of an answer belongs to the command that is its number.
sub check_answer {
	my ($case, $path) = @_;
	my ($key, $kind) = basename($path) =~ /^(\d+)\.(cmd|out|err|rc)$/
	    or die "$path: not a file of a recording\n";
	my $command = $case->{commands}[$key - 1];
	die "$path: there is no such command\n" unless $key > 0 && $command;
	my $text = slurp($path);
	die "$path: not the line of commands.txt\n"
	    if $kind eq 'cmd' && $text ne "$command->{line}\n";
	die "$path: no exit status\n"
	    if $kind eq 'rc' && $text !~ /^\d+\n\z/;
}

sub answers_from {
	my ($case, $release) = @_;
	my $folder = "$case->{folder}/expected"
	    . ($release eq $BASE ? '' : "-$release");
	check_answer($case, $_) for glob "$folder/*";
	my $number = 0;
	for my $command (@{ $case->{commands} }) {
		my $key = sprintf '%s/%02d', $folder, ++$number;
		my $said = $command->{said}{$release} = $release eq $BASE
		    ? { out => '', err => '', rc => 0 } : {};
		for (grep { -e "$key.$_" } qw(out err rc)) {
			$said->{$_} = slurp("$key.$_");
		}
		$said->{rc} =~ s/\n\z// if defined $said->{rc};
	}
}

# The list of all cases, beside their folder: CASE NUMBER WHY.  Returns its rows
# for the case in FOLDER as its own todo.txt has them, and the other lines.
sub common_todo {
	my ($folder) = @_;
	my $name = basename($folder);
	my (@mine, @others);
	for (split /^/, slurp(dirname(dirname($folder)) . '/todo.txt')) {
		if (/^\Q$name\E\s+(\S+)\s+([^#]*?)\s*(?:#.*)?$/) {
			push @mine, "$1 # $2\n";
		} else {
			push @others, $_;
		}
	}
	return (\@mine, \@others);
}

# The case that was recorded as files in FOLDER.
sub from_files {
	my ($folder) = @_;
	die "$folder: has a transcript and commands.txt; remove one\n"
	    if -e "$folder/transcript";
	-e "$folder/README" or die "$folder: no README (one line about it)\n";
	my $case = { folder => $folder, use => {}, notes => [],
		about => [split /\n/, slurp("$folder/README")],
		commands => [] };
	$case->{releases} = [$BASE,
		map { /-($RELEASE)$/ ? $1 : () } sort glob "$folder/expected-*"];
	commands_from($case, slurp("$folder/commands.txt"));
	for my $release (@{ $case->{releases} }) {
		answers_from($case, $release);
		my $end = $release eq $BASE ? '' : "-$release";
		for my $word (@WORDS) {
			add_note($case, $word, $release, $_)
			    for split /\n/, slurp("$folder/$word$end.txt");
		}
	}
	return $case;
}

# A transcript, or files that are not yet one; with what todo.txt has on it.
sub load_case {
	my ($folder) = @_;
	my $case = -e "$folder/commands.txt" ? from_files($folder)
	    : read_case($folder);
	add_note($case, 'todo', $BASE, $_) for @{ (common_todo($folder))[0] };
	return $case;
}

sub note_rows {
	my ($case, $word, $release) = @_;
	my ($number, @rows) = (0);
	for (@{ $case->{notes} }) {
		push @rows, [$_->[3], @$_];
	}
	for my $command (@{ $case->{commands} }) {
		my $key = sprintf '%02d', ++$number;
		push @rows, map { [$key, @$_] } @{ $command->{notes} };
	}
	return map {
		my ($key, undef, $text) = @$_;
		my $value = '';
		($value, $text) = (" $1", $2)
		    if $word eq 'tolerance' && $text =~ /^(\S+)\s*(.*)$/;
		"$key$value" . (length $text ? " # $text" : '') . "\n";
	} grep { $_->[1] eq $word && $_->[3] eq $release } @rows;
}

sub write_answers {
	my ($case, $release, $folder) = @_;
	my ($number, $written) = (0, 0);
	make_path($folder);
	for my $command (@{ $case->{commands} }) {
		my $key  = sprintf '%s/%02d', $folder, ++$number;
		my $said = $command->{said}{$release} || {};
		spit("$key.cmd", "$command->{line}\n") if $release eq $BASE;
		for (grep { defined $said->{$_} } qw(out err rc)) {
			spit("$key.$_", $said->{$_} . ($_ eq 'rc' ? "\n" : ''));
			$written++;
		}
	}
	spit("$folder/.same", '') unless $written;
}

# Write a case to FOLDER as it is recorded.
sub to_files {
	my ($case, $folder) = @_;
	my %file = inputs($case);
	make_path($folder);
	for (sort keys %file) {
		copy($file{$_}, "$folder/$_") or die "$file{$_}: $!\n";
		chmod 0755, "$folder/$_" if -x $file{$_};
	}
	spit("$folder/README", join '', map { "$_\n" } @{ $case->{about} });
	my $before = sub { map { length() ? "# $_\n" : "\n" } @{ $_[0] } };
	spit("$folder/commands.txt", join '', map({ $before->($_->{before}),
		"$_->{line}\n" } @{ $case->{commands} }),
		$before->($case->{after}));
	for my $release (@{ $case->{releases} }) {
		my $end = $release eq $BASE ? '' : "-$release";
		write_answers($case, $release, "$folder/expected$end");
		for my $word (@WORDS) {
			my @rows = note_rows($case, $word, $release);
			spit("$folder/$word$end.txt", join '', @rows) if @rows;
		}
	}
}

# ---- ask ---------------------------------------------------------------------

# What RELEASE printed for COMMAND: {out, err, rc}.
sub wanted {
	my ($command, $release) = @_;
	return { map { %{ $command->{said}{$_} || {} } } $BASE, $release };
}

# What is compared: without times, ids of users and of jobs across clusters, where
# daemons run, and the comment lines of a dump.
sub plain {
	my ($text) = @_;
	$text =~ s/in usec=\d+/in usec=N/g;
	$text =~ s/\bmod_time=\d+/mod_time=N/g;
	$text =~ s/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d/TIME/g;
	# seconds since 1970, in JSON and YAML
	$text =~ s/(?<=: )1[789]\d{8}\b/EPOCH/g;
	$text =~ s{(\w|\buid )\((?:\d{4,}|-1)\)}{$1(UID)}g;
	$text =~ s/\bs[0-9A-Z]{13}\b/SLUID/g;
	$text =~ s/(Slurmctld\(primary\) at )\S+/$1HOST/g;
	$text =~ s/(to host:localhost:)\d+/$1PORT/g;
	return join '', grep { !/^#/ } split /^/, $text;
}

# The text of a note on COMMAND (or order, starts), undef if there is none.  A
# todo is of one release, the others of the first are of all.
sub note_on {
	my ($case, $word, $release, $command) = @_;
	my @notes = (ref $command ? @{ $command->{notes} }
		: grep({ $_->[3] eq $command } @{ $case->{notes} }),
		grep { $_->[3] eq '*' } @{ $case->{notes} });
	for (grep { $_->[0] eq $word } @notes) {
		return $_->[1] if $_->[2] eq $release
		    || $_->[2] eq $BASE && $word ne 'todo';
	}
	return undef;
}

1;
