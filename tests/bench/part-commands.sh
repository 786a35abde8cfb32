#!/bin/sh
# Whole commands on generated trees, from before their start to after their end.
#
# Milliseconds, the middle of several runs; growth per decade; then what a
# command on a small store costs beside a program that only opens SQLite, how
# much memory an association takes, and that load(dump(x)) is x.  A goal that
# is missed says so and fails nothing; a dump that differs does.
#
# Environment: BENCH_SIZES (users), BENCH_SHAPE, BENCH_RUNS.
set -eu

: "${BENCH_SIZES:=1000 10000 100000}"
: "${BENCH_SHAPE:=typical}"
: "${BENCH_RUNS:=7}"
bin=$FT_BUILD/bench
PATH=$FT_BUILD/bin:$PATH
unset FAIRTREE_CONF SLURM_CONF
export PATH FAIRTREE_USER=root FAIRTREE_DB TZ=UTC LC_ALL=C
status=0

# Results of one size: lines "command-key milliseconds".
results=$FT_DATA/results
: >"$results"

stopwatch() {
	"$bin/stopwatch" "$@"
}

fresh_store() {
	rm -f "$1" "$1-wal" "$1-shm"
}

# Make the files of size $1 and a store of them once.
make_tree() {
	tree=$FT_DATA/$BENCH_SHAPE-$1
	"$bin/ftgen" "$BENCH_SHAPE" "$1" 42 "$tree"
	FAIRTREE_DB=$tree.db
	fresh_store "$FAIRTREE_DB"
	facctmgr -i load "$tree.cfg" cluster=cluster >"$FT_DATA/log"
	fimport usage "$tree.usage" >"$FT_DATA/log"
	fshare -a -l -P >"$tree.table"
}

# time KEY SIZE BEFORE COMMAND...
time_command() {
	key=$1 size=$2
	shift 2
	echo "$key $size $(stopwatch "$BENCH_RUNS" "$@")" >>"$results"
}

# In a copy of the store, time COMMAND after BEFORE.
time_all() {
	size=$1
	make_tree "$size"
	user=$(awk 'END { print $2 }' "$tree.usage")
	new=$FT_DATA/new.db
	gone="rm -f $new $new-wal $new-shm"
	time_command fshare-l-a "$size" '' fshare -l -a
	time_command fshare-P "$size" '' fshare -l -a -P
	time_command fshare-u "$size" '' fshare -U -u "$user"
	time_command list "$size" '' facctmgr list assoc -P
	time_command dump "$size" '' facctmgr dump cluster file="$tree.dump"
	FAIRTREE_DB=$new
	time_command load "$size" "$gone" \
	    facctmgr -i load "$tree.cfg" cluster=cluster
	time_command usage "$size" "$gone; cp $tree.db $new" \
	    fimport usage "$tree.usage"
	time_command sshare "$size" "$gone; cp $tree.db $new" \
	    fimport sshare "$tree.table"
	time_changes
	check_load_dump
}

# All users at once, and back again.  A cluster alone selects no users.
time_changes() {
	accounts=$(sed -n "s/^Account - '\([^']*\)'.*/\1/p" "$tree.cfg" |
	    paste -s -d , -)
	time_command modify "$size" "$gone; cp $tree.db $new" \
	    facctmgr -i modify user where account="$accounts" \
	    set fairshare=7
	time_command delete "$size" "$gone; cp $tree.db $new" \
	    facctmgr -i delete user where account="$accounts"
	cp "$new" "$FT_DATA/less.db"
	time_command undo "$size" "$gone; cp $FT_DATA/less.db $new" \
	    facctmgr undo
	cp "$new" "$FT_DATA/more.db"
	time_command redo "$size" "$gone; cp $FT_DATA/more.db $new" \
	    facctmgr redo
	fresh_store "$FT_DATA/less.db"
	fresh_store "$FT_DATA/more.db"
}

# What is loaded from a dump is dumped as it was.
check_load_dump() {
	fresh_store "$FAIRTREE_DB"
	facctmgr -i load "$tree.dump" >"$FT_DATA/log"
	facctmgr dump cluster file="$FT_DATA/again" >"$FT_DATA/log"
	if ! cmp "$tree.dump" "$FT_DATA/again"; then
		echo "load(dump(x)) is not x at $size" >>"$FT_DATA/wrong"
		status=1
	fi
	fresh_store "$FAIRTREE_DB"
}

# The goal of command $1 at size $2 in milliseconds, - for none.
goal() {
	case $1-$2 in
	fshare-l-a-10000 | fshare-P-10000) echo 25 ;;
	fshare-l-a-100000 | fshare-P-100000) echo 250 ;;
	fshare-l-a-1000000 | fshare-P-1000000) echo 2500 ;;
	fshare-u-100000) echo 30 ;;
	load-10000 | dump-10000) echo 100 ;;
	load-100000 | dump-100000) echo 800 ;;
	list-100000) echo 150 ;;
	*) echo - ;;
	esac
}

print_times() {
	row='%-36s %8s %9s %9s %7s %7s %s\n'
	# shellcheck disable=SC2059
	printf "$row" command users ms best goal growth ''
	while read -r key name; do
		before=
		for size in $BENCH_SIZES; do
			line=$(grep "^$key $size " "$results")
			goal=$(goal "$key" "$size")
			# shellcheck disable=SC2086
			set -- $line
			# shellcheck disable=SC2059
			printf "$row" "$name" "$size" "$3" "$4" "$goal" \
			    "$(echo "$3 $before" | awk '{ if (NF == 2)
				printf "%.1f", $1 / $2; else print "-" }')" \
			    "$(echo "$3 $goal" | awk '{ if ($2 != "-")
				print ($1 > $2) ? "MISSED" : "met" }')"
			before=$3
		done
	done <<-END
		fshare-l-a fshare -l -a
		fshare-P fshare -l -a -P
		fshare-u fshare -U -u USER
		list facctmgr list assoc -P
		dump facctmgr dump cluster file=FILE
		load facctmgr -i load FILE, new store
		usage fimport usage FILE, a second time
		sshare fimport sshare FILE, over an old tree
		modify facctmgr -i modify user, all
		delete facctmgr -i delete user, all
		undo facctmgr undo of that
		redo facctmgr redo of that
	END
}

# One command on a small store, after BEFORE, beside the bound: sqmin MODE FILE,
# timed before and after it because the machine does other things as well.
print_beside() {
	mode=$1 file=$2 before=$3
	shift 3
	echo "$(stopwatch 51 '' "$bin/sqmin" "$mode" "$file") \
	    $(stopwatch 101 "$before" "$@") \
	    $(stopwatch 51 '' "$bin/sqmin" "$mode" "$file")" |
	    awk -v name="$*" -v mode="$mode" '{ bound = ($1 + $7) / 2
		printf "%-37s %5.2f ms; plain %s %.2f ms; %.2f x (1.5) %s\n",
		    name, $4, mode, bound, $4 / bound,
		    ($4 > 1.5 * bound) ? "MISSED" : "met" }'
}

# Commands that read are held against the goal; for one that writes and waits
# for the disk, the bound writes as well.
print_start() {
	FAIRTREE_DB=$FT_DATA/small.db
	bound=$FT_DATA/bound.db
	fresh_store "$FAIRTREE_DB"
	facctmgr -i add account first >"$FT_DATA/log"
	"$bin/sqmin" tree "$bound" 20 >"$FT_DATA/log"
	for command in 'fshare' 'fshare -l -a' 'facctmgr list assoc' \
	    'facctmgr list qos' 'facctmgr dump cluster file=/dev/null' \
	    'fimport usage /dev/null'; do
		# shellcheck disable=SC2086
		print_beside row "$FAIRTREE_DB" '' $command
	done
	# each time it is another value: what is so already is not written
	print_beside write "$bound" \
	    'facctmgr -i modify account first set fair=1 >/dev/null' \
	    facctmgr -i modify account first set fair=2
	fresh_store "$bound"
}

# Peak of memory over that on a small store, by association.
print_memory() {
	for size in $BENCH_SIZES; do
		[ "$size" -ge 100000 ] || continue
		FAIRTREE_DB=$FT_DATA/small.db
		small=$(stopwatch 5 '' fshare -l -a)
		FAIRTREE_DB=$FT_DATA/$BENCH_SHAPE-$size.db
		large=$(stopwatch 5 '' fshare -l -a)
		count=$(fshare -l -a -P -n | wc -l)
		echo "$small $large $count" | awk '{
		    b = ($6 - $3) * 1024 / $7
		    printf "fshare -l -a, %d associations: %d KiB, small " \
			"store %d KiB; %.0f B each (200) %s\n", $7, $6, $3, b,
			(b > 200) ? "MISSED" : "met" }'
	done
}

rm -f "$FT_DATA/wrong"
for size in $BENCH_SIZES; do
	time_all "$size"
done
print_times
echo
print_start
echo
print_memory
if [ -f "$FT_DATA/wrong" ]; then
	cat "$FT_DATA/wrong"
else
	echo "load(dump(x)) = x for all sizes"
fi
rm -f "$FT_DATA/small.db"* "$FT_DATA/$BENCH_SHAPE-"*.dump \
    "$FT_DATA/again" "$FT_DATA/log" "$results"
exit $status
