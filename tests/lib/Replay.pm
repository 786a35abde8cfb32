# Sessions in documents are real: every `$ command` of one document is run, in
# order, by one shell that starts in an empty home, and must print what stands
# below it.  A line that starts with `> ` goes on with the command above it.
package Replay;
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Temp qw(tempdir);
use Exporter qw(import);
use Files qw(lines_of slurp spit);
our @EXPORT_OK = qw(of_markdown of_page run_session plain);

# Where a reader finds what is installed, and where it is in this tree.
my $INSTALLED = '/usr/local/share/fairtree';

# Steps [command, text below it] of lines that are a session.
sub steps_of {
	my @steps;
	for my $line (@_) {
		if ($line =~ /^\$ (.*)/) {
			push @steps, ["$1\n", ''];
		} elsif ($line =~ /^> (.*)/ && @steps && $steps[-1][1] eq '') {
			$steps[-1][0] .= "$1\n";
		} elsif (@steps) {
			$steps[-1][1] .= $line;
		}
	}
	return @steps;
}

# The blocks ```console of a Markdown file.
sub of_markdown {
	my ($file) = @_;
	my ($inside, @session);
	for my $line (lines_of($file)) {
		if ($line =~ /^```(\w*)/) {
			$inside = $1 eq 'console';
		} elsif ($inside) {
			push @session, $line;
		}
	}
	return steps_of(@session);
}

# A line of a literal display as it is printed.
sub unroff {
	my ($line) = @_;
	$line =~ s/^\\&//;
	$line =~ s/\\e/\\/g;
	return $line;
}

# The literal displays of a manual page that start with a command.
sub of_page {
	my ($file) = @_;
	my ($inside, @session);
	my @lines = lines_of($file);
	for my $i (0 .. $#lines) {
		if ($lines[$i] =~ /^\.Bd -literal/) {
			$inside = $lines[$i + 1] =~ /^\$ /;
		} elsif ($lines[$i] =~ /^\.Ed/) {
			$inside = 0;
		} elsif ($inside) {
			push @session, unroff($lines[$i]);
		}
	}
	return steps_of(@session);
}

# What may differ without being wrong: blanks at the ends of lines, which are
# not kept in a document, and dates, as the clock of a new store starts now.
sub plain {
	my ($text) = @_;
	$text =~ s/[ \t]+$//mg;
	$text =~ s/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\b/DATE/g;
	return $text;
}

sub script_of {
	my ($work, @steps) = @_;
	my $script = "cd \"\$HOME\" || exit\n";
	for my $i (0 .. $#steps) {
		my $command = $steps[$i][0] =~
		    s{\Q$INSTALLED\E}{$work/share}gr;
		$script .= "{\n$command} >'$work/out.$i' 2>&1 </dev/null\n";
	}
	return $script;
}

# Run STEPS with the programs of BUILD; returns what each printed.  %more goes
# into the environment.
sub run_session {
	my ($build, $steps, %more) = @_;
	my $work = tempdir(CLEANUP => 1);
	my $top = getcwd();
	mkdir "$work/home" or die "$work: $!";
	symlink "$top/data", "$work/share" or die "$work: $!";
	local %ENV = (PATH => "$build/bin:$ENV{PATH}", HOME => "$work/home",
	    TZ => 'UTC', LC_ALL => 'C.UTF-8', %more,
	    map { $ENV{$_} ? ($_ => $ENV{$_}) : () }
		qw(ASAN_OPTIONS TMPDIR));
	spit("$work/script", script_of($work, @$steps));
	system 'sh', "$work/script";
	return map {
		my $text = slurp("$work/out.$_", "(did not run)\n");
		$text =~ s{\Q$work/share\E}{$INSTALLED}g;
		$text =~ s{\Q$work/home\E}{/home/you}g;
		$text;
	} 0 .. $#$steps;
}

1;
