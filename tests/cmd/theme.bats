#!/usr/bin/env bats
# Themes: which one is used, and that marks say what colours say.  The colours
# are those of report/color/theme.def; tests/unit/t_color.c has their contrasts.
#
# The store holds the bedrock example; --diff shows wilma's fall in the colour of
# over-served, with 24 bits: dark ff9f43 = 255;159;67, light bc4c00 = 188;76;0,
# auto c55200 = 197;82;0.

load ../lib/cmd

dark='255;159;67'
light='188;76;0'
auto='197;82;0'

setup_file() {
	[ -x "$FT_BUILD/bin/fview" ] || return 0
	examples=$FT_TOP/data/examples
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/bedrock.db
	export LC_ALL=C.UTF-8
	export TERM=xterm COLORTERM=truecolor
	fimport sshare "$examples/bedrock.sshare"
}

setup() {
	[ -x "$FT_BUILD/bin/fview" ] || skip "fview is not built"
	cd "$BATS_TEST_TMPDIR" || return
}

# fall OPTION...: the line of wilma, who falls from place 2 to 5
fall() {
	fshare --diff --what-if 'modify user wilma set fairshare=1' "$@" |
		grep -a ' wilma '
}

@test "the option, then FAIRTREE_THEME, then COLORFGBG, else auto" {
	fall --color=always | grep -q "38;2;${auto}m-3"
	COLORFGBG='15;0' fall --color=always | grep -q "38;2;${dark}m-3"
	COLORFGBG='0;15' fall --color=always | grep -q "38;2;${light}m-3"
	COLORFGBG='0;15' FAIRTREE_THEME=dark fall --color=always |
		grep -q "38;2;${dark}m-3"
	FAIRTREE_THEME=dark fall --color=always --theme=light |
		grep -q "38;2;${light}m-3"
}

@test "a theme brings no colours where there are to be none" {
	FAIRTREE_THEME=dark fall >plain
	FAIRTREE_THEME=dark fall --color=never | diff plain -
	! grep -q "$(printf '\033')" plain || false
	grep -q ' -3 ' plain
	NO_COLOR=1 fall --color=always --theme=dark | grep -q "$dark"
}

@test "an unknown theme: refused as an option, else reported and not used" {
	run fshare --theme=beige
	[ "$status" -eq 1 ]
	[[ $output == *"bad word for --theme: 'beige'"*"high-contrast"* ]]
	FAIRTREE_THEME=beige fall --color=always >out 2>err
	grep -q "$auto" out
	grep -q "warning: FAIRTREE_THEME: .*'beige'" err
}

@test "as many colours as the terminal has" {
	local reset
	reset=$(printf '\033[0m')
	export FAIRTREE_THEME=dark
	fall --color=always | grep -q '38;2;255;159;67m-3'
	COLORTERM= TERM=xterm-direct fall --color=always | grep -q "38;2;$dark"
	COLORTERM= TERM=xterm-256color fall --color=always |
		grep -q '38;5;208m-3'
	# of 16 colours the first eight: 3 is yellow
	COLORTERM= TERM=xterm-16color fall --color=always | grep -q '0;33m-3'
	COLORTERM= TERM=xterm fall --color=always | grep -q '0;33m-3'
	FAIRTREE_THEME=mono fall --color=always | grep -qF "${reset}-3$reset"
}

@test "the end of a colour passes under high contrast" {
	fall --color=always --theme=high-contrast >out
	grep -q "$(printf '48;2;8;8;8m-3\033\\[0m')" out
	! grep -q 'u001B' out || false
}

@test "Slurm's names have no colours, whatever the theme" {
	ln -s "$FT_BUILD/bin/fshare" sshare
	./sshare -a >plain
	FAIRTREE_THEME=dark ./sshare -a | diff plain -
}

@test "pictures: the background of the theme, and lines that are no letters" {
	fview --svg dark.svg
	fview --theme light --svg light.svg
	fview --theme mono --svg mono.svg
	FAIRTREE_THEME=high-contrast fview --svg high.svg
	grep -q 'rx="8" fill="#1c2128"' dark.svg
	grep -q 'rx="8" fill="#ffffff"' light.svg
	grep -q 'rx="8" fill="#ffffff"' mono.svg
	grep -q 'rx="8" fill="#080808"' high.svg
	! grep -q '[─│┌┐└┘├┤┬┴┼█▀▄]' dark.svg || false
	# black, white and grey only
	grep -o '#[0-9a-f]\{6\}' mono.svg | sort -u >colours
	diff colours - <<-'EOF'
		#000000
		#ffffff
	EOF
}

# Grounds: light ffffff, dark 1c2128; without --theme both, for the reader to
# choose, whatever the terminal is.
@test "pictures of charts: as --theme says, else as the reader chooses" {
	local words
	printf '%s\n' '1 0 0 10 1 -1 -1 1 20 -1 1 1 1 1 1 1 -1 -1' >one.swf
	: >none.conf
	draw() {
		case $1 in
		fshare) fshare --history -a --svg "$@" ;;
		freport) freport cluster Utilization --svg "$@" ;;
		fauction) fauction run --samples 2 --svg "$@" ;;
		replay) fsim replay one.swf --nodes 1 --cpus 1 -q --svg "$@" ;;
		compare) fsim compare none.conf none.conf one.swf --nodes 1 \
			--cpus 1 -q --svg "$@" ;;
		esac
	}
	for words in fshare freport fauction replay compare; do
		FAIRTREE_THEME=dark draw $words >out
		grep -q 'prefers-color-scheme:dark' $words
		grep -q '.b{fill:#ffffff}.*{.*.b{fill:#1c2128}' $words
		draw $words --theme light >out
		! grep -q 'prefers-color-scheme\|#1c2128' $words || false
		grep -q '.b{fill:#ffffff}' $words
		draw $words --theme dark >out
		! grep -q 'prefers-color-scheme\|#ffffff' $words || false
		grep -q '.b{fill:#1c2128}' $words
	done
	mkdir folder
	fsim replay one.swf --nodes 1 --cpus 1 -q --svg folder --theme dark >out
	! grep -q '#ffffff' folder/*.svg || false
	run freport --theme dark cluster Utilization
	[ "$status" -eq 1 ]
	[[ $output == *'--theme needs --svg' ]]
}

@test "fauction and fsim compare draw in the colours of the theme" {
	# SERIES_1 of light: 0550ae = 5;80;174
	fauction run --samples 2 --plot --color always --theme light |
		grep -q '38;2;5;80;174m'
	! fauction run --samples 2 --plot | grep -q "$(printf '\033')" || false
}

@test "a recording has the colours of pictures" {
	fview --theme light --record light.cast --from 0 --to 1
	head -1 light.cast | grep -q '"theme": {"fg": "#1f2328", "bg": "#ffffff", "palette": "#ffffff:#cf222e:'
	fview --record auto.cast --from 0 --to 1
	fview --theme dark --record dark.cast --from 0 --to 1
	cmp auto.cast dark.cast
}

# Each of these has a colour of its own, and is read without it: where the walk
# is, that usage is above the share, a place, which job factor.
@test "marks say what colours say" {
	fview --theme mono --at betty --size 84x24 --dump-frames >out
	grep -q 'bedrock .* here' out
	grep -q '#4' out
	grep -q 'over-served' out
	grep -q 'place 4 of 5' out
	fview --theme mono --ansi --at betty --dump-frames >marked
	! grep -q '[34]8;' marked || false
	grep -q "$(printf '\033\\[0;1;7m')" marked
}
