#!/usr/bin/env bats
# fview without a terminal; tests/view/terminal.t plays it in one.
#
# The store holds the bedrock example of Slurm's Fair Tree slides.  Its walk
# has 23 events: the start; into root, two level fairshares, the sort; into
# managers, one, the sort, slate's rank, out; into bedrock, four, the sort, four
# ranks, out; out of root; the end.

load ../lib/cmd

golden=$BATS_TEST_DIRNAME/golden

setup_file() {
	[ -x "$FT_BUILD/bin/fview" ] || return 0
	examples=$FT_TOP/data/examples
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/bedrock.db
	unset TERM
	fimport sshare "$examples/bedrock.sshare"
}

setup() {
	[ -x "$FT_BUILD/bin/fview" ] || skip "fview is not built"
	cd "$BATS_TEST_TMPDIR" || return
}

@test "help, version" {
	fview --help >help
	grep -q '^Usage: fview \[options\] \[NAME\]$' help
	grep -q -- '--dump-frames' help
	[[ $(fview --version) == "fairtree "* ]]
}

@test "without a terminal it is the trace of fshare" {
	fshare --trace >trace
	fview | diff trace -
	fview --trace | diff trace -
	fview --frame 3 </dev/null | diff trace -
	fshare --trace=json | diff <(fview --json) -
	fshare --trace=json | diff <(fview --trace=json) -
}

@test "wishes of the session reach the trace" {
	fshare --trace --ties slurm | diff <(fview --ties slurm) -
	fview --now 2030-01-01T00:00:00 >/dev/null
	refuses "fview: error: no cluster 'moon' in the store" fview -M moon
	fview -M cluster | diff <(fview) -
	refuses "fview: error: the algorithm classic takes no steps to trace" \
		fview --algorithm classic
}

@test "one frame for each event and one before them" {
	fview --dump-frames >frames
	[ "$(grep -c '^--- frame [0-9]*/23$' frames)" -eq 24 ]
	[ "$(wc -l <frames)" -eq $((24 * 25)) ]
	fview --dump-frames=- | diff frames -
	fview --dump-frames --from 0 --to 23 | diff frames -
	sed -n '/^--- frame 7/,/^--- frame 8/p' frames | sed '$d' >seven
	fview --dump-frames --frame 7 | diff seven -
	fview --dump-frames --from 7 --to 7 | diff seven -
}

@test "frames by percent, by name, every so often" {
	fview --dump-frames --every 5 | grep '^---' >labels
	diff -u <(printf -- '--- frame %s/23\n' 0 5 10 15 20) labels
	fview --dump-frames --frame 100% | grep -qx -- '--- frame 23/23'
	# 23 events: half are 11
	fview --dump-frames --frame 50% | grep -qx -- '--- frame 11/23'
	# the last of four ranks; two leaves and the end follow
	fview --dump-frames --at fred | grep -qx -- '--- frame 20/23'
	fview --dump-frames --at fred@bedrock | grep -qx -- '--- frame 20/23'
	fview --dump-frames --at bedrock | grep -qx -- '--- frame 11/23'
	refuses "fview: error: --at: no user or account 'nobody'" \
		fview --dump-frames --at nobody
}

@test "frames do not depend on locale, terminal, size of it" {
	fview --dump-frames >one
	LC_ALL=C.UTF-8 TERM=xterm LINES=5 COLUMNS=9 NO_COLOR=1 \
		fview --dump-frames | diff one -
	fview --dump-frames --ascii >ascii
	! LC_ALL=C grep -q '[^ -~]' ascii
}

@test "sizes down to one cell" {
	for size in 200x60 120x40 80x24 40x10 20x5 5x2 2x3 1x1; do
		fview --dump-frames --size "$size" >frames
		rows=${size#*x}
		[ "$(wc -l <frames)" -eq $((24 * (rows + 1))) ]
		perl -CSD -lne "exit 1 if !/^---/ && length > ${size%x*}" frames
	done
}

@test "frames as files, form feeds, escape sequences" {
	fview --dump-frames=folder --to 2
	diff -u <(printf '%s\n' frame-0000.txt frame-0001.txt frame-0002.txt) \
		<(ls folder)
	fview --dump-frames --frame 2 | sed 1d | diff folder/frame-0002.txt -
	fview --dump-frames --form-feed --to 1 >fed
	[ "$(tr -cd '\f' <fed | wc -c)" -eq 2 ]
	! grep -q '^---' fed
	fview --dump-frames --ansi --frame 9 >ansi
	grep -q $'\e\[0;1;38;5;' ansi
	sed $'s/\e\\[[0-9;]*m//g' ansi | diff <(fview --dump-frames --frame 9) -
	fview --dump-frames --ansi --no-color --frame 9 >mono
	! grep -q '38;5' mono
	grep -q $'\e\[0;1m' mono
	fview --dump-frames=folder/new --to 0
	refuses "fview: error: cannot make folder 'no/such': No such file or directory" \
		fview --dump-frames=no/such
}

@test "forward and back is the same frame" {
	fview --keys llllllll --dump-frames | sed -n '/^--- key 7/,/^--- key 8/p' |
		sed '1d;$d' >there
	fview --keys llllllllh --dump-frames | sed -n '/^--- key 9/,$p' |
		sed 1d >back
	diff there back
}

@test "keys: every way to write them" {
	fview --keys 'l<Right><Space>\t\e/a\n<C-l><F1>q' --dump-frames |
		grep '^---' >labels
	diff -u - labels <<-'END'
		--- key 1/11 l
		--- key 2/11 <Right>
		--- key 3/11 <Space>
		--- key 4/11 <Tab>
		--- key 5/11 <Esc>
		--- key 6/11 /
		--- key 7/11 a
		--- key 8/11 <Enter>
		--- key 9/11 <C-l>
		--- key 10/11 <F1>
	END
}

@test "keys of a file" {
	printf '# to the end\nG\n# done\n:save saved.txt\\n\n' >keys
	fview --keys @keys
	fview --dump-frames --frame 100% | sed 1d | diff <(head -22 saved.txt) \
		<(fview --dump-frames --frame 100% | sed 1d | head -22)
	refuses "fview: error: cannot open 'none': No such file or directory" \
		fview --keys @none
	printf 'l\n<Frob>\n' >bad
	refuses "fview: error: bad:2:1: unknown key 'Frob'" fview --keys @bad
	refuses "fview: error: --keys:1:2: unknown escape '\\x'" fview --keys 'l\x'
	refuses "fview: error: --keys:1:1: no end of the name of a key '<'" \
		fview --keys '<Spac'
	refuses "fview: error: --keys:1:7: bad number of milliseconds 'x'" \
		fview --keys '<Wait x>'
	refuses "fview: error: bad word '\\xFF': it is not UTF-8 (byte 0xFF)" \
		fview --keys $'\xff'
}

@test "keys save in three ways" {
	fview --keys 'G:save a.txt\n:save a.svg\n:save a.ans\n'
	grep -q 'fred@bedrock' a.txt
	grep -q '^<svg ' a.svg
	grep -q $'\e\[' a.ans
	sed $'s/\e\\[[0-9;]*m//g' a.ans | head -20 | diff <(head -20 a.txt) -
}

@test "recordings are the same each time" {
	fview --record one.cast
	fview --record two.cast
	cmp one.cast two.cast
	head -1 one.cast | grep -qx '{"version": 2, "width": 80, "height": 24, "theme": {"fg": "#d8dee9", "bg": "#1c2128", "palette": "#1c2128:#ff7b72:#56d364:#ffd75f:#58a6ff:#ff9bce:#39d3f2:#d8dee9"}, "title": "Fair Tree on cluster cluster"}'
	[ "$(grep -c '^\[[0-9.]*, "m", "' one.cast)" -eq 23 ]
	grep -q '"m", "the walk is done"\]$' one.cast
	# twice as fast, half as long: 23 steps of 400 instead of 800 ms, and
	# three seconds to look at the end
	fview --record fast.cast --speed 2 --no-anim
	tail -1 fast.cast | grep -q '^\[12.200,'
	fview --record slow.cast --speed 0.5 --no-anim
	tail -1 slow.cast | grep -q '^\[39.800,'
	# times do not go back
	sed -n 's/^\[\([0-9.]*\),.*/\1/p' one.cast | sort -n -c
}

# length FILE: its seconds, without the three to look at the end
length() {
	awk -F '[[,]' 'END { printf "%.3f", $2 - 3 }' "$1"
}

@test "a recording fits into a time, and stops where it should" {
	# 23 steps of 2464065 us, and two sorts that move for 0.675 of it
	fview --record fit.cast --fit 60s
	[ "$(length fit.cast)" = 60.000 ]
	[ "$(grep -c '^\[[0-9.]*, "m", "' fit.cast)" -eq 23 ]
	fview --record fit.cast --fit 1:00
	[ "$(length fit.cast)" = 60.000 ]
	fview --record fit.cast --fit 5 --from 5 --to 10
	[ "$(length fit.cast)" = 5.000 ]
	# five users and the end, 800 ms each
	fview --record user.cast --play-by user
	[ "$(length user.cast)" = 4.800 ]
	[ "$(grep -c '^\[[0-9.]*, "m", "' user.cast)" -eq 6 ]
	# root, managers and bedrock are left, and the end
	fview --record account.cast --play-by account --fit 8
	[ "$(length account.cast)" = 8.000 ]
	[ "$(grep -c '^\[[0-9.]*, "m", "' account.cast)" -eq 4 ]
	# three levels, two of which move for 540 ms more, and the end
	fview --record level.cast --play-by level
	[ "$(length level.cast)" = 4.280 ]
	# 63 s with the three at the end
	fview --svg fit.svg --from 0 --fit 60
	grep -q '63000ms' fit.svg
}

@test "the timeline says how long it still takes" {
	fview --dump-frames --frame 0 | grep -q '^├─ 0/23 1x 0:20 left · paused '
	fview --dump-frames --frame 0 --speed 2 |
		grep -q '^├─ 0/23 2x 0:10 left · paused '
	fview --dump-frames --frame 0 --play-by user |
		grep -q '^├─ 0/23 by user 1x 0:05 left · paused '
	# 0.8 s / (60 s / 24.35) = 0.32
	fview --dump-frames --frame 0 --fit 60s |
		grep -q '^├─ 0/23 0.3x 1:00 left · paused '
	fview --dump-frames --frame 100% | grep -q '^├─ 23/23 1x · paused '
	fview --keys 'bbb' --dump-frames | tail -2 |
		grep -q 'play by level: each level that is sorted'
	fview --keys ':fit 1:30\n' --dump-frames | tail -24 |
		grep -q '^├─ 0/23 0.2x 1:30 left · playing '
	fview --keys ':fit soon\n' --dump-frames | tail -2 |
		grep -q 'usage: fit TIME'
}

@test "a recording shows what the frames show" {
	# played on a screen of its own, the end is the last frame
	fview --record film.cast --size 60x20
	command -v perl >/dev/null
	perl -CSD - film.cast <<-'END' >played
		use utf8;
		my @screen = map { [(' ') x 60] } 1 .. 20;
		my ($row, $col) = (0, 0);
		while (<>) {
			my ($text) = /^\[[\d.]+, "o", "(.*)"\]$/ or next;
			$text =~ s/\\u([0-9a-f]{4})/chr hex $1/ge;
			$text =~ s/\\(["\\])/$1/g;
			while ($text =~ /\G(?:\e\[(\d+);(\d+)H|\e\[2J|\e\[[?0-9;]*[a-zA-Z]|(.))/gs) {
				($row, $col) = ($1 - 1, $2 - 1) if defined $1;
				$screen[$row][$col++] = $3 if defined $3;
			}
		}
		for (@screen) {
			my $line = join '', @$_;
			$line =~ s/ +$//;
			print "$line\n";
		}
	END
	fview --dump-frames --frame 100% --size 60x20 | sed 1d >last
	# but for the word playing or paused
	diff <(sed 's/playing\|paused/X/;s/─*┤$//' played) \
		<(sed 's/playing\|paused/X/;s/─*┤$//' last)
}

@test "nobody watches for longer than an hour" {
	refuses "fview: error: this would last longer than an hour: choose a part by --from and --to, a higher --speed, --fit or --play-by" \
		fview --record long.cast --keys 'l<Wait 3600000><Space><Wait 3600000>h'
	[ ! -e long.cast ]
}

@test "a small recording" {
	fview --record small.cast --size 30x6 --to 4 --ascii --no-color
	diff -u "$golden/fview-small.cast" small.cast
}

@test "pictures" {
	fview --svg one.svg --frame 100%
	fview --svg two.svg --frame 100%
	cmp one.svg two.svg
	grep -q '<title>Fair Tree on cluster cluster</title>' one.svg
	! grep -q '@keyframes' one.svg
	fview --svg one.svg --from 0
	fview --svg two.svg --from 0
	cmp one.svg two.svg
	grep -q '@keyframes' one.svg
	! grep -q '<script' one.svg
	fview --svg mono.svg --frame 50% --no-color
	# ink and ground
	[ "$(grep -o '#[0-9a-f]\{6\}' mono.svg | sort -u | wc -l)" -eq 2 ]
	if command -v xmllint >/dev/null; then
		xmllint --noout one.svg
	fi
}

@test "PrivateData hides the walk from all but operators" {
	printf 'ClusterName=cluster\nPrivateData=usage\n' >slurm.conf
	export FAIRTREE_CONF=$PWD/slurm.conf
	FAIRTREE_USER=fred refuses \
		"fview: error: PrivateData hides other users: fview is for operators" \
		fview --trace
	fview --trace >/dev/null
}

@test "a lesson needs no store" {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
	fview --lesson bedrock --dump-frames --frame 0 >frame
	fview --lesson 1 --dump-frames --frame 0 | diff frame -
	fview --lesson list | grep -q '^bedrock '
	fview --lesson tied-accounts | grep -q '^Fair Tree, starting'
	[ ! -e none.db ]
	refuses "fview: error: a lesson brings its own cluster: --lesson does not go with --db, --conf, --now and -M" \
		fview --lesson 1 --db x
	# notes whose step does not come under another rule are left out
	fview --lesson tied-accounts --ties slurm --dump-frames >/dev/null
}

@test "a note comes with its step, in whatever order siblings stand" {
	# barney betty fred wilma: hers is the last of 11 to 14
	fview --lesson 1 --dump-frames --frame 14 >before
	fview --lesson 1 --dump-frames --frame 15 >frame
	! grep -q '37 of 676' before
	grep -q '37 of 676' frame
}

# said: the message in the last frame
said() {
	fview --dump-frames "$@" | tail -n 2 | sed '2d; s/[└─┘ ]*$//; s/^└─* //'
}

@test "lessons by key" {
	[ "$(said --lesson 1 --keys ')')" = "lesson recipe: ) next, ( back" ]
	fview --lesson 1 --keys 'G))g' --dump-frames | tail -n 24 >frame
	fview --lesson 3 --dump-frames --frame 0 | sed 1d | diff frame -
	# back where it was, from its start; speed and unit stay
	fview --lesson 1 --keys ']b)(' --dump-frames | tail -n 24 >frame
	grep -q '^├─ 0/23 by user 2x 0:03 left · paused' frame
	[ "$(said --lesson 1 --keys '(')" = "this is the first lesson" ]
	[ "$(said --lesson three-rules --keys ')')" = "this is the last lesson" ]
	cp "$FT_TOP/data/lessons/01-bedrock.lesson" own.lesson
	[ "$(said --lesson ./own.lesson --keys ')')" = "this lesson is a file: there is none beside it" ]
	[ "$(said --keys ')')" = "this is the store, not a lesson: see fview --lesson list" ]
	fview --lesson 1 --dump-frames --frame 0 | grep -q '^Space .* ) next lesson '
	! fview --dump-frames --frame 0 | grep -q 'next lesson'
	# to the end and back, and a film of it
	fview --lesson 1 --keys '))))))))))))(((((((((((G' --record lesson.cast
}

@test "a note of a lesson is shown whole" {
	# the timeline is below it: there "more" would stand
	for name in $(fview --lesson list | awk '{ print $1 }'); do
		fview --lesson "$name" --dump-frames >frames
		! grep '^├─ [0-9]*/.* more ↓' frames
	done
	fview --lesson 11 --dump-frames --frame 100% >frame
	grep -q '0.25, z2 0.125\.' frame
	# on a small screen Tab goes to it and j scrolls it
	fview --lesson 1 --size 40x15 --dump-frames --frame 0 >frame
	grep -q 'Two accounts share a cluster' frame
	grep -q '^├─ 0/23 .* more ↓' frame
	fview --lesson 1 --size 40x15 --keys '\t\t\tjjjjjjjj' --dump-frames |
		tail -n 15 >frame
	grep -q 'watch it\.' frame
	grep -q '─ lesson: j k scroll ─' frame
	! grep -q '^├─ 0/23 .* more ↓' frame
}

@test "the sentence of the timeline ends where a part of it ends" {
	fview --dump-frames --size 40x15 >frames
	# the two rows below each title of it, as one
	grep -A 2 ' 1x ' frames | grep -v ' 1x \|^--$' | tr -d '│' >rows
	! grep '…' rows
	grep -q '0.600000' rows
	# one row, 36 columns
	fview --dump-frames --size 40x10 >frames
	grep -A 1 ' 1x ' frames | grep '^│ ' | tr -d '│' >rows
	! grep '…' rows
	grep -q '^ managers has LF 1.110108  *$' rows
	grep -q '^ barney gets place 3 of 5  *$' rows
	grep -q '^ sort the 4 children of bedrock  *$' rows
}

@test "every lesson can be played" {
	for name in $(fview --lesson list | awk '{ print $1 }'); do
		fview --lesson "$name" --dump-frames --size 40x10 >frames
		fview --lesson "$name" --record lesson.cast
	done
}

@test "edits are applied by keys, too" {
	cp "$FAIRTREE_DB" own.db
	export FAIRTREE_DB=own.db
	fview --keys ':set shares bedrock 800\n:apply\nn'
	[ "$(facctmgr -nP list assoc account=bedrock user='' format=share)" = 500 ]
	fview --readonly --keys ':set shares bedrock 800\n:apply\ny'
	[ "$(facctmgr -nP list assoc account=bedrock user='' format=share)" = 500 ]
	# a y behind what is no answer is none
	fview --keys ':set shares bedrock 800\n:apply\nxyz'
	[ "$(facctmgr -nP list assoc account=bedrock user='' format=share)" = 500 ]
	fview --keys ':set shares bedrock 800\n:set shares fred 7\n:apply\ny'
	[ "$(facctmgr -nP list assoc account=bedrock user='' format=share)" = 800 ]
	[ "$(facctmgr -nP list assoc user=fred format=share)" = 7 ]
	# one change, one undo
	facctmgr -i undo
	[ "$(facctmgr -nP list assoc account=bedrock user='' format=share)" = 500 ]
	[ "$(facctmgr -nP list assoc user=fred format=share)" = 25 ]
}

@test "edits of usage are applied, too" {
	cp "$FAIRTREE_DB" own.db
	export FAIRTREE_DB=own.db
	fview --keys ':set usage fred 1234\n:set shares fred 7\n:apply\ny'
	[ "$(fshare -UPn -u fred -o rawusage)" = 1234 ]
	[ "$(facctmgr -nP list assoc user=fred format=share)" = 7 ]
	# so it is now: no second change
	last=$(facctmgr -nP log --last 1 format=id)
	fview --keys ':set usage fred 1234\n:apply\ny'
	[ "$(facctmgr -nP log --last 1 format=id)" = "$last" ]
	facctmgr -i undo
	[ "$(fshare -UPn -u fred -o rawusage)" != 1234 ]
}

@test "a store that cannot be written refuses" {
	[ "$(id -u)" -ne 0 ] || skip "root writes everywhere"
	cp "$FAIRTREE_DB" own.db
	chmod 444 own.db
	FAIRTREE_DB=own.db fview --dump-frames \
		--keys ':set shares bedrock 800\n:apply\ny' >frames
	tail -n 2 frames |
		grep -q ' nothing was changed: own.db: cannot be written'
}

# beside TEXT: the panel beside the tree of the last frame in out has it, on
# whatever lines
beside() {
	tac out | sed '/^---/q' | tac | sed -n 's/^│.*│\(.*\)│$/\1/p' |
	    tr -s ' \n' '  ' >panel
	grep -qF -- "$1" panel || {
		cat out
		return 1
	}
}

# What bedrock would need for 800 shares is worked out in t_view_frames.c; there
# S of managers is 500/1100 with 600, LF 0.454545/0.549593 = 0.83 of bedrock and
# 1.21 of managers: nobody moves.
@test "three people's questions, three keys each" {
	help='fred would pass betty with 32 shares (now 25; fred would be 4th of 5), or if betty had 19 shares (now 25), or if the usage of betty grew by 28 %, or if its own usage fell by 22 %.'
	# who is first, and why?
	fview --keys G --dump-frames >out
	beside 'slate is 1st of 5, because managers stands ahead of bedrock at the top.'
	# where am I, and what would help?  fwhy says the same
	fview fred --dump-frames >out
	[ "$(grep -c '^--- frame 23/23' out)" -eq 1 ]
	grep -Eq '[*].*fred .*#5' out
	beside 'fred is 5th of 5, behind betty and 2 others in bedrock.'
	beside "What would help $help"
	fwhy fred >out
	[ "$(head -1 out)" = 'fred is 5th of 5, behind betty and 2 others in bedrock.' ]
	grep -qF "  $help" out
	# what happens if managers gets 600, or bedrock 800?
	fview managers --keys 'w600\n' --dump-frames >out
	beside 'shares of managers 500 → 600 managers has place 1 of 5, ahead of bedrock at the top. before: place 1 nobody moves'
	fview bedrock --keys 'w800\n' --dump-frames >out
	beside 'shares of bedrock 500 → 800 bedrock has places 1 to 4 of 5, ahead of managers at the top. before: places 2 to 5 slate@managers 1 → 5'
}

@test "nothing in the frames of a small screen is cut in the middle of a word" {
	fview fred --dump-frames --size 40x15 --keys i >out
	grep -q '^├─ 23/23 1x · paused · F: follow ─' out
	grep -q '^┌─ limits of fred: Esc closes ─' out
	# "F: follow" has no room: 26 columns and 12 of 34
	fview --dump-frames --size 40x15 --keys 'jj' --frame 0 | tail -15 >out
	grep -q '^├─ 0/23 1x 0:20 left · paused ─' out
	fview --page usage --dump-frames --size 40x15 --frame 100% >out
	grep -q '^┌─ usage, % of all · > over its share ─┐' out
	grep -q 'barney .* 102 ' out
	fview --dump-frames --size 40x15 --keys '!' | tail -15 >out
	grep -q '^┌─ do weights and shares make sense? ─' out
	fview --page history --dump-frames --size 40x15 --frame 100% |
	    grep -q 'snapshot\.'
}

@test "a small share table names its users, whatever it is sorted by" {
	for keys in t ts tss tsss tssss tsssss tssssss tsssssss; do
		fview --dump-frames --size 40x15 --frame 0 --keys "$keys" |
		    tail -15 >out
		grep -q '^│.*Account .*User ' out
		grep -q ' fred ' out
	done
	grep -q 'EffectvUsage │$' out
}

@test "the places stay beside the column that the tree is sorted by" {
	for field in RawUsage RawShares EffectvUsage; do
		fview --dump-frames --keys "G\\n:sort $field\\n" >frames
		tail -n 24 frames >last
		grep -q "^┌─ root ─.*$field Place ┬" last
		grep -q '^│    └─ fred  .* #5 │' last
	done
}

@test "without users a small screen says what to do next" {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/empty.db
	facctmgr -i add cluster c >log
	fview --dump-frames --size 40x15 --frame 0 >out
	grep -q 'no users yet: `fimport sshare FILE`' out
}

@test "a small screen shows the sentence, too" {
	fview fred --dump-frames --size 40x15 >out
	grep -q '^│ fred is 5th of 5, behind betty' out
	grep -Eq '[*].*fred' out
	fview fred --dump-frames --size 30x6 | tr '\n' ' ' |
	    grep -q 'fred is 5th of 5, behind betty'
}

@test "Graphviz" {
	fview --dot >graph
	head -1 graph | grep -qx 'digraph "cluster" {'
	[ "$(grep -c ' -> ' graph)" -eq 7 ]
	grep -q 'fred\\nS 0.250000  U 0.445266\\nLF 0.561462\\n#5  0.200000' graph
	if command -v dot >/dev/null; then
		dot -Tsvg graph >/dev/null
	fi
}

@test "wrong words" {
	refuses "fview: error: bad size: '0x3' (columns x rows, as 80x24, up to 1000x1000)" \
		fview --size 0x3
	refuses "fview: error: bad size: '80' (columns x rows, as 80x24, up to 1000x1000)" \
		fview --size 80
	refuses "fview: error: bad number for --frame: '101%'" fview --frame 101%
	refuses "fview: error: bad number for --frame: '-1'" fview --frame=-1
	refuses "fview: error: --frame 24: there are only 23 events" \
		fview --dump-frames --frame 24
	refuses "fview: error: --from 5 is after --to 3" \
		fview --dump-frames --from 5 --to 3
	refuses "fview: error: --from, --to and --every need --dump-frames, --record or --svg" \
		fview --from 3
	refuses "fview: error: one output at a time: --dump-frames, --record, --svg, --trace or --dot" \
		fview --svg x --record y
	refuses "fview: error: --at and --frame both say where to start" \
		fview --at fred --frame 3
	# where to start is looked at whatever is written
	for output in --trace --json --dot --dump-frames '--svg x.svg' \
	    '--record x.cast' '--keys q' ''; do
		# shellcheck disable=SC2086 # words
		refuses "fview: error: --at: no user or account 'nobody'" \
			fview --at nobody $output
		# shellcheck disable=SC2086
		refuses "fview: error: --frame 24: there are only 23 events" \
			fview --frame 24 $output
	done
	refuses "fview: error: --at: no user or account 'fredd'; did you mean 'fred'?" \
		fview --at fredd
	refuses "fview: error: bad number for --every: '0' (1 or more)" fview --every 0
	refuses "fview: error: bad number for --speed: '3' (0.25, 0.5, 1, 2, 4, 8 or 16)" \
		fview --speed 3
	refuses "fview: error: bad time for --fit: '0' (60s, 5m or 1:30, up to 24h)" \
		fview --fit 0
	refuses "fview: error: --fit and --speed both say how fast to play" \
		fview --fit 60 --speed 2
	refuses "fview: error: bad word for --play-by: 'group' (step, user, account or level)" \
		fview --play-by group
	refuses "fview: error: bad word for --color: 'red' (auto, always or never)" \
		fview --color red
	refuses "fview: error: bad word for --trace: 'xml' (text or json)" \
		fview --trace=xml
	refuses "fview: error: unexpected word 'wilma'" fview fred wilma
	refuses "fview: error: no user or account 'fredd'; did you mean 'fred'?" \
		fview fredd
	refuses "fview: error: --at says where to start, and so does 'fred'" \
		fview fred --at wilma
	refuses "fview: error: cannot write 'no/x.svg': No such file or directory" \
		fview --svg no/x.svg
	refuses "fview: error: cannot write 'no/x.cast': No such file or directory" \
		fview --record no/x.cast
}

@test "--page: the queue of the store, live; other pages; a wrong one" {
	examples=$FT_TOP/data/examples
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/jobs.db
	fimport sshare "$examples/bedrock.sshare" >/dev/null
	fimport conf "$examples/bedrock.conf" >/dev/null
	fbatch --uid=fred -n 4 --wrap 'sleep 600' >/dev/null
	fbatch --uid=slate -H --wrap 'sleep 600' >/dev/null
	run fview --page queue --dump-frames --frame 100% --size 100x16 --ascii
	[ "$status" -eq 0 ]
	[[ "$output" == *"queue at "*": 2 wait (1 held), 0 run on 0 of 64 CPUs"* ]]
	[[ "$output" == *"|1   1 fred  bedrock  PD "* ]]
	[[ "$output" == *"|    2 slate managers PD        0 "* ]]
	# Enter says why a job waits, as fwhy does
	run fview --page queue --keys '\n\ej\n' --dump-frames --size 100x24 --ascii
	answer=$(fwhy 1 --no-pager | head -1)
	[[ $answer == 'This job is next in main, and its resources are free: '* ]]
	[[ "$output" == *"| ${answer:0:90}"* ]]
	[[ "$output" == *"| This job is held by its owner, so its priority is 0. "* ]]
	# a job that can never start is apart from those that can
	fcontrol update partition=main maxtime=60
	fbatch --uid=fred -n 4 -t 30 --wrap 'sleep 600' >/dev/null
	fcontrol update job 1 timelimit=90
	run fview --page queue --dump-frames --frame 100% --size 100x16 --ascii
	[[ "$output" == *"|1   3 fred "*"|    2 slate "*"|can never start: 1 "*"|    1 fred  bedrock  it asks for 1:30:00; partition main allows 1:00:00"* ]]
	# the starts that a scheduler plans, with the condition
	fbatch --uid=fred -n 64 -t 60 --wrap 'sleep 3600' >/dev/null
	fsim run --for 60 --quiet
	run fview --page queue --dump-frames --frame 100% --size 100x16 --ascii
	[[ "$output" == *" in "[2-6]?" min "* ]]
	[[ "$output" == *"starts are planned as if running jobs used their full time limits"* ]]
	# ! shows what fwhy --lint finds
	run fview --keys '!' --dump-frames --size 100x40 --ascii
	[[ "$output" == *"$(fwhy --lint --no-pager | sed -n '/^Warnings/{n;s/^  //;s/^\(.\{60\}\).*/\1/p;}')"* ]]
	run fview --page table --dump-frames --frame 100%
	[[ "$output" == *"share table, 8 rows"* ]]
	run fview --page jobs --dump-frames
	[ "$status" -eq 1 ]
	[ "$output" = "fview: error: bad word for --page: 'jobs' (tree, table, queue, usage or history)" ]
}

# Two snapshots, and 25 hours after the second: 2^(-25/24) = 0.4858 of it is left.
@test "--page history: curves of the cursor and of the marked row" {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/past.db
	fcontrol update clock=2030-01-01T00:00:00
	fcontrol update config PriorityDecayHalfLife=1-0
	facctmgr -i add account phys fairshare=1 >log
	facctmgr -i add user ann account=phys >>log
	facctmgr -i add user bob account=phys >>log
	printf 'phys ann 3600000\nphys bob 360000\n' >usage.txt
	fimport usage usage.txt >>log
	run fview --page history --ascii --size 80x24 --dump-frames --frame 100%
	[[ $output = *"One moment is known"* ]]
	fcontrol update clock=+2-0
	fimport usage usage.txt >>log
	fcontrol update clock=+90000
	run fview --page history --ascii --size 80x24 --dump-frames \
	    --keys '/ann\nm/bob\n<F6>'
	frame=$(tail -n 24 <<<"$output")
	[[ $frame = *"usage, billing-hours  ** bob@phys 48.5"*"oo ann@phys 485."* ]]
	[[ $frame = *"factor  ** bob@phys 0.67  oo ann@phys 0.33"* ]]
	[[ $frame = *"1/2"* ]]
	# a point, a gap of two days, and a curve
	grep -Eq '^\|   1000 oo {40}' <<<"$frame"
	run fview --lesson bedrock --page history --dump-frames --size 80x24
	[[ $output = *"A lesson is one moment: it has no past."* ]]
}

@test "the text of a lesson leaves room for its tree" {
	fview --lesson bedrock --dump-frames --frame 9 --size 60x20 |
	    grep -F '└─ wilma'
}
