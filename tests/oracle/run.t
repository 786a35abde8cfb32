#!/usr/bin/env perl
# What the real Slurm printed, command by command, against ours called by the
# Slurm names, on each release on which a case was recorded.  ../README.md says
# what is in a case.
#
#   tests/oracle/run.t [OPTION...] [CASE...]     FT_BUILD: where the programs are
#
#   -r            cases in which jobs run; else, without CASE, the others
#   -R RELEASE    this release only
#   --renew-todo  take the todo of what passes out of the transcripts; without
#                 CASE all that have one
#   --add-todo    that, and a todo for whatever fails on a later release
#
# FT_CASES_EVERY=N: without CASE every N-th of them, where a case counts once per
# release; the sanitizers have no time for all.  FT_CASES_TURN=M: which ones.
#
# A todo in a transcript: the command waits for something we do not have yet; one
# that passes all the same fails, so that the notes stay true.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(basename dirname);
use IO::Handle;
use File::Temp qw(tempdir);
use Getopt::Long;
use POSIX qw(strftime);
use Test::More;
use lib dirname(abs_path(__FILE__)) . '/../lib';
use Transcript qw($BASE load_case text_of inputs plain wanted note_on
	slurp spit);

my $here  = abs_path(dirname(__FILE__));
my $build = abs_path($ENV{FT_BUILD} || "$here/../../build");
# else the names would find the real programs, and a real slurmdbd
die "$build/bin/facctmgr is not there; FT_BUILD?\n"
    unless -x "$build/bin/facctmgr";
# keys that are typed ahead are read as they come without libedit
my $edits = system('grep', '-q', 'libedit\.so', "$build/bin/facctmgr") == 0
    && system('script -qec true /dev/null </dev/null >/dev/null 2>&1') == 0;
my $limit = 600;   # seconds, against hanging
my $release;       # of what was recorded; ours is like it

my $usage = "usage: run.t [-r] [-R RELEASE] [--renew-todo | --add-todo] [CASE...]\n";
my ($running, $renews, $adds, @only);
Getopt::Long::Configure('no_ignore_case');
GetOptions('r' => \$running, 'R=s' => \@only, 'renew-todo' => \$renews,
	'add-todo' => \$adds) or die $usage;

# Slurm's name of each program.
my %slurm_name = (
	fshare => 'sshare', facctmgr => 'sacctmgr', fprio => 'sprio',
	fbatch => 'sbatch', fqueue => 'squeue', fcancel => 'scancel',
	facct  => 'sacct',  fcontrol => 'scontrol', finfo => 'sinfo',
	freport => 'sreport', feff => 'seff',
	fdiag => 'sdiag',
	freport => 'sreport',
);

my $base_conf = <<'CONF';
ClusterName=cluster
SlurmctldHost=localhost
SlurmUser=root
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageEnforce=associations,limits,qos
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
PriorityType=priority/multifactor
PriorityCalcPeriod=1
PriorityDecayHalfLife=0
PriorityUsageResetPeriod=NONE
PriorityMaxAge=7-0
PriorityWeightAge=0
PriorityWeightAssoc=0
PriorityWeightFairshare=100000
PriorityWeightJobSize=0
PriorityWeightPartition=0
PriorityWeightQOS=0
NodeName=n[1-10] NodeAddr=127.0.0.1 CPUs=16 RealMemory=64000 State=DOWN
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF

# Over the base in cases with a slurmd.txt: there jobs run.
my $run_conf = <<'CONF';
KillWait=2
MinJobAge=3600
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=5,sched_interval=5
DefMemPerCPU=1000
NodeName=n[1-4] NodeAddr=127.0.0.1 CPUs=16 RealMemory=64000 State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF

# The base with the lines of others put over it in turn; node and partition
# lines are replaced as a set.
sub merge_conf {
	my @all = split /\n/, $base_conf;
	for my $over (@_) {
		my @extra = grep { /\S/ && !/^\s*#/ } split /\n/, $over;
		my %replaced =
		    map { /^\s*(\w+)\s*=/ ? (lc $1 => 1) : () } @extra;
		@all = (grep({ !(/^(\w+)=/ && $replaced{ lc $1 }) } @all),
			@extra);
	}
	my $special = qr/^\s*(?:NodeName|PartitionName)\s*=/i;
	return join '', map { "$_\n" } grep({ !/$special/ } @all),
	    grep { /$special/ } @all;
}

sub is_asked {
	my ($recorded) = @_;
	return !@only || grep { $_ eq $recorded } @only;
}

my $number = qr/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

# The same words; numbers may differ by the tolerance, integers by one.
sub is_close {
	my ($want, $have, $tolerance) = @_;
	my @want = split ' ', $want;
	my @have = split ' ', $have;
	return 0 if @want != @have;
	for my $i (0 .. $#want) {
		my ($x, $y) = ($want[$i], $have[$i]);
		next if $x eq $y;
		return 0 unless $x =~ $number && $y =~ $number;
		my $whole = $x == int $x && $y == int $y;
		my $room = $tolerance * abs $x;
		$room = 1 if $whole && $room < 1;
		return 0 if abs($x - $y) > $room;
	}
	return 1;
}

sub setup_steps {
	my ($file) = @_;    # input files, name => path
	my @steps;
	my ($ago) = slurp($file->{'last_decay_ago.txt'} // '') =~ /(\d+)/;
	# whatever else is in it, the real one has a StorageType
	push @steps, '(echo StorageType=x; cat slurmdbd.conf.extra) | '
	    . 'fimport dbdconf -'
	    if $file->{'slurmdbd.conf.extra'};
	# where jobs run it is noon: sacct shows today, and a day may end here
	push @steps, 'scontrol reconfigure', 'fcontrol update clock=' .
	    strftime('%Y-%m-%dT12:00:00', gmtime time + 86400)
	    if $file->{'slurmd.txt'};
	push @steps, '. ./pre.sh' if $file->{'pre.sh'};
	push @steps, 'sacctmgr -i load file=cluster.cfg'
	    if $file->{'cluster.cfg'};
	push @steps, '. ./setup.sh' if $file->{'setup.sh'};
	push @steps, 'fimport usage usage.txt'
	    if slurp($file->{'usage.txt'} // '') =~ /\S/;
	push @steps, 'fimport history history.txt' if $file->{'history.txt'};
	push @steps, "fcontrol update clock=+$ago"
	    if defined $ago && -x "$build/bin/fcontrol";
	push @steps, '. ./jobs.sh'
	    if $file->{'jobs.sh'} && -x "$build/bin/fbatch";
	# what a slurmctld that starts leaves behind; readers make no store
	return @steps ? @steps : ('scontrol reconfigure');
}

# Nobody waits: who sleeps lets the store's time pass, and where jobs run they do
# so meanwhile.
sub time_passes {
	my ($top, $runs) = @_;
	return spit("$top/bin/sleep", <<'SH', 0755) unless $runs;
#!/bin/sh
seconds=${1%.*}
[ "$seconds" = "$1" ] || seconds=$((seconds + 1))
exec fcontrol update clock=+"$seconds" >/dev/null
SH
	spit("$top/bin/sleep", <<'SH', 0755);
#!/bin/sh
exec fsim run --for "${1%.*}" >/dev/null
SH
	spit("$top/bin/wait-jobs", <<'SH', 0755);
#!/bin/bash
# wait-jobs [SECONDS [STATES]]: until no job is left (in these states)
# As long as fsim counts some, squeue need not be asked.  When nobody waits or
# runs any more a job has ended, so that time runs up to the next end at once.
far=
case ${2-PD,R} in
PD) left='run\.waiting\|[1-9]' ;;
PD,R) left='run\.(waiting|running)\|[1-9]' far=1 ;;
*) left=' ' ;;
esac
counts= passed=1
for ((n = ${1:-120}; n > 0; n -= passed)); do
	[[ $counts =~ $left ]] || [ -n "$(squeue -h -r ${2:+-t $2} -o %i)" ] ||
	    exit 0
	if [ "$far" ]; then
		counts=$(fsim run --for "$n" --jobs 1 -P)
		[[ $counts =~ from\|([0-9]+).*to\|([0-9]+) ]]
		passed=$((BASH_REMATCH[2] - BASH_REMATCH[1]))
		# it stops within a second
		((passed == 0)) || continue
		passed=1
	fi
	counts=$(fsim run --for 1 -P)
done
SH
}

# A fresh folder with the programs under both names, the case's files, a store
# yet to be made and the settings.
sub prepare {
	my ($file) = @_;
	my $top = tempdir('fairtree-case-XXXXXX', TMPDIR => 1, CLEANUP => 1);
	mkdir "$top/$_" or BAIL_OUT("$top/$_: $!") for qw(folder bin);
	for my $program (glob "$build/bin/f*") {
		my $name = basename($program);
		symlink $program, "$top/bin/$name";
		symlink $program, "$top/bin/$slurm_name{$name}"
		    if $slurm_name{$name};
	}
	symlink "$build/tests/pty/ptyrun", "$top/bin/ptyrun";
	spit("$top/bin/as", <<'SH', 0755);
#!/bin/sh
FAIRTREE_USER=$1; export FAIRTREE_USER; shift; exec "$@"
SH
	# a daemon that does not answer is a store that is not there
	spit("$top/bin/daemon", <<'SH', 0755);
#!/bin/sh
# daemon stop|start slurmctld|slurmdbd
if [ "$1" = stop ]; then
	mkdir -p "$HOME/stopped"
	[ ! -e "$FAIRTREE_DB" ] || mv "$FAIRTREE_DB"* "$HOME/stopped"
else
	mv "$HOME/stopped"/* "${FAIRTREE_DB%/*}" && scontrol reconfigure
fi
SH
	spit("$top/bin/wait-decay", <<'SH', 0755);
#!/bin/sh
fcontrol update clock=+120 >/dev/null 2>&1
exit 0
SH
	spit("$top/bin/days-pass", <<'SH', 0755);
#!/bin/sh
# days-pass N: what is there is N days older
exec fcontrol update clock=+"$1"-00:00:00 >/dev/null 2>&1
SH
	spit("$top/folder/$_", slurp($file->{$_})) for keys %$file;
	my $runs = $file->{'slurmd.txt'};
	time_passes($top, $runs);
	spit("$top/slurm.conf", merge_conf($runs ? $run_conf : '',
		slurp($file->{'slurm.conf.extra'} // '')));
	return $top;
}

# What a shell does with each line it reads: a descriptor apart tells the status,
# so that a line cannot mix with it.
my $reader = <<'SH';
while IFS= read -r -d '' line <&30; do
	(
		exec 30<&- 31>&-
		ulimit -f 4096
		eval "$line"
	) </dev/null >"$HOME/out" 2>"$HOME/err"
	echo $? >&31
done
SH

# A shell in the folder of a case, for all of its lines: to start one for each
# takes as long as most commands.
sub start_shell {
	my ($top) = @_;
	my %env = (
		PATH => "$top/bin:/usr/local/bin:/usr/bin:/bin",
		SLURM_CONF => "$top/slurm.conf",
		FAIRTREE_DB => "$top/fairtree.db", FAIRTREE_USER => 'root',
		FAIRTREE_SLURM => $release,
		HOME => $top, LANG => 'C', LC_ALL => 'C', TZ => 'UTC',
		TERM => 'dumb', USER => 'root', LOGNAME => 'root',
		SHELL => '/bin/bash',
	);
	pipe my $lines, my $to or BAIL_OUT("pipe: $!");
	pipe my $from, my $statuses or BAIL_OUT("pipe: $!");
	my $child = fork;
	BAIL_OUT("fork: $!") unless defined $child;
	if (!$child) {
		%ENV = (%env,
			map { exists $ENV{$_} ? ($_ => $ENV{$_}) : () }
			    qw(ASAN_OPTIONS UBSAN_OPTIONS));
		chdir "$top/folder";
		setpgrp;
		POSIX::dup2(fileno $lines, 30);
		POSIX::dup2(fileno $statuses, 31);
		exec 'bash', '-c', $reader;
		exit 127;
	}
	$to->autoflush(1);
	return { top => $top, pid => $child, to => $to, from => $from };
}

sub stop_shell {
	my ($shell) = @_;
	close $shell->{to};
	close $shell->{from};
	waitpid $shell->{pid}, 0;
}

# Run one line by the shell; returns stdout, stderr and status as files hold them.
sub run_line {
	my ($shell, $line) = @_;
	my $top = $shell->{top};
	print { $shell->{to} } "$line\0";
	my $status = eval {
		local $SIG{ALRM} = sub { die };
		alarm $limit;
		my $answer = readline $shell->{from};
		alarm 0;
		$answer;
	};
	if (!defined $status) {
		kill KILL => -$shell->{pid};
		stop_shell($shell);
		%$shell = %{ start_shell($top) };
		$status = 124;
	}
	my %got = (out => slurp("$top/out"), err => slurp("$top/err"),
		rc => $status + 0);
	# in JSON, slashes have a backslash
	(my $escaped = "$top/folder") =~ s{/}{\\/}g;
	s{\Q$top\E/folder}{/case}g, s{\Q$escaped\E}{\\/case}g
	    for @got{qw(out err)};
	return %got;
}

sub differences {
	my ($want, $got, $tolerance) = @_;
	my @bad;
	for my $stream (qw(out err rc)) {
		my ($theirs, $ours) = map { plain($_->{$stream}) } $want, $got;
		next if $theirs eq $ours;
		next if defined $tolerance &&
		    is_close($theirs, $ours, $tolerance);
		push @bad, [$stream, $theirs, $ours];
	}
	return @bad;
}

sub show {
	for (@_) {
		my ($stream, $want, $have) = @$_;
		my @want = split /\n/, $want;
		my @have = split /\n/, $have;
		my $shown = 0;
		for my $i (0 .. ($#want > $#have ? $#want : $#have)) {
			my ($x, $y) = ($want[$i], $have[$i]);
			next if defined $x && defined $y && $x eq $y;
			diag("$stream ", $i + 1, ": slurm ",
				defined $x ? "'$x'" : 'nothing');
			diag("$stream ", $i + 1, ":  ours ",
				defined $y ? "'$y'" : 'nothing');
			last if ++$shown == 3;
		}
	}
}

# The rows of a schedule that started.
sub recorded_starts {
	my ($file) = @_;
	my ($head, @rows) = grep { /\S/ } split /\n/, slurp($file);
	my @name = split ' ', $head || '';
	my @list;
	for (@rows) {
		my %row;
		@row{@name} = split;
		push @list, \%row if $row{start} ne '-';
	}
	return @list;
}

# Our starts, each [job, seconds after the first submission, state].
sub our_starts {
	my ($shell) = @_;
	my %got = run_line($shell, 'SLURM_TIME_FORMAT=%s sacct -a -D -X '
		. '-n -P -o JobID,Submit,Start,State');
	my ($first, @list);
	for (split /\n/, $got{out}) {
		my ($job, $submit, $start, $state) = split /\|/;
		next unless "$submit$start" =~ /^\d+$/;
		$first = $submit if !defined $first || $submit < $first;
		push @list, [$job, $start, (split ' ', $state)[0]];
	}
	$_->[1] -= $first for @list;
	return sort { $a->[1] <=> $b->[1] } @list;
}

# The same runs with the same ends, nobody before one that was before it, and
# none six seconds off; returns what is wrong with order and with times.
sub compare_starts {
	my ($want, $have) = @_;
	my $theirs = join ' ', sort map { "$_->{job}:$_->{state}" } @$want;
	my $mine = join ' ', sort map { "$_->[0]:$_->[2]" } @$have;
	return ("slurm $theirs, ours $mine") x 2 if $theirs ne $mine;
	my %runs;
	push @{ $runs{ $_->[0] } }, $_->[1] for @$have;
	my ($before, $order, $late);
	for my $row (@$want) {
		my $at = shift @{ $runs{ $row->{job} } };
		$order ||= "job $row->{job} before job $before->{job}"
		    if $before && $row->{start} > $before->{start}
		    && $at < $before->{at};
		$late ||= "job $row->{job} at $at, not $row->{start}"
		    if abs($at - $row->{start}) > 6;
		$before = { %$row, at => $at };
	}
	return ($order, $late || $order);
}

# Two recordings of one crowded queue differ, so ours is held to as much
# agreement with each as they have with each other.  Jobs are known by their
# place among the submissions: a task that starts takes an id of its own, so the
# ids of later jobs differ.  Returns place or place_task => start.
sub by_place {
	my (@start) = @_;    # [job, start]
	my %id = map { $_->[0] =~ /^(\d+)/ ? ($1 => 1) : () } @start;
	my $n = 0;
	my %place = map { $_ => ++$n } sort { $a <=> $b } keys %id;
	return { map { $_->[0] =~ /^(\d+)(.*)/; ("$place{$1}$2" => $_->[1]) }
		    @start };
}

# How many start within 6 s in both.
sub agreeing {
	my ($one, $other) = @_;
	return scalar grep {
		exists $other->{$_} && abs($one->{$_} - $other->{$_}) <= 6
	} keys %$one;
}

my %agreed = map { $_ => 0 } qw(jobs recordings first second);

sub count_agreement {
	my ($shell, $file, $name) = @_;
	my ($first, $second) = map {
		by_place(map { [$_->{job}, $_->{start}] } recorded_starts($_))
	} @$file{qw(schedule.txt schedule-b.txt)};
	my $ours = by_place(our_starts($shell));
	my %now = (
		jobs => scalar keys %$first,
		recordings => agreeing($first, $second),
		first => agreeing($ours, $first),
		second => agreeing($ours, $second),
	);
	$agreed{$_} += $now{$_} for keys %now;
	note("$name: of $now{jobs} jobs $now{recordings} start within 6 s in "
		. "both recordings, ours in $now{first} and $now{second}");
	is(scalar keys %$ours, $now{jobs}, "$name: all jobs start");
}

# At most 3 percentage points less than the recordings among themselves.
my %agreement_todo = (second => 'z21: its second recording took another turn '
	    . 'than the first, with which ours agrees (36 of 36)');

sub judge_agreement {
	return unless $agreed{jobs};
	for my $which (qw(first second)) {
		judge($agreement_todo{$which},
			"starts agree with the $which recordings",
			$agreed{$which} >=
			    $agreed{recordings} - 0.03 * $agreed{jobs},
			sub { diag("of $agreed{jobs}: $agreed{$which}, the "
				. "recordings with each other "
				. "$agreed{recordings}") });
	}
}

sub check_schedule {
	my ($shell, $case, $file, $name) = @_;
	return count_agreement($shell, $file, $name)
	    if $file->{'schedule-b.txt'};
	my @want = recorded_starts($file->{"schedule-$release.txt"}
		// $file->{'schedule.txt'} // '') or return;
	my %wrong;
	@wrong{qw(order starts)} =
	    compare_starts(\@want, [our_starts($shell)]);
	for my $key (qw(order starts)) {
		settle($case, $key, "$name schedule: $key", !$wrong{$key},
			sub { diag($wrong{$key}) });
	}
}

# One result; WHY: the reason for which it may fail; EXPLAIN is called if it
# fails without one.
sub judge {
	my ($why, $label, $good, $explain) = @_;
	if (defined $why && !$good) {
		TODO: {
			local $TODO = $why;
			fail($label);
		}
	} elsif (defined $why) {
		fail("$label: passes, take its todo away");
	} else {
		ok($good, $label) or $explain->();
	}
}

# One result of a case, about a command, the order or the starts, with its todo,
# which goes or comes here where that is asked for.
sub settle {
	my ($case, $about, $label, $good, $explain) = @_;
	my $notes = ref $about ? $about->{notes} : $case->{notes};
	my $is_own = sub { $_->[0] eq 'todo' && $_->[2] eq $release
		    && (ref $about || $_->[3] eq $about) };
	my $why = note_on($case, 'todo', $release, $about);
	if ($good && ($renews || $adds) && grep { $is_own->() } @$notes) {
		@$notes = grep { !$is_own->() } @$notes;
	} elsif (!$good && !defined $why && $adds && $release ne $BASE) {
		push @$notes, ['todo', 'not mirrored yet', $release,
			ref $about ? () : $about];
	}
	judge(note_on($case, 'todo', $release, $about), $label, $good, $explain);
}

# The first step of setting up that fails, as a result; else nothing.
sub trouble {
	my ($shell, $file) = @_;
	for my $step (setup_steps($file)) {
		my %got = run_line($shell, $step);
		next if !$got{rc};
		return (out => '', err => "$step: $got{out}$got{err}",
			rc => 'setup');
	}
	return;
}

sub check_command {
	my ($case, $command, $label, $got) = @_;
	my $note = sub { note_on($case, $_[0], $release, $command) };
	if (defined $note->('volatile') || defined $note->('not-applicable')
		|| $command->{line} =~ /^ptyrun / && !$edits) {
		SKIP: { skip $label, 1 }
		return;
	}
	my ($tolerance) = split ' ', $note->('tolerance') // '';
	my @bad = differences(wanted($command, $release), $got, $tolerance);
	settle($case, $command, $label, !@bad, sub { show(@bad) });
}

sub run_on_release {
	my ($case) = @_;
	my $name = basename($case->{folder}) . " $release";
	my %file = inputs($case);
	my $shell = start_shell(prepare(\%file));
	my %trouble = trouble($shell, \%file);
	my $index = 0;
	for my $command (@{ $case->{commands} }) {
		my $label = sprintf '%s %02d: %s', $name, ++$index,
		    $command->{line};
		my %got = %trouble ? %trouble
		    : run_line($shell, $command->{line});
		check_command($case, $command, $label, \%got);
	}
	check_schedule($shell, $case, \%file, $name) if runs_jobs($case);
	stop_shell($shell);
}

my $every = @ARGV ? 1 : $ENV{FT_CASES_EVERY} || 1;
my $turn  = $ENV{FT_CASES_TURN} || 0;

sub run_case {
	my ($case) = @_;
	my $name = basename($case->{folder});
	return fail("$name can be read: $case->{error}") if $case->{error};
	my $before = $renews || $adds ? text_of($case) : '';
	for my $recorded (@{ $case->{releases} }) {
		next if !is_asked($recorded) || $turn++ % $every;
		$release = $recorded;
		run_on_release($case);
	}
	return unless $renews || $adds;
	my $after = text_of($case);
	spit("$case->{folder}/transcript", $after) if $after ne $before;
}

# Has a todo that a run can take away.
sub has_todo {
	my ($case) = @_;
	return grep { $_->[0] eq 'todo' && is_asked($_->[2]) }
	    map { @{ $_->{notes} } } $case, @{ $case->{commands} };
}

sub runs_jobs {
	my %file = inputs($_[0]);
	return $file{'slurmd.txt'};
}

# Is it one of those that were asked for without naming any?
sub is_chosen {
	my ($case) = @_;
	return 1 if @ARGV || $adds || $case->{error};
	return has_todo($case) if $renews;
	return !$running == !runs_jobs($case);
}

# Whether it is worth reading: recorded on a release that is asked for.
sub is_wanted {
	my ($folder) = @_;
	return 1 if !@only || !-e "$folder/transcript";
	my ($releases) = slurp("$folder/transcript") =~ /^recorded (.*)$/m;
	return scalar grep { is_asked($_) } split ' ', $releases // $BASE;
}

# One at a time: a process with all of them in its memory forks slowly.
for my $folder (@ARGV ? map({ abs_path($_) } @ARGV)
    : grep({ -d && is_wanted($_) } glob "$here/cases/*")) {
	my $case = eval { load_case($folder) }
	    || { folder => $folder, error => $@ };
	run_case($case) if is_chosen($case);
}
judge_agreement() if $every == 1 && !$renews;
done_testing();
