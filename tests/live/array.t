#!/bin/sh
# What `fsim sweep --emit-slurm-array` prints runs on the real Slurm, and its
# results are those of a sweep here, byte for byte.  See README.
here=$(cd "$(dirname "$0")" && pwd)
fsim=${FT_BUILD:-$here/../../build}/bin/fsim
work=$(mktemp -d /tmp/fairtree-array-XXXXXX) || exit 1
trap 'cd /; rm -rf "$work"' EXIT
cd "$work" || exit 1
count=0
status=0

check() { # WORDS COMMAND...
	words=$1
	shift
	count=$((count + 1))
	if "$@"; then
		echo "ok $count - $words"
	else
		echo "not ok $count - $words"
		status=1
	fi
}

# Two hundred jobs of 5 users in 2 groups.
{
	echo '; MaxProcs: 8'
	awk 'BEGIN { for (i = 0; i < 200; i++) {
		run = 100 + i * 37 % 500; n = 1 + i % 3
		print i + 1, i * 60, -1, run, n, -1, -1, n, run + 60, -1, 1,
		    i % 5 + 1, i % 2 + 1, -1, -1, -1, -1, -1 } }'
} >trace.swf

sweep() {
	"$fsim" sweep --grid policy=slurm,easy,conservative \
	    --grid PriorityDecayHalfLife=0:30,7-0 --grid seed=0..2 "$@"
}

# four nodes on which jobs run, nothing else
mkdir case
echo '# an empty cluster' >case/transcript
echo 'n1 n2 n3 n4' >case/slurmd.txt
check 'the real Slurm starts' "$here/slurm" load case
check 'the sweep runs here' sweep --out here.csv -q trace.swf
sweep --emit-slurm-array=6 trace.swf >job.sh
chmod 1777 .
"$here/slurm" exec "cd $work && sbatch --wait --mem=10 job.sh" >said 2>&1
check 'sbatch takes the script and all tasks end well' test $? -eq 0
check 'as one array' grep -q '^Submitted batch job [0-9]*$' said
states=$("$here/slurm" exec 'sacct -X -n -P -o State' | sort | uniq -c)
check 'of six tasks' test "$(echo "$states" | tr -s ' ')" = ' 6 COMPLETED'
set -- sweep.csv.?
check 'six files' test $# -eq 6
check 'put together' "$fsim" sweep --collect --out there.csv -q sweep.csv.[0-9]*
check 'they are the same bytes' cmp here.csv there.csv
# submitted again it has nothing to do
ls -l --time-style=full-iso sweep.csv.? >before
"$here/slurm" exec "cd $work && sbatch --wait --mem=10 job.sh" >/dev/null 2>&1
ls -l --time-style=full-iso sweep.csv.? >after
check 'submitted again nothing is done twice' cmp before after
test $status -eq 0 || sed 's/^/# /' said ./*.log
echo "1..$count"
exit $status
