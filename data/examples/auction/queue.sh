#!/bin/sh
# Scores the order of the five jobs of the worked example as waiting jobs: the
# example of fauction(1).  Needs fimport, fbatch and fauction in PATH.  Its store
# is temporary unless one is named: queue.sh [STORE].
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/fairtree-queue.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

unset FAIRTREE_CONF SLURM_CONF
FAIRTREE_DB=${1:-$work/queue.db}
FAIRTREE_USER=root
LC_ALL=C
export FAIRTREE_DB FAIRTREE_USER LC_ALL

for file in conf dump usage; do
	name=$file
	[ "$file" = dump ] && name=cfg
	fimport "$file" "$here/queue.$name" >"$work/log"
done
while read -r user name nodes minutes; do
	fbatch -Q --uid="$user" -J "$name" -N "$nodes" -t "$minutes" \
	    --wrap true
done <<END
ann A 4 100
bob B 3 90
cay C 4 80
dan D 2 70
eve E 3 40
END
echo '+ fauction queue --list'
fauction queue --list
