#!/usr/bin/env bats
# Help, versions, exit statuses and mistakes, the same in every command.

load ../lib/cmd

setup_file() {
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/db
	cat >"$BATS_FILE_TMPDIR/conf" <<-'EOF'
		ClusterName=cluster
		NodeName=n[1-3] CPUs=4
		PartitionName=short Nodes=ALL Default=YES
		PartitionName=long Nodes=n[1-2]
	EOF
	fimport conf "$BATS_FILE_TMPDIR/conf"
	fimport dump "$FT_TOP/data/examples/bedrock.cfg"
	fbatch --wrap=: -t 9 --uid=barney
}

setup() {
	cd "$BATS_TEST_TMPDIR"
}

# The commands, and those with verbs as "fsim run".
commands() {
	sed -n 's/^CMD([a-z]*, "\([a-z]*\)".*/\1/p' "$FT_TOP/cmd/cmd.def"
}

verbs() {
	for command in fsim fauction; do
		$command --help | sed -n '/^Commands/,/^$/p' |
			awk -v c=$command '/^  [a-z]/ { print c, $1 }'
	done
}

# says TEXT COMMAND...: exit status 1, TEXT is the first line of standard error
says() {
	local text=$1
	shift
	if "$@" >out 2>err </dev/null; then
		echo "$*: no failure"
		return 1
	fi
	[ "$(head -n 1 err)" = "$text" ] || {
		cat err
		return 1
	}
}

# ---- help --------------------------------------------------------------------

@test "--help: usage, what it is for, then examples; -h and help where they are free" {
	{ commands; verbs; } >all
	[ "$(wc -l <all)" -ge 19 ]
	while read -r -a command; do
		"${command[@]}" --help >help 2>err </dev/null
		[ ! -s err ]
		[ "$(head -n 1 help | cut -d' ' -f-$((${#command[@]} + 1)))" = \
			"Usage: ${command[*]}" ]
		# the first heading
		[ "$(grep -m1 ':$' help)" = Examples: ]
		"${command[@]}" --usage </dev/null | diff help -
		case ${command[0]} in
		finfo | fshare | fqueue | fprio) continue ;; # no header, as in Slurm
		esac
		"${command[@]}" -h </dev/null | diff help -
	done <all
	for command in facctmgr fcontrol fsim fauction; do
		diff <($command --help) <($command help)
	done
	while read -r command verb; do
		diff <($command "$verb" --help) <($command help "$verb")
	done < <(verbs)
}

@test "--help asks no store, and makes none" {
	export FAIRTREE_DB=/dev/null/none HOME=$PWD/home
	commands >all
	while read -r command; do
		$command --help >out 2>err </dev/null
		[ -s out ]
		[ ! -s err ]
	done <all
	[ ! -e home ]
}

@test "--version and -V: one line" {
	commands >all
	while read -r command; do
		[ "$($command --version)" = "$(fshare --version)" ]
		[ "$($command -V 2>&1 | wc -l)" -eq 1 ]
	done <all
}

# ---- off a terminal ----------------------------------------------------------

@test "off a terminal: no pager, no question, no colour" {
	export PAGER='sed s/^/PAGED/' TERM=xterm
	{
		fwhy barney
		fshare -a --tree
		fprio -l
		facctmgr list assoc
		facctmgr --patch log
		facctmgr help
		fcontrol show config
		fqueue -l
		facctmgr
		facctmgr -Q add account tell
	} </dev/null >all 2>&1 || true
	! grep -q PAGED all || false
	! grep -q "$(printf '\033')" all || false
	! grep -qi 'would you like' all || false
}

@test "on a terminal: NO_COLOR, TERM=dumb and --color=never keep colours away" {
	local escape
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no terminal to be had'
	escape=$(printf '\033')
	export TERM=xterm PAGER=cat
	script -qec 'fwhy barney' /dev/null </dev/null | grep -q "$escape"
	for how in NO_COLOR=1 TERM=dumb; do
		if env "$how" script -qec 'fwhy barney' /dev/null </dev/null |
			grep -q "$escape"; then
			false
		fi
	done
	if script -qec 'fwhy --color=never barney' /dev/null </dev/null |
		grep -q "$escape"; then
		false
	fi
	NO_COLOR=1 fwhy --color=always barney | grep -q "$escape"
}

# ---- exit statuses -----------------------------------------------------------

# exits STATUS COMMAND...: and the page of the command lists it
exits() {
	local want=$1 got=0
	shift
	"$@" >out 2>err </dev/null || got=$?
	[ "$got" -eq "$want" ] || {
		echo "$*: $got, not $want"
		return 1
	}
	sed -n '/^\.Sh EXIT STATUS/,/^\.Sh [^E]/p' "$FT_TOP/man/$1.1" |
		grep -qE "^\.It $want\$|\\b$want (for|when)" || {
		echo "$1.1: no $want"
		return 1
	}
}

@test "every page says what statuses there are, and these come" {
	commands >all
	while read -r command; do
		grep -q '^\.Sh EXIT STATUS' "$FT_TOP/man/$command.1"
		exits 0 "$command" --version
		exits 1 "$command" --no-such-option
		exits 1 "$command" --db= --no-such
	done <all
	cp "$FT_TOP/data/examples/bedrock.cfg" same.cfg
	exits 0 facctmgr diff same.cfg
	sed "s/barney/rubble/" same.cfg >other.cfg
	exits 1 facctmgr diff other.cfg
	exits 2 facctmgr diff none.cfg
	exits 0 facctmgr plan other.cfg
	exits 2 facctmgr plan --detailed-exitcode other.cfg
	exits 0 facctmgr plan --detailed-exitcode same.cfg
	exits 1 facctmgr plan --detailed-exitcode none.cfg
	exits 0 fqueue -A bedrock
	exits 1 fqueue -j 99
	exits 1 fshare -u nobodyhere
	exits 0 facct -u wilma
	exits 1 fcancel 99
	exits 0 fcancel -u wilma
	exits 1 fcontrol show partition none
	exits 1 fwhy nobodyhere
	exits 1 fbatch --wrap=: -p none
	exits 1 fimport conf none
	exits 1 fsim replay none
	exits 1 fprio -p none
	for command in fshare fqueue facct fprio; do
		status=0
		$command -a >/dev/full 2>err || status=$?
		[ "$command" = fprio ] || [ "$status" -eq 1 ]
	done
}

# ---- mistakes ----------------------------------------------------------------

@test "options, verbs, entities, keys, fields: what was probably meant" {
	says "fshare: unrecognized option '--colour'" fshare --colour
	[ "$(sed -n 2p err)" = 'Did you mean --color?' ]
	says "fsim: error: unknown verb 'rn'; did you mean 'run'?" fsim rn
	says "fsim: error: unknown verb 'rplay'; did you mean 'replay'?" fsim help rplay
	says "fimport: error: cannot import 'cnf'; did you mean 'conf'?" fimport cnf x
	says "facctmgr: error: unknown command 'lst'; did you mean 'list'?" facctmgr lst
	says "facctmgr: error: unknown entity 'acount'; did you mean 'Accounts'?" facctmgr list acount
	says "facctmgr: error: unknown condition 'naem=x'; did you mean 'Names'?" facctmgr list user naem=x
	says "facctmgr: error: unknown setting 'fairshar3=2'; did you mean 'FairShare'?" \
		facctmgr -i modify user barney set fairshar3=2
	says "facctmgr: error: unknown field 'acount'; did you mean 'Account'?" facctmgr list account format=acount
	says "fshare: error: unknown field 'usr' (fshare -e lists them); did you mean 'User'?" fshare -o usr
	says "facct: error: unknown field 'JobIDD'; did you mean 'JobID'?" facct -o JobIDD
	says "invalid keyword: shw; did you mean 'show'?" fcontrol shw
	says "invalid entity:nods for keyword:show; did you mean 'nodes'?" fcontrol show nods
	says "fcontrol: error: unknown job field: 'priorty=3'; did you mean 'Priority'?" \
		fcontrol update jobid=1 priorty=3
	says "fsim: error: --grid: unknown setting 'PriorityWeigthQOS'; did you mean 'PriorityWeightQOS'?" \
		fsim sweep -g PriorityWeigthQOS=1 x
}

@test "names that the store has not: what was probably meant" {
	says "fshare: error: unknown account 'bedrok'; did you mean 'bedrock'?" fshare -A bedrok
	says "fshare: error: unknown user 'brney'; did you mean 'barney'?" fshare -u wilma,brney
	says "fshare: error: no cluster 'clster' in the store; did you mean 'cluster'?" fshare -M clster
	says "fqueue: error: unknown user 'brney'; did you mean 'barney'?" fqueue -u brney
	says "fqueue: error: unknown account 'bedrok'; did you mean 'bedrock'?" fqueue -A bedrok
	says "fqueue: error: unknown QOS 'nrmal'; did you mean 'normal'?" fqueue -q nrmal
	says "fqueue: error: unknown partition 'lng'; did you mean 'long'?" fqueue -p lng
	says "fprio: error: unknown user 'brney'; did you mean 'barney'?" fprio -u brney
	says "fprio: error: unknown partition 'lng'; did you mean 'long'?" fprio -p lng
	says "facct: error: unknown user 'brney'; did you mean 'barney'?" facct -u brney
	says "fwhy: error: unknown user 'brney'; did you mean 'barney'?" fwhy brney
	says "fcancel: error: unknown user 'brney'; did you mean 'barney'?" fcancel -u brney
	says "fcancel: error: unknown account 'bedrok'; did you mean 'bedrock'?" fcancel -A bedrok
	says "fbatch: error: invalid partition specified: lng; did you mean 'long'?" fbatch --wrap=: -p lng
	says "facctmgr: error: no account 'bedrok'; did you mean 'bedrock'?" \
		facctmgr -i add user x account=bedrok
	says "facctmgr: unknown user 'brney'; did you mean 'barney'?" \
		facctmgr -i modify user brney set fairshare=2
	says "facctmgr: error: unknown user 'brney'; did you mean 'barney'?" facctmgr solve brney rank 1
	fcontrol show partition lng >out 2>err || true
	[ "$(cat err)" = "fcontrol: did you mean 'long'?" ]
	facctmgr list user brney 2>err >out
	[ "$(cat err)" = "facctmgr: unknown user 'brney'; did you mean 'barney'?" ]
	facctmgr -Q list user brney 2>err >out
	[ ! -s err ]
	# with the plugin that checks them
	echo AccountingStorageEnforce=associations,qos |
		cat "$BATS_FILE_TMPDIR/conf" - >strict.conf
	says "fbatch: error: Batch job submission failed: Invalid account or account/partition combination specified; did you mean 'bedrock'?" \
		fbatch --conf strict.conf --uid=barney --wrap=: -A bedrok
	says "fbatch: error: Batch job submission failed: Invalid qos specification; did you mean 'normal'?" \
		fbatch --conf strict.conf --uid=barney --wrap=: -q nrmal
}

@test "nothing is put right by itself" {
	facctmgr dump cluster file=before
	facctmgr -i -Q modify user brney set fairshare=99 || true
	facctmgr -i -Q delete user brney || true
	facctmgr -i -Q add user pebbles account=bedrok || true
	fcancel -u brney || true
	facctmgr dump cluster file=after
	diff before after
	[ "$(fqueue -h | wc -l)" -eq 1 ]
}

@test "the Slurm names have words of their own" {
	for name in sshare squeue sacctmgr scontrol scancel; do
		ln -s "$(command -v "f${name#s}")" $name
	done
	./sshare -u brney -A bedrok >out 2>err
	[ ! -s err ]
	./squeue -A bedrok -p lng >out 2>err
	[ ! -s err ]
	./sacctmgr -n list user brney >out 2>err
	[ ! -s out ]
	[ ! -s err ]
	for call in './squeue -u brney' './sacctmgr lst' './scontrol shw' \
		'./scontrol show partition lng' './scancel -u brney'; do
		$call >>out 2>>err </dev/null || true
	done
	[ -s err ]
	! grep -qi 'did you mean' out err || false
}

@test "who may not see names is told none" {
	echo PrivateData=users,accounts | cat "$BATS_FILE_TMPDIR/conf" - >private.conf
	export FAIRTREE_USER=wilma
	says "fqueue: error: unknown user 'brney'" fqueue --conf private.conf -u brney
	# wilma belongs to bedrock, and knows that; managers is none of hers
	says "fshare: error: unknown account 'manager'" fshare --conf private.conf -A manager
	says "fshare: error: unknown account 'bedrok'; did you mean 'bedrock'?" \
	    fshare --conf private.conf -A bedrok
}

@test "what stands for something is an argument, what is typed a command" {
	feff --help | grep -x Arguments:
	fimport --help | grep -x Commands:
}
