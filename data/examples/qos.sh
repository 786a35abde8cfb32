#!/bin/sh
# The example of the slides on QOS: which users may use which QOS, and the
# resulting priority.  Needs facctmgr, fimport, fbatch and fprio in PATH; its
# store is temporary.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/fairtree-qos.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

unset FAIRTREE_CONF SLURM_CONF
FAIRTREE_DB=$work/qos.db
FAIRTREE_USER=root
LC_ALL=C
export FAIRTREE_DB FAIRTREE_USER LC_ALL
cd "$work"
cp "$here/qos.exp" .

# Print a command and run it; discard its output unless a second argument is given.
run() {
	printf '+ %s\n' "$1"
	if [ $# -gt 1 ]; then
		eval "$1"
	else
		eval "$1" >log
	fi
}

facctmgr -i add account bedrock >log
for user in fred barney wilma betty bambam pebbles; do
	facctmgr -i add user "$user" account=bedrock >log
done
run 'facctmgr -i add qos high set priority=1000'
run 'facctmgr -i add qos medium set priority=500'
run 'facctmgr -i add qos low set priority=100'
run 'facctmgr -i modify account bedrock set qos=low defaultqos=low'
run 'facctmgr -i modify user fred,barney set qos=high,medium,low'
run 'facctmgr -i modify user wilma,betty set qos=medium,low'
run 'echo PriorityWeightQOS=1000000 >qos.conf; fimport conf qos.conf'
run 'fbatch --experiment qos.exp'
run 'fprio -o "%.15i %9r %.8u %.10Y"' shown
run 'printf "PriorityFlags=NO_NORMAL_ALL\nPriorityWeightQOS=1\n" >qos.conf; fimport conf qos.conf'
run 'fprio -o "%.15i %9r %.8u %.10Y"' shown
