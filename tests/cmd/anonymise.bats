#!/usr/bin/env bats
# fimport --anonymise: imported, a copy has the shares, the order of jobs and the
# starts of the original, for recorded sites of each release and for one with odd
# names; and nothing in it names a person or a machine.

load ../lib/cmd

setup() {
	collect=$FT_TOP/cmd/fimport/fairtree-collect
	sites=$FT_TOP/tests/site
	cd "$BATS_TEST_TMPDIR" || return
	unset FAIRTREE_SLURM
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/none.db
}

# back MAP: the real names again, from standard input
back() {
	awk -F '\t' '!/^#/ && $1 != "node" {
		print "s/\\b" $3 "\\b/" $2 "/g"
	}' "$1" >back.sed
	sed -f back.sed
}

# ask STORE: what must be the same, without the names of nodes
ask() {
	local FAIRTREE_DB=$PWD/$1.db
	mkdir -p named
	ln -sf "$FT_BUILD/bin/fshare" named/sshare
	named/sshare -a -l -P
	echo "jobs:"
	fqueue -a -t all -o '%i|%u|%a|%P|%q|%t|%S|%Q|%r|%w|%D' |
	    sed 's/UnavailableNodes:[^|]*//'
	facct -a -X -P -S 2020-01-01 \
	    -o JobID,User,Account,QOS,Submit,Start,End,State,NNodes
	fprio -o '%i|%u|%Y|%F|%A'
}

# alike SITE COPY: import both; let time pass in both.
alike() {
	local store
	FAIRTREE_DB=$PWD/a.db fimport site "$1" >a.out
	FAIRTREE_DB=$PWD/b.db fimport site "$2" >b.out
	grep 'associations:\|^RawUsage' a.out >a.usage
	grep 'associations:\|^RawUsage' b.out | diff a.usage -
	for pass in now later; do
		ask a >a.$pass
		ask b | back "${3:-$2.map}" >b.$pass
		diff a.$pass b.$pass
		for store in a b; do
			FAIRTREE_DB=$PWD/$store.db fsim run --for 2-0 --quiet
		done
	done
	rm -f a.db* b.db*
}

recorded() {
	fimport --anonymise=one site "$sites/$1/root" >answer
	grep -qx 'left out: dump, sdiag' answer
	alike "$sites/$1/root" one
	fimport --anonymise=two --map=one.map site "$sites/$1/later" >/dev/null
	alike "$sites/$1/later" two one.map
}

@test "a recorded site of 22.05 and its copy are alike" {
	recorded 22.05
}

@test "a recorded site of 24.11 and its copy are alike" {
	recorded 24.11
}

@test "a recorded site of 26.05 and its copy are alike" {
	recorded 26.05
}

@test "nothing in a copy names a person, a machine, a path or a job" {
	local site name
	for site in "$sites"/[0-9]*/*; do
		rm -rf copy copy.map
		fimport --anonymise=copy site "$site" >/dev/null
		{
			awk -F '\t' '!/^#/ { print $2 }' copy.map
			tail -q -n +2 "$site"/squeue "$site"/sacct/* |
			    sed 's/.*|//'
			sed -n 's/.*Reason=\(.*\) \[.*/\1/p' "$site/nodes"
			printf '%s\n' localhost 127.0.0.1 munge /var /etc /usr \
			    /tmp /bin slurmctld.log pidfile
		} | sort -u >names
		[ "$(wc -l <names)" -gt 20 ]
		while read -r name; do
			[ -n "$name" ] || continue
			run -1 grep -rwF -e "$name" copy
		done <names
		# what was not asked for is not there either
		run -0 find copy -name '*.err' -o -name dump -o -name sdiag
		[ -z "$output" ]
	done
	[ ! -e none.db ]
}

# "Hush" is wherever a site can say something that nobody needs.
@test "secrets do not get into a copy, of a folder or a tar" {
	local file
	cp -r "$sites/24.11/root" site
	chmod -R u+w site
	cd site
	sed -i '1i# Hush\
Include hush.conf\
ControlMachine=hush\
SlurmctldHost=hush(10.9.8.7)\
AccountingStorageHost=hush\
AccountingStoragePass=/hush\
AccountingStorageUser=Hush\
Epilog=/opt/hush/epilog\
JobCompLoc=/hush\
SlurmctldParameters=hush\
UnknownKey=Hush' conf/slurm.conf
	sed -i 's/^NodeName=n\[1-4\] /&Reason="Hush hush" /
		s/^PartitionName=debug /&AllowGroups=hush /
		s/ClusterName=cluster/ClusterName=hush/' conf/slurm.conf
	printf '# hush\nProlog=/hush\nNodeSet=hush Nodes=n1\n' >conf/hush.conf
	printf 'conf/hush.conf	1	1	0	cat /etc/hush\n' >>manifest
	echo 'HUSH: no' >squeue.err
	printf 'squeue.err	1	1	0	hush\n' >>manifest
	echo hush >hush
	sed -i 's/	\(sa[a-z]*\|s[a-z]*\) -/	hush \1 -/' manifest
	for file in assoc users accounts qos tres sshare sprio squeue sacct/001 sacct/002; do
		sed -i '1s/^/Hush|/; 2,$s/^/hush|/' $file
	done
	sed -i 's/^NodeName=[^ ]*/& Comment=hush Extra=hush InstanceId=hush OS=Hush NodeAddr=hush NodeHostName=hush McsLabel=hush/' nodes
	sed -i 's/^ReservationName=[^ ]*/& Comment=hush Groups=hush Watts=hush BurstBuffer=hush/' reservations
	sed -i 's/^PartitionName=[^ ]*/& Comment=hush JobDefaults=hush/; s/AllowGroups=ALL/AllowGroups=hush/' partitions
	sed -i 's/^LicenseName=[^ ]*/& Comment=hush/' licenses
	sed -i 's/"shares": *{/"hush": "hush", &/; s/"name":/"comment": "hush", &/' sshare.json
	sed -i '2iHush = hush' config
	sed -i 's/^\(ClusterName\|SlurmctldHost\[0\]\|StateSaveLocation\|MailProg\)  .*/\1 = hush/' config
	sed -i 's/$/ hush/' version
	grep -q '|hush' squeue || grep -q '^hush|' squeue
	cd ..
	tar cf site.tar -C site .
	fimport --anonymise=copy site site >/dev/null
	fimport --anonymise=other --map=copy.map site site.tar >/dev/null
	diff -r copy other
	run -1 grep -rai hush copy
	[ -z "$(find copy -iname '*hush*' -o -name '*.err')" ]
	FAIRTREE_DB=$PWD/copy.db fimport site copy >/dev/null
}

# thin, ib, fat: features; tool, idl: licenses
@test "--all-names: partitions, QOS, licenses and features go, too" {
	local site name
	for site in "$sites"/[0-9]*/*; do
		rm -rf copy copy.map
		fimport --all-names --anonymise=copy site "$site" >answer
		case $site in # these have another cluster
		*/running | */started) grep -q ' 1 partition, 0 QOS names, ' answer ;;
		*) grep -q '2 partitions, 2 QOS names, 2 licenses, 3 features' answer ;;
		esac
		grep -qx 'unchanged: names of TRES and generic resources' answer
		for name in debug short high low thin fat ib tool idl; do
			run -1 grep -rwE "$name" copy
		done
	done
	# a map has both
	rm -rf copy copy.map
	fimport --anonymise=copy site "$sites/24.11/root" >/dev/null
	run ! grep -P '^(partition|qos|license|feature)\t' copy.map
	fimport --all-names --anonymise=two --map=copy.map site "$sites/24.11/root" >/dev/null
	alike "$sites/24.11/root" two copy.map
	grep -q '^partition	debug	p0010$' copy.map
	grep -q '^feature	thin	f0030$' copy.map
	run -1 fimport --all-names site "$sites/24.11/root"
	[[ $output == *"--all-names needs --anonymise"* ]]
}

# A cluster whose accounts tie, with names that bytes and databases sort apart.
odd() {
	local account user
	export FAIRTREE_SLURM=$1 FAIRTREE_DB=$PWD/odd.db
	mkdir slurm
	for pair in facct:sacct facctmgr:sacctmgr fcontrol:scontrol fdiag:sdiag \
	    fprio:sprio fqueue:squeue fshare:sshare; do
		ln -s "$FT_BUILD/bin/${pair%:*}" "slurm/${pair#*:}"
	done
	cat >slurm.conf <<'END'
ClusterName=Zeus
PriorityWeightFairshare=10000
FairTreeTies=slurm
SlurmctldHost=boss.example.org
NodeName=cn[9-12],gpu-a.b1 CPUs=4 Weight=2 NodeAddr=10.1.1.[1-5]
NodeName=cn2 CPUs=4 Reason="ask Zoe"
NodeSet=big Nodes=cn[9-10]
PartitionName=main Nodes=cn[9-12],cn2,gpu-a.b1 Default=YES DenyAccounts=x_1
PartitionName=set Nodes=big AllowAccounts=x_1,a-b,root
END
	fimport conf slurm.conf >/dev/null
	accounts='Zed a a-b a.b a1 a10 a2 a_b ab x-1 x_1 épi'
	for account in $accounts; do
		facctmgr -i add account "$account" >/dev/null
	done
	facctmgr -i add account a0,a-0 parent=a >/dev/null
	for account in $accounts a0 a-0; do
		facctmgr -i add user u-1,u_1,U1,u10,u2,ü,o.k \
		    account="$account" >/dev/null
	done
	fcontrol create reservation ReservationName=Summer StartTime=now+3000 \
	    Duration=60 Users=u1,u_1 Nodes=cn9 >/dev/null
	# accounts that tie above users who do not
	for account in $accounts a0 a-0; do
		printf '%s u-1 10000\n%s u_1 90000\n' "$account" "$account"
	done | fimport usage - >/dev/null
	for i in 1 2 3 4 5; do
		fbatch --uid=ü -A Zed -n 4 -t 60 --wrap=x >/dev/null
	done
	fbatch --uid=u2 -A x_1 -p set -n 4 -t 5 --wrap=x >/dev/null
	fsim run --for 60 --quiet
	for account in a.b ab a_b a-b a a-0 a10 épi x-1; do
		for user in u-1 u_1 u1; do
			fbatch --uid=$user -A "$account" -n 4 -t 7 -d singleton \
			    -J "for $account" --wrap=x >/dev/null
			fbatch --uid=$user -A "$account" -n 3 -t 10 \
			    --comment=secret -J private --wrap=x >/dev/null
		done
	done
	fsim run --for 60 --quiet
	PATH=$PWD/slurm:$PATH sh "$collect" -d 1 -o site 2>/dev/null
	# its settings come from no file
	mkdir -p site/conf
	cp slurm.conf site/conf
	sed -i 's/^\(conf.slurm.conf	[0-9]*	[0-9]*\)	[0-9]*/\1	0/' site/manifest
	unset FAIRTREE_SLURM
	fimport --anonymise=copy site site >/dev/null
	alike site copy
	run -1 grep -rE 'secret|private|Summer|[Zz]eus|boss|cn[0-9]|Zoe|10\.1' copy
	for account in $accounts u-1 u_1 u1 u10 u2 ü o.k gpu-a.b1 big; do
		run -1 grep -riwF -e "|$account|" -e ",$account," -e "=$account" \
		    copy
	done
}

@test "odd names, as 22.05 orders them" {
	odd 22.05
	grep -c '^account' copy.map
	# bytes
	[ "$(awk -F '\t' '$1 == "account" { print $2 }' copy.map | sort |
	    tr '\n' ' ')" = \
	    "$(awk -F '\t' '$1 == "account" { print $2 }' copy.map |
		tr '\n' ' ')" ]
}

@test "odd names, as 24.11 orders them: rows by bytes of lineages, ties by a collation" {
	odd 24.11
	[ "$(awk -F '\t' '$1 == "account" { print $2 }' copy.map |
	    tr '\n' ' ')" = \
	    'a-0 a-b a.b a a0 a1 a10 a2 a_b ab x-1 x_1 zed épi ' ]
	# the places of the accounts
	[ "$(cut -d '|' -f 2,3,"$(head -1 copy/assoc | tr '|' '\n' | grep -nx LFT |
	    cut -d : -f 1)" copy/assoc | grep '|[0-9]' | sort -u -t '|' -k 3,3n |
	    cut -d '|' -f 1 | back copy.map | tr '\n' ' ')" = \
	    'a_b a-0 a-b a.b a a0 a1 a10 a2 ab x_1 x-1 zed épi ' ]
}

@test "odd names, as 26.05 orders them" {
	odd 26.05
}

# tests/site/names-*: accounts and users that differ in digits, _ - . + and UTF-8; most
# have used nothing, so that all accounts tie.  LevelFS has digits that 22.05 does not
# print.
@test "rows, their order and ranks are those of the real sshare" {
	local release
	mkdir named
	ln -s "$FT_BUILD/bin/fshare" named/sshare
	for release in 22.05 24.11 26.05; do
		rm -rf copy copy.map test.db*
		export FAIRTREE_DB=$PWD/test.db
		fimport --anonymise=copy site "$sites/names-$release" >/dev/null
		fimport site copy >/dev/null
		cut -d '|' -f 1-4,6,9 "$sites/names-$release/sshare" >real
		[ "$(wc -l <real)" -eq 154 ]
		named/sshare -a -l -m -P | cut -d '|' -f 1-4,6,9 |
		    back copy.map | diff real -
	done
}

@test "the map is its owner's, and is reused: new names go into the gaps" {
	fimport --anonymise=one site "$sites/24.11/root" >/dev/null
	[ "$(stat -c %a one.map)" = 600 ]
	grep -qx 'user	bob	u0020' one.map
	grep -qx 'node	n3	n0003' one.map
	grep -v '	ann	\|	bob	\|	mona	\|	n6	\|	chem	' one.map >some.map
	fimport --anonymise=two --map=some.map site "$sites/24.11/root" >/dev/null
	# cy keeps 30: ann and bob are at a third and two of it; mona is last
	grep -qx 'user	ann	u0010' some.map
	grep -qx 'user	cy	u0030' some.map
	grep -qx 'user	mona	u0120' some.map
	grep -qx 'node	n6	n0006' some.map
	# between 20 and 40
	grep -qx 'account	chem	a0030' some.map
	[ ! -e two.map ]
	diff -r one two
}

@test "a full gap, a bad map and a folder that is there are refused" {
	printf 'user\tann\tu0010\nuser\tcy\tu0011\n' >full.map
	run ! fimport --anonymise=copy --map=full.map site "$sites/22.05/root"
	[ "$output" = "fimport: error: full.map: the map has no room for the \
user 'bob': make a new map" ]
	printf 'user\tcy\tu0010\nuser\tann\tu0011\n' >other.map
	run ! fimport --anonymise=copy --map=other.map site "$sites/22.05/root"
	[[ $output == *"other.map: the map has the user 'cy' in another order: \
make a new map" ]]
	printf '# x\nuser\tann\ta0010\n' >bad.map
	run ! fimport --anonymise=copy --map=bad.map site "$sites/22.05/root"
	[ "$output" = "bad.map:2:10: expected a pseudonym such as u0010" ]
	[ ! -e copy ] && [ ! -e copy.map ]
	mkdir there
	run ! fimport --anonymise=there/ site "$sites/22.05/root"
	[ "$output" = "fimport: error: 'there' is there already (choose \
another --anonymise)" ]
	run ! fimport --map=x site "$sites/22.05/root"
	[[ $output == *"--map needs --anonymise"* ]]
	run ! fimport --anonymise=x conf "$sites/22.05/root/conf/slurm.conf"
	[[ $output == *"--anonymise is for site, not for 'conf'"* ]]
}

@test "--dry-run writes nothing" {
	run -0 fimport --dry-run --anonymise=copy site "$sites/22.05/root"
	[[ $output == "copy: 20 files"* ]]
	[ -z "$(ls)" ]
}

@test "a bar in the name of a job does no harm" {
	cp -r "$sites/24.11/root" site
	chmod -R u+w site
	sed -i '2s/$/|more/' site/squeue
	fimport --anonymise=copy site site >/dev/null
	[ "$(sed -n 2p copy/squeue | tr -cd '|' | wc -c)" = \
	    "$(sed -n 1p copy/squeue | tr -cd '|' | wc -c)" ]
	sed -i '2s/|/ /' site/squeue
	sed -i '2s/|more$//' site/squeue
	run ! fimport --anonymise=other site site
	[[ $output == "site/squeue:2:1: "*" cells, the header has "* ]]
}

# The largest file is some 20000 bytes: ulimit -f counts 1024 of them.
@test "a copy that cannot be written leaves nothing" {
	run bash -c "ulimit -f 4; fimport --anonymise=copy site '$sites/24.11/root'"
	[ "$status" -eq 1 ]
	[[ $output == "fimport: error: cannot write 'copy."*"': File too large" ]]
	[ -z "$(ls -A)" ]
	mkdir full
	chmod a-w full
	if [ "$(id -u)" -ne 0 ]; then
		run ! fimport --anonymise=full/copy site "$sites/24.11/root"
		[ -z "$(ls -A full)" ]
	fi
	run ! fimport --anonymise=none/copy site "$sites/24.11/root"
	[[ $output == "fimport: error: cannot make the folder 'none/copy': "* ]]
	run ! fimport --anonymise=copy --map=none/map site "$sites/24.11/root"
	[[ $output == "fimport: error: cannot write 'none/map': "* ]]
	[ "$(ls -A)" = full ]
}

@test "a signal leaves the whole copy, or nothing" {
	local i
	for i in 1 2 3 4 5 6 7 8; do
		fimport --anonymise="copy$i" --map="map$i" site "$sites/24.11/root" \
		    >/dev/null 2>&1 &
		sleep "0.00$((i * 4))" && kill -TERM $! 2>/dev/null || true
		wait $! || true
		if [ -e "copy$i" ]; then
			FAIRTREE_DB=$PWD/$i.db fimport site "copy$i" >/dev/null
			[ -e "map$i" ]
		fi
		run ! ls -d "copy$i".*
	done
}
