#!/usr/bin/env bats
# A tree of 10,000 levels, one account below the other, on a stack of 256 KiB:
# no command climbs it by recursion, and no output grows with its square.

load ../lib/cmd

setup_file() {
	export FAIRTREE_DB="$BATS_FILE_TMPDIR/deep.db"
	awk -v usage="$BATS_FILE_TMPDIR/usage" 'BEGIN {
		print "Cluster - '\''cluster'\''"
		print "Parent - '\''root'\''"
		for (i = 1; i <= 10000; i++) {
			print "Account - '\''a" i "'\''"
			print "Parent - '\''a" i "'\''"
			print "User - '\''u" i "'\'':DefaultAccount='\''a" i "'\''"
			print "a" i " u" i " " 1000 + i * 37 % 501 > usage
		}
	}' >"$BATS_FILE_TMPDIR/tree.cfg"
	export small="ulimit -s 256"
	# a sanitizer's frames are larger
	! grep -q __asan_init "$FT_BUILD/bin/facctmgr" || small=true
	on_small_stack facctmgr -i load "$BATS_FILE_TMPDIR/tree.cfg"
	on_small_stack fimport usage "$BATS_FILE_TMPDIR/usage"
}

# In a shell of its own: the tools of a test may need more.
on_small_stack() (
	$small
	"$@"
)

# Succeeds, and writes at most 4 KiB a level.
answers() {
	on_small_stack "$@" >"$BATS_TEST_TMPDIR/out"
	[ "$(wc -c <"$BATS_TEST_TMPDIR/out")" -le $((10000 * 4096)) ]
}

@test "a deep tree is listed" {
	answers fshare -a
	[ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -ge 20000 ]
	answers facctmgr list assoc tree format=account,user
	answers facctmgr list user withassoc -P
	answers facctmgr list account withassoc -P
}

@test "a deep tree is explained and solved" {
	answers fwhy u10000
	answers facctmgr solve user u10000 rank 1
	[ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -gt 10000 ]
}

@test "a deep tree is checked, dumped and compared" {
	answers facctmgr check
	answers facctmgr dump cluster "file=$BATS_TEST_TMPDIR/dump"
	answers facctmgr diff "$BATS_TEST_TMPDIR/dump"
}

@test "time passes in a deep tree" {
	answers fbatch --uid=u10000 --wrap=true --time=10
	answers fsim run --for 1:00:00
	answers fprio -l
	answers fview --dump-frames --frame 100%
}
