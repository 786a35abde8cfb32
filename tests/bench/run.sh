#!/bin/sh
# Measure, by `make bench`: every part-NAME.sh here, or those named.
#
#	tests/bench/run.sh [NAME...]
#
# A part is run by sh in the top folder with FT_BUILD (where programs are, in
# bench/ and bin/) and FT_DATA (a folder to keep generated input in) set.  It
# prints a table and fails only when results are wrong: times are for reading,
# and only ratios mean something on a machine that does other things as well.
set -eu

cd "${FT_TOP:-$(dirname "$0")/../..}"
: "${FT_BUILD:=$PWD/build}"
FT_DATA=$FT_BUILD/bench/data
export FT_BUILD FT_DATA
mkdir -p "$FT_DATA"

status=0
for part in tests/bench/part-*.sh; do
	name=${part#tests/bench/part-}
	name=${name%.sh}
	if [ $# -gt 0 ]; then
		case " $* " in
		*" $name "*) ;;
		*) continue ;;
		esac
	fi
	echo "== $name"
	sh "$part" || status=1
	echo
done
exit $status
