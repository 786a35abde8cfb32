#!/usr/bin/env perl
# The TAP emitter itself: what fails must be seen to fail.
use strict;
use warnings;
use File::Temp qw(tempdir);
use lib 'tests/lib';
use Files qw(spit);
use Test::More;

my $top = tempdir(CLEANUP => 1);

# Output and exit status of a test program with this body.
sub run_program {
	my ($body) = @_;
	spit("$top/t.c", "#include <math.h>\n#include <stdlib.h>\n" .
	    "#include \"tap/tap.h\"\n" .
	    "int main(void) { $body }\n");
	system("cc -w -D_XOPEN_SOURCE=700 -Itests -o '$top/t' '$top/t.c' " .
	    'tests/tap/tap.c') == 0 or BAIL_OUT('cannot compile');
	my $text = `'$top/t' 2>/dev/null`;
	return ($text, $? >> 8);
}

my ($text, $status) = run_program(<<'C');
	ok(true, "a %d", 1);
	ok(false, "b");
	is_i64(-1, -1, "c");
	is_i64(-1, 1, "d");
	is_u64(1, 2, "e");
	is_str("x", "x", "f");
	is_str("x", NULL, "g");
	is_str("x", "y", "h");
	is_real(INFINITY, INFINITY, "i");
	is_real(NAN, NAN, "j");
	near(1, 1.5L, 0.5L, "k");
	near(1, 1.6L, 0.5L, "l");
	near(NAN, 1, 9, "m");
	skip("no reason");
	todo("soon");
	ok(false, "n");
	ok(true, "#\n");
	return done_testing();
C
is($text, <<'TAP', 'every check, passed and failed');
ok 1 - a 1
not ok 2 - b
ok 3 - c
not ok 4 - d
not ok 5 - e
ok 6 - f
not ok 7 - g
not ok 8 - h
ok 9 - i
not ok 10 - j
ok 11 - k
not ok 12 - l
not ok 13 - m
ok 14 # SKIP no reason
not ok 15 - n # TODO soon
ok 16 - \#\x0a
1..16
TAP
is($status, 1, 'a failure shows in the exit status');

($text, $status) = run_program('ok(1, "a"); return done_testing();');
is($status, 0, 'and success');

($text, $status) = run_program('ok(1, "a"); bail("gone"); return 0;');
like($text, qr/^Bail out!  gone$/m, 'bail stops the harness');
is($status, 255, 'with its status');

($text, $status) = run_program('ok(1, "a"); abort(); return 0;');
unlike($text, qr/^1\.\./m, 'a crash leaves no plan');

done_testing();
