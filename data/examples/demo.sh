#!/bin/sh
# A first session: import a small cluster, give one user more shares, and see who
# moves.  Needs fimport, fshare and facctmgr in PATH; its store is temporary.
set -eu

here=$(dirname "$0")
work=$(mktemp -d "${TMPDIR:-/tmp}/fairtree-demo.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

unset FAIRTREE_CONF SLURM_CONF
FAIRTREE_DB=$work/demo.db
# Any user who can write a store may act as its administrator.
FAIRTREE_USER=root
LC_ALL=C
export FAIRTREE_DB FAIRTREE_USER LC_ALL

cp "$here/bedrock.sshare" "$work"
cd "$work"

# Print a command, then its output.
run() {
	printf '\n$ %s\n' "$1"
	eval "$1"
}

echo 'The cluster of the Fair Tree slides: two departments, five people.'
run 'fimport sshare bedrock.sshare'
run 'fshare -a -o Account,User,RawShares,RawUsage,LevelFS,FairShare'
printf '\nbetty wants 60 shares instead of 25. Who would move?\n'
run "fshare --what-if 'modify user betty set fairshare=60' --diff -o Account,User,PlaceBefore,PlaceAfter,Move"
printf '\nMake the change:\n'
run 'facctmgr -i modify user betty set fairshare=60'
run 'fshare -a -U -o User,RawShares,RawUsage,LevelFS,FairShare --sort -FairShare'
