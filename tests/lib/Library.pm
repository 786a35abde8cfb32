# The example of libfairtree(3), as a stranger would try it: taken out of the
# page, compiled against an installed prefix, and held to what fshare prints.
package Library;
use strict;
use warnings;
use Exporter qw(import);
use Files qw(slurp spit);
use Test::More;
our @EXPORT_OK = qw(try_library);

my $COLUMNS = 'Path,RawUsage,LevelFS,FairShare';
my @WARNINGS = qw(-std=c17 -Wall -Wextra -Wpedantic -Wconversion -Werror);

sub example_of {
	my ($page) = @_;
	my ($code) = slurp($page) =~ /^\.Bd -literal\n(#include <fairtree\.h>.*?)^\.Ed/ms
	    or die "$page: no example";
	return $code =~ s/\\e/\\/gr;
}

# What programs may call is what fairtree.h declares, no more and no less.
sub exports_what_is_declared {
	my ($root) = @_;
	my $header = slurp("$root/include/fairtree.h") =~ s{/\*.*?\*/}{}gsr;
	my @declared = $header =~ /^FT_API\b[^(]*?(\w+)\(/mg;
	my @exported = map { /^\S+ [A-Z] (\w+)/ ? $1 : () }
	    `nm -D --defined-only '$root/lib/libfairtree.so'`;
	is_deeply([sort grep { !/^_/ } @exported], [sort @declared],
	    'the shared library exports what fairtree.h declares');
}

# Compile FILE to PROGRAM with the flags pkg-config has for the prefix ROOT.
sub compile {
	my ($root, $file, $program, $static) = @_;
	local $ENV{PKG_CONFIG_PATH} = "$root/lib/pkgconfig";
	my $flags = `pkg-config --define-variable=prefix=$root \\
	    --define-variable=libdir=$root/lib \\
	    --define-variable=includedir=$root/include \\
	    @{[$static ? '--static' : '']} --cflags --libs fairtree`;
	chomp $flags;
	# what else is linked need not be there as a static library
	$flags =~ s/-lfairtree/-l:libfairtree.a/ if $static;
	my $cc = $ENV{CC} || 'cc';
	return `$cc @WARNINGS -o '$program' '$file' $flags 2>&1`;
}

sub same_as_fshare {
	my ($fshare, $program, $store, $what) = @_;
	my $have = `'$program' '$store' 2>&1`;
	is($have, `$fshare --db '$store' -a -n -P -o $COLUMNS 2>&1` =~
	    s/^ +//gmr, "$what: the rows of fshare");
	ok($have =~ tr/\n// > 3, "$what: there are some");
}

sub places {
	my ($fshare, $program, $store, $what) = @_;
	my $want = `$fshare --db '$store' -U -a -n -P -o Rank,Path --sort Rank` =~
	    s/\|/ /gr;
	is(`'$program' '$store' bedrock fred 2>&1`,
	    "root/bedrock/fred has place 5 of 5\n$want",
	    "$what: the ranks of fshare, in order");
	is(`'$program' '$store' bedrock slate 2>&1`,
	    "no user slate in bedrock\n", "$what: who is not there");
	isnt($?, 0, "$what: exit status");
}

# The example against what is installed below ROOT; WORK is an empty folder.
sub try_library {
	my ($root, $work) = @_;
	exports_what_is_declared($root);
	my $file = "$work/shares.c";
	spit($file, example_of('man/libfairtree.3'));

	local $ENV{FAIRTREE_USER} = 'root';
	my $bedrock = "$work/bedrock.db";
	my $idle = "$work/idle.db";
	`'$root/bin/fimport' --db '$bedrock' sshare data/examples/bedrock.sshare`;
	`'$root/bin/fimport' --db '$idle' dump data/examples/classic.cfg`;
	local $ENV{LD_LIBRARY_PATH} = "$root/lib";
	for my $static (0, 1) {
		my $what = $static ? 'static library' : 'shared library';
		my $program = "$work/shares-$static";
		is(compile($root, $file, $program, $static), '',
		    "$what: the example of libfairtree(3) compiles");
		my $uses = `ldd '$program'` =~ /\Q$root\E\S*libfairtree/;
		is(!!$uses, !$static, "$what: is what is used");
		same_as_fshare("$root/bin/fshare", $program, $_, $what)
		    for $bedrock, $idle;
		places("$root/bin/fshare", $program, $bedrock, $what);
	}
}

1;
