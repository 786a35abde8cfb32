#!/usr/bin/env perl
# Manual pages: every command has one and a test; its SYNOPSIS and its options
# are those of --help; sections that a reader looks for are there; references
# lead somewhere; libfairtree(3) tells of all that fairtree.h declares; lines
# fit a terminal, and mandoc has nothing to say.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use lib 'tests/lib';
use Files qw(slurp);
use Test::More;

my $build = abs_path($ENV{FT_BUILD} || 'build');
my $links = tempdir(CLEANUP => 1);
my @pages = grep { $_ ne 'man/template.1' } glob 'man/*.[1-8]';

# [name, Slurm's name or ''] of each command.
sub commands {
	return map { [$_->[0], $_->[1]] } map {
		/^CMD\(\w+, "(\w+)", "(\w*)"/ ? [$1, $2] : ()
	} split /\n/, slurp('cmd/cmd.def');
}

# The lines of section NAME of a page.
sub section {
	my ($page, $name) = @_;
	return slurp($page) =~ /^\.Sh \Q$name\E\n(.*?)(?=^\.Sh |\z)/ms
	    ? split /\n/, $1 : ();
}

# ---- usage -----------------------------------------------------------------

# What a line of macros reads like; brackets of .Op go to the end of the line.
sub read_line {
	my ($name, $line) = @_;
	$line =~ s/^\.Nm$/$name/;
	$line =~ s/^\.//;
	my $open = () = $line =~ /\bOp\b/g;
	$line =~ s/\bOp /[/g;
	$line =~ s/\bFl /-/g;
	$line =~ s/\b(?:Nm|Ar|Cm|No) //g;
	$line =~ s/\\&//g;
	return $line . ']' x $open;
}

# "fshare [options]" for each way the SYNOPSIS knows.
sub synopsis {
	my ($name) = @_;
	my @way;
	for (section("man/$name.1", 'SYNOPSIS')) {
		next if /^\.\\"/;
		push @way, [] if /^\.Nm/;
		push @{ $way[-1] }, read_line($name, $_);
	}
	return sort map { join(' ', @$_) =~ s/ \| /|/gr } @way;
}

sub help {
	my ($program, @words) = @_;
	my $text = `'$program' @words --help 2>&1`;
	return $? == 0 ? $text : "exit status $?: $text";
}

# The same of --help: a bar between blanks parts ways, which begin alike.
sub usage {
	my ($help) = @_;
	my ($line) = $help =~ /^Usage: (.*)/ or return $help;
	my ($start) = $line =~ /^(\S+(?: \[options\])?)/;
	my ($first, @more) = split / \| /, $line;
	return ($first, map { "$start $_" } @more);
}

# Verbs in the list that --help has of them.
sub verbs {
	my ($help) = @_;
	my ($list) = $help =~
	    /^Commands \(each has a --help of its own\):\n(.*?)^\n/ms or return;
	return $list =~ /^  (\w+)/mg;
}

# --help by every name, and by every verb.
sub all_help {
	my ($name, $slurm) = @_;
	my $program = "$build/bin/$name";
	my $plain = help($program);
	my @verbs = verbs($plain);
	my @all = @verbs ? map { help($program, $_) } @verbs : ($plain);
	if ($slurm) {
		symlink $program, "$links/$slurm";
		push @all, help("$links/$slurm");
	}
	return @all;
}

# "-l, --long" of each row of --help, as the page has it: "Fl l , Fl -long".
sub options {
	my ($help) = @_;
	my ($list) = $help =~ /^Options:\n(.*)/ms or return;
	return map { s/ ,? *$//r } map {
		join ' , ', map { 'Fl ' . s/^-//r } /(?<![\w-])(--?[\w-]+)/g
	} $list =~ /^ {2,6}((?:-\w)?(?:, )?(?:--[\w-]+)?)/mg;
}

# What the list "Commands:" begins its rows with: verbs, or what may stand there.
sub operands {
	my ($help) = @_;
	my ($list) = $help =~ /^Commands:\n(.*?)^\n/ms or return;
	return $list =~ /^  (\S+)/mg;
}

sub same_as_help {
	my ($name, $slurm) = @_;
	my @help = all_help($name, $slurm);
	is_deeply([synopsis($name)], [sort map { usage($_) } @help],
	    "$name: SYNOPSIS is the usage of --help");
	my $page = slurp("man/$name.1");
	my %row = map { $_ => 1 } map { options($_) } @help;
	delete $row{''};
	ok(keys %row >= 2, "$name: --help has options");
	is_deeply([grep { $page !~ /^\.It \Q$_\E(?:$| N| A)/m } sort keys %row],
	    [], "$name: the page has each option of --help");
	my %verb = map { $_ => 1 } map { operands($_) } @help;
	is_deeply([grep { $page !~ /^\.It (?:Cm|Ar) "\Q$_\E"/m } sort keys %verb],
	    [], "$name: the page has each command of --help");
}

for (commands()) {
	my ($name, $slurm) = @$_;
	ok(-e "man/$name.1", "$name has a page");
	my ($short) = $name =~ /^f(.*)/;
	my @tests = glob "tests/cmd/{$name,$short}*.bats";
	ok(@tests > 0, "$name has a test");
	SKIP: {
		# without curses there is no viewer
		skip "$name is not built", 4 unless -x "$build/bin/$name";
		same_as_help($name, $slurm);
	}
}

# ---- sections and references -----------------------------------------------

my %wanted = (
	1 => ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'ENVIRONMENT',
		'FILES', 'EXIT STATUS', 'EXAMPLES', 'SEE ALSO'],
	3 => ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'RETURN VALUES',
		'ENVIRONMENT', 'EXAMPLES', 'SEE ALSO'],
	5 => ['NAME', 'DESCRIPTION', 'EXAMPLES', 'SEE ALSO'],
	7 => ['NAME', 'DESCRIPTION', 'SEE ALSO'],
);

sub references {
	my ($text) = @_;
	return map { "$_->[0].$_->[1]" } grep {
		$_->[0] =~ /^(f\w+|fair\S+|libfair\S+)$/
	} map { [split ' '] } $text =~ /^\.Xr (\S+ \d)/mg;
}

for my $page (@pages) {
	my ($number) = $page =~ /(\d)$/;
	my %has = map { $_ => 1 } slurp($page) =~ /^\.Sh (.*)/mg;
	is_deeply([grep { !$has{$_} } @{ $wanted{$number} }], [],
	    "$page: has its sections");
	my %seen;
	is_deeply([grep { !-e "man/$_" } references(slurp($page))], [],
	    "$page: refers to pages that exist");
	is_deeply([grep { $seen{$_}++ }
		references(join "\n", section($page, 'SEE ALSO'))], [],
	    "$page: SEE ALSO names each page once");
}

my %index = map { $_ => 1 }
    references(join "\n", section('man/fairtree.7', 'SEE ALSO'));
is_deeply([grep { !$index{$_} && $_ ne 'fairtree.7' } map { s{.*/}{}r } @pages],
    [], 'fairtree(7) leads to every page');

# ---- the library -----------------------------------------------------------

my $header = slurp('libcore/fairtree.h') =~ s{/\*.*?\*/}{}gsr;
my $library = slurp('man/libfairtree.3');
my @functions = $header =~ /^FT_API\b[^(]*?(\w+)\(/mg;
cmp_ok(scalar @functions, '>', 5, 'fairtree.h declares functions');
is_deeply([grep { $library !~ /^\.F[no] $_\b/m ||
	$library !~ /^\.Nm $_\b/m } @functions], [],
    'libfairtree(3) has every function');
my @members = map { /(\w+);[ \t]*$/mg } $header =~ /^struct \w+ \{(.*?)^\};/msg;
cmp_ok(scalar @members, '>', 10, 'its structs have members');
is_deeply([grep { $library !~ /^\.It Vt .*Va (?:\S+ , )*$_\b/m } @members], [],
    'libfairtree(3) has every member');
my @constants = $header =~ /\b(FT_(?:STEP|SHARES)_\w+)/g;
is_deeply([grep { $library !~ /\b$_\b/ } @constants], [],
    'libfairtree(3) has every constant');

# ---- settings --------------------------------------------------------------

my ($table) = slurp('libcore/model/conf/conf.c') =~
    /priority_flags\[\] = \{(.*?)^\};/ms;
my @flags = $table =~ /^\t\{ "(\w+)"/mg;
my $conf = slurp('man/fairtree.conf.5');
cmp_ok(scalar @flags, '>', 5, 'PriorityFlags has words');
is_deeply([grep { $conf !~ /^(?:\.It Cm .*)?\b$_\b/m } @flags], [],
    'fairtree.conf(5) has each of them');

# ---- as it is read ---------------------------------------------------------

# Lines of a page on a terminal of 80 columns that are too long for it.
sub too_long {
	my ($page) = @_;
	return grep { length > 78 } map { s/.\x08//gr =~ s/\n//r }
	    `mandoc -T ascii -O width=78 '$page'`;
}

# Lines in which mdoc(7) takes characters for its own: a word that begins with
# a quotation mark and goes on after the next one loses both of them.
sub loses_quotes {
	my ($line) = @_;
	return 0 unless $line =~ s/^\.\w+ +//;
	while ($line =~ s/^("(?:[^"]|"")*"|[^ ]+)( *)//) {
		my ($word, $blank) = ($1, $2);
		return 1 if $word =~ /^"/ && $blank eq '' && $line ne '';
	}
	return 0;
}

# The first word of a heading or of a displayed line that is a macro.
sub is_called {
	my ($line) = @_;
	return $line =~ /^\.(?:Ss|Dl|D1)[ ](?:A[cdnopqrt]|B[cqx]|Br[coq]|Bsx|C[dm]
	    |D[coqvx]|E[cmnorsv]|F[aclnotx]|I[cn]|L[ik]|M[st]|N[mosx]|O[copqtx]
	    |P[acfoq]|Q[cloq]|S[coqtxy]|T[an]|Ux|V[at]|X[cor])(?:[ ]|$)/x;
}

ok(loses_quotes('.Dl {"set": true, "infinite": true}'), 'a lost quote');
ok(!loses_quotes('.It Li "a ""b"" c" Ta "x y" , z'), 'quoted words are not');
ok(!loses_quotes('.Dl {"set": true}'), 'nor are quotes inside a word');
ok(is_called('.Ss An example'), 'a macro for a word');
for my $page (@pages) {
	my @lines = split /\n/, slurp($page);
	is_deeply([grep { loses_quotes($_) || is_called($_) } @lines], [],
	    "$page: no word is taken for a macro, no quotation mark lost");
}

SKIP: {
	skip 'mandoc is not here', 1
	    if `sh -c 'command -v mandoc'` eq '';
	for my $page (@pages) {
		is(`mandoc -T lint -W warning $page 2>&1`, '', "$page: lint");
		is_deeply([too_long($page)], [], "$page: fits 80 columns");
	}
}

done_testing();
