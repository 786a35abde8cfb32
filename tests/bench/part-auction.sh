#!/bin/sh
# Auctions: the optimum by classes of equal width beside a row per bidder, and
# what all winners pay beside a run per winner.
#
# Milliseconds of processor time, the middle of several rounds; "rows/exact" and
# "runs/vcg" are taken in one process, and winners and payments must be the
# same.  "grows" is how much longer the optimum takes than in the line above,
# where ten times the bidders or four times the nodes are.  A run per winner is
# left out (-) where it takes too long.
#
# Environment: BENCH_AUCTION_SHAPES, BENCH_BIDDERS (at 3456 nodes), BENCH_NODES
# (bidders want twice as many), BENCH_ROUNDS.
set -eu

: "${BENCH_AUCTION_SHAPES:=study powers any}"
: "${BENCH_BIDDERS:=450 4500 45000}"
: "${BENCH_NODES:=864 3456 13824 55296}"
: "${BENCH_ROUNDS:=5}"
status=0
row='%-7s %8s %7s %9s %10s %6s %9s %9s %9s %9s %9s\n'

# One line: shape $1, bidders $2, nodes $3; $4 is how long the last one took.
# Sets exact.
line() {
	what=all
	[ "$2" -gt 1000 ] || [ "$3" -gt 10000 ] && what=rows
	[ "$2" -gt 10000 ] && what=fast
	if ! out=$("$FT_BUILD/bench/bench_auction" "$1" "$2" "$3" \
	    "$BENCH_ROUNDS" "$what"); then
		status=1
		return
	fi
	# shellcheck disable=SC2086
	set -- "$1" "$4" $out
	shape=$1 before=$2
	shift 2
	rows=- runs=-
	while [ $# -gt 1 ]; do
		case $1 in
		bidders) bidders=$2 ;;
		nodes) nodes=$2 ;;
		exact) exact=$2 ;;
		vcg) vcg=$2 ;;
		critical) critical=$2 ;;
		halt-critical) halt=$2 ;;
		continue-critical) continue=$2 ;;
		rows) rows=$2 ;;
		runs) runs=$2 ;;
		esac
		shift 2
	done
	# shellcheck disable=SC2059
	printf "$row" "$shape" "$bidders" "$nodes" "$exact" \
	    "$(ratio "$rows" "$exact")" "$(ratio "$exact" "$before")" "$vcg" \
	    "$(ratio "$runs" "$vcg")" "$critical" "$halt" "$continue"
}

ratio() {
	echo "$1 $2" | awk '$1 == "-" || $2 == "-" { print "-"; exit }
	    { printf "%.1f\n", $1 / $2 }'
}

# shellcheck disable=SC2059
printf "$row" shape bidders nodes exact rows/exact grows vcg runs/vcg \
    critical halt continue
for shape in $BENCH_AUCTION_SHAPES; do
	exact=-
	for bidders in $BENCH_BIDDERS; do
		line "$shape" "$bidders" 3456 "$exact"
	done
	exact=-
	for nodes in $BENCH_NODES; do
		line "$shape" 0 "$nodes" "$exact"
	done
done
exit $status
