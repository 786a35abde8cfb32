#!/usr/bin/env bats
# fimport of tables about accounts: QOS as sacctmgr prints them, and sshare in all
# its forms.  The tables were printed by Slurm 22.05, 24.11 and 26.05.

load ../lib/cmd

setup() {
	examples=$FT_TOP/data/examples
	cd "$BATS_TEST_TMPDIR" || return
	export FAIRTREE_DB=$BATS_TEST_TMPDIR/test.db
}

# refuse MESSAGE COMMAND...: exit status 1, this one line.
refuse() {
	local want=$1
	shift
	run "$@"
	[ "$output" = "$want" ] || {
		printf 'wanted: %s\ngot: %s\n' "$want" "$output"
		return 1
	}
	[ "$status" -eq 1 ]
}

# says TEXT COMMAND...: exit status 0, this output.
says() {
	local want=$1
	shift
	run "$@"
	[ "$output" = "$want" ] || {
		printf 'wanted: %s\ngot: %s\n' "$want" "$output"
		return 1
	}
	[ "$status" -eq 0 ]
}

# What sacctmgr -P show qos prints in 26.05; high may preempt QOS below it.
qos_table() {
	cat <<'END'
Name|Priority|GraceTime|Preempt|PreemptExemptTime|PreemptMode|Flags|UsageThres|UsageFactor|GrpTRES|GrpTRESMins|GrpTRESRunMins|GrpJobs|GrpSubmit|GrpWall|MaxTRES|MaxTRESPerNode|MaxTRESMins|MaxWall|MaxTRESPU|MaxJobsPU|MaxSubmitPU|MaxTRESPA|MaxTRESRunMinsPA|MaxTRESRunMinsPU|MaxJobsPA|MaxSubmitPA|MinTRES
high|100|00:05:00|low,normal|00:10:00|requeue|DenyOnLimit,NoDecay|0.250000|2.500000|cpu=100,mem=2.50G,node=4|cpu=6000|cpu=77|10|20|1-00:00:00|cpu=8|mem=1.50G|cpu=60|12:00:00|cpu=16|3|6|cpu=9|cpu=33|cpu=44|8|9|cpu=2
low|1|00:00:00|||cluster|DenyOnLimit||0.500000|||||||||||||||||||
normal|0|00:00:00|||cluster|||1.000000|||||||||||||||||||
END
}

shown_qos() {
	FAIRTREE_SLURM=26.05 facctmgr -P show qos | (
		read -r head
		echo "$head"
		sort
	)
}

@test "a table of QOS: what is printed then is the table" {
	qos_table >q
	says "QOS: 2 new, 0 changed, 1 the same" fimport qos q
	shown_qos | cmp - q
}

@test "a second time changes nothing, and there is nothing to undo" {
	qos_table >q
	fimport qos q
	says "QOS: 0 new, 0 changed, 3 the same" fimport qos q
	[ "$(facctmgr log -n | wc -l)" -eq 1 ]
	facctmgr undo
	[ "$(facctmgr -nP show qos format=name)" = normal ]
}

@test "what sacctmgr -p and facctmgr without either print is read the same" {
	qos_table >q
	fimport qos q
	facctmgr -p show qos >p
	says "QOS: 0 new, 0 changed, 3 the same" fimport qos p
	facctmgr show qos format=Name,GrpTRES%40,Flags%40,Preempt%40 >wide
	says "QOS: 0 new, 0 changed, 3 the same" fimport qos wide
	cat >narrow <<'END'
      Name       GrpTRES 
---------- ------------- 
      high cpu=100,mem=+ 
END
	refuse "narrow:3:12: GrpTRES 'cpu=100,mem=+' may have been cut; \
print the table with -P" fimport qos narrow
}

@test "an empty cell takes away, a column that is missing keeps" {
	qos_table >q
	fimport qos q
	printf 'Name|GrpTRES|Preempt|MaxWall|GraceTime|Flags\nhigh|||||\n' >x
	says "QOS: 0 new, 1 changed, 0 the same, 2 not in the table stay" \
		fimport qos x
	fields=name,grptres,preempt,maxwall,gracetime,flags
	fields=$fields,priority,maxtres,usagefactor
	says "high||||00:00:00||100|cpu=8|2.500000" \
		facctmgr -nP show qos high format=$fields
}

@test "a column of one TRES changes that one" {
	qos_table >q
	fimport qos q
	printf 'Name|GrpCPUs|GrpMem\nhigh||4096\nlow|7|\n' | fimport qos -
	says "normal|
high|mem=4G,node=4
low|cpu=7" facctmgr -nP show qos format=name,grptres
	# with all of them in a column, the others say nothing new
	printf 'Name|GrpCPUs|GrpTRES\nlow||cpu=8\n' | fimport qos -
	says "low|cpu=8" facctmgr -nP show qos low format=name,grptres
}

@test "every field of a QOS survives, under the header it is printed with" {
	facctmgr -i add qos all set description='All of it' \
		flags=DenyOnLimit,NoReserve gracetime=60 grpjobs=1 \
		grpjobsaccrue=2 grpsubmitjobs=3 grptres=cpu=4 grptresmins=cpu=5 \
		grptresrunmins=cpu=6 grpwall=7 limitfactor=1.5 maxjobspa=8 \
		maxjobspu=9 maxjobsaccruepa=10 maxjobsaccruepu=11 \
		maxsubmitjobspa=12 maxsubmitjobspu=13 maxtresminsperjob=cpu=14 \
		maxtrespa=cpu=15 maxtresperjob=cpu=16 maxtrespernode=cpu=17 \
		maxtrespu=cpu=18 maxtresrunminspa=cpu=19 maxtresrunminspu=cpu=20 \
		maxwall=21 minpriothresh=22 mintresperjob=cpu=23 \
		preempt=normal preemptmode=cancel preemptexempttime=24 \
		priority=25 usagefactor=26 usagethreshold=0.5
	fields=name,descr,flags,gracetime,grpjobs,grpjobsaccrue,grpsubmit
	fields=$fields,grptres,grptresmins,grptresrunmins,grpwall,limitfactor
	fields=$fields,maxjobspa,maxjobspu,maxjobsaccruepa,maxjobsaccruepu
	fields=$fields,maxsubmitpa,maxsubmitpu,maxtresmins,maxtrespa,maxtres
	fields=$fields,maxtrespernode,maxtrespu,maxtresrunminspa
	fields=$fields,maxtresrunminspu,maxwall,minpriothres,mintres,preempt
	fields=$fields,preemptmode,preemptexempttime,priority,usagefactor
	fields=$fields,usagethres
	facctmgr -P show qos format=$fields >t
	says "QOS: 0 new, 0 changed, 2 the same" fimport qos t
	FAIRTREE_DB=$PWD/other.db fimport qos t
	FAIRTREE_DB=$PWD/other.db facctmgr -P show qos format=$fields | cmp - t
}

@test "columns of other entities do not matter, others are named" {
	printf 'Name|ID|%% Allowed|Time|Comment|Priority\n' >x
	printf 'normal|1|0|Unknown|hello|5\n' >>x
	says "QOS: 0 new, 1 changed, 0 the same
ignored columns: Comment" fimport qos x
}

@test "a table of QOS that is refused changes nothing" {
	fimport dump "$examples/bedrock.cfg"
	printf 'Account|User\nroot|\n' >x
	refuse "x:1:1: no column 'Name' in the header: expected the table of \
sacctmgr -P show qos" fimport qos x
	printf 'Name|Priority\n' >x
	refuse "x:1:1: no rows below the header" fimport qos x
	printf 'Name|Priority\nnew|1\nother|x\n' >x
	refuse "x:3:7: invalid value for Priority (x)" fimport qos x
	printf 'Name|Priority\nnew|1\nNew|2\n' >x
	refuse "x:3:1: QOS 'New' is in the table twice" fimport qos x
	printf 'Name|GrpTRES\nnew|gres/gpu=4\n' >x
	refuse "x:2:5: no TRES known by type gres/gpu (AccountingStorageTRES of \
the settings names more)" fimport qos x
	printf 'Name|Priority\n|1\n' >x
	refuse "x:2:1: no name of a QOS" fimport qos x
	printf 'Name|Flags\nnew|Good\n' >x
	run fimport qos x
	[[ $output = "x:2:5: unknown QOS flag in 'Good' (flags: DenyOnLimit,"* ]]
	[ "$(facctmgr -nP show qos format=name)" = normal ]
}

# ---- dumps ------------------------------------------------------------------

# What sacctmgr dump writes before 25.05: QOS are named, not defined.
old_dump() {
	cat <<'END'
# To edit this file start with a cluster line for the new cluster
Cluster - 'cluster':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
Account - 'lab':Description='lab':Organization='root':Fairshare=10:QOS='+high,+Debug,-normal'
Parent - 'lab'
User - 'ann':DefaultAccount='lab':DefaultQOS='debug':Fairshare=1
END
}

@test "a dump whose QOS nothing defines: refused, or they are made" {
	old_dump >d
	refuse "d:5:68: no QOS 'high', 'debug' (--create adds them; fimport qos, \
with what sacctmgr -P show qos prints, sets them)" fimport dump d
	says "QOS with default settings: 'high', 'debug'; fimport qos sets theirs
cluster 'cluster': 1 new account, 1 new user, 1 new user \
association, 0 changes, 2 new QOS" \
		fimport --create dump d
	[ "$(facctmgr -nP show qos format=name,priority)" = $'normal|0\nhigh|0\ndebug|0' ]
	[ "$(facctmgr -nP show assoc user=ann format=account,user,qos,defaultqos)" = \
		"lab|ann|debug,high|debug" ]
	says "cluster 'cluster': 0 new accounts, 0 new users, 0 new user \
associations, 0 changes" fimport --create dump d
	[ "$(facctmgr log -n | wc -l)" -eq 1 ]
}

@test "a dump after a table of its QOS needs nothing" {
	old_dump >d
	qos_table | sed 's/^low|/debug|/; s/low,//' >q
	fimport qos q
	says "cluster 'cluster': 1 new account, 1 new user, 1 new user \
association, 0 changes" fimport dump d
}

# Since 25.05 dumps have lines of QOS.
@test "a dump with lines of QOS, on a store of any release" {
	{
		echo "QOS - 'high':Description='high':Flags=DenyOnLimit,NoDecay:\
GraceTime=300:GrpTRES=cpu=100:Preempt=debug,normal:PreemptMode=requeue:\
PreemptExemptTime=600:Priority=100:UsageFactor=2.500000"
		echo "QOS - 'debug':Description='debug':Priority=1"
		old_dump
	} >d
	for release in 22.05 24.11 26.05; do
		export FAIRTREE_SLURM=$release FAIRTREE_DB=$PWD/$release.db
		says "cluster 'cluster': 1 new account, 1 new user, 1 new user \
association, 0 changes, 2 new QOS" fimport dump d
		fields=name,flags,gracetime,grptres,preempt,preemptexempttime
		says "high|DenyOnLimit,NoDecay|00:05:00|cpu=100|debug,normal|00:10:00" \
			facctmgr -nP show qos high format=$fields
	done
}

# ---- sshare -----------------------------------------------------------------

# What sshare -l -a prints in 22.05, 24.11 and 26.05.
aligned() {
	cat <<'END'
Account                    User  RawShares  NormShares    RawUsage   NormUsage  EffectvUsage  FairShare    LevelFS                    GrpTRESMins                    TRESRunMins 
-------------------- ---------- ---------- ----------- ----------- ----------- ------------- ---------- ---------- ------------------------------ ------------------------------ 
root                                          0.000000         255                  1.000000                                                      cpu=0,mem=0,energy=0,node=0,b+ 
 root                      root          1    0.062500           0    0.000000      0.000000   1.000000        inf                                cpu=0,mem=0,energy=0,node=0,b+ 
 lab                                    10    0.625000         155    0.607843      0.607843              1.028226                                cpu=0,mem=0,energy=0,node=0,b+ 
  lab                         a     parent    0.625000         100    0.392157      0.645161   0.500000                                           cpu=0,mem=0,energy=0,node=0,b+ 
  lab                         c          2    0.400000          55    0.196078      0.354839   0.666667   1.127273                                cpu=0,mem=0,energy=0,node=0,b+ 
 solo                                    5    0.312500         100    0.392157      0.392157              0.796875                                cpu=0,mem=0,energy=0,node=0,b+ 
  solo                        f     parent    0.312500         100    0.156863      1.000000   0.333333                                           cpu=0,mem=0,energy=0,node=0,b+ 
END
}

# raw: account, user, shares and usage of every row
raw() {
	fshare -a -P -n -o Account,User,RawShares,RawUsage
}

@test "sshare: a table without bars, and our own, are read as one with bars" {
	aligned >t
	says "cluster 'cluster' now matches the table: 3 accounts, 4 user \
associations, raw usage 255" fimport sshare t
	[ "$(raw)" = "root|||255
 root|root|1|0
 lab||10|155
  lab|a|parent|100
  lab|c|2|55
 solo||5|100
  solo|f|parent|100" ]
	# a, of account lab, is gone
	grep -v '^  lab  *a ' t >less
	says "cluster 'cluster' now matches the table: 3 accounts, 3 user \
associations, 1 deleted association, raw usage 255" fimport sshare less
	fimport sshare t
	raw >before
	fshare -a >own
	FAIRTREE_DB=$PWD/other.db fimport sshare own
	FAIRTREE_DB=$PWD/other.db raw | cmp - before
}

@test "sshare: an integer wider than its column moves its row, no more" {
	aligned | sed 's/^\(  lab  *a .* 0.625000 \)        100/\1999999999999/' |
		sed 's/^\(root .* 0.000000 \)        255/\11000000000154/
			s/^\( lab .* 0.625000 \)        155/\11000000000054/' >t
	fimport sshare t
	[ "$(raw | head -4)" = "root|||1000000000154
 root|root|1|0
 lab||10|1000000000054
  lab|a|parent|999999999999" ]
}

@test "sshare: a name that was cut is refused" {
	aligned | sed 's/^ lab.\{16\}/ departmentofphysic+/' >t
	refuse "t:5:1: Account 'departmentofphysic+' may have been cut; print \
the table with -P" fimport sshare t
	aligned | sed 's/        a     parent/roselinde+     parent/' >t
	refuse "t:6:23: User 'roselinde+' may have been cut; print the table \
with -P" fimport sshare t
}

# A store whose usage has decimals, and other amounts of TRES.
with_decimals() {
	aligned >t
	fimport sshare t
	fimport usage - <<'END'
lab a 100.250001 cpu=50.5,mem=12345.678901,billing=100.250001
lab c 0.7
lab - 5.125 billing=5.125
solo f 33.333333
END
}

@test "sshare --json: usage to the millionth, and of each TRES" {
	with_decimals
	what=Account,User,RawShares,RawUsage,GrpTRESRaw,LevelFS,FairShare
	fshare -a -P -o $what >before
	fshare -a --json | sed 's/"id": [0-9]*/"id": 0/' >own
	mkdir -p slurm
	ln -s "$(command -v fshare)" slurm/sshare
	FAIRTREE_SLURM=24.11 slurm/sshare -a --json >real
	grep -q '"value": 12345.678900999999' real
	for file in own real; do
		export FAIRTREE_DB=$PWD/$file.db
		fimport sshare "$file"
		fshare -a -P -o $what | cmp - before
		fshare -a --json | sed 's/"id": [0-9]*/"id": 0/' | cmp - own
	done
}

@test "usage: only the usage of a table is taken, beside a tree" {
	with_decimals
	fshare -a --json >json
	aligned | sed 's/ 10 /777 /; s/parent/    42/' >t
	fimport usage t
	[ "$(raw | sed -n 3,4p)" = " lab||10|155
  lab|a|parent|100" ]
	fimport usage json
	[ "$(raw | sed -n 3,4p)" = " lab||10|106
  lab|a|parent|100" ]
	fshare -a --json | cmp - json
	# as an account of a usage file
	facctmgr -iQ add user late account=solo
	run fimport usage t
	[ "${lines[1]}" = "1 association of the store not in the table keeps \
its usage" ]
	facctmgr -iQ delete user c
	refuse "t:7:1: user 'c' in account 'lab': not in the store (fimport \
dump adds it, or fimport sshare with the whole tree)" fimport usage t
	fimport usage - <<<'lab a 7'
	[ "$(raw | sed -n 4p)" = "  lab|a|parent|7" ]
}

@test "usage: a TRES that the store lacks is named" {
	with_decimals
	# the last list of a line is that of usage
	fshare -a --json | sed 's!\(.*\)"fs/disk"!\1"gres/gpu"!
/"name": "f"/s!\(.*gpu", "value":\) 0!\1 9!
/"name": "solo"/s!\(.*gpu", "value":\) 0!\1 9!
/"parent": ""/s!\(.*gpu", "value":\) 0!\1 9!' >json
	refuse "json:15:52: no TRES 'gres/gpu' (AccountingStorageTRES of the \
settings names more)" fimport usage json
	sed 's/"value": 9/"value": 0/' json >zero
	fimport usage zero
	sed '/"name": "f"/!s/"value": 9/"value": 8/' json >less
	refuse "less:14:55: account 'solo' has used 8 of gres/gpu, less than \
the sum of the rows below it, 9" fimport usage less
}
