#!/bin/sh
# The store beside sqmin, the least that SQLite does for the same tree.
#
# Milliseconds, the middle of several rounds.  Ours keeps a log that can be
# looked through, times and limits; the bound keeps names and places only.
#
# Environment: BENCH_SIZES (users).
set -eu

: "${BENCH_SIZES:=1000 10000 100000}"
bin=$FT_BUILD/bench

# The value after the word $2 in $1.
value() {
	echo "$1" | awk -v name="$2" '{ for (i = 1; i < NF; i++)
	    if ($i == name) print $(i + 1) }'
}

# "name value" pairs out of the sentences of sqbench.
ours() {
	"$bin/sqbench" tree "$1" "$2" | sed -n \
	    -e 's/^add .*: \([0-9.]*\) ms.*/add \1/p' \
	    -e 's/^opening balances: \([0-9.]*\).*/opening \1/p' \
	    -e 's/^\(tree\|usage\): \([0-9.]*\).*/\1 \2/p' \
	    -e 's/^all names: \([0-9.]*\).*/names \1/p'
	"$bin/sqbench" open "$1" |
	    sed -n 's/.* close: \([0-9.]*\) us.*/\1/p' |
	    awk '{ print "open", $1 / 1000 }'
}

row='%-28s %8s %9s %9s %6s\n'
# shellcheck disable=SC2059
printf "$row" work users plain ours ratio
for size in $BENCH_SIZES; do
	bound=$("$bin/sqmin" tree "$FT_DATA/bound.db" "$size")
	our=$(ours "$FT_DATA/ours.db" "$size" | tr '\n' ' ')
	while read -r key work; do
		a=$(value "$bound" "$key") b=$(value "$our" "$key")
		# shellcheck disable=SC2059
		printf "$row" "$work" "$size" "$a" "$b" \
		    "$(echo "$a $b" | awk '{ printf "%.2f", $2 / $1 }')"
	done <<-END
		add accounts, users, places
		opening opening balances
		tree read the tree
		usage read usage, decayed to now
		names read all names
		open open, one row, close
	END
done
rm -f "$FT_DATA"/bound.db* "$FT_DATA"/ours.db*
