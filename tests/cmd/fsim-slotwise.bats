#!/usr/bin/env bats
# fsim slotwise: the passes of subordination on one host.  What each case does
# is worked out in tests/unit/t_slotwise.c; here it is what is printed.

load ../lib/cmd

setup() {
	examples=$FT_TOP/data/examples/slotwise
	cd "$BATS_TEST_TMPDIR" || return
}

# what the last event did, without the states
last() {
	printf '%s\n' "$output" | sed -n "/^$1 /,\$p" | grep -v '^  ='
}

@test "case a: a superior starts and ends" {
	run fsim slotwise "$examples/a.events"
	[ "$status" -eq 0 ]
	[ "$(last 9)" = "9 start a1 A.q
  A.q: 3 tasks (b1 b2 a1) run, limit 2: 1 too many
  suspend b2 of B.q: level 1, number 0, sr: started last
20 end a1
  A.q: 1 task (b1) runs, limit 2: room for 1
  resume b2 of B.q: level 1, number 0, sr: started first" ]
	[ "${lines[-1]}" = "  = b1 b2" ]
	[ "${lines[9]}" = "  = b1 a1; suspended b2" ] ||
		{ printf '%s\n' "${lines[@]}"; false; }
}

@test "case b: the highest number goes, lr takes the oldest" {
	run fsim slotwise "$examples/b.events"
	[ "$(last 6)" = "6 start b1 B.q
  A.q: 3 tasks (a1 c1 b1) run, limit 2: 1 too many
  suspend c1 of C.q: level 1, number 2, lr: started first" ]
}

@test "case c: the inner limit first, then the outer one" {
	run fsim slotwise "$examples/c.events"
	[ "$(last 4)" = "4 start b1 B.q
  B.q: 3 tasks (c1 c2 b1) run, limit 2: 1 too many
  suspend c2 of C.q: level 1, number 0, sr: started last
  A.q: 2 tasks (c1 b1) run, limit 3: not exceeded
6 start a1 A.q
  A.q: 3 tasks (c1 b1 a1) run, limit 3: not exceeded
8 start a2 A.q
  A.q: 4 tasks (c1 b1 a1 a2) run, limit 3: 1 too many
  suspend c1 of C.q: level 2, number 0, sr: started last" ]
}

@test "case d: suspended at once, unless load is adjusted" {
	run fsim slotwise "$examples/d.events"
	[ "${lines[-1]}" = "  = a1 a2; suspended b1" ]
	run fsim slotwise --load-adjust "$examples/d.events"
	[ "$(last 5)" = "5 start b1 B.q
  b1 does not start in B.q: it would be suspended at once" ]
	[ "${lines[-1]}" = "  = a1 a2" ]
}

@test "case e: a task of four slots counts one, or four" {
	run fsim slotwise "$examples/e.events"
	[ "$(last 5)" = "5 start a2 A.q 4
  A.q: 3 tasks (b1 a1 a2) run, limit 2: 1 too many
  suspend b1 of B.q: level 1, number 0, sr: started last" ]
	run fsim slotwise --count slots "$examples/e.events"
	[ "$(last 5)" = "5 start a2 A.q 4
  A.q: 6 slots (b1 a1 a2) run, limit 2: 4 too many
  suspend b1 of B.q: level 1, number 0, sr: started last
  A.q: no task below it is left to suspend" ]
}

@test "case f: a loop is refused" {
	run fsim slotwise "$examples/f.events"
	[ "$status" -eq 1 ]
	[ "$output" = "$examples/f.events:4: SubordinateList: loop: A.q over \
B.q over A.q" ]
}

@test "case g: waking looks at the top only, or at all limits" {
	run fsim slotwise "$examples/g.events"
	[ "$(last 9)" = "9 end a1
  A.q: 3 tasks (b1 b2 a2) run, limit 4: room for 1
  resume c1 of C.q: level 2, number 0, sr: started first
12 start b3 B.q
  B.q: 4 tasks (c1 b1 b2 b3) run, limit 2: 2 too many
  suspend c1 of C.q: level 1, number 0, sr: started last
  B.q: no task below it is left to suspend
  A.q: 4 tasks (b1 b2 a2 b3) run, limit 4: not exceeded" ]
	run fsim slotwise --wake all "$examples/g.events"
	[ "$(last 9 | head -3)" = "9 end a1
  A.q: 3 tasks (b1 b2 a2) run, limit 4: room for 1
  A.q: no task below it can resume" ]
}

@test "the article's three configurations" {
	for file in one two tree; do
		run fsim slotwise "$examples/$file.events"
		[ "$status" -eq 0 ]
		# the last to be suspended are the last to resume
		[ "${lines[-1]}" = "  = $(sed -n 's/^# ends with: //p' \
		    "$examples/$file.events")" ] || { echo "$output"; false; }
	done
}

@test "tasks are requeued instead" {
	run fsim slotwise --requeue "$examples/a.events"
	[ "$(last 9)" = "9 start a1 A.q
  A.q: 3 tasks (b1 b2 a1) run, limit 2: 1 too many
  requeue b2 of B.q: level 1, number 0, sr: started last
20 end a1
  A.q: 1 task (b1) runs, limit 2: room for 1" ]
}

@test "settings of another file, another node, the standard input" {
	cat >some.conf <<-'END'
		NodeName=h[1-2] CPUs=4
		PartitionName=A.q Nodes=h[1-2] SubordinateList=slots=1(B.q),[h2=slots=2(B.q)]
		PartitionName=B.q Nodes=h[1-2]
	END
	printf '0 start b1 B.q\n1 start a1 A.q\n' >some.events
	run fsim slotwise --conf some.conf some.events
	[ "${lines[-1]}" = "  = a1; suspended b1" ]
	run fsim slotwise --conf some.conf --node h2 - <some.events
	[ "${lines[-1]}" = "  = b1 a1" ]
	run fsim slotwise --conf some.conf --node h3 some.events
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: no node 'h3'" ]
}

@test "lists may change" {
	cat >some.events <<-'END'
		NodeName=h1 CPUs=4
		PartitionName=A.q Nodes=h1 SubordinateList=slots=1(B.q)
		PartitionName=B.q Nodes=h1
		0 start b1 B.q
		1 start a1 A.q
		2 set A.q SubordinateList="slots=2(B.q)"
		3 set B.q SubordinateList=slots=1(A.q)
	END
	run fsim slotwise some.events
	[ "$status" -eq 1 ]
	[ "$(last 2 | head -4)" = "2 set A.q SubordinateList=slots=2(B.q)
  A.q: 1 task (a1) runs, limit 2: room for 1
  resume b1 of B.q: level 1, number 0, sr: started first
  A.q: 2 tasks (b1 a1) run, limit 2: not exceeded" ]
	[ "${lines[-1]}" = "some.events:7: SubordinateList: loop: A.q over \
B.q over A.q" ]
}

@test "bad files" {
	printf '0 start a A.q\n' >none.events
	run fsim slotwise none.events
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: none.events: no partition with nodes has \
a SubordinateList or FairTreeSlots" ]
	cp "$examples/a.events" some.events
	echo '30 start b1 B.q' >>some.events
	run fsim slotwise some.events
	[ "${lines[-1]}" = "some.events:11: task 'b1' already exists" ]
	echo '30 stop b1' >>some.events
	run fsim slotwise some.events
	[ "$output" = "some.events:12:4: expected start, end, suspend, resume \
or set" ]
	run fsim slotwise
	[ "$status" -eq 1 ]
	run fsim slotwise absent.events
	[ "$status" -eq 1 ]
	[ "$output" = "fsim: error: cannot open 'absent.events': No such file \
or directory" ]
}

@test "as JSON" {
	run fsim slotwise --json "$examples/b.events"
	[ "$status" -eq 0 ]
	[[ $output == *'"event": "count", "queue": "A.q", "running": 3, "limit": 2, "tasks": ["a1", "c1", "b1"]'* ]]
	[[ $output == *'"event": "suspend", "queue": "A.q", "task": "c1", "below": "C.q", "level": 1, "number": 2, "action": "lr"'* ]]
}
