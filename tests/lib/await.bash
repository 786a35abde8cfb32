# await.bash - wait for a state, for bats: `load ../lib/await`.
#
# No test waits for a time: how long something takes is the machine's affair.

# await COMMAND...: until COMMAND succeeds, which is tried again and again;
# fails when it has not in ten minutes.
await() {
	local guard=$((SECONDS + 600))
	until "$@"; do
		if [ "$SECONDS" -ge "$guard" ]; then
			echo "never so: $*" >&2
			return 1
		fi
		sleep 0.02 # lawful: between two looks
	done
}

# has_lines N FILE: it has N lines or more
has_lines() {
	[ -e "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ]
}

# is_gone PID: there is no such process
is_gone() {
	! kill -0 "$1" 2>/dev/null
}

# await_end PID: of a child; sets status
await_end() {
	await is_gone "$1"
	status=0
	wait "$1" || status=$?
}

# next_second: until the wall clock shows another second
next_second() {
	local now
	now=$(date +%s)
	await is_after "$now"
}

is_after() {
	[ "$(date +%s)" -gt "$1" ]
}
