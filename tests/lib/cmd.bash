# cmd.bash - what each script of tests/cmd begins with: `load ../lib/cmd`.
#
# Programs come first on the path.  They act as root, in UTC, mirror 22.05, and
# see nothing that the caller has set for them, for Slurm or for terminals.  A
# script names its own store in FAIRTREE_DB.

bats_require_minimum_version 1.5.0

# once for a file: its tests keep what setup_file exports
if [ "${cmd_ready:-}" != "$BATS_TEST_FILENAME" ]; then
	slurm=${FAIRTREE_SLURM-22.05}
	unset "${!FAIRTREE_@}" "${!SLURM_@}" "${!SACCT_@}" "${!SACCTMGR_@}" \
	    "${!SBATCH_@}" "${!SCANCEL_@}" "${!SCONTROL_@}" "${!SINFO_@}" \
	    "${!SPRIO_@}" "${!SQUEUE_@}" "${!XDG_@}" NO_COLOR COLORFGBG COLUMNS \
	    LINES PAGER EDITRC
	export FAIRTREE_SLURM=$slurm FAIRTREE_USER=root LC_ALL=C TZ=UTC
	FT_TOP=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	FT_BUILD=$(cd "${FT_BUILD:-$FT_TOP/build}" && pwd)
	export FT_TOP FT_BUILD PATH=$FT_BUILD/bin:$FT_BUILD/tests/pty:$PATH
	export cmd_ready=$BATS_TEST_FILENAME
	unset slurm
fi

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# begin_file NAME: for all tests of a file, the store NAME.db and the slurm.conf on
# standard input
begin_file() {
	cd "$BATS_FILE_TMPDIR" || return
	export FAIRTREE_DB=$PWD/$1.db SLURM_CONF=$PWD/slurm.conf
	cat >slurm.conf
}

# prints TEXT COMMAND...: its standard output is TEXT; errors go to `err`
prints() {
	local text=$1
	shift
	"$@" >out 2>err
	diff -u <(printf '%s\n' "$text") out
}

# refuses TEXT COMMAND...: it fails with TEXT on standard error, nothing else
refuses() {
	local text=$1 status=0
	shift
	"$@" >out 2>err || status=$?
	diff -u <(printf '%s\n' "$text") err
	[ "$status" -eq 1 ]
	[ ! -s out ]
}

# import_phys USER...: a cluster with the account phys and these users, who have one
# share each
import_phys() {
	{
		cat <<-'END'
			Cluster - 'cluster':Fairshare=1
			Parent - 'root'
			Account - 'phys':Fairshare=1
			Parent - 'phys'
		END
		printf "User - '%s':DefaultAccount='phys':Fairshare=1\n" "$@"
	} >phys.cfg
	fimport dump phys.cfg >/dev/null
}
