#!/usr/bin/env bats
# What the shells complete, each asked for real, and what they ask: names of a
# small store and of one of many users.

load ../lib/cmd

setup_file() {
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/db
	cat >"$BATS_FILE_TMPDIR/conf" <<-'EOF'
		ClusterName=cluster
		NodeName=n[1-3],big CPUs=4
		PartitionName=short Nodes=ALL Default=YES
		PartitionName=long Nodes=n[1-2]
	EOF
	fimport conf "$BATS_FILE_TMPDIR/conf"
	fimport dump "$FT_TOP/data/examples/bedrock.cfg"
	facctmgr -i -Q add qos swift
	facctmgr -i -Q add account 'two words'
	fcontrol create reservation reservationname=later starttime=now+1hour \
	    duration=60 nodecnt=1 users=barney
	for _ in 1 2 3; do
		fbatch --wrap=: -t 9 --uid=barney
	done
}

# ---- one shell each ----------------------------------------------------------

# offers WORD...: what bash offers for the last word, sorted, in one line
offers() {
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
	_fairtree "$1"
	printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | xargs -d '\n'
}

# The same lines are asked of zsh and fish; a tab, then what they offer.
lines() {
	cat <<-'EOF'
		fshare --par	--parsable --parsable2 --partition
		fshare -a --tre	--tree
		fshare -u b	barney betty
		fshare -A bedrock,m	bedrock,managers
		fshare --users=w	--users=wilma
		fshare -o User,RawS	User,RawShares
		fshare --color a	always auto
		fwhy barney w	wilma
		fwhy --lesson bed	bedrock
		fimport d	dbdconf dump
		fsim re	replay
		fsim replay --pol	--policy
		fsim replay --policy=e	--policy=easy
		fsim slotwise --cou	--count
		fqueue -p s	short
		fqueue -q n	normal
		fcancel 1	1
		fcancel -R l	later
		fbatch -w n	n1 n2 n3
		fbatch -p short,l	short,long
		facctmgr mod	modify
		facctmgr modify us	user
		facctmgr modify user b	barney betty
		facctmgr modify user barney where account=m	account=managers
		facctmgr modify user barney set fai	fairshare=
		facctmgr modify user barney set fairshare=p	fairshare=parent
		facctmgr modify user barney set qos+=sw	qos+=swift
		facctmgr add user pebbles account=bedrock,m	account=bedrock,managers
		facctmgr add account x grptres=cpu=4,me	grptres=cpu=4,mem=
		facctmgr list assoc format=user,defaulta	format=user,DefaultAccount
		facctmgr -i delete account mana	managers
		facctmgr log actor=ro	actor=root
		fcontrol sh	show
		fcontrol show par	partitionname partitions
		fcontrol show partition l	long
		fcontrol hold 2	2
		fcontrol update job	jobid= jobname=
		fcontrol update jobid=2 partition=l	partition=long
		fcontrol update nodename=big state=dr	state=DRAIN
		fcontrol create reservation users=w	users=wilma
		fprio --what-if-conf PriorityWeightFa	PriorityWeightFairshare=
	EOF
}

@test "bash" {
	# shellcheck source=/dev/null
	source "$FT_TOP/completions/fairtree.bash"
	lines | while IFS=$'\t' read -r line want; do
		read -ra words <<<"${line//=/ = }"
		got=$(offers "${words[@]}")
		# what bash replaces starts behind the last =
		case $line in
		*=*) head=${line##* } head=${head%"${head##*=}"}
			want=${want//"$head"/} ;;
		esac
		[ "$got" = "$want" ] || {
			echo "$line: $got, not $want"
			exit 1
		}
	done
}

@test "zsh" {
	lines | cut -f1 >in
	lines | cut -f2 >want
	mapfile -t line <in
	zsh -f "$BATS_TEST_DIRNAME/complete.zsh" "$FT_TOP/completions" \
	    "${line[@]}" >got
	diff -u want got
}

# in_fish: what fish offers for each line of the input.  Some releases tell of
# words that only contain what is typed, too.
in_fish() {
	fish --no-config -c '
		source $argv[1]/completions/fairtree.fish
		while read line
			set typed (string split " " -- $line)[-1]
			complete -C "$line" | string split -f1 \t |
			    string match -i -- "$typed*" | sort -u |
			    string join " "
		end
		true' "$FT_TOP"
}

@test "fish" {
	lines | cut -f1 | in_fish >got
	lines | cut -f2 >want
	diff -u want got
}

setup() {
	cd "$BATS_TEST_TMPDIR"
}

# ---- each shell's own --------------------------------------------------------

@test "bash: = stands alone in its words" {
	source "$FT_TOP/completions/fairtree.bash"
	[ "$(offers fshare --users = w)" = wilma ]
	[ "$(offers fshare --users =)" = "barney betty fred root slate wilma" ]
	[ "$(offers fshare --trace =)" = json ]
	[ "$(offers /usr/bin/fshare --js)" = --json ]
}

@test "bash: a name of two words is quoted, none is run" {
	source "$FT_TOP/completions/fairtree.bash"
	[ "$(offers fshare -A two)" = 'two\ words' ]
	facctmgr -i -Q add account '$(touch gone)'
	[ "$(offers fshare -A '$')" = '\$\(touch\ gone\)' ]
	[ ! -e gone ]
	facctmgr -i -Q delete account '$(touch gone)'
}

@test "fish: what hangs on its option" {
	printf '%s\n' 'fshare --users=fred,w' 'fshare --format=RawS' \
	    'fshare --format=User,RawS' 'fshare -uw' 'fshare -ufred,w' \
	    'fshare -oUser,RawS' | in_fish >got
	diff -u - got <<-'END'
		--users=fred,wilma
		--format=RawShares
		--format=User,RawShares
		-uwilma
		-ufred,wilma
		-oUser,RawShares
	END
}

@test "bash: what may be anything is offered nothing" {
	source "$FT_TOP/completions/fairtree.bash"
	[ -z "$(offers fshare --top 1)" ]
	[ -z "$(offers fshare x)" ]
	[ -z "$(offers fbatch --comment b)" ]
}

# ---- what they ask -----------------------------------------------------------

@test "the store that the line names is asked" {
	facctmgr --db other -i -Q add account elsewhere
	[ "$(fshare --complete=accounts e --db=other)" = elsewhere ]
	[ "$(fshare --complete=accounts e -l --db other)" = elsewhere ]
	[ -z "$(fshare --complete=accounts e)" ]
	[ "$(facctmgr --complete=words e -i --db other list account)" = elsewhere ]
}

@test "a store that cannot be read is silent, and none is made" {
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none/db
	fshare --complete=users b >out 2>&1
	FAIRTREE_DB=/dev/null fshare --complete=users b >>out 2>&1
	echo junk >junk
	FAIRTREE_DB=junk fshare --complete=users b >>out 2>&1
	facctmgr --complete=words b --db none/db modify user >>out 2>&1
	unset FAIRTREE_DB
	HOME=$BATS_TEST_TMPDIR/home fshare --complete=users b >>out 2>&1
	[ ! -s out ]
	[ ! -e none ]
	[ ! -e home ]
}

@test "it is not known by the Slurm name" {
	ln -s "$(command -v fshare)" sshare
	if ./sshare --complete=users b >out 2>err; then false; fi
	[ ! -s out ]
	grep -q "unrecognized option '--complete=users'" err
}

# 200 names, with the last one: what all 1000 have in common stays right.
@test "of many names some, that have in common what all have" {
	for i in $(seq 1000 1999); do
		echo "User - 'u$i':DefaultAccount='root'"
	done | { echo "Cluster - 'many'"; echo "Parent - 'root'"; cat; } >many.cfg
	facctmgr --db many -i -Q load many.cfg
	fshare --complete=users u --db many >got
	[ "$(wc -l <got)" = 200 ]
	[ "$(head -n 1 got)" = u1000 ]
	[ "$(tail -n 1 got)" = u1999 ]
	fshare --complete=users u19 --db many >got
	[ "$(wc -l <got)" = 100 ]
	[ "$(sort -u got | wc -l)" = 100 ]
}
