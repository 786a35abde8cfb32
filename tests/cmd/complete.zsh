# complete.zsh FOLDER LINE...: for each line, in one line, what zsh offers with
# the completion in FOLDER/_fairtree when TAB is pressed at its end; sorted.
# A terminal is needed for that: zpty makes one.
emulate zsh
zmodload zsh/zpty

typeset folder=$1 pipe=$(mktemp -u)
shift
mkfifo $pipe
trap 'rm -f $pipe' EXIT

# What runs in there tells of each word and of the end through the pipe.
cat >$pipe.rc <<RC
exec 8>$pipe
fpath=(${(q)folder} \$fpath)
autoload -Uz compinit
compinit -D -u
PROMPT= RPROMPT=
zstyle ':completion:*' insert-tab false
compadd() {
	local -a found
	if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
		builtin compadd "\$@"
		return
	fi
	builtin compadd -A found "\$@"
	(( \$#found )) && print -rl -u8 -- "\$IPREFIX"\${^found}
	builtin compadd "\$@"
}
_told() { print -u8 '<end>'; compprefuncs=(_told_not); }
comppostfuncs=(_told)
tell() {
	comppostfuncs=(_told)
	zle complete-word
	zle kill-whole-line
}
zle -N tell
bindkey '^I' tell
print -u8 '<end>'
RC
zpty -b shell zsh -f -i
exec 9<>$pipe
zpty -w shell "source ${(q)pipe}.rc"

# The words up to <end>.
words() {
	local line
	local -a all
	# Ten minutes without a word are no answer
	while IFS= read -r -u9 -t 600 line && [[ $line != '<end>' ]]; do
		all+=($line)
	done
	[[ $line == '<end>' ]] || print -r 'no answer'
	print -r -- ${(ou)all}
}

words >/dev/null
for line; do
	zpty -w -n shell $line$'\t'
	words
done
zpty -d shell
rm -f $pipe.rc
