#!/usr/bin/env perl
# Nothing that is accepted is ignored: every option of sbatch and every key of
# scontrol update changes what the job, node or partition says of itself, or is
# refused with a word about it.  The rows come from the tables: a new one without
# a value here fails.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Test::More;
use lib dirname(abs_path(__FILE__)) . '/../lib';
use Files qw(lines_of slurp spit);

my $top   = abs_path($ENV{FT_TOP} || dirname(__FILE__) . '/../..');
my $build = abs_path($ENV{FT_BUILD} || "$top/build");
my $dir   = tempdir('fairtree-ignored-XXXXXX', TMPDIR => 1, CLEANUP => 1);
chdir $dir or BAIL_OUT($dir);
$ENV{FAIRTREE_DB}   = "$dir/store.db";
$ENV{FAIRTREE_USER} = 'root';
$ENV{SLURM_CONF}    = "$dir/slurm.conf";
$ENV{PATH}          = "$build/bin:$ENV{PATH}";
delete $ENV{FAIRTREE_CONF};

spit('slurm.conf', <<'CONF');
ClusterName=c
GresTypes=gpu
AccountingStorageTRES=gres/gpu
TrackWCKey=yes
Licenses=tool:9
DefMemPerCPU=10
NodeName=n[1-4] Sockets=2 CoresPerSocket=4 ThreadsPerCore=2 RealMemory=9000 TmpDisk=900 Gres=gpu:4 Feature=fast,big State=UP
PartitionName=p Nodes=ALL Default=YES
PartitionName=q Nodes=n[1-2]
CONF
spit('nodes', "n1\nn2\n");
spit('empty', '');

# Status and output of a command, both streams.
sub run {
	my ($command) = @_;
	my $text = `$command 2>&1 </dev/null`;
	return ($? >> 8, $text);
}

sub rows_of {
	my ($file, $macro) = @_;
	return map { /^$macro\((.*)\)$/ ? $1 : () } lines_of("$top/$file");
}

run('facctmgr -i add account a; facctmgr -i add account b;'
	. 'facctmgr -i add user ann account=a,b defaultaccount=a;'
	. 'facctmgr -i add user root account=b; facctmgr -i add qos high;'
	. 'facctmgr -i modify account a set qos=+high;'
	. 'fcontrol create reservation=r starttime=now duration=60 users=ann nodes=n4');

# All a job says of itself, but its number and times.
sub job_text {
	my ($number) = @_;
	my $text = join '', (run("fcontrol show job $number"))[1],
	    (run("fqueue -h -j $number -O JobArrayID,Requeue,exit_code,STDOUT,SegmentSize"))[1],
	    (run("fprio -h -l -j $number"))[1];
	$text =~ s/\bJobId=\S*//g;
	$text =~ s/\b20(?!37)\d\d-\d\d-\d\dT[\d:]+//g;
	$text =~ s/slurm-\d+//g;
	$text =~ s/^ *\d+ //mg;
	return $text;
}

# ---- options of sbatch -------------------------------------------------------

# What each is tried with; where "BASE -- OPTION" stands, the job is compared
# with one of BASE.
my %option = (
	account => 'b', 'acctg-freq' => '30', array => '1-3',
	batch => '-C fast -- fast', bb => 'x', bbf => 'empty',
	begin => '2037-01-01', chdir => '/usr', 'cluster-constraint' => 'x',
	comment => 'x', constraint => 'fast', container => '/x',
	'container-id' => 'x',
	contiguous => '', 'core-spec' => '2', 'cores-per-socket' => '2',
	'cpu-freq' => 'high', 'cpus-per-gpu' => '-G 2 -- 2',
	'cpus-per-task' => '2', deadline => '2037-01-01', 'delay-boot' => '5',
	dependency => 'singleton', distribution => 'cyclic', error => 'e',
	exclude => 'n1', exclusive => '', export => 'NONE',
	'export-file' => 'empty', 'extra-node-info' => '2:2',
	'get-user-env' => '9', gid => '7', 'gpu-bind' => '-G 2 -- closest',
	'gpu-freq' => '-G 2 -- high', gpus => '2', 'gpus-per-node' => '1',
	'gpus-per-socket' => '--sockets-per-node=2 -- 1',
	'gpus-per-task' => '-n 2 -- 1', gres => 'gpu:1',
	'gres-flags' => 'enforce-binding', hint => 'nomultithread', hold => '',
	input => 'i', 'job-name' => 'x', 'kill-on-invalid-dep' => 'yes',
	licenses => 'tool:1', 'mail-type' => 'END', 'mail-user' => 'x',
	'mcs-label' => 'x', mem => '20', 'mem-bind' => 'local',
	'mem-per-cpu' => '20', 'mem-per-gpu' => '-G 2 -- 20', mincpus => '3',
	network => 'x', nice => '5', 'no-kill' => '', 'no-requeue' => '',
	nodefile => 'nodes', nodelist => 'n2', nodes => '2', ntasks => '3',
	'ntasks-per-core' => '1', 'ntasks-per-gpu' => '-G 2 -- 2',
	'ntasks-per-node' => '2', 'tasks-per-node' => '2', context => 'c', 'ntasks-per-socket' => '1',
	'oom-kill-step' => '', 'open-mode' => 'append', output => 'o', overcommit => '-n 4 -- ',
	oversubscribe => '', partition => 'q', power => 'level',
	prefer => 'fast', priority => '7', profile => 'task',
	propagate => 'ALL', qos => 'high', reboot => '',
	requeue => '--no-requeue -- ', reservation => 'r',
	'resv-ports' => '--stepmgr -- 0', 'tres-bind' => 'gres/gpu:closest', 'tres-per-task' => 'cpu=2', extra => 'x',
	segment => '-N 2 -- 1', signal => 'USR1', stepmgr => '', 'sockets-per-node' => '2', 'spread-job' => '',
	switches => '1', 'thread-spec' => '2', 'threads-per-core' => '1',
	time => '7', 'time-min' => '-t 9 -- 3', tmp => '5', uid => 'root',
	'use-min-nodes' => '-N 1-2 -- ', 'wait-all-nodes' => '1',
	wckey => 'w', 'exit-code' => '3',
	# seen only when it runs: the time it takes is not told before, nor what
	# it uses
	runtime => undef, 'cpu-efficiency' => undef, 'mem-used' => undef,
);

my $user = '--uid=ann';
my %base;

sub submit {
	my ($options) = @_;
	my $who = $options =~ /--uid/ ? '' : $user;
	my ($status, $text) =
	    run("fbatch --parsable $who $options --wrap=true");
	my ($number) = $text =~ /^(\d+)/m;
	return ($number, $text);
}

is(job_text((submit(''))[0]), job_text((submit(''))[0]),
    'two jobs that ask for the same say the same');

for my $row (rows_of('cmd/common/option.def', 'BATCH')) {
	my ($name, $place) =
	    $row =~ /^\w+, [^,]+, "([\w-]+)", .*, (JOB|SHOWN|KEPT|CALL), "/;
	ok(defined $place, "a row is read: $row") or next;
	next if $place eq 'CALL';
	if (!exists $option{$name}) {
		fail("--$name: this test has a value for it");
		next;
	}
	my $value = delete $option{$name};
	next if !defined $value;
	my $with = $value =~ s/^(.*) -- // ? $1 : '';
	$base{$with} //= job_text((submit($with))[0]);
	my ($number, $text) =
	    submit("$with --$name" . ($value eq '' ? '' : "=$value"));
	if (!$number) {
		like($text, qr/\Q$name\E/, "--$name is refused by name: $text");
		next;
	}
	isnt(job_text($number), $base{$with}, "--$name=$value is shown");
}
is_deeply([sort keys %option], [], 'every value here is of an option');

# ---- keys of update job ------------------------------------------------------

my %key = (
	# seen only later: how long it runs, since when its age counts
	RunTime => undef, ResetAccrueTime => undef,
	Account => 'b', AdminComment => 'x',
	ArrayTaskThrottle => '-a 1-4 -- 2', BurstBuffer => 'x',
	ClusterFeatures => 'x', Clusters => 'x', Comment => 'x',
	Contiguous => 'yes', CoreSpec => '2', CPUsPerTask => '3',
	Deadline => '2037-01-01', DelayBoot => '5',
	Dependency => 'singleton', EligibleTime => '2037-01-01',
	EndTime => '2037-01-01', ExcNodeList => 'n3', Extra => 'x',
	Features => 'fast', Gres => 'gpu:1', Licenses => 'tool:1',
	MailType => 'END', MailUser => '--mail-type=END -- x',
	MinCPUsNode => '4', MinMemoryCPU => '5', MinMemoryNode => '7',
	MinTmpDiskNode => '3', JobName => 'x', Name => 'y', Nice => '5',
	NodeList => 'n2', NumCPUs => '5', NumNodes => '2', NumTasks => '3',
	OverSubscribe => 'yes', Partition => 'q', Prefer => 'fast',
	Priority => '7', QOS => 'high', Reboot => 'yes', ReqCores => '2',
	ReqNodeList => 'n1', ReqSockets => '2', ReqThreads => '1',
	Requeue => '0', ReservationName => 'r', Shared => 'no', SiteFactor => '5',
	StartTime => '2037-01-01', StdOut => 'x', Switches => '1',
	SystemComment => 'x', ThreadSpec => '2', TimeLimit => '9',
	TimeMin => '-t 9 -- 3', TresBind => 'gpu:closest',
	TresFreq => 'gpu:high', TresPerNode => 'gres:gpu:1', WCKey => 'w',
	WorkDir => '/usr',
);

for my $row (rows_of('libcore/sim/update/update.def', 'FT_UPDATE')) {
	my ($name) = $row =~ /^"(\w+)"/;
	ok(defined $name, "a row is read: $row") or next;
	if (!exists $key{$name}) {
		fail("$name: this test has a value for it");
		next;
	}
	my $value = delete $key{$name};
	next if !defined $value;
	my $with = $value =~ s/^(.*) -- // ? $1 : '';
	my ($number) = submit($with);
	my $before = job_text($number);
	my ($status, $text) = run("fcontrol update job=$number $name=$value");
	$status ? isnt($text, '', "update $name says why it is refused")
	    : isnt(job_text($number), $before, "update $name is shown");
}
is_deeply([sort keys %key], [], 'every value here is of a key');

# ---- keys of other things ----------------------------------------------------

# Each key is told to a THING and has to show; the same told again changes
# nothing, so that a list without an end would be seen.
sub try_keys {
	my ($thing, $show, $names, $value) = @_;
	for my $name (@$names) {
		if (!exists $value->{$name}) {
			fail("$thing $name: this test has a value for it");
			next;
		}
		my $text = delete $value->{$name};
		next if !defined $text;
		my $before = (run("fcontrol show $show"))[1];
		my ($status, $told) =
		    run("fcontrol update $thing '$name=$text'");
		$status ? isnt($told, '', "$thing $name says why it is refused")
		    : isnt((run("fcontrol show $show"))[1], $before,
			"$thing $name is shown");
	}
	is_deeply([sort keys %$value], [], "every value here is of a $show");
}

sub words_of {
	my ($file, $pattern) = @_;
	return slurp("$top/$file") =~ /$pattern/g;
}

run('fcontrol create reservation=s starttime=2036-01-01 duration=60 users=ann nodecnt=1');
try_keys('reservation=s', 'reservation s',
	[words_of('libcore/model/reservation/reservation.def',
		qr/^FT_RESERVATION_KEY\(\w+, "(\w+)"/m)],
	{
		ReservationName => undef,    # says which one
		StartTime => '2037-01-01', EndTime => '2037-02-01',
		Duration => '90', Nodes => 'n1', NodeCnt => '2',
		CoreCnt => '3', TRES => 'license/tool=2', Users => 'root',
		Accounts => 'a', Groups => 'root', PartitionName => 'q',
		Features => 'big', Licenses => 'tool:1',
		BurstBuffer => 'x', Flags => 'MAINT', MaxStartDelay => '5',
		TRESPerNode => 'cpu=2', Comment => 'x',
		AllowedPartitions => 'q', QOS => 'normal',
		Watts => '7', Skip => undef,    # a word, not of the future
	});

try_keys('partition=q', 'partition q',
	[words_of('libcore/model/machine/partition_key.c',
		qr/^\t(?:ROW|OWN)\("(\w+)"/m)],
	{
		PartitionName => undef,    # says which one
		Nodes => 'n1', Default => 'yes', Hidden => 'yes',
		RootOnly => 'yes', LLN => 'yes', ReqResv => 'yes',
		DisableRootJobs => 'yes', ExclusiveUser => 'yes',
		State => 'drain', PriorityTier => '3',
		PriorityJobFactor => '4', Priority => '7', MaxTime => '99',
		DefaultTime => '9', MinNodes => '1', MaxNodes => '1',
		MaxCPUsPerNode => '3', DefMemPerCPU => '11',
		DefMemPerNode => '12', MaxMemPerCPU => '13',
		MaxMemPerNode => '14', GraceTime => '5',
		OverTimeLimit => '5', PreemptMode => 'requeue',
		QOS => 'high', Alternate => 'p', AllowAccounts => 'a',
		AllowQos => 'high',
		# shown where nothing is allowed by name: below
		DenyAccounts => undef, DenyQos => undef,
		AllowGroups => 'root', AllocNodes => 'n1',
		OverSubscribe => 'yes', Shared => 'force:3',
		TRESBillingWeights => 'cpu=2', SubordinateList => 'p=1',
		FairTreeSlots => '5', CpuBind => 'cores',
		JobDefaults => 'DefCpuPerGPU=2',
	});

try_keys('partition=p', 'partition p', [qw(DenyAccounts DenyQos)],
	{ DenyAccounts => 'b', DenyQos => 'normal' });

my ($list) = words_of('cmd/fcontrol/update/node.c',
	qr/struct plain_key rows\[\] = \{(.*?)\};/s);
try_keys('nodename=n3', 'node n3',
	[qw(State Reason), $list =~ /"(\w+)"/g],
	{
		State => 'future', Reason => 'why', Weight => '7',
		Features => 'fast,big,new', AvailableFeatures => 'old,new',
		ActiveFeatures => 'new', Gres => 'gpu:2',
		NodeAddr => 'x', NodeHostname => 'y', Comment => 'c d',
		Extra => 'e', InstanceId => 'i', InstanceType => 't',
		CPUs => '8',
		RealMemory => '700', FairTreeSlots => '5',
	});

done_testing();
