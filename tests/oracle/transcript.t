#!/usr/bin/env perl
# Transcripts: what is recorded comes back byte for byte, what is not a
# transcript is refused, and run.t notices whatever is not as recorded.
use strict;
use warnings;
use Cwd qw(abs_path);
use Encode qw(decode FB_CROAK LEAVE_SRC);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Test::More;
use lib dirname(abs_path(__FILE__)) . '/../lib';
use Transcript qw(load_case read_case text_of from_files to_files note_on wanted
	slurp spit);

my $here = dirname(abs_path(__FILE__));
my $tool = "$here/transcript";
my $top  = tempdir(CLEANUP => 1);

# A folder with these files, path => text.
sub folder {
	my ($name, %file) = @_;
	for (keys %file) {
		make_path(dirname("$top/$name/$_"));
		spit("$top/$name/$_", $file{$_});
	}
	return "$top/$name";
}

sub run_tool {
	my (@words) = @_;
	open my $from, '-|', "exec 2>&1; '$tool' " . join ' ',
	    map { "'$_'" } @words or die "$tool: $!\n";
	local $/;
	my $said = <$from> // '';
	return close $from ? $said : "status " . ($? >> 8) . ": $said";
}

sub differ {
	my ($one, $other) = @_;
	return scalar `diff -r '$one' '$other' 2>&1`;
}

# ---- any bytes -----------------------------------------------------------------

my @hard = ("a \n", "a  ", " \n", "\n", "\n\n", "\n\na", "\ta\t\n", "\\\n", '\\',
	"a\\s\n", "a\\ \n", "\r\n", "\0\x01\x7f\n", "\e[2J", "caf\xe9\n",
	"na\xc3\xafve \xe2\x82\xac\n", "\xc2\x85\xc2\xa0\n", "\xe2\x80\xae\n",
	"\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80\xc3\n", "\xef\xbb\xbf\n",
	"\$ ls\n", "> a\n", "! a\n", "= 1\n", "in 24.11\n", "no output\n",
	"no output", "# a\n", "todo x\n", "=======\n");
push @hard, map { my $n = $_; join '', map { chr(($_ * 7919 + $n * 104729)
		    % 65521 % 256) } 1 .. 300 } 1 .. 20;

# A recording: command N prints the N-th text, and the N-th last as errors.
sub recording {
	my ($name, @text) = @_;
	my %file = (README => "Any \\ bytes \n", 'commands.txt' => '');
	my $number = 0;
	for (@text) {
		my $key  = sprintf 'expected/%02d', ++$number;
		my $line = "say '\$ $number\\n\xc3\xa4'"
		    . ('', ' ', "\t\xe9 ")[$number % 3];
		$file{'commands.txt'} .= "$line\n";
		%file = (%file, "$key.cmd" => "$line\n", "$key.out" => $_,
			"$key.err" => $text[-$number],
			"$key.rc" => $number % 256 . "\n");
	}
	return folder($name, %file);
}

my $case = from_files(recording('hard', '', @hard));
my $text = text_of($case);
unlike($text, qr/[\x00-\x09\x0b-\x1f\x7f]|[ \t]$/m,
	'nothing that an editor changes');
ok(eval { decode('UTF-8', $text, FB_CROAK | LEAVE_SRC) },
	'all of it is UTF-8');
make_path("$top/again/hard");
spit("$top/again/hard/transcript", $text);
$case = read_case("$top/again/hard");
is(text_of($case), $text, 'read, it is the same transcript');
to_files($case, "$top/back/hard");
is(differ("$top/hard", "$top/back/hard"), '', 'and the same recording');

my ($format) = run_tool('--help') =~ /^A transcript:\n(.*)/ms;
ok(index(slurp("$here/../README.md"), $format) > 0,
	'tests/README.md tells the format as --help does');

# ---- releases, notes, inputs -----------------------------------------------

my %case = (
	README => "What it is\nabout\n",
	'commands.txt' => "one\n# before two\n\ntwo\nthree\n# the end\n",
	'cluster.cfg' => "Cluster - c\n", 'keys' => "a \n",
	'expected/01.out' => "same\n", 'expected/02.err' => "no\n",
	'expected/02.rc' => "1\n", 'expected/03.out' => "1 \n",
	'expected-24.11/01.out' => '', 'expected-24.11/02.err' => "never\n",
	'expected-24.11/02.rc' => "0\n",
	'expected-26.05/01.out' => '', 'expected-26.05/02.err' => "never\n",
	'expected-25.05/.same' => '',
	'volatile.txt' => "01 # a time\n", 'tolerance.txt' => "03 1e-4 # half\n",
	'todo.txt' => "* # all\norder # why\n02 # a \\ b\n",
	'todo-26.05.txt' => "02 # late\n", 'volatile-24.11.txt' => "03\n",
);
folder('set/cases/b', %case);
folder('set/cases/a', README => "First\n", 'commands.txt' => "one\n",
	'cluster.cfg' => "Cluster - c\n", 'keys' => "other\n");
folder('set', 'todo.txt' => "# all\nb 03 from outside # x\nc 01 other\n");
is(run_tool('import', "$top/set/cases"), '', 'a folder of recordings');
is(slurp("$top/set/cases/b/transcript"), <<'TEXT', 'is a transcript each');
# What it is
# about
recorded 22.05 24.11 25.05 26.05
use a: cluster.cfg
todo * all
todo order why

$ one
volatile a time
> same
in 24.11 26.05
no output

# before two
#
$ two
todo a \\ b
! no
= 1
in 24.11
= 0
in 24.11 26.05
! never
in 26.05
todo late

$ three
tolerance 1e-4 half
todo from outside
> 1\s
in 24.11
volatile

# the end
TEXT
is(slurp("$top/set/todo.txt"), "# all\nc 01 other\n", 'its todos moved there');
is(join(' ', map { s{.*/set/}{}r } sort glob "$top/set/cases/*/*"),
	'cases/a/cluster.cfg cases/a/keys cases/a/transcript cases/b/keys '
	. 'cases/b/transcript', 'equal inputs are kept once');
is(run_tool('import', "$top/set/cases"), '', 'to import again changes nothing');

spit("$top/set/todo.txt", "# all\na 01 later\n");
is(run_tool('import', "$top/set/cases"), '', 'a todo of a transcript');
is(slurp("$top/set/cases/a/transcript"), "# First\n\n\$ one\ntodo later\n",
	'moves there, too');
ok(!-e "$top/set/todo.txt", 'and the list is gone');

$case = read_case("$top/set/cases/b");
my ($one, $two, $three) = @{ $case->{commands} };
is_deeply(wanted($two, '22.05'), { out => '', err => "no\n", rc => 1 },
	'what the first release says');
is_deeply(wanted($two, '26.05'), { out => '', err => "never\n", rc => 1 },
	'what a later one says');
is_deeply([map { note_on($case, @$_) } ['todo', '22.05', $two],
	['todo', '26.05', $two], ['todo', '24.11', $two],
	['volatile', '24.11', $one], ['volatile', '22.05', $three],
	['todo', '22.05', 'order']],
	['a \\ b', 'late', undef, 'a time', undef, 'why'],
	'a todo is of one release, what varies of all after it');

is(run_tool('export', "$top/set/cases/b", "$top/out"), '', 'export');
$case{'todo.txt'} .= "03 # from outside\n";
$case{"expected/$_.cmd"} = { '01' => "one\n", '02' => "two\n",
	'03' => "three\n" }->{$_} for qw(01 02 03);
for my $key (qw(01 02 03)) {
	$case{"expected/$key.$_"} //= $_ eq 'rc' ? "0\n" : ''
	    for qw(out err rc);
}
is(differ(folder('full/b', %case), "$top/out/b"), '',
	'gives the recording, with all that it left out');

# ---- refused -----------------------------------------------------------------

my $good = "# x\n\n\$ true\n> a\n";
for (
	["# x\n\n\$ true\n> a", 'the last line has no end', ''],
	["$good\n> b\n", 'not below a command', 6],
	["$good\n\n\$ false\n", 'an empty line too many', 6],
	["$good\$ false\n", 'not a line of a transcript', 5],
	["${good}text\n", 'not a line of a transcript', 5],
	["${good}>b\n", 'not a line of a transcript', 5],
	["$good> b \n", 'bytes that nobody sees, or a blank at the end', 5],
	["$good> b\r\n", 'bytes that nobody sees, or a blank at the end', 5],
	["$good> b\\q\n", 'no such escape (write a backslash as \\\\)', 5],
	["$good> b\\\n> c\n", 'the line above has no end', 6],
	["$good= x\n", 'not a line of a transcript', 5],
	["${good}in 24.11\n", 'no later release of this case: 24.11', 5],
	["# x\nuse a\n\n\$ true\n", 'not a line of the head', 2],
    ) {
	my ($bad, $why, $line) = @$_;
	spit("$top/again/hard/transcript", $bad);
	my $at = length $line ? "$line: " : ' ';
	eval { read_case("$top/again/hard") };
	is($@, "$top/again/hard/transcript:$at$why\n", $why);
}

for (
	[{ 'expected/04.out' => '' }, 'there is no such command'],
	[{ 'expected/01.txt' => '' }, 'not a file of a recording'],
	[{ 'expected/01.cmd' => "eno\n" }, 'not the line of commands.txt'],
	[{ 'expected/01.rc' => "\n" }, 'no exit status'],
	[{ 'volatile.txt' => "04\n" }, 'volatile of a command that is not there: 04'],
	[{ transcript => $good }, 'has a transcript and commands.txt; remove one'],
    ) {
	my ($more, $why) = @$_;
	my $name = 'bad' . ++$case{n};
	my $bad = folder($name, README => "x\n", %$more,
		'commands.txt' => "one\ntwo\nthree\n");
	like(run_tool('import', $bad), qr{^status \d+: .*/$name\S*: \Q$why\E$},
		"import: $why");
	ok(-e "$bad/commands.txt", 'nothing is removed');
}

# ---- run.t sees what is not as recorded ----------------------------------------

my $says = <<'TEXT';
# What bash says.

$ printf 'a \nb'; echo c >&2; exit 3
> a\s
> b\
! c
= 3

$ echo one
> one
TEXT

sub run_case {
	my ($text, $options) = (@_, '');
	spit(folder('say', 'keys' => '') . '/transcript', $text);
	return `'$here/run.t' $options '$top/say' 2>/dev/null`;
}

like(run_case($says), qr/^ok 1 - .*\nok 2 - .*\n1\.\.2\n\z/, 'as recorded');
for (
	['an octet of output', qr/^> a\\s/m, '> A\\s'],
	['a blank at the end', qr/^> a\\s/m, '> a'],
	['a missing end of line', qr/^> b\\/m, '> b'],
	['an octet of errors', qr/^! c/m, '! d'],
	['errors that are output', qr/^! c/m, '> c'],
	['a status', qr/^= 3/m, '= 4'],
	['no status', qr/^= 3\n/m, ''],
	['a command', qr/^\$ echo one/m, '$ echo two'],
	['a command that is missing', qr/^\$ echo one\n/m, ''],
	['a command and the line above', qr/^\n\$ echo one\n/m, ''],
	['a todo that passes', qr/^> one/m, "todo why\n> one"],
	['an input that is not there', qr/^# (.*)/, "# x\nuse b: cluster.cfg"],
    ) {
	my ($what, $from, $to) = @$_;
	my $changed = $says =~ s/$from/$to/r;
	isnt($changed, $says, "$what: planted");
	like(run_case($changed), qr/^not ok /m, 'found');
}
like(run_case($says =~ s/^> one/todo why\n> two/mr), qr/^not ok 2 .*# TODO why$/m,
	'a todo may fail');
like(run_case($says =~ s/^> one/volatile why\n> two/mr), qr/^ok 2 # skip /m,
	'what varies is not compared');

# ---- run.t on several releases, and the todos it takes away and adds -------------

my $later = <<'TEXT';
# What bash says of the release.
recorded 22.05 24.11 26.05

$ echo $FAIRTREE_SLURM
> 22.05
in 24.11
> 24.11
in 26.05
> 26.05

$ echo two
> two
in 24.11
todo it passes
in 26.05
todo why
no output
TEXT
my @line = split /^/, run_case($later);
is(join('', map { /^(ok|not ok) \d+ - say (\S+ \d+)/ ? "$1 $2\n" : () } @line),
	"ok 22.05 01\nok 22.05 02\nok 24.11 01\nnot ok 24.11 02\nok 26.05 01\n"
	. "not ok 26.05 02\n", 'a case runs on each release it has');
like($line[3], qr/passes, take its todo away/, 'a todo of one release');
like($line[5], qr/# TODO why$/, 'and that of another');
is(scalar(() = run_case($later, '-R 24.11') =~ /^(?:not )?ok/mg), 2,
	'one release can be chosen');

run_case($later, '--renew-todo');
is(slurp("$top/say/transcript"), $later =~ s/^in 24.11\ntodo it passes\n//mr,
	'what passes loses its todo, what fails keeps it');
my $fails = $later =~ s/^> two/> 2/mr =~ s/^todo why\n//mr;
run_case($fails, '-R 24.11 --add-todo');
is(slurp("$top/say/transcript"), $fails, 'nothing comes to other releases');
run_case($fails, '--add-todo');
is(slurp("$top/say/transcript"),
	$fails =~ s/^(?=no output)/todo not mirrored yet\n/mr,
	'what fails gets a todo, but never on 22.05');

# ---- every recorded release is compared ------------------------------------------

my %recorded = map { $_ => 1 }
    map { @{ load_case($_)->{releases} } } grep { -d } glob "$here/cases/*";
is(join(' ', map { m{([^/]+)\.t$} } sort glob "$here/[0-9]*.t"),
	join(' ', sort keys %recorded), 'each release has its test');

done_testing();
