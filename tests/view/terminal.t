#!/usr/bin/env perl
# fview in a real terminal: tmux plays the terminal, types keys, changes its
# size and tells what is on the screen.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use Test::More;
use lib 'tests/lib';
use Files qw(slurp spit);
use Time::HiRes qw(sleep time);

my $build = $ENV{FT_BUILD} || 'build';
my $top = abs_path($ENV{FT_TOP} || '.');
plan skip_all => 'fview is not built' unless -x "$build/bin/fview";
unless (`sh -c 'command -v tmux'`) {
	BAIL_OUT('tmux is not here') if $ENV{CI};
	plan skip_all => 'tmux is not here';
}

plan skip_all => 'no terminal to be had'
    if system 'script -qec true /dev/null </dev/null >/dev/null 2>&1';

my $dir = tempdir(CLEANUP => 1);
my $guard = time + 600;    # all of it has ended by then, or never will
$ENV{PATH} = abs_path($build) . "/bin:$ENV{PATH}";
$ENV{FAIRTREE_DB} = "$dir/store.db";
$ENV{FAIRTREE_USER} = 'root';
$ENV{LC_ALL} = 'C.UTF-8';
$ENV{HOME} = $dir;
# Curses keeps memory to its end; what is ours the other tests look at.
$ENV{ASAN_OPTIONS} = join ':', grep { defined && length } $ENV{ASAN_OPTIONS},
    'detect_leaks=0';
$ENV{HISTFILE} = "/dev/null";
delete @ENV{qw(FAIRTREE_CONF SLURM_CONF NO_COLOR FAIRTREE_THEME COLORFGBG COLORTERM LINES COLUMNS TMUX)};
system("fimport sshare $top/data/examples/bedrock.sshare >/dev/null") == 0
    or BAIL_OUT('no store');

spit("$dir/v", "#!/bin/sh\necho \$\$ >$dir/pid\nexec fview \"\$\@\"\n");
chmod 0755, "$dir/v";
$ENV{PATH} = "$dir:$ENV{PATH}";

my @tmux = ('tmux', '-u', '-S', "$dir/socket", '-f', '/dev/null');

sub tmux {
	my (@command) = @_;
	system(@tmux, @command) == 0 or diag("tmux @command failed");
}

sub screen {
	my (@options) = @_;
	open my $pipe, '-|', @tmux, 'capture-pane', '-p', @options
	    or BAIL_OUT("tmux: $!");
	local $/;
	my $text = <$pipe>;
	return defined $text ? $text : '';
}

# Wait until IS returns something true; returns that, or false if it never did.
sub await {
	my ($is) = @_;
	my $found;
	while (!($found = $is->()) && time < $guard) {
		sleep 0.02;    # lawful: between two looks
	}
	return $found;
}

# Wait until the screen matches; returns whether it came to that.
sub shows {
	my ($pattern, @options) = @_;
	return 1 if await(sub { screen(@options) =~ $pattern });
	diag("not on the screen: $pattern\n" . screen());
	return 0;
}

sub keys_are { tmux('send-keys', @_) }
sub type { tmux('send-keys', '-l', $_[0]) }

# Type a line to the shell.
sub run { type($_[0]); keys_are('Enter') }

# What the shell prints for COMMAND, by way of a file.
sub shell {
	my ($command) = @_;
	unlink "$dir/out";
	run("{ $command; } >$dir/out.new 2>&1; mv $dir/out.new $dir/out");
	await(sub { -e "$dir/out" });
	return slurp("$dir/out", '');
}

# The process of a viewer started as `v`.
sub viewer {
	return await(sub {
		open my $in, '<', "$dir/pid" or return;
		my $pid = <$in>;
		return defined $pid && $pid =~ /^(\d+)\n/ && kill(0, $1) && $1;
	});
}

# What /proc tells of a process: its state and so on; nothing if it cannot.
sub process {
	my ($pid) = @_;
	open my $stat, '<', "/proc/$pid/stat" or return;
	return split ' ', (<$stat> =~ s/^.*\) //r);
}

# Until it has done what it was told, and waits for more.
sub rests {
	my ($pid) = @_;
	return await(sub { ((process($pid))[0] // 'S') eq 'S' });
}

# Another size of the window: until the terminal has it, and the viewer.
sub resize {
	my ($columns, $rows, $pid) = @_;
	chomp(my $tty = `@tmux display-message -p '#{pane_tty}'`);
	tmux('resize-window', '-x', $columns, '-y', $rows);
	return await(sub { `stty size <$tty` eq "$rows $columns\n" })
	    && rests($pid);
}

# Until the viewer has gone and the shell answers again.
sub is_back { return shows(qr/ready\$ *\n*\z/) }

sub start {
	my ($line, $pattern) = @_;
	run("clear; $line");
	return shows($pattern || qr/paused/);
}

tmux('new-session', '-d', '-x', 80, '-y', 24, 'env', 'PS1=ready$ ', 'bash',
	'--norc', '--noprofile');
is_back() or BAIL_OUT('no shell in tmux');
my $modes = shell('stty -a');
like($modes, qr/icanon/, 'the terminal starts in its usual mode');

subtest 'keys' => sub {
	ok(start('fview'), 'it starts');
	ok(shows(qr/ 0\/23 /), 'at the start of the walk');
	keys_are('l');
	ok(shows(qr/ 1\/23 /), 'l steps');
	keys_are('Right');
	ok(shows(qr/ 2\/23 /), 'so does an arrow');
	keys_are('h', 'Left');
	ok(shows(qr/ 0\/23 /), 'and back');
	keys_are('G');
	ok(shows(qr/places 5\/5/), 'G: all are ranked');
	keys_are('/');
	type('wilma');
	keys_are('Enter');
	ok(shows(qr/[>*] +\S+ wilma/), 'search finds a name');
	keys_are('F1');
	ok(shows(qr/one step forward/), 'F1: the keys');
	keys_are('Escape');
	ok(shows(qr/places 5\/5/), 'Escape closes them');
	keys_are('5');
	ok(shows(qr/ 1[12]\/23 /), 'a digit scrubs');
	keys_are('S-Right');
	ok(shows(qr/\d+\/23 /), 'Shift with an arrow');
	keys_are('g');
	keys_are('Space');
	ok(shows(qr/playing/), 'Space plays');
	ok(shows(qr/places 1\/5/), 'and time passes');
	keys_are('Space');
	ok(shows(qr/paused/), 'until Space again');
	keys_are('q');
	ok(is_back(), 'q leaves');
	is(shell('stty -a'), $modes, 'the terminal is as it was');
	unlike(screen(), qr/paused/, 'and so is the screen');
};

subtest 'sizes' => sub {
	ok(start('v --frame 50%'), 'it starts');
	for my $size ([40, 10], [1, 1], [200, 60], [3, 2], [79, 23], [20, 5],
		[1, 40], [120, 1], [2, 2], [80, 24]) {
		tmux('resize-window', '-x', $size->[0], '-y', $size->[1]);
	}
	ok(shows(qr/places 1\/5/), 'a storm of sizes ends as it should');
	my $pid = viewer();
	rests($pid);
	my $first = screen();
	chomp(my $tty = `@tmux display-message -p '#{pane_tty}'`);
	system("printf '\\033[Hforeign words' >$tty");
	ok(shows(qr/foreign words/), 'others write on the screen');
	keys_are('C-l');
	ok(await(sub { screen() eq $first }), 'drawn anew it is the same');
	for my $size ([120, 40], [40, 10], [20, 5], [1, 1]) {
		ok(resize(@$size, $pid), "$size->[0]x$size->[1]");
		ok(kill(0, $pid), 'still alive');
	}
	tmux('resize-window', '-x', 80, '-y', 24);
	ok(shows(qr/places 1\/5/), 'and back');
	keys_are('q');
	ok(is_back(), 'q leaves');
};

subtest 'suspend' => sub {
	ok(start('v'), 'it starts');
	keys_are('l');
	ok(shows(qr/ 1\/23 /), 'a step');
	keys_are('C-z');
	ok(shows(qr/Stopped(?s:.*)ready\$ *\n*\z/), 'Ctrl-Z stops it');
	is(shell('stty -a'), $modes, 'the shell has the terminal');
	run('fg');
	ok(shows(qr/ 1\/23 .*paused/), 'fg goes on where it was');
	keys_are('l');
	ok(shows(qr/ 2\/23 /), 'and keys work');
	my $pid = viewer();
	kill 'STOP', $pid;
	ok(shows(qr/Stopped(?s:.*)ready\$ /), 'stopped from outside');
	keys_are('Enter');
	run('fg');
	ok(shows(qr/ 2\/23 .*paused/), 'it draws itself again');
	keys_are('q');
	ok(is_back(), 'q leaves');
	is(shell('stty -a'), $modes, 'the terminal is as it was');
};

subtest 'signals' => sub {
	for my $signal (qw(TERM HUP INT ABRT SEGV)) {
		ok(start('v'), "start for SIG$signal");
		kill $signal, viewer();
		is_back();
		is(shell('stty -a'), $modes, "SIG$signal: cooked mode is back");
		unlike(screen(), qr/paused/, "SIG$signal: so is the screen");
	}
	ok(start('v; echo "status $?"'), 'start');
	kill 'TERM', viewer();
	ok(shows(qr/status 143/), 'the shell hears which signal it was');
	ok(start('v'), 'start');
	keys_are('C-c');
	ok(is_back(), 'Ctrl-C');
	is(shell('echo $?'), "130\n", 'is a signal too');
};

subtest 'mouse' => sub {
	ok(start('fview'), 'it starts');
	is(`@tmux display-message -p '#{mouse_any_flag}'`, "1\n",
		'it asks for the mouse');
	# a press of button 1 as xterm tells it, at the middle of the timeline:
	# ESC [ M, then button, column and row, from 33 on
	my ($row) = grep { (split /\n/, screen())[$_] =~ /paused/ } 0 .. 23;
	keys_are('-H', map { sprintf '%x', $_ } 27, 91, 77, 32, 33 + 40,
		33 + $row + 2);
	ok(shows(qr/ 1[0-3]\/23 /), 'a click on the timeline scrubs');
	keys_are('q');
	ok(is_back(), 'q leaves');
	is(`@tmux display-message -p '#{mouse_any_flag}'`, "0\n",
		'the mouse is the terminal\'s again');
	ok(start('fview --no-mouse'), 'without');
	is(`@tmux display-message -p '#{mouse_any_flag}'`, "0\n",
		'--no-mouse leaves it alone');
	keys_are('q');
	ok(is_back(), 'q leaves');
};

subtest 'colours' => sub {
	my $color = qr/\e\[[0-9;]*(3[0-7]|38;5;\d+)m/;
	ok(start('TERM=screen-256color fview --frame 50%'), '256 colours');
	like(screen('-e'), qr/38;5;\d+m/, 'they are used');
	keys_are('q');
	ok(is_back(), 'q leaves');
	# GREY of dark is 8b949e = 139;148;158
	for my $term ('screen-256color', 'screen') {
		ok(start("COLORTERM=truecolor TERM=$term fview --theme=dark --frame 50%"),
			"$term with 24 bits, which its entry has not");
		like(screen('-e'), qr/38;2;139;148;158m/, 'they are used');
		unlike(screen('-e'), qr/38;5;/, 'no others');
		keys_are('F6');
		ok(shows(qr/usage over time/), 'keys are as ever');
		keys_are('q');
		ok(is_back(), 'q leaves');
	}
	ok(start('TERM=screen fview --theme=dark --frame 50%'), '8 colours');
	like(screen('-e'), qr/\e\[[0-9;]*3[0-7]m/, 'they are used');
	unlike(screen('-e'), qr/38;5;/, 'no others');
	keys_are('q');
	ok(is_back(), 'q leaves');
	ok(start('TERM=screen fview --theme=high-contrast --frame 50%'),
		'high contrast');
	like(screen('-e'), qr/\e\[[0-9;]*40m/, 'has a background');
	keys_are('q');
	ok(is_back(), 'q leaves');
	# of the eight colours none can be read on any background
	for my $line ('NO_COLOR=1 FAIRTREE_THEME=dark fview',
		'fview --color=never', 'fview --no-color', 'TERM=vt100 fview',
		'fview --theme=mono', 'TERM=screen fview --theme=auto') {
		ok(start("$line --frame 50%"), $line);
		unlike(screen('-e'), $color, 'no colours');
		like(screen('-e'), qr/\e\[[0-9;]*1m/, 'bold is none');
		keys_are('q');
		ok(is_back(), 'q leaves');
	}
	ok(start('NO_COLOR=1 fview --color=always'), '--color wins');
	like(screen('-e'), $color, 'over NO_COLOR');
	keys_are('q');
	ok(is_back(), 'q leaves');
};

subtest 'ASCII' => sub {
	for my $line ('LC_ALL=C fview', 'fview --ascii') {
		ok(start("$line --frame 50%"), $line);
		unlike(screen(), qr/[^\x00-\x7f]/, 'nothing else is drawn');
		keys_are('q');
		ok(is_back(), 'q leaves');
	}
};

subtest 'where there is no terminal' => sub {
	like(shell('fview | cat'), qr/^Fair Tree, starting at root:\n/,
		'a pipe gets the trace');
	run('clear; TERM=dumb fview');
	ok(shows(qr/terminal is dumb.*\n(.*\n)*Fair Tree, starting/),
		'a dumb terminal: one line, then the trace');
	run('clear; env -u TERM fview');
	ok(shows(qr/TERM is not set.*\n(.*\n)*Fair Tree, starting/),
		'no TERM');
	run('clear; TERM=nonesuch fview');
	ok(shows(qr/is not known.*\n(.*\n)*Fair Tree, starting/),
		'a terminal nobody knows');
	shell("echo 'no library' >$dir/libpanelw.so.6");
	run("clear; LD_LIBRARY_PATH=$dir fview");
	ok(shows(qr/ncurses is not installed.*\n(.*\n)*Fair Tree, starting/),
		'no curses');
	ok(start('echo xyz | fview'), 'standard input is a pipe');
	keys_are('l');
	ok(shows(qr/ 1\/23 /), 'keys come from the terminal');
	keys_are('q');
	ok(is_back(), 'q leaves');
	ok(start('LINES=12 COLUMNS=50 fview'), 'LINES and COLUMNS');
	my @lines = split /\n/, screen();
	is(scalar(grep { /\S/ } @lines), 12, 'as many rows');
	is((sort { $b <=> $a } map { my $l = $_; utf8::decode($l); length $l }
		    @lines)[0], 50, 'as many columns');
	keys_are('q');
	ok(is_back(), 'q leaves');
};

subtest 'scripts' => sub {
	ok(start("fview --keys 'G/fred\\n'", qr/places 5\/5/), 'keys first');
	ok(shows(qr/[>*] +\S+ fred/), 'all of them');
	keys_are('q');
	ok(is_back(), 'then ours');
	like(shell("fview --keys 'GG:save $dir/saved.txt\\nq' >/dev/tty"),
		qr/^$/, 'a script that quits');
	ok(-s "$dir/saved.txt", 'and saves');
};

subtest 'live' => sub {
	ok(start('fview --frame 100%'), 'it starts');
	ok(shows(qr/1 slate\@managers/), 'as it was');
	system('facctmgr -i modify account bedrock set fairshare=800 '
		. '>/dev/null') == 0 or diag('facctmgr failed');
	ok(shows(qr/1 .*wilma\@bedrock/), 'a change of others shows');
	ok(shows(qr/the store has changed: slate\@managers 1 /), 'with words');
	keys_are('q');
	ok(is_back(), 'q leaves');
	system('facctmgr -i undo >/dev/null') == 0 or diag('undo failed');
};

# Its jobs are read when the page is opened.
subtest 'live queue' => sub {
	my $submit = sub {
		system('fbatch --uid=fred --wrap true >/dev/null') == 0
		    or diag('fbatch failed');
	};
	ok(start('fview'), 'it starts');
	$submit->();
	keys_are('F4');
	ok(shows(qr/queue at \S+: 1 wait.*1 fred/s), 'a job submitted since');
	keys_are('F2');
	$submit->();
	keys_are('F4');
	ok(shows(qr/queue at \S+: 2 wait.*2 fred/s), 'another, while it was closed');
	keys_are('q');
	ok(is_back(), 'q leaves');
	ok(start('fview'), 'it starts');
	keys_are('p');
	ok(shows(qr/held: changes of the store wait/), 'p holds the state');
	system('fcancel 1 2 >/dev/null') == 0 or diag('fcancel failed');
	ok(shows(qr/held: a change waits/), 'a change of it is known');
	keys_are('F4');
	ok(shows(qr/queue at \S+: 2 wait.*2 fred/s), 'the jobs are those of that state');
	keys_are('Enter');
	ok(shows(qr/Changes of the store are held/),
		'an answer says that it is about a later one');
	keys_are('Escape');
	keys_are('p');
	ok(shows(qr/No job waits or runs/), 'until it is let go');
	keys_are('q');
	ok(is_back(), 'q leaves');
};

subtest 'apply' => sub {
	my $apply = "':set shares bedrock 800\\n:apply\\n'";
	ok(start("fview --readonly --keys $apply", qr/--readonly/),
		'--readonly refuses');
	keys_are('q');
	ok(is_back(), 'q leaves');
	ok(start("fview --keys $apply", qr/Write this to the store\?/),
		'it asks');
	ok(shows(qr/facctmgr.*modify account bedrock.*set fairshare=800/),
		'and shows the command');
	keys_are('n');
	ok(shows(qr/nothing was changed/), 'no');
	keys_are('q');
	ok(is_back(), 'q leaves');
	my $before = `facctmgr list assoc format=account,user,share`;
	unlike($before, qr/800/, 'the store is as it was');
	ok(start("fview --keys $apply", qr/Write this/), 'again');
	keys_are('y');
	ok(shows(qr/applied: change \d+/), 'yes');
	keys_are('q');
	ok(is_back(), 'q leaves');
	like(`facctmgr list assoc format=account,user,share`, qr/800/,
		'it is in the store');
	like(`facctmgr log 2>&1`, qr/modify account bedrock/,
		'and in the journal');
	system('facctmgr -i undo >/dev/null') == 0 or diag('undo failed');
	is(`facctmgr list assoc format=account,user,share`, $before,
		'from which it can be undone');
};

subtest 'a store that goes, and one that comes' => sub {
	my $share = sub {
		return `facctmgr -nP list assoc account=bedrock user= format=share`;
	};
	ok(shell("facctmgr save $dir/kept.db"), 'a copy');
	ok(start("fview --keys ':set shares bedrock 800\n'"), 'it starts');
	unlink map { "$dir/store.db$_" } '', '-wal', '-shm', '-lock';
	ok(shows(qr/the store is gone; this is its last state: /),
		'it says that it is gone');
	ok(shows(qr/fred/), 'and shows how it was');
	keys_are('l');
	ok(shows(qr/ 1\/23 /), 'keys work');
	ok(shows(qr/the store is gone/), 'it says so again');
	keys_are('F4');
	ok(shows(qr/No job waits or runs/), 'its jobs can be read');
	keys_are('F2');
	type(':apply');
	keys_are('Enter');
	ok(shows(qr/the store was deleted or replaced/), ':apply is refused');
	ok(!-e "$dir/store.db", 'no store is made');
	system('facctmgr', '--db', "$dir/kept.db", '-Q', 'modify', 'account',
		'managers', 'set', 'fairshare=7');
	rename "$dir/kept.db", "$dir/store.db" or diag("rename: $!");
	ok(shows(qr/the store has changed/), 'another takes its place');
	type(':apply');
	keys_are('Enter');
	ok(shows(qr/Write this to the store\?/), 'and can be written');
	keys_are('x', 'y');
	ok(shows(qr/paused/), 'a y behind another key is none');
	keys_are('q');
	ok(is_back(), 'q leaves');
	like($share->(), qr/^500$/, 'nothing was written');
};

subtest 'nobody' => sub {
	for my $options ('', '--trace', '--dot', '--keys q') {
		ok(start("fview --at nobody $options; echo status \$?",
			qr/--at: no user or account 'nobody'.*\n(.*\n)?status 1/),
			"--at nobody $options");
	}
};

subtest 'asleep' => sub {
	ok(start('v'), 'it starts');
	my $pid = viewer();
	rests($pid);
	my $before = (process($pid))[11];
	SKIP: {
		skip 'no /proc here', 1 unless defined $before;
		sleep 3;    # lawful: what is measured is processor time
		cmp_ok((process($pid))[11] - $before, '<=', 1,
			'3 seconds of pause cost no more than a tick');
	}
	keys_are('q');
	ok(is_back(), 'q leaves');
};

done_testing();

END {
	my $status = $?;
	system("@tmux kill-server 2>/dev/null") if @tmux;
	$? = $status;
}
