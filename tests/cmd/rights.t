#!/usr/bin/env perl
# Who may change what: every command that writes, played by an administrator, an
# operator, a coordinator, a user and a stranger.  Who may not gets one line and
# leaves the bytes of the store alone.  The commands come from the tables: a verb,
# entity or right without a row here fails.
use strict;
use warnings;
use lib 'tests/lib';
use Files qw(slurp spit);
use Sources qw(sources);
use Cwd qw(abs_path);
use Digest::SHA;
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use Test::More;

my $top   = abs_path($ENV{FT_TOP} || dirname(__FILE__) . '/../..');
my $build = abs_path($ENV{FT_BUILD} || "$top/build");
my $dir   = tempdir('fairtree-rights-XXXXXX', TMPDIR => 1, CLEANUP => 1);
chdir $dir or BAIL_OUT($dir);
$ENV{FAIRTREE_DB}   = "$dir/store.db";
$ENV{FAIRTREE_USER} = 'root';
$ENV{TZ}            = 'UTC';
$ENV{PATH}          = "$dir:$build/bin:$ENV{PATH}";
delete @ENV{qw(FAIRTREE_CONF SLURM_CONF)};
symlink "$build/bin/facctmgr", 'sacctmgr' or BAIL_OUT('sacctmgr');

# ---- what can be changed, from the tables ----------------------------------------

my %table;   # what has to have a row

sub take {
	my ($file, $pattern, $prefix) = @_;
	my $text = slurp("$top/$file");
	my $n    = 0;
	while ($text =~ /$pattern/g) {
		$table{ $prefix . join(' ', grep { defined } $1, $2) } = 1;
		$n++;
	}
	BAIL_OUT("nothing found in $file") if !$n;
}

my %reads = map { $_ => 1 } qw(fshare fwhy fqueue fprio facct feff finfo freport fauction);
my %writes = map { $_ => 1 } qw(facctmgr fimport fbatch fcontrol fcancel fdiag fsim fview);
for (slurp("$top/cmd/cmd.def") =~ /^CMD\(\w+, "(\w+)"/mg) {
	ok($writes{$_} || $reads{$_}, "it is known whether $_ writes");
}
take('cmd/facctmgr/verb.def', qr/^FACCTMGR_\w+\("(\w+)", \d, \w+, (?:CHANGES|CREATES)/m,
	'facctmgr ');
delete @table{ map { "facctmgr $_" } qw(add create modify update delete remove) };
$table{'facctmgr sync'} = 1;
{
	my $text = slurp("$top/cmd/facctmgr/verb.c");
	while ($text =~ /\{ VERB_(ADD|MODIFY|DELETE), "(\w+)"/g) {
		my ($verb, $entity) = (lc $1, lc $2);
		$entity =~ s/s$//;
		$entity = 'qos' if $entity eq 'qo';
		$table{"facctmgr $verb $entity"} = 1 if $entity ne 'acct';
	}
}
take('cmd/fimport/fimport.c', qr/^\t\{ "(\w+)", fimport_\w+[, ]/m, 'fimport ');
take('cmd/fsim/fsim.c', qr/&fsim_verb_(\w+)/, 'fsim ');
take('cmd/fcontrol/verb.def', qr/^FCONTROL_(?:VERB|OURS)\("(\w+)"/m, 'fcontrol ');
take('cmd/fcontrol/update/update.def', qr/^FCONTROL_UPDATE\("(\w+)"/m, 'fcontrol update ');
my %says = map { ("fcontrol $_" => 1) } qw(show wait_job listpids check env ping setdebug
	setdebugflags version help errnumstr write quit);
delete @table{ keys %says };
delete @table{ map { "fcontrol $_" } qw(update create delete) };
$table{"fcontrol $_"} = 1
    for 'create partition', 'create reservation', 'delete partition', 'delete reservation';
# there are no federations, and none can be made
delete @table{ map { "facctmgr $_ federation" } qw(add modify delete) };
# these work on copies in memory: they have no store to change
delete @table{ map { "fsim $_" } qw(calibrate compare replay slotwise solve sweep trace) };
$table{$_} = 1 for qw(fbatch fcancel fdiag);

# ---- the store --------------------------------------------------------------------

spit('slurm.conf', <<'CONF');
ClusterName=c
AccountingStorageEnforce=associations
PrivateData=usage
NodeName=n[1-4] CPUs=4 RealMemory=9000 State=UP
PartitionName=p Nodes=ALL Default=YES
PartitionName=q Nodes=n1
CONF
spit('evil.conf', "ClusterName=c\nSlurmUser=ann\n");
spit('dbd.conf', "StorageType=accounting_storage/mysql\nPrivateData=users\n");
spit('tree.cfg', <<'CFG');
Cluster - 'c':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
Account - 'phys':Description='phys':Organization='root':Fairshare=60
Account - 'chem':Description='chem':Organization='root':Fairshare=40
Account - 'ops':Description='ops':Organization='root':Fairshare=1
Parent - 'phys'
Account - 'optics':Description='optics':Organization='phys':Fairshare=6
User - 'co':DefaultAccount='phys':Coordinator='phys':Fairshare=1
Parent - 'optics'
User - 'ann':DefaultAccount='optics':Fairshare=1
User - 'bea':DefaultAccount='optics':Fairshare=1
Parent - 'chem'
User - 'emil':DefaultAccount='chem':Fairshare=1
Parent - 'ops'
User - 'op':DefaultAccount='ops':AdminLevel='Operator':Fairshare=1
User - 'op2':DefaultAccount='ops':AdminLevel='Operator':Fairshare=1
User - 'adm':DefaultAccount='ops':AdminLevel='Administrator':Fairshare=1
User - 'boss':DefaultAccount='ops':AdminLevel='Administrator':Fairshare=1
CFG
(my $evil = slurp('tree.cfg')) =~ s/'ann':/'ann':AdminLevel='Administrator':/;
spit('evil.cfg', $evil);
spit('qos.txt', "Name|Priority\nnormal|7\nnew|1\n");
spit('node.txt', "NodeName=n1 State=DRAIN Reason=evil\n");
mkdir $_ or BAIL_OUT("$_: $!") for 'evil', 'evil/conf', 'evil/sacct';
spit('evil/manifest', join "\n", "fairtree-site\t1",
	map({ "$_\t2114380800\t2114380800\t0\tcat" } qw(conf/slurm.conf dump sacct/001)), '');
spit('evil/conf/slurm.conf', slurp('slurm.conf') =~ s/SlurmUser=\S*//r . "SlurmUser=ann\n");
spit('evil/dump', $evil);
spit('evil/sacct/001', "JobID|User|Account|State|Start|End\n99|ann|optics|COMPLETED|2100000000|2100000060\n");
spit('sshare.txt', <<'TABLE');
Account|User|RawShares|NormShares|RawUsage|NormUsage|EffectvUsage|FairShare|LevelFS|GrpTRESMins|TRESRunMins
root|||0.000000|10||1.000000|||||
 x||1|1.000000|10|1.000000|1.000000||1.000000||
  x|ann|1|1.000000|10|1.000000|1.000000|1.000000|1.000000||
TABLE
spit('usage.txt', "optics ann 777\n");
spit('squeue.txt', <<'TABLE');
JOBID|USER|ACCOUNT|PARTITION|QOS|NAME|STATE|SUBMIT_TIME|START_TIME|TIME|TIME_LIMIT|CPUS|NODES|PRIORITY
77|emil|chem|p|normal|x|PENDING|2037-01-01T00:00:00|N/A|0:00|5:00|1|1|5
TABLE
spit('sacct.txt', <<'TABLE');
JobID|JobIDRaw|User|Account|Partition|QOS|State|Submit|Eligible|Start|End|Elapsed|Timelimit|ReqMem|AllocTRES|NNodes|ExitCode|NodeList|JobName
78|78|emil|chem|p|normal|COMPLETED|2037-01-01T00:00:00|2037-01-01T00:00:00|2037-01-01T00:00:00|2037-01-01T00:10:00|00:10:00|00:20:00|1M|billing=1,cpu=1,mem=1M,node=1|1|0:0|n1|x
TABLE
spit('history.txt', <<'PAST');
job id=79 user=emil account=chem tres=cpu=1 start=2036-01-01T00:00:00 end=2036-01-01T01:00:00 state=COMPLETED
PAST
spit('groups.csv', "phys,zed\n");
spit('map', "group phys account=phys\n");

sub must {
	my ($command) = @_;
	system("{ $command; } >out 2>&1 </dev/null") == 0
	    or BAIL_OUT("$command: " . slurp('out'));
}
must('fimport conf slurm.conf');
must('fimport dump tree.cfg');
must('fcontrol update clock=2036-01-01T00:00:00');
must('facctmgr -i add qos gold');
must('facctmgr -i add resource tool type=license count=9 server=s');
must('facctmgr -i add coordinator account=phys user=co');
must('facctmgr -i add account bare parent=phys');
must('fcontrol create partition=r nodes=n2');
must('fcontrol create reservation reservationname=keep starttime=2038-01-01 '
	. 'duration=60 nodes=n3 users=ann');
must('fbatch -Q -H --uid=ann -n 1 -t 5 --wrap=:');     # 1
must('fbatch -Q --uid=ann -n 1 -t 60 --wrap="sleep 3000"') for 2 .. 3;
must('fbatch -Q --uid=ann -n 16 -t 60 --wrap="sleep 3000"');   # 4 waits
must('fsim run -q --for 60');                          # 2 and 3 run
must('fcontrol suspend 3');
must('facctmgr -i modify user emil where account=chem set fairshare=3');
my $change = 0 + (slurp('out') =~ /Change (\d+)/)[0];
rename 'store.db', 'base.db' or BAIL_OUT('base.db');
ok(!-s 'store.db-wal', 'the base is one file');

# ---- one attempt -------------------------------------------------------------------

sub begin {
	unlink glob('store.db*');
	copy('base.db', 'store.db') or BAIL_OUT('copy');
}

sub look {
	return join ',',
	    map { Digest::SHA->new(256)->addfile($_)->hexdigest }
	    grep { -s $_ } qw(store.db store.db-wal store.db-journal);
}

sub try_as {
	my ($user, $command, $before_it) = @_;
	begin();
	must($before_it) if $before_it;
	my $before = look();
	local $ENV{FAIRTREE_USER} = $user;
	my $status = system('bash', '-c', "{ $command; } >out 2>err </dev/null") >> 8;
	return ($status, slurp('err'), $before ne look());
}

my @actor = ([ A => 'adm' ], [ O => 'op' ], [ C => 'co' ], [ U => 'ann' ], [ S => 'nobody1' ]);

# [ what of the tables, who may, command, what root does before,
# lines of a refusal ]; A administrator, O operator, C the
# coordinator of phys, U ann, the owner of the jobs, S a stranger
my @row = (
	# accounts, users
	[ 'facctmgr add account', 'AOC', 'facctmgr -i add account new parent=phys' ],
	[ '', 'AO', 'facctmgr -i add account new parent=chem' ],
	[ '', 'AO', 'facctmgr -i add account new' ],
	[ 'facctmgr add user', 'AOC', 'facctmgr -i add user new account=phys' ],
	[ '', 'AO', 'facctmgr -i add user new account=chem' ],
	[ '', 'A', 'facctmgr -i add user new account=phys adminlevel=operator' ],
	[ '', 'A', 'facctmgr -i add user new account=phys adminlevel=administrator' ],
	# a coordinator may not, not even for whom she leads, nor a user for himself
	[ '', 'AO', 'facctmgr -i add user ann wckey=w' ],
	[ '', 'AO', 'facctmgr -i add user ann defaultwckey=w' ],
	[ '', 'AO', 'facctmgr -i add user new account=phys wckey=w' ],
	[ 'facctmgr add coordinator', 'AOC', 'facctmgr -i add coordinator account=phys user=bea' ],
	[ '', 'AO', 'facctmgr -i add coordinator account=chem user=bea' ],
	[ 'facctmgr add cluster', 'A', 'facctmgr -i add cluster d' ],
	[ 'facctmgr add qos', 'A', 'facctmgr -i add qos silver' ],
	[ 'facctmgr add resource', 'A', 'facctmgr -i add resource new type=license count=9 server=s' ],
	[ 'facctmgr modify account', 'AOC', 'facctmgr -i modify account optics set fairshare=9' ],
	[ '', 'AO', 'facctmgr -i modify account chem set fairshare=9' ],
	[ '', 'AO', 'facctmgr -i modify account optics set description=other' ],
	[ 'facctmgr modify user', 'AOC', 'facctmgr -i modify user bea set fairshare=9' ],
	[ '', 'AOC', 'facctmgr -i modify user ann set fairshare=9' ],
	[ '', 'AO', 'facctmgr -i modify user emil set fairshare=9' ],
	[ '', 'A', 'facctmgr -i modify user ann set adminlevel=administrator' ],
	[ '', 'A', 'facctmgr -i modify user ann set fairshare=9 adminlevel=operator' ],
	[ '', 'A', 'facctmgr -i modify user op set adminlevel=administrator' ],
	[ '', 'A', 'facctmgr -i modify user boss set adminlevel=none' ],
	[ '', 'A', 'facctmgr -i modify user boss set newname=bozz' ],
	[ '', 'A', 'facctmgr -i modify user op set newname=opp' ],
	[ '', 'AO', 'facctmgr -i modify user ann set newname=anna' ],
	[ '', 'A', 'facctmgr -i modify user ann where account=optics set rawusage=9' ],
	[ 'facctmgr modify cluster', 'A', 'facctmgr -i modify cluster c set classification=capacity' ],
	[ '', 'AO', 'facctmgr -i modify cluster c set fairshare=9' ],
	[ 'facctmgr modify qos', 'A', 'facctmgr -i modify qos gold set priority=9' ],
	[ 'facctmgr modify job', 'AOU', 'facctmgr -i modify job where jobids=2 set derivedexitcode=2' ],
	[ '', 'AO', 'facctmgr -i modify job where jobids=2 set admincomment=x' ],
	[ 'facctmgr modify resource', 'AO', 'facctmgr -i modify resource tool set count=8' ],
	[ 'facctmgr delete account', 'AO', 'facctmgr -i delete account bare' ],
	[ '', 'AOC', 'facctmgr -i delete account bare cluster=c' ],
	[ 'facctmgr delete user', 'AOC', 'facctmgr -i delete user bea' ],
	[ '', 'AO', 'facctmgr -i delete user emil' ],
	[ '', 'A', 'facctmgr -i delete user boss' ],
	[ '', 'A', 'facctmgr -i delete user op2' ],
	[ '', 'A', 'facctmgr -i delete user root' ],
	[ 'facctmgr delete coordinator', 'AOC', 'facctmgr -i delete coordinator account=phys user=co' ],
	[ 'facctmgr delete cluster', 'A', 'facctmgr -i delete cluster spare',
		'facctmgr -i add cluster spare' ],
	[ 'facctmgr delete qos', 'A', 'facctmgr -i delete qos gold' ],
	[ 'facctmgr delete resource', 'A', 'facctmgr -i delete resource tool' ],
	[ 'facctmgr load', 'A', 'facctmgr -i load evil.cfg' ],
	[ 'facctmgr apply', 'A', 'facctmgr -i apply evil.cfg' ],
	[ 'facctmgr sync', 'A', 'facctmgr -i sync apply csv=groups.csv map=map' ],
	[ 'facctmgr undo', 'A', 'facctmgr undo' ],
	[ 'facctmgr redo', 'A', "facctmgr redo $change", 'facctmgr undo' ],
	# an operator takes back his own change, if it took no administrator
	[ '', 'AO', 'facctmgr undo', 'FAIRTREE_USER=op facctmgr -i modify user ann set fairshare=8' ],
	[ '', 'AO', 'facctmgr redo', 'FAIRTREE_USER=op facctmgr -i modify user ann set fairshare=8 && FAIRTREE_USER=op facctmgr undo' ],
	[ '', 'A', 'facctmgr undo last=2', 'FAIRTREE_USER=op facctmgr -i modify user ann set fairshare=8' ],
	[ '', 'A', 'facctmgr undo', 'FAIRTREE_USER=op2 facctmgr -i modify user ann set fairshare=8' ],
	[ '', 'A', 'facctmgr undo', 'FAIRTREE_USER=co facctmgr -i modify user ann set fairshare=8' ],
	[ '', 'A', 'facctmgr undo', 'FAIRTREE_USER=op sacctmgr -i add user new account=phys adminlevel=administrator' ],
	# what he did as an administrator takes one again
	[ '', 'A', 'facctmgr undo ' . ($change + 2), 'facctmgr -i modify user op set adminlevel=administrator && FAIRTREE_USER=op facctmgr -i add qos silver && facctmgr -i modify user op set adminlevel=operator' ],
	[ 'facctmgr archive', '', 'facctmgr archive dump' ],
	[ '', 'A', 'printf "begin\nmodify user ann set adminlevel=operator\ncommit\n" | facctmgr -i', '', 2 ],
	[ '', 'AO', 'printf "begin\nmodify account chem set fairshare=9\ncommit\n" | facctmgr -i', '', 2 ],
	# imports
	[ 'fimport conf', 'A', 'fimport conf evil.conf' ],
	[ 'fimport dbdconf', 'A', 'fimport dbdconf dbd.conf' ],
	[ 'fimport dump', 'A', 'fimport dump evil.cfg' ],
	[ '', 'A', 'fimport dump -M other evil.cfg' ],
	[ 'fimport qos', 'A', 'fimport qos qos.txt' ],
	[ 'fimport scontrol', 'A', 'fimport scontrol node.txt' ],
	[ 'fimport site', 'A', 'fimport site evil' ],
	[ 'fimport sshare', 'A', 'fimport sshare sshare.txt', 'fcancel 1 2 3 4' ],
	[ 'fimport usage', 'A', 'fimport usage usage.txt' ],
	[ '', 'A', 'fimport usage --at 2037-01-01T00:00:00 usage.txt' ],
	[ 'fimport squeue', 'A', 'fimport squeue squeue.txt' ],
	[ 'fimport sacct', 'A', 'fimport sacct sacct.txt' ],
	[ 'fimport history', 'A', 'fimport history history.txt' ],
	# time
	[ 'fsim run', 'AO', 'fsim run -q --for 60' ],
	[ '', 'AO', 'fsim run -q --until 2037-01-01T00:00:00' ],
	[ 'fcontrol update clock', 'AO', 'fcontrol update clock=+60' ],
	[ '', 'AO', 'fcontrol update clock=2037-01-01T00:00:00' ],
	# jobs: ann's
	[ 'fbatch', 'AOCU', 'fbatch -Q -A $ACCOUNT -H -n 1 -t 5 --wrap=:' ],
	[ '', '', 'fbatch -Q --uid=emil -n 1 -t 5 --wrap=:' ],
	[ 'fcancel', 'AOCU', 'fcancel 1' ],
	[ 'fcontrol hold', 'AOCU', 'fcontrol hold 1' ],
	[ 'fcontrol uhold', 'AOCU', 'fcontrol uhold 1' ],
	[ 'fcontrol release', 'AOCU', 'fcontrol release 1' ],
	[ 'fcontrol top', 'AO', 'fcontrol top 5', 'fbatch -Q --uid=ann -n 16 -t 60 --wrap=:' ],
	[ 'fcontrol requeue', 'AOCU', 'fcontrol requeue 2' ],
	[ 'fcontrol requeuehold', 'AOCU', 'fcontrol requeuehold 2' ],
	[ 'fcontrol suspend', 'AO', 'fcontrol suspend 2' ],
	[ 'fcontrol resume', 'AO', 'fcontrol resume 3' ],
	[ 'fcontrol update JobId', 'AOCU', 'fcontrol update jobid=1 name=x' ],
	[ '', 'AO', 'fcontrol update jobid=4 priority=999999' ],
	[ '', 'A', 'fcontrol update jobid=1 name=y admincomment=x' ],
	[ 'fcontrol update JobName', 'AOCU', 'fcontrol update jobname=wrap name=x', '', 4 ],
	[ 'fcontrol update UserId', '', 'fcontrol update userid=emil jobname=wrap name=x' ],
	[ '', 'A', 'fcontrol -u root update nodename=n1 weight=5' ],
	# the cluster
	[ 'fcontrol update NodeName', 'A', 'fcontrol update nodename=n1 weight=5' ],
	[ 'fcontrol update PartitionName', 'A', 'fcontrol update partitionname=q maxtime=5' ],
	[ 'fcontrol create partition', 'A', 'fcontrol create partition=s nodes=n1' ],
	[ 'fcontrol delete partition', 'A', 'fcontrol delete partition=r' ],
	[ 'fcontrol update ReservationName', 'AO', 'fcontrol update reservationname=keep duration=30' ],
	[ 'fcontrol create reservation', 'AO', 'fcontrol create reservation starttime=2039-01-01 duration=60 nodes=n1 users=ann' ],
	[ 'fcontrol delete reservation', 'AO', 'fcontrol delete reservation=keep' ],
	[ 'fcontrol update config', 'A', 'fcontrol update config SlurmUser=ann' ],
	[ 'fcontrol stats', 'AO', 'fcontrol stats reset', 'fbatch -Q --uid=ann -t 60 --wrap=:' ],
	[ 'fdiag', 'AO', 'fdiag --reset', 'fbatch -Q --uid=ann -t 60 --wrap=:' ],
	[ 'fcontrol reconfigure', 'A', 'fcontrol reconfigure' ],
	[ 'fcontrol fsdampeningfactor', 'A', 'fcontrol fsdampeningfactor 3' ],
);

my %home = (adm => 'ops', op => 'ops', co => 'phys', ann => 'optics', nobody1 => 'optics');
for my $row (@row) {
	my ($key, $may, $command, $before_it, $want) = @$row;
	delete $table{$key};
	for my $actor (@actor) {
		my ($letter, $user) = @$actor;
		$ENV{ACCOUNT} = $home{$user};
		my ($status, $err, $changed) = try_as($user, $command, $before_it);
		if (index($may, $letter) >= 0) {
			ok($status == 0 && $changed, "$user: $command")
			    or diag("status $status, changed " . ($changed ? 1 : 0) . "\n$err");
			next;
		}
		my $lines = () = $err =~ /\n/g;
		ok($status != 0 && !$changed && $lines == ($want // 1), "$user may not: $command")
		    or diag("status $status, changed " . ($changed ? 1 : 0) . "\n$err");
	}
}
is_deeply([ sort keys %table ], [], 'every verb and entity of the tables has a row');

# ---- who makes a store owns it --------------------------------------------------------

for my $command ('fimport conf slurm.conf', 'fimport dump tree.cfg', 'fimport sshare sshare.txt',
	'fimport --create squeue --dry-run squeue.txt', 'fsim run -q --for 60',
	'fcontrol update clock=+60') {
	unlink glob('store.db*');
	local $ENV{FAIRTREE_USER} = 'nobody1';
	my $status = system('bash', '-c', "$command >out 2>err </dev/null") >> 8;
	my $want = $command =~ /dry-run/ ? 1 : 0;
	is($status, $want, "a new store: $command") or diag(slurp('err'));
	my $before = look();
	next if $want;
	$status = system('bash', '-c', 'fimport dump evil.cfg >out 2>err </dev/null') >> 8;
	is($status, 1, 'and the next command changes one that is there');
	is(slurp('err'), "fimport: error: permission denied for user 'nobody1': needs an administrator\n",
		'which it may not');
	is(look(), $before, 'and does not');
}

# ---- sacctmgr has it as Slurm --------------------------------------------------------

for ([ 'add user new account=phys adminlevel=administrator', 'a new administrator' ],
	[ 'delete user boss', 'an administrator who goes' ]) {
	my ($status, $err, $changed) = try_as('op', "sacctmgr -i $_->[0]");
	ok($status == 0 && $changed, "sacctmgr lets operators: $_->[1]") or diag($err);
}

# ---- no way around ---------------------------------------------------------------------

{
	my @around;
	for my $file (map { "$top/$_" } sources($top, qr/\.c$/, 'cmd')) {
		push @around, $file if $file !~ m{/common/sessionwrite\.c$} && slurp($file) =~ /\bft_store_begin\(/;
	}
	is_deeply(\@around, [], 'commands begin transactions by ft_session_begin alone');
	my $code = join '', map { slurp($_) }
	    map { "$top/$_" } sources($top, qr/\.c$/, qw(cmd libcore/admin));
	for my $right (slurp("$top/libcore/admin/access/right.def") =~ /^FT_RIGHT\((\w+)/mg) {
		ok($code =~ /\bFT_RIGHT_$right\b/, "somebody asks for the right $right");
	}
}

done_testing();
