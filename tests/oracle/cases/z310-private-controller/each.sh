# each COMMAND...: run it as an administrator, an operator, a coordinator of
# lab, a user below lab, a user elsewhere, and somebody unknown
each() {
	for name in ${who:-adam olga carol alice eve mal}; do
		echo "[$name]"
		echo "[$name]" >&2
		as "$name" "$@"
		echo "status $?"
	done
}

# The same without the stranger.
each_known() {
	who='adam olga carol alice eve' each "$@"
}
