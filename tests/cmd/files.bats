#!/usr/bin/env bats
# A folder where others may write: what they put beside a store, or in the way of
# what is written, is neither followed nor written to; it is refused by its name.

load ../lib/cmd
load ../lib/await

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$PWD/s.db
	export HOME=$PWD TERM=dumb
	echo precious >victim
	facctmgr -i -Q add account one
	rm -f s.db-lock
}

# plant KIND NAME: something of this kind that is not a file of ours
plant() {
	rm -rf "$2"
	case $1 in
	link) ln -s victim "$2" ;;
	dangling) ln -s nowhere "$2" ;;
	hard) ln victim "$2" ;;
	fifo) mkfifo "$2" ;;
	folder) mkdir "$2" ;;
	text) echo precious >"$2" ;;
	esac
}

# said START COMMAND: status 1 and one line that holds START; nobody was harmed
said() {
	local words=$1
	shift
	run "$@" </dev/null
	[ "$status" -eq 1 ] || { echo "$*: $status $output"; false; }
	[ "${#lines[@]}" -eq 1 ] || { echo "$*: $output"; false; }
	[[ $output == *"$words"* ]] || { echo "$*: $output"; false; }
	[ "$(cat victim)" = precious ]
	[ ! -e nowhere ]
}

@test "a lock that is not a lock is not written" {
	for kind in link dangling hard fifo folder text; do
		plant $kind s.db-lock
		said "$PWD/s.db-lock: " facctmgr -i -Q add account two
		rm -r s.db-lock
		plant $kind s.db-run
		said "$PWD/s.db-run: " fsim run --for 60
		rm -r s.db-run
	done
	# an empty one, one of ours, one that was cut short
	for text in '' "$(printf '%020d\n9 x' 7)" 00; do
		printf %s "$text" >s.db-lock
		facctmgr -i -Q modify account one set fairshare=3
		printf %s "$text" >s.db-run
		fsim run --quiet --for 60
		[ "$(cat s.db-run)" = "$text" ]
	done
}

@test "what SQLite would believe is looked at first" {
	for suffix in wal shm journal; do
		for kind in link dangling hard fifo folder; do
			plant $kind s.db-$suffix
			said "$PWD/s.db-$suffix: " fshare -a
			said "$PWD/s.db-$suffix: " \
				facctmgr -i -Q add account two
			said "$PWD/s.db-$suffix: " fsim run --for 60
			rm -r s.db-$suffix
		done
	done
	run facctmgr -nP list account format=account
	[ "$output" = $'one\nroot' ]
}

# A journal that names FILE, which SQLite removes after playing it back.
journal_naming() {
	perl -e 'my $file = shift; my $end = pack "H*", "d9d505f920a163d7";
		print pack("a8N5x484", $end, 0, 0, (-s "s.db") / 4096, 512, 4096),
		    pack("N", 0x40000000 / 4096 + 1), $file,
		    pack("N2", length $file, unpack "%32C*", $file), $end' "$1"
}

@test "a journal cannot have another file removed" {
	command -v sqlite3 >/dev/null || skip 'no sqlite3'
	sqlite3 s.db 'PRAGMA journal_mode = DELETE' >/dev/null
	journal_naming "$PWD/victim" >s.db-journal
	cp s.db-journal journal
	# SQLite alone does remove it
	cp victim kept
	cp s.db alone.db
	cp journal alone.db-journal
	sqlite3 alone.db 'SELECT count(*) FROM user' >/dev/null
	[ ! -e victim ]
	mv kept victim
	for command in 'fshare -a' 'facctmgr -i -Q add account two' \
		'fsim run --for 60' 'facctmgr check' 'fqueue'; do
		said "s.db-journal: not made by this program" $command
		cmp s.db-journal journal
	done
	rm s.db-journal
	facctmgr -i -Q add account two
	# nor is one believed that waits for a copy
	journal_naming "$PWD/victim" >new.db-journal
	said 'new.db: cannot be saved: ' facctmgr -i save new.db
}

@test "all names of a store lead to one store, one log, one lock" {
	mkdir far
	ln -s ../s.db far/l.db
	facctmgr --db far/l.db -i -Q add account two
	FAIRTREE_DB=far/l.db facctmgr -i -Q add account three
	diff <(fshare -aP) <(fshare --db far/l.db -aP)
	[ "$(ls far)" = l.db ]
	# one run at a time, whatever it is called
	holdlock s.db-run >held &
	await [ -s held ]
	said 'is already running the clock of this store' \
		fsim run --db far/l.db --for 60
	said 'is already running the clock of this store' fsim run --for 60
	kill $!
}

@test "a store of two names is read, and not written" {
	ln s.db h.db
	for name in s.db h.db; do
		fshare --db $name -aP >/dev/null
		said "$name: has 2 names (hard links), so it can only be read" \
			facctmgr --db $name -i -Q add account two
		said "$name: has 2 names" fsim run --db $name --for 60
		said "$name: has 2 names" fbatch --db $name --wrap x
	done
	[ ! -e h.db-lock ] && [ ! -e h.db-wal ] && [ ! -e h.db-run ]
	rm h.db
	facctmgr -i -Q add account two
}

@test "links that lead nowhere are not followed to make something" {
	ln -s nowhere d.db
	ln -s loop loop
	for name in d.db loop; do
		said "$name: cannot be opened: " fshare --db $name
		said "$name: cannot be opened: " \
			facctmgr --db $name -i -Q add account two
		said "$name: cannot be saved: " facctmgr -i save $name
		said "cannot write '$name': " facctmgr dump cluster file=$name
		said "cannot write '$name': " fview --svg $name
	done
	printf '1 %s -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n' 0 5 >t.swf
	sweep() { fsim sweep -q --grid policy=easy,fcfs --cpus 1 --nodes 1 "$@" t.swf; }
	ln -s nowhere r.csv
	said "cannot open 'r.csv': a symbolic link that leads nowhere" \
		sweep --out r.csv
	mkfifo f.csv
	said "cannot open 'f.csv': not a regular file" sweep --out f.csv
	ln -s victim o.csv.new
	sweep --out o.csv
	[ -s o.csv ] && [ -L o.csv.new ] && [ "$(cat victim)" = precious ]
}

@test "a file on a full device is named with the reason" {
	[ -c /dev/full ] || skip 'no /dev/full'
	local reason="cannot write '/dev/full': No space left on device"
	for option in --svg --record; do
		said "$reason" fview $option /dev/full
	done
	said "$reason" facctmgr dump cluster file=/dev/full
	run bash -c 'fshare -a >/dev/full'
	[ "$output" = \
		'fshare: error: cannot write output: No space left on device' ]
}

@test "a store too large for where it is saved is not blamed for it" {
	mkdir small
	run bash -c 'ulimit -f 40; facctmgr save small/s.db'
	[ "$status" -eq 1 ]
	[ "$output" = \
		'facctmgr: error: small/s.db: cannot be saved: File too large' ]
	[ -z "$(ls -A small)" ]
}

@test "a limit on the size of files ends no program before it has said so" {
	cp s.db l.db
	run bash -c 'ulimit -f 8; facctmgr --db l.db -i add user x account=root'
	[ "$status" -eq 1 ]
	[[ $output == *'l.db: cannot be written: File too large' ]]
	run bash -c 'ulimit -f 8; fcontrol --db n.db update clock=2030-01-01'
	[ "$status" -eq 1 ]
	[ "$output" = 'fcontrol: error: n.db: disk I/O error: File too large' ]
	[ ! -e n.db ]
	facctmgr --db l.db check
}

@test "check reports in every format" {
	cp s.db bad.db
	dd if=/dev/zero of=bad.db bs=4096 seek=2 count=1 conv=notrunc 2>/dev/null
	run facctmgr --db bad.db --json check
	[ "$status" -eq 1 ]
	[ "$(perl -MJSON::PP -e 'local $/; my $d = decode_json(<STDIN>);
		print "$d->{schema} ", @{$d->{problems}} > 0, " ",
		    ref $d->{problems}[0]' <<<"$output")" = \
		'fairtree.check/1 1 HASH' ]
	run facctmgr --db bad.db --yaml check
	[[ $output == *$'problems:\n- problem: '* ]]
	run facctmgr --db bad.db --csv check
	[ "${lines[0]}" = Problem ] && [ "${#lines[@]}" -gt 1 ]
	run facctmgr --csv check
	[ "$output" = Problem ]
	run facctmgr --json check
	[[ $output == *'"problems": []'* ]]
	run facctmgr --yaml check
	[[ $output == *'problems: []'* ]]
}

@test "a picture or table beside what is printed needs a name" {
	local words="cannot be '-': standard output has what the command prints"

	said "--svg $words" fshare --history --svg -
	said "--svg $words" freport cluster utilization --svg -
	said "--svg $words" fauction run - --svg=-
	said "--svg $words" fsim compare --svg - a b c
	said "--out $words" fsim sweep --grid nodes=1 --out - t.swf
	said "--map $words" fimport --map - --anonymise copy site folder
	said "--anonymise $words" fimport --anonymise - site folder
	[ ! -e ./- ]
	fview --svg - --size 40x5 | grep -q '^<svg '
	fview --size 40x5 --keys ':save -\n' --dump-frames |
		grep -q 'name a file: the terminal shows the'
	# to sacctmgr it is a name
	ln -s "$(command -v facctmgr)" sacctmgr
	./sacctmgr dump cluster file=- >/dev/null 2>&1
	[ -s ./- ]
}

@test "a text does not replace a store" {
	local words='it is a database, such as a store'

	cp s.db other.db
	ln -s s.db link.db
	for name in s.db other.db link.db; do
		said "$words" facctmgr dump cluster file=$name
		said "$words" fshare --history --svg $name -n
		said "$words" fview --svg $name
	done
	ln -s "$(command -v facctmgr)" sacctmgr
	run ./sacctmgr dump cluster file=s.db
	[[ $output == *"Can't open file s.db, File exists"* ]]
	cmp s.db other.db
}

@test "bytes that no file of this kind has: one line says where" {
	head -c 64 /dev/zero >zero
	# 0x01 where a line begins
	printf 'a\n\001\n' >control

	for verb in conf dump squeue sacct sshare usage qos scontrol history; do
		run fimport $verb zero
		[ "$status" -eq 1 ]
		[ "$output" = 'zero:1:1: control character 0x00' ]
		said 'control:' fimport $verb control
	done
	said 'control:' fsim replay --outages control control
	said 'control:' fsim replay control
	said 'control:' facctmgr -i load control
	said 'control:' fview --lesson ./control
}

@test "a link that was named is followed, and stays" {
	echo old >real
	ln -s real out
	facctmgr dump cluster file=out >/dev/null
	[ -L out ] && grep -q "Account - 'one'" real
	facctmgr -i save out
	[ -L out ] && fshare --db real -aP >/dev/null
}

@test "names that nobody chose are not followed in a folder that was" {
	mkdir frames
	ln -s ../victim frames/frame-0000.txt
	said "frames/frame-0000.txt: a symbolic link" \
		fview --dump-frames=frames
	rm frames/frame-0000.txt
	ln victim frames/frame-0000.txt
	said "frames/frame-0000.txt: has 2 names" fview --dump-frames=frames
	rm frames/frame-0000.txt
	fview --dump-frames=frames
	[ -s frames/frame-0000.txt ]
}

@test "names that were foreseen are not written to" {
	for name in b.db-part b.db-new b.db.new; do
		ln -s victim $name
	done
	facctmgr save b.db
	facctmgr -i save b.db
	[ "$(cat victim)" = precious ]
	[ -L b.db-part ] && [ -L b.db-new ] && [ -L b.db.new ]
	# nor is a log believed that waits for a copy
	echo x >c.db-wal
	said 'is a store that is in use' facctmgr save c.db
	ln -sf victim c.db-wal
	said "c.db-wal: a symbolic link" facctmgr save c.db
}

@test "files get the mode that umask and the store say" {
	mode() { stat -c %a "$1"; }
	(umask 002 && facctmgr --db g.db -i -Q add account two)
	[ "$(mode g.db)" = 664 ]
	[ "$(mode g.db-lock)" = 664 ]
	chmod 660 g.db
	(umask 077 && fsim run --quiet --db g.db --for 60)
	[ "$(mode g.db-lock)" = 660 ]
	[ "$(mode g.db-run)" = 660 ]
	(umask 022 && facctmgr --db g.db save copy.db)
	[ "$(mode copy.db)" = 640 ]
	chmod 600 copy.db
	(umask 022 && facctmgr --db g.db -i save copy.db)
	[ "$(mode copy.db)" = 600 ]
}

@test "who fails to write leaves no store behind" {
	while read -r line; do
		run bash -c "exec </dev/null; $line"
		[ "$status" -ne 0 ] || { echo "$line: $output"; false; }
		[ -z "$(ls n.db* 2>/dev/null)" ] || { echo "$line"; false; }
	done <<-'END'
		facctmgr --db n.db -i add user ann account=nosuch
		facctmgr --db n.db -i delete account nosuch-at-all set
		facctmgr --db n.db -i load /no/such/file
		fcontrol --db n.db update jobid=7 priority=3
		fimport --db n.db dump /no/such/file
		fsim run --db n.db --for 60 --until 2030-01-01 --speed x
	END
}

@test "nor does who cannot even begin" {
	mkdir new
	ln -s ../victim new/n.db-lock
	said "/new/n.db-lock: a symbolic link" \
		facctmgr --db new/n.db -i -Q add account two
	[ "$(ls new)" = n.db-lock ]
	# SQLite takes no path as long as that
	local long=$PWD
	for i in 1 2 3; do
		long=$long/$(printf %0200d 7)
		mkdir "$long"
	done
	said "cannot be opened" \
		facctmgr --db "$long/n.db" -i -Q add account two
	[ -z "$(ls -A "$long")" ]
}

# ---- with two users ------------------------------------------------------------

# A folder that other users can reach, with the commands in it.
reachable() {
	[ "$(id -u)" -eq 0 ] || skip 'it takes root to be two users'
	command -v setpriv >/dev/null || skip 'there is no setpriv'
	place=$(mktemp -d /tmp/ft-files-XXXXXX)
	chmod 755 "$place"
	mkdir "$place/bin" "$place/shared"
	cp "$(command -v facctmgr)" "$(command -v fshare)" \
		"$(command -v fsim)" "$place/bin"
	cd "$place/shared"
	export FAIRTREE_DB=s.db
}

teardown() {
	[ -z "${place-}" ] || rm -rf "$place"
}

# as USER COMMAND: a user without a name, in the group 2000
as() {
	local user=$1
	shift
	setpriv --reuid "$user" --regid "$user" --groups 2000 \
		env PATH="$place/bin:$PATH" HOME=/ "$@"
}

@test "members of a group share a store" {
	reachable
	for mode in 2770 770; do
		rm -f s.db*
		chgrp 2000 .
		chmod $mode .
		umask 007
		as 1001 facctmgr -i -Q add account one
		chgrp 2000 s.db s.db-lock
		for user in 1002 1001 1003; do
			as $user facctmgr -i -Q add account a$user
			as $user fsim run --quiet --for 60
		done
		[ "$(as 1002 facctmgr -nP list account | wc -l)" -eq 5 ]
		# whoever of them made it, the others can use it
		rm s.db-lock s.db-run
		for user in 1003 1002; do
			as $user facctmgr -i -Q modify account one \
				set fairshare=$user
			as $user fsim run --quiet --for 60
		done
		[ "$(stat -c '%a %g' s.db-lock)" = '660 2000' ]
		[ "$(stat -c '%a %g' s.db-run)" = '660 2000' ]
	done
}

@test "in a folder such as /tmp a stranger's companion is not trusted" {
	reachable
	chmod 1777 .
	as 1001 facctmgr -i -Q add account one
	rm s.db-lock
	for suffix in lock run wal shm journal; do
		rm -f s.db-$suffix
		as 1002 touch s.db-$suffix
		as 1002 chmod 666 s.db-$suffix
		run as 1001 fsim run --for 60
		[ "$status" -eq 1 ]
		[[ $output == *"/s.db-$suffix: belongs to user 1002, who may not write"* ]] ||
			{ echo "$output"; false; }
		rm -f s.db-$suffix
	done
	# who may write the store may have made it
	chmod 666 s.db
	as 1002 facctmgr -i -Q add account two
	as 1001 facctmgr -i -Q add account three
	chmod 644 s.db
	# neither is his link
	as 1002 ln -s s.db l.db
	run as 1001 fshare --db l.db
	[ "$status" -eq 1 ]
	[[ $output == *"l.db: cannot be opened: a symbolic link that user 1002 made in a shared folder" ]]
	as 1002 fshare --db l.db >/dev/null
}

@test "a store on a full disk is read" {
	[ "$(id -u)" -eq 0 ] || skip 'it takes root to mount a disk'
	mkdir disk
	mount -t tmpfs -o size=600k none disk 2>/dev/null ||
		skip 'nothing can be mounted here'
	cp s.db disk
	cat /dev/zero >disk/filler 2>/dev/null || true
	run fshare --db disk/s.db -aP
	read=$status
	run facctmgr --db disk/s.db -i -Q add account two
	umount disk
	[ "$read" -eq 0 ]
	[ "$status" -eq 1 ]
	[[ $output == *'s.db: cannot be written: No space left on device' ]]
}

@test "a log that was left is read where nothing can be written" {
	reachable
	command -v sqlite3 >/dev/null || skip 'no sqlite3'
	facctmgr -i -Q add account one
	sqlite3 s.db >/dev/null <<-'END'
		.dbconfig no_ckpt_on_close on
		UPDATE account SET description = 'first' WHERE name = 'one';
		UPDATE account SET description = 'last' WHERE name = 'one';
	END
	rm -f s.db-shm s.db-lock s.db-run
	[ -s s.db-wal ]
	chmod 644 s.db s.db-wal
	chmod 755 .
	ls >before
	cp s.db-wal log
	described() {
		as 1001 facctmgr -nP list account where name=one \
			format=description
	}
	[ "$(described)" = last ]
	as 1001 facctmgr check
	run as 1001 facctmgr -i -Q add account two
	[ "$status" -eq 1 ]
	[[ $output == *'s.db: cannot be written: permission denied'* ]]
	# nothing is written, neither made nor removed
	cmp s.db-wal log
	rm log
	diff before <(ls)
	# what was cut short is not believed, what is before it is
	truncate -s -100 s.db-wal
	[ "$(described)" = first ]
	# nor is a log without a single frame
	truncate -s 40 s.db-wal
	[ "$(described)" = "$(rm s.db-wal; described)" ]
}

@test "a name that means something to SQLite is that of a file" {
	for name in :memory: 'file:s.db?mode=memory'; do
		FAIRTREE_DB=$name facctmgr -i add account phys >out
		[ -s "$name" ]
		facctmgr --db "$name" -nP list account format=account >out
		grep -qx phys out
		facctmgr --db "$name" -i save copy.db >out
		rm "$name"
		facctmgr --db copy.db save "file=$name" >out
		facctmgr --db "$name" check >out
	done
}
