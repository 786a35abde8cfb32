# bash completion of the fairtree commands
# shellcheck shell=bash
#
# Only of their own names: whoever has the links with Slurm's names has Slurm's
# own completion, or none.

# The words of the line up to the cursor, as they were before bash parted them
# at = and :, into _fairtree_line; the last one is being typed.
_fairtree_words() {
	local i word glue=
	_fairtree_line=()
	for ((i = 0; i <= COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if ((i > 1)) && [[ $glue || $word == [=:]* ]]; then
			_fairtree_line[-1]+=$word
		else
			_fairtree_line+=("$word")
		fi
		glue=
		[[ $word != *[=:] ]] || ((i == 0)) || glue=1
	done
}

# Offer the words of standard input for the word of which $1 is typed, and of
# that $2 stands in front of what bash replaces.  What bash reads as more than
# a word is quoted.
_fairtree_offer() {
	local word
	while IFS= read -r word; do
		word=${word%%$'\t'*}
		[[ ${word,,} == "${1,,}"* ]] || continue
		word=${word#"$2"}
		[[ $word != *[!A-Za-z0-9_.,:=@/+%-]* ]] ||
			printf -v word %q "$word"
		COMPREPLY+=("$word")
	done
}

# _fairtree_reply COMMAND TYPED BEFORE KIND WORDS...
_fairtree_reply() {
	local command=$1 typed=$2 before=$3 kind=$4 head=
	shift 4
	case $kind in
	choice) _fairtree_offer "$typed" "$before" < <(printf '%s\n' "$@") ;;
	set)
		case $typed in
		*,*) head=${typed%,*}, ;;
		esac
		_fairtree_offer "$typed" "$before" < <(printf "$head%s\n" "$@")
		compopt -o nospace 2>/dev/null
		;;
	name | list | words)
		[[ $kind != words ]] || set -- words
		_fairtree_offer "$typed" "$before" < <("$command" \
		    --complete="$1" "$typed" \
		    "${_fairtree_line[@]:1:${#_fairtree_line[@]}-2}" \
		    2>/dev/null)
		[[ $kind != list && ${COMPREPLY[0]} != *= ]] ||
			compopt -o nospace 2>/dev/null
		;;
	esac
	case $kind in
	file | words) ((${#COMPREPLY[@]})) || compopt -o default 2>/dev/null ;;
	esac
}

_fairtree() {
	local cmd=${1##*/} _fairtree_line key verb='' word kind before='' option=''
	local i n=0 typed
	COMPREPLY=()
	_fairtree_words
	typed=${_fairtree_line[-1]}
	key=$cmd
	for ((i = 1; i < ${#_fairtree_line[@]} - 1; i++)); do
		word=${_fairtree_line[i]}
		option=
		if [[ $word != -?* ]]; then
			((++n))
			if [[ ! $verb && " $(_fairtree_verbs "$cmd") " == *" $word "* ]]; then
				verb=$word key="$cmd $word" n=0
			fi
		elif [[ $word != --*=* && $(_fairtree_argument "$key $word") ]]; then
			option=$word
			((++i))
		fi
	done
	# an option that waits for its argument took the typed word
	((i == ${#_fairtree_line[@]})) || option=
	if [[ $typed == --*=* ]]; then
		option=${typed%%=*}
		word=$(_fairtree_argument "$key $option")
		[[ $word ]] || word=$(_fairtree_argument "$key $option=")
		before=$option= typed=${typed#*=}
	elif [[ $option ]]; then
		word=$(_fairtree_argument "$key $option")
	elif [[ $typed == -* ]]; then
		word="choice $(_fairtree_options "$key")"
	else
		word=$(_fairtree_operand "$key $((n + 1))")
	fi
	# bash replaces what stands behind the last = or :
	before=
	case $typed in
	*[=:]*) before=${typed%"${typed##*[=:]}"} ;;
	esac
	read -r kind word <<<"$word"
	# shellcheck disable=SC2086
	[[ ! $kind ]] || _fairtree_reply "$cmd" "$typed" "$before" "$kind" $word
}

# BEGIN BASH
# The options of a command and verb.
_fairtree_options() {
	case $1 in
	"fshare") printf '%s ' -- -A --accounts -a --all -e --helpformat -l --long -M --clusters -m --partition -n --noheader -o --format -p --parsable -P --parsable2 -u --users -U --Users -v --verbose --json --yaml --csv --prometheus --sort --top --depth --tree --trace --history --every --svg --algorithm --ties --color --theme --what-if --what-if-conf --from-now --what-if-slurm --diff --now --db --conf --help --no-pager -V --version ;;
	"facctmgr") printf '%s ' -- -i --immediate -n --noheader -p --parsable -P --parsable2 -Q --quiet -r --readonly -s --associations --dry-run --print-commands -v --verbose --json --yaml --csv --actor --since --last --patch -o --output --prune --exact --scope --skip-blocked --allow-large --max-deletes --max-losers --detailed-exitcode --apply --repair --algorithm --ties --now --db --conf --help --no-pager -V --version ;;
	"fimport") printf '%s ' -- -M --cluster --anonymise --at --collect-script --columns --create --dry-run --keep-priority --all-names --map --since-last --json --db --conf --help --no-pager -V --version ;;
	"fwhy") printf '%s ' -- --lint --alternatives --blame --legend -p --parsable -P --parsable2 --csv --json --yaml --markdown --color --theme --algorithm --ties -M --cluster --what-if --what-if-conf --from-now --what-if-slurm --load --rate --days --lesson --now --db --conf --help --no-pager -V --version ;;
	"fview") printf '%s ' -- -M --cluster --algorithm --ties --lesson --frame --at --page --play --speed --play-by --fit --readonly --color --theme --no-color --ascii --no-mouse --no-anim --keys --size --dump-frames --from --to --every --ansi --form-feed --record --svg --trace --json --dot --now --db --conf --help --no-pager -V --version ;;
	"fqueue") printf '%s ' -- -A --accounts -a --all --hide -r --array --helpformat --helpFormat --helpstate -h --noheader -i --iterate -j --jobs -l --long -L --licenses -M --clusters --me --notme --only-job-state -n --name -o --format -O --Format -p --partitions -P --priority -q --qos -R --reservation --running-over --running-under -s --steps -S --sort --start --forecast -t --states -u --user -w --nodelist --json --yaml --csv --parsable --parsable2 --prometheus --now --db --conf --help --no-pager -V --version ;;
	"finfo") printf '%s ' -- -a --all --hide -d --dead -e --exact -F --future -h --noheader --helpformat --helpFormat --helpstate -i --iterate -l --long -M --clusters -n --nodes -N --Node -o --format -O --Format -p --partition -r --responding -R --list-reasons -s --summarize -S --sort -t --states -T --reservation --json --yaml --csv --parsable --parsable2 --prometheus --now --db --conf --help --no-pager -V --version ;;
	"fprio") printf '%s ' -- --helpformat -h --noheader -j --jobs -l --long -M --cluster -n --norm -o --format -p --partition -S --sort -u --user -v --verbose -w --weights --federation --local --sibling --explain --percent --totals --place --json --yaml --csv --parsable --parsable2 --what-if --what-if-conf --from-now --what-if-slurm --diff --now --db --conf --help --no-pager -V --version ;;
	"fbatch") printf '%s ' -- -A --account -a --array -b --begin -D --chdir -M --clusters --comment -C --constraint --contiguous --cpus-per-gpu -c --cpus-per-task --deadline -d --dependency -e --error -x --exclude --exclusive --export -G --gpus --gpus-per-node --gpus-per-task --gres -H --hold -i --input -J --job-name --kill-on-invalid-dep -L --licenses --mail-type --mail-user --mem --mem-per-cpu --mem-per-gpu --nice --no-requeue -F --nodefile -w --nodelist -N --nodes -n --ntasks --ntasks-per-node -o --output -O --overcommit --parsable -p --partition --priority -q --qos -Q --quiet --requeue --reservation --test-only -t --time --time-min --tmp --tres-per-task --uid -W --wait --wckey --wrap --runtime --cpu-efficiency --mem-used --exit-code --count --arrival --seed --experiment --each --db --conf --help --no-pager -V --version ;;
	"fcontrol") printf '%s ' -- -a --all -d --details --hide -M --clusters -o --oneliner -Q --quiet -u --uid -v --verbose --origin --json --yaml --csv -p --parsable -P --parsable2 --prometheus --now --db --conf --help --no-pager -V --version ;;
	"fcancel") printf '%s ' -- -A --account -i --interactive -M --clusters --me -n --name -p --partition -Q --quiet -q --qos -R --reservation -s --signal -t --state -u --user -v --verbose -w --nodelist --wckey --db --conf --help --no-pager -V --version ;;
	"fsim") printf '%s ' -- --help --no-pager -V --version ;;
	"fsim run") printf '%s ' -- --for --until --jobs --speed --explain -q --quiet -p --parsable -P --parsable2 --csv --json --yaml --db --conf --help --no-pager -V --version ;;
	"fsim replay") printf '%s ' -- --policy --order --depth --nodes --cpus --map --limits --limits-seed --overrun --feedback --sessions --outages --on-failure --repeat --db --conf --bound --warmup --cooldown --fair-start --shake --seed --window --verify --accounts --users --windows --jobs-out --plans --batsim-out --gantt --plot --svg --charts --width --ascii --color --theme -q --quiet -p --parsable -P --parsable2 --csv --json --yaml --help --no-pager -V --version ;;
	"fsim compare") printf '%s ' -- --seeds --seed --shake --resample --confidence --top --plot --svg --color --theme -j --processes -q --quiet -p --parsable -P --parsable2 --csv --json --yaml --policy --order --depth --nodes --cpus --map --limits --limits-seed --overrun --feedback --sessions --outages --on-failure --repeat --db --conf --bound --warmup --cooldown --fair-start --help --no-pager -V --version ;;
	"fsim sweep") printf '%s ' -- -g --grid --out --shard --collect --tasks --emit-slurm-array --emit-commands --chunk --shake --means --against --confidence --sort -o --format -j --processes -q --quiet -p --parsable -P --parsable2 --csv --json --yaml --generate --policy --order --depth --nodes --cpus --map --limits --limits-seed --overrun --feedback --sessions --outages --on-failure --repeat --db --conf --bound --warmup --cooldown --fair-start --help --no-pager -V --version ;;
	"fsim solve") printf '%s ' -- -t --target -g --grid --finalists --copies --shake --resample --confidence -j --processes -q --quiet -p --parsable -P --parsable2 --csv --json --yaml --policy --order --depth --nodes --cpus --map --limits --limits-seed --overrun --feedback --sessions --outages --on-failure --repeat --db --conf --bound --warmup --cooldown --fair-start --help --no-pager -V --version ;;
	"fsim calibrate") printf '%s ' -- --instants --futures --seed -p --parsable -P --parsable2 --csv --json --yaml --db --conf --help --no-pager -V --version ;;
	"fsim slotwise") printf '%s ' -- --conf --node --count --wake --requeue --load-adjust -p --parsable -P --parsable2 --csv --json --yaml --help --no-pager -V --version ;;
	"fsim trace") printf '%s ' -- --model --limits --seed --jobs --users --accounts --nodes --cpus --load --help --no-pager -V --version ;;
	"facct") printf '%s ' -- -a --allusers -A --accounts -X --allocations -L --allclusters --array -x --associations -b --brief -B --batch-script -C --constraints --delimiter -D --duplicates -E --endtime -e --helpformat --env-vars -F --flags -g --gid --name -i --nnodes -I --ncpus -j --jobs -k --timelimit-min -K --timelimit-max -l --long -M --clusters -N --nodelist --noconvert -n --noheader -o --format -p --parsable -P --parsable2 -q --qos -r --partition -R --reason -s --state -S --starttime -T --truncate --units -u --user -W --wckeys --json --yaml --csv --efficiency --steps --now --db --conf --help --no-pager -V --version ;;
	"feff") printf '%s ' -- -d --now --db --conf --help --no-pager -V --version ;;
	"fdiag") printf '%s ' -- -a --all -i --sort-by-id -M --cluster --no-trunc -r --reset -t --sort-by-time -T --sort-by-time2 --json --yaml --prometheus --now --db --conf --help --no-pager -V --version ;;
	"freport") printf '%s ' -- -a --all_clusters -M --cluster -n --noheader -p --parsable -P --parsable2 --csv --json --yaml --rollup --svg --theme -t -T --tres --db --conf --help --no-pager -V --version ;;
	"fauction") printf '%s ' -- --help --no-pager -V --version ;;
	"fauction run") printf '%s ' -- --experiment --allocator --bid --unit --payment --greedy --samples --nodes --class --load --seed --replace --cpus --worked --pending --db --conf --each --jobs --plot --svg --color --theme -p --parsable -P --parsable2 --csv --json --yaml -o --format -e --helpformat -n --noheader --help --no-pager -V --version ;;
	"fauction queue") printf '%s ' -- --partition --unit --value --fill --nodes --idle --by -l --list --front --top --draws --seed --plot --svg --color --theme -p --parsable -P --parsable2 --csv --json --yaml --db --conf --now --what-if --what-if-conf --from-now --what-if-slurm --help --no-pager -V --version ;;
	"fauction misreport") printf '%s ' -- -j --job -a --all --from --to --step --allocator --payment --experiment --sample --plot --svg --color --theme -p --parsable -P --parsable2 --csv --json --yaml --nodes --class --load --seed --replace --cpus --worked --pending --db --conf --help --no-pager -V --version ;;
	"fauction study") printf '%s ' -- -a --all --plot --svg --color --theme -p --parsable -P --parsable2 --csv --json --yaml --help --no-pager -V --version ;;
	esac
}

# What stands behind an option.
_fairtree_argument() {
	case $1 in
	"fshare -A" | "fshare --accounts") echo list accounts ;;
	"fshare -M" | "fshare --clusters") echo list clusters ;;
	"fshare -o" | "fshare --format") echo set Account Cluster EffectvUsage FairShare GrpTRESMins GrpTRESRaw ID LevelFS NormShares NormUsage Partition RawShares RawUsage TRESRunMins User Parent Depth Path Place Rank Time Curve ;;
	"fshare -u" | "fshare --users") echo list users ;;
	"fshare --sort") echo choice Account Cluster EffectvUsage FairShare GrpTRESMins GrpTRESRaw ID LevelFS NormShares NormUsage Partition RawShares RawUsage TRESRunMins User Parent Depth Path Place Rank Time Curve ;;
	"fshare --top") echo none ;;
	"fshare --depth") echo none ;;
	"fshare --trace=") echo choice json ;;
	"fshare --history=") echo none ;;
	"fshare --every") echo none ;;
	"fshare --svg") echo file ;;
	"fshare --algorithm") echo choice fairtree classic levelbased ;;
	"fshare --ties") echo choice documented slurm slurm-22.05 slurm-23.11 ;;
	"fshare --color") echo choice auto always never ;;
	"fshare --theme") echo choice auto dark light mono high-contrast ;;
	"fshare --what-if") echo none ;;
	"fshare --what-if-conf") echo name settings ;;
	"fshare --what-if-slurm") echo none ;;
	"fshare --now") echo none ;;
	"fshare --db") echo file ;;
	"fshare --conf") echo file ;;
	"facctmgr --actor") echo name users ;;
	"facctmgr --since") echo none ;;
	"facctmgr --last") echo none ;;
	"facctmgr -o" | "facctmgr --output") echo file ;;
	"facctmgr --scope") echo name accounts ;;
	"facctmgr --max-deletes") echo none ;;
	"facctmgr --max-losers") echo none ;;
	"facctmgr --repair") echo file ;;
	"facctmgr --algorithm") echo choice fairtree classic levelbased ;;
	"facctmgr --ties") echo choice documented slurm slurm-22.05 slurm-23.11 ;;
	"facctmgr --now") echo none ;;
	"facctmgr --db") echo file ;;
	"facctmgr --conf") echo file ;;
	"fimport -M" | "fimport --cluster") echo name clusters ;;
	"fimport --anonymise") echo none ;;
	"fimport --at") echo none ;;
	"fimport --columns") echo none ;;
	"fimport --map") echo none ;;
	"fimport --db") echo file ;;
	"fimport --conf") echo file ;;
	"fwhy --blame=") echo none ;;
	"fwhy --color") echo choice auto always never ;;
	"fwhy --theme") echo choice auto dark light mono high-contrast ;;
	"fwhy --algorithm") echo choice fairtree classic levelbased ;;
	"fwhy --ties") echo choice documented slurm slurm-22.05 slurm-23.11 ;;
	"fwhy -M" | "fwhy --cluster") echo name clusters ;;
	"fwhy --what-if") echo none ;;
	"fwhy --what-if-conf") echo name settings ;;
	"fwhy --what-if-slurm") echo none ;;
	"fwhy --load") echo file ;;
	"fwhy --rate") echo none ;;
	"fwhy --days") echo none ;;
	"fwhy --lesson") echo choice bedrock recipe no-usage zero-shares parent-shares user-and-account tied-accounts three-tied near-tie lost-tie three-rules ;;
	"fwhy --now") echo none ;;
	"fwhy --db") echo file ;;
	"fwhy --conf") echo file ;;
	"fview -M" | "fview --cluster") echo name clusters ;;
	"fview --algorithm") echo choice fairtree classic levelbased ;;
	"fview --ties") echo choice documented slurm slurm-22.05 slurm-23.11 ;;
	"fview --lesson") echo choice bedrock recipe no-usage zero-shares parent-shares user-and-account tied-accounts three-tied near-tie lost-tie three-rules ;;
	"fview --frame") echo none ;;
	"fview --at") echo name users ;;
	"fview --page") echo choice tree table queue usage history ;;
	"fview --speed") echo none ;;
	"fview --play-by") echo choice step user account level ;;
	"fview --fit") echo none ;;
	"fview --color") echo choice auto always never ;;
	"fview --theme") echo choice auto dark light mono high-contrast ;;
	"fview --keys") echo none ;;
	"fview --size") echo none ;;
	"fview --dump-frames=") echo file ;;
	"fview --from") echo none ;;
	"fview --to") echo none ;;
	"fview --every") echo none ;;
	"fview --record") echo file ;;
	"fview --svg") echo file ;;
	"fview --trace=") echo choice json ;;
	"fview --now") echo none ;;
	"fview --db") echo file ;;
	"fview --conf") echo file ;;
	"fqueue -A" | "fqueue --accounts") echo list accounts ;;
	"fqueue -i" | "fqueue --iterate") echo none ;;
	"fqueue --jobs=") echo list jobs ;;
	"fqueue -L" | "fqueue --licenses") echo none ;;
	"fqueue -M" | "fqueue --clusters") echo list clusters ;;
	"fqueue -n" | "fqueue --name") echo none ;;
	"fqueue -o" | "fqueue --format") echo none ;;
	"fqueue -O" | "fqueue --Format") echo set Account AccrueTime admin_comment AllocNodes AllocSID ArrayJobID ArrayTaskID AssocID BatchFlag BatchHost BoardsPerNode BurstBuffer BurstBufferState Cluster ClusterFeature Command Comment Container ContainerID Contiguous Cores CoreSpec cpus-per-task cpus-per-tres Deadline DelayBoot Dependency DerivedEC EligibleTime EndTime ExcNodes Exclusive exit_code Feature Gres GroupID GroupName HetJobID HetJobIDSet HetJobOffset JobArrayID JobID LastSchedEval Licenses LicensesAlloc MaxCPUs MaxNodes MCSLabel mem-per-tres MinCpus MinMemory MinTime MinTmpDisk Name Network Nice NodeList NTPerBoard NTPerCore NTPerNode NTPerSocket NumCPUs NumNodes NumTasks Origin OriginRaw OverSubscribe PackJobID PackJobIDSet PackJobOffset Partition PendingTime PreemptTime Prefer Priority PriorityLong Profile QOS Reason ReasonList Reboot ReqNodes ReqSwitch Requeue Reservation ResizeTime RestartCnt SchedNodes SegmentSize SCT SelectJobInfo Shared SiblingsActive SiblingsActiveRaw SiblingsViable SiblingsViableRaw SLUID Sockets SPerBoard StartP10 StartP50 StartP90 StartTime State StateCompact STDERR STDIN STDOUT SubmitTime system_comment Threads TimeLeft TimeLimit TimeUsed tres-alloc tres-bind tres-freq tres-per-job tres-per-node tres-per-socket tres-per-task UserID UserName Wait4Switch WCKey WorkDir ;;
	"fqueue -p" | "fqueue --partitions") echo list partitions ;;
	"fqueue -q" | "fqueue --qos") echo list qos ;;
	"fqueue -R" | "fqueue --reservation") echo list reservations ;;
	"fqueue --running-over") echo none ;;
	"fqueue --running-under") echo none ;;
	"fqueue --steps=") echo none ;;
	"fqueue -S" | "fqueue --sort") echo none ;;
	"fqueue --forecast=") echo none ;;
	"fqueue -t" | "fqueue --states") echo set PENDING RUNNING SUSPENDED COMPLETED CANCELLED FAILED TIMEOUT NODE_FAIL PREEMPTED BOOT_FAIL DEADLINE OUT_OF_MEMORY ;;
	"fqueue -u" | "fqueue --user") echo list users ;;
	"fqueue -w" | "fqueue --nodelist") echo list nodes ;;
	"fqueue --now") echo none ;;
	"fqueue --db") echo file ;;
	"fqueue --conf") echo file ;;
	"finfo -i" | "finfo --iterate") echo none ;;
	"finfo -M" | "finfo --clusters") echo list clusters ;;
	"finfo -n" | "finfo --nodes") echo list nodes ;;
	"finfo -o" | "finfo --format") echo none ;;
	"finfo -O" | "finfo --Format") echo set AllocMem AllocNodes Available Cluster Comment Cores CPUs CPUsLoad CPUsLoad CPUsState DefaultTime Disk Extra Features features_act FreeMem Gres GresUsed Groups MaxCPUsPerNode Memory NodeAddr NodeAI NodeAIOT NodeHost NodeList Nodes OverSubscribe Partition PartitionName Port PreemptMode PriorityJobFactor PriorityTier Reason Reservation Root Size Sockets SocketCoreThread StateCompact StateComplete StateLong Threads Time TimeStamp User UserLong Version Weight CPUsAllocated CPUsIdle CPUsOther CPUsTotal ;;
	"finfo -p" | "finfo --partition") echo list partitions ;;
	"finfo -S" | "finfo --sort") echo none ;;
	"finfo -t" | "finfo --states") echo none ;;
	"finfo --now") echo none ;;
	"finfo --db") echo file ;;
	"finfo --conf") echo file ;;
	"fprio --jobs=") echo list jobs ;;
	"fprio -M" | "fprio --cluster") echo name clusters ;;
	"fprio -o" | "fprio --format") echo none ;;
	"fprio -p" | "fprio --partition") echo list partitions ;;
	"fprio -S" | "fprio --sort") echo none ;;
	"fprio -u" | "fprio --user") echo list users ;;
	"fprio --what-if") echo none ;;
	"fprio --what-if-conf") echo name settings ;;
	"fprio --what-if-slurm") echo none ;;
	"fprio --now") echo none ;;
	"fprio --db") echo file ;;
	"fprio --conf") echo file ;;
	"fbatch -A" | "fbatch --account") echo name accounts ;;
	"fbatch -a" | "fbatch --array") echo none ;;
	"fbatch -b" | "fbatch --begin") echo none ;;
	"fbatch -D" | "fbatch --chdir") echo file ;;
	"fbatch -M" | "fbatch --clusters") echo list clusters ;;
	"fbatch --comment") echo none ;;
	"fbatch -C" | "fbatch --constraint") echo none ;;
	"fbatch --cpus-per-gpu") echo none ;;
	"fbatch -c" | "fbatch --cpus-per-task") echo none ;;
	"fbatch --deadline") echo none ;;
	"fbatch -d" | "fbatch --dependency") echo none ;;
	"fbatch -e" | "fbatch --error") echo file ;;
	"fbatch -x" | "fbatch --exclude") echo list nodes ;;
	"fbatch --exclusive=") echo choice user mcs topo ;;
	"fbatch --export") echo none ;;
	"fbatch -G" | "fbatch --gpus") echo none ;;
	"fbatch --gpus-per-node") echo none ;;
	"fbatch --gpus-per-task") echo none ;;
	"fbatch --gres") echo none ;;
	"fbatch -i" | "fbatch --input") echo file ;;
	"fbatch -J" | "fbatch --job-name") echo none ;;
	"fbatch --kill-on-invalid-dep") echo choice yes no ;;
	"fbatch -L" | "fbatch --licenses") echo none ;;
	"fbatch --mail-type") echo none ;;
	"fbatch --mail-user") echo none ;;
	"fbatch --mem") echo none ;;
	"fbatch --mem-per-cpu") echo none ;;
	"fbatch --mem-per-gpu") echo none ;;
	"fbatch --nice=") echo none ;;
	"fbatch -F" | "fbatch --nodefile") echo file ;;
	"fbatch -w" | "fbatch --nodelist") echo list nodes ;;
	"fbatch -N" | "fbatch --nodes") echo none ;;
	"fbatch -n" | "fbatch --ntasks") echo none ;;
	"fbatch --ntasks-per-node") echo none ;;
	"fbatch -o" | "fbatch --output") echo file ;;
	"fbatch -p" | "fbatch --partition") echo list partitions ;;
	"fbatch --priority") echo none ;;
	"fbatch -q" | "fbatch --qos") echo list qos ;;
	"fbatch --reservation") echo list reservations ;;
	"fbatch -t" | "fbatch --time") echo none ;;
	"fbatch --time-min") echo none ;;
	"fbatch --tmp") echo none ;;
	"fbatch --tres-per-task") echo none ;;
	"fbatch --uid") echo name users ;;
	"fbatch --wckey") echo name wckeys ;;
	"fbatch --wrap") echo none ;;
	"fbatch --runtime") echo none ;;
	"fbatch --cpu-efficiency") echo none ;;
	"fbatch --mem-used") echo none ;;
	"fbatch --exit-code") echo none ;;
	"fbatch --count") echo none ;;
	"fbatch --arrival") echo none ;;
	"fbatch --seed") echo none ;;
	"fbatch --experiment") echo file ;;
	"fbatch --db") echo file ;;
	"fbatch --conf") echo file ;;
	"fcontrol -M" | "fcontrol --clusters") echo name clusters ;;
	"fcontrol -u" | "fcontrol --uid") echo name users ;;
	"fcontrol --now") echo none ;;
	"fcontrol --db") echo file ;;
	"fcontrol --conf") echo file ;;
	"fcancel -A" | "fcancel --account") echo name accounts ;;
	"fcancel -M" | "fcancel --clusters") echo name clusters ;;
	"fcancel -n" | "fcancel --name") echo none ;;
	"fcancel -p" | "fcancel --partition") echo name partitions ;;
	"fcancel -q" | "fcancel --qos") echo name qos ;;
	"fcancel -R" | "fcancel --reservation") echo name reservations ;;
	"fcancel -s" | "fcancel --signal") echo none ;;
	"fcancel -t" | "fcancel --state") echo choice PENDING RUNNING SUSPENDED ;;
	"fcancel -u" | "fcancel --user") echo name users ;;
	"fcancel -w" | "fcancel --nodelist") echo list nodes ;;
	"fcancel --wckey") echo name wckeys ;;
	"fcancel --db") echo file ;;
	"fcancel --conf") echo file ;;
	"fsim run --for") echo none ;;
	"fsim run --until") echo none ;;
	"fsim run --jobs") echo none ;;
	"fsim run --speed") echo none ;;
	"fsim run --db") echo file ;;
	"fsim run --conf") echo file ;;
	"fsim replay --policy") echo choice slurm easy conservative fcfs ;;
	"fsim replay --order") echo choice submit usage fairtree sjf ljf saf sqf wfp3 unicef f1 f2 f3 f4 ;;
	"fsim replay --depth") echo none ;;
	"fsim replay --nodes") echo none ;;
	"fsim replay --cpus") echo none ;;
	"fsim replay --map") echo file ;;
	"fsim replay --limits") echo none ;;
	"fsim replay --limits-seed") echo none ;;
	"fsim replay --overrun") echo choice kill allow ;;
	"fsim replay --sessions") echo none ;;
	"fsim replay --outages") echo file ;;
	"fsim replay --on-failure") echo choice requeue fail ;;
	"fsim replay --repeat") echo none ;;
	"fsim replay --db") echo file ;;
	"fsim replay --conf") echo file ;;
	"fsim replay --bound") echo none ;;
	"fsim replay --warmup") echo none ;;
	"fsim replay --cooldown") echo none ;;
	"fsim replay --shake") echo none ;;
	"fsim replay --seed") echo none ;;
	"fsim replay --window") echo none ;;
	"fsim replay --jobs-out") echo file ;;
	"fsim replay --batsim-out") echo file ;;
	"fsim replay --gantt=") echo file ;;
	"fsim replay --svg") echo file ;;
	"fsim replay --charts") echo none ;;
	"fsim replay --width") echo none ;;
	"fsim replay --color") echo choice auto always never ;;
	"fsim replay --theme") echo choice auto dark light mono high-contrast ;;
	"fsim compare --seeds") echo none ;;
	"fsim compare --seed") echo none ;;
	"fsim compare --shake") echo none ;;
	"fsim compare --resample") echo choice none users weeks ;;
	"fsim compare --confidence") echo none ;;
	"fsim compare --top") echo none ;;
	"fsim compare --svg") echo file ;;
	"fsim compare --color") echo choice auto always never ;;
	"fsim compare --theme") echo choice auto dark light mono high-contrast ;;
	"fsim compare -j" | "fsim compare --processes") echo none ;;
	"fsim compare --policy") echo choice slurm easy conservative fcfs ;;
	"fsim compare --order") echo choice submit usage fairtree sjf ljf saf sqf wfp3 unicef f1 f2 f3 f4 ;;
	"fsim compare --depth") echo none ;;
	"fsim compare --nodes") echo none ;;
	"fsim compare --cpus") echo none ;;
	"fsim compare --map") echo file ;;
	"fsim compare --limits") echo none ;;
	"fsim compare --limits-seed") echo none ;;
	"fsim compare --overrun") echo choice kill allow ;;
	"fsim compare --sessions") echo none ;;
	"fsim compare --outages") echo file ;;
	"fsim compare --on-failure") echo choice requeue fail ;;
	"fsim compare --repeat") echo none ;;
	"fsim compare --db") echo file ;;
	"fsim compare --conf") echo file ;;
	"fsim compare --bound") echo none ;;
	"fsim compare --warmup") echo none ;;
	"fsim compare --cooldown") echo none ;;
	"fsim sweep -g" | "fsim sweep --grid") echo none ;;
	"fsim sweep --out") echo file ;;
	"fsim sweep --shard") echo none ;;
	"fsim sweep --tasks") echo none ;;
	"fsim sweep --emit-slurm-array=") echo none ;;
	"fsim sweep --emit-commands=") echo none ;;
	"fsim sweep --chunk") echo none ;;
	"fsim sweep --shake") echo none ;;
	"fsim sweep --against") echo none ;;
	"fsim sweep --confidence") echo none ;;
	"fsim sweep --sort") echo none ;;
	"fsim sweep -o" | "fsim sweep --format") echo set jobs started ended timeout measured wait_mean wait_median wait_p90 wait_max wait_area response_mean response_p90 response_area slowdown_mean slowdown_median slowdown_area utilisation utilisation_submit makespan throughput user_unfairness user_jain user_variation user_envy user_envious account_unfairness account_jain account_variation inversions fair_missed fair_miss_mean fair_miss_missed fair_miss_p90 wait_error utilisation_available slowdown_per_processor loss_of_capacity ;;
	"fsim sweep -j" | "fsim sweep --processes") echo none ;;
	"fsim sweep --generate") echo none ;;
	"fsim sweep --policy") echo choice slurm easy conservative fcfs ;;
	"fsim sweep --order") echo choice submit usage fairtree sjf ljf saf sqf wfp3 unicef f1 f2 f3 f4 ;;
	"fsim sweep --depth") echo none ;;
	"fsim sweep --nodes") echo none ;;
	"fsim sweep --cpus") echo none ;;
	"fsim sweep --map") echo file ;;
	"fsim sweep --limits") echo none ;;
	"fsim sweep --limits-seed") echo none ;;
	"fsim sweep --overrun") echo choice kill allow ;;
	"fsim sweep --sessions") echo none ;;
	"fsim sweep --outages") echo file ;;
	"fsim sweep --on-failure") echo choice requeue fail ;;
	"fsim sweep --repeat") echo none ;;
	"fsim sweep --db") echo file ;;
	"fsim sweep --conf") echo file ;;
	"fsim sweep --bound") echo none ;;
	"fsim sweep --warmup") echo none ;;
	"fsim sweep --cooldown") echo none ;;
	"fsim solve -t" | "fsim solve --target") echo none ;;
	"fsim solve -g" | "fsim solve --grid") echo none ;;
	"fsim solve --finalists") echo none ;;
	"fsim solve --copies") echo none ;;
	"fsim solve --shake") echo none ;;
	"fsim solve --resample") echo choice none users weeks ;;
	"fsim solve --confidence") echo none ;;
	"fsim solve -j" | "fsim solve --processes") echo none ;;
	"fsim solve --policy") echo choice slurm easy conservative fcfs ;;
	"fsim solve --order") echo choice submit usage fairtree sjf ljf saf sqf wfp3 unicef f1 f2 f3 f4 ;;
	"fsim solve --depth") echo none ;;
	"fsim solve --nodes") echo none ;;
	"fsim solve --cpus") echo none ;;
	"fsim solve --map") echo file ;;
	"fsim solve --limits") echo none ;;
	"fsim solve --limits-seed") echo none ;;
	"fsim solve --overrun") echo choice kill allow ;;
	"fsim solve --sessions") echo none ;;
	"fsim solve --outages") echo file ;;
	"fsim solve --on-failure") echo choice requeue fail ;;
	"fsim solve --repeat") echo none ;;
	"fsim solve --db") echo file ;;
	"fsim solve --conf") echo file ;;
	"fsim solve --bound") echo none ;;
	"fsim solve --warmup") echo none ;;
	"fsim solve --cooldown") echo none ;;
	"fsim calibrate --instants") echo none ;;
	"fsim calibrate --futures") echo none ;;
	"fsim calibrate --seed") echo none ;;
	"fsim calibrate --db") echo file ;;
	"fsim calibrate --conf") echo file ;;
	"fsim slotwise --conf") echo file ;;
	"fsim slotwise --node") echo none ;;
	"fsim slotwise --count") echo choice tasks slots ;;
	"fsim slotwise --wake") echo choice root all ;;
	"fsim trace --model") echo choice series lublin lublin-batch lublin-interactive lublin-mixed ;;
	"fsim trace --limits") echo none ;;
	"fsim trace --seed") echo none ;;
	"fsim trace --jobs") echo none ;;
	"fsim trace --users") echo none ;;
	"fsim trace --accounts") echo none ;;
	"fsim trace --nodes") echo none ;;
	"fsim trace --cpus") echo none ;;
	"fsim trace --load") echo none ;;
	"facct -A" | "facct --accounts") echo list accounts ;;
	"facct -x" | "facct --associations") echo none ;;
	"facct -C" | "facct --constraints") echo none ;;
	"facct --delimiter") echo none ;;
	"facct -E" | "facct --endtime") echo none ;;
	"facct -F" | "facct --flags") echo none ;;
	"facct -g" | "facct --gid") echo none ;;
	"facct --name") echo none ;;
	"facct -i" | "facct --nnodes") echo none ;;
	"facct -I" | "facct --ncpus") echo none ;;
	"facct -j" | "facct --jobs") echo list jobs ;;
	"facct -k" | "facct --timelimit-min") echo none ;;
	"facct -K" | "facct --timelimit-max") echo none ;;
	"facct -M" | "facct --clusters") echo list clusters ;;
	"facct -N" | "facct --nodelist") echo list nodes ;;
	"facct -o" | "facct --format") echo set Account AdminComment AllocCPUS AllocNodes AllocTRES AssocID AveCPU AveCPUFreq AveDiskRead AveDiskWrite AvePages AveRSS AveVMSize BlockID Cluster Comment Constraints ConsumedEnergy ConsumedEnergyRaw Container CPUEfficiency CPUTime CPUTimeRAW DBIndex DerivedExitCode Elapsed ElapsedRaw Eligible End Exclusive ExitCode Extra FailedNode Flags GID Group JobID JobIDRaw JobName Layout Licenses MaxDiskRead MaxDiskReadNode MaxDiskReadTask MaxDiskWrite MaxDiskWriteNode MaxDiskWriteTask MaxPages MaxPagesNode MaxPagesTask MaxRSS MaxRSSNode MaxRSSTask MaxVMSize MaxVMSizeNode MaxVMSizeTask McsLabel MemEfficiency MemUsed MemUsedRaw MinCPU MinCPUNode MinCPUTask NCPUS NNodes NodeList NTasks OriginalSLUID OverSubscribe Partition Planned PlannedCPU PlannedCPURAW Priority QOS QOSRAW QOSREQ Reason ReqCPUFreq ReqCPUFreqGov ReqCPUFreqMax ReqCPUFreqMin ReqCPUS ReqMem ReqNodes ReqTRES Reservation ReservationId ReqReservation Reserved Restarts ResvCPU ResvCPURAW SegmentSize SLUID Start State StdErr StdIn StdOut Submit SubmitLine Suspended SystemComment SystemCPU Timelimit TimelimitRaw TotalCPU TRESUsageInAve TRESUsageInMax TRESUsageInMaxNode TRESUsageInMaxTask TRESUsageInMin TRESUsageInMinNode TRESUsageInMinTask TRESUsageInTot TRESUsageOutAve TRESUsageOutMax TRESUsageOutMaxNode TRESUsageOutMaxTask TRESUsageOutMin TRESUsageOutMinNode TRESUsageOutMinTask TRESUsageOutTot UID User UserCPU WCKey WCKeyID WorkDir ;;
	"facct -q" | "facct --qos") echo list qos ;;
	"facct -r" | "facct --partition") echo list partitions ;;
	"facct -R" | "facct --reason") echo none ;;
	"facct -s" | "facct --state") echo set PENDING RUNNING SUSPENDED COMPLETED CANCELLED FAILED TIMEOUT NODE_FAIL PREEMPTED BOOT_FAIL DEADLINE OUT_OF_MEMORY ;;
	"facct -S" | "facct --starttime") echo none ;;
	"facct --units") echo choice K M G T P ;;
	"facct -u" | "facct --user") echo list users ;;
	"facct -W" | "facct --wckeys") echo list wckeys ;;
	"facct --now") echo none ;;
	"facct --db") echo file ;;
	"facct --conf") echo file ;;
	"feff --now") echo none ;;
	"feff --db") echo file ;;
	"feff --conf") echo file ;;
	"fdiag -M" | "fdiag --cluster") echo name clusters ;;
	"fdiag --now") echo none ;;
	"fdiag --db") echo file ;;
	"fdiag --conf") echo file ;;
	"freport -M" | "freport --cluster") echo list clusters ;;
	"freport --svg") echo file ;;
	"freport --theme") echo choice auto dark light mono high-contrast ;;
	"freport -t") echo none ;;
	"freport -T" | "freport --tres") echo list tres ;;
	"freport --db") echo file ;;
	"freport --conf") echo file ;;
	"fauction run --experiment") echo none ;;
	"fauction run --allocator") echo choice exact halt continue priority-halt priority-continue backfill ;;
	"fauction run --bid") echo choice planned real ;;
	"fauction run --unit") echo choice nodes area ;;
	"fauction run --payment") echo choice rerun critical none ;;
	"fauction run --greedy") echo choice halt continue ;;
	"fauction run --samples") echo none ;;
	"fauction run --nodes") echo none ;;
	"fauction run --class") echo none ;;
	"fauction run --load") echo none ;;
	"fauction run --seed") echo none ;;
	"fauction run --cpus") echo none ;;
	"fauction run --db") echo file ;;
	"fauction run --conf") echo file ;;
	"fauction run --jobs=") echo none ;;
	"fauction run --svg") echo file ;;
	"fauction run --color") echo choice auto always never ;;
	"fauction run --theme") echo choice auto dark light mono high-contrast ;;
	"fauction run -o" | "fauction run --format") echo set Sample Experiment Allocator Bid Unit Payment Jobs Wanted TV TP PM SP PL Winners Idle Best Over Ratio Efficiency ;;
	"fauction queue --partition") echo none ;;
	"fauction queue --unit") echo choice nodes cpus ;;
	"fauction queue --value") echo choice minutes billing priority jobs size wait short ;;
	"fauction queue --fill") echo choice continue halt ;;
	"fauction queue --nodes") echo none ;;
	"fauction queue --by") echo choice account user ;;
	"fauction queue --top") echo none ;;
	"fauction queue --draws") echo none ;;
	"fauction queue --seed") echo none ;;
	"fauction queue --svg") echo file ;;
	"fauction queue --color") echo choice auto always never ;;
	"fauction queue --theme") echo choice auto dark light mono high-contrast ;;
	"fauction queue --db") echo file ;;
	"fauction queue --conf") echo file ;;
	"fauction queue --now") echo none ;;
	"fauction queue --what-if") echo none ;;
	"fauction queue --what-if-conf") echo name settings ;;
	"fauction queue --what-if-slurm") echo none ;;
	"fauction misreport -j" | "fauction misreport --job") echo none ;;
	"fauction misreport --from") echo none ;;
	"fauction misreport --to") echo none ;;
	"fauction misreport --step") echo none ;;
	"fauction misreport --allocator") echo none ;;
	"fauction misreport --payment") echo none ;;
	"fauction misreport --experiment") echo none ;;
	"fauction misreport --sample") echo none ;;
	"fauction misreport --svg") echo file ;;
	"fauction misreport --color") echo choice auto always never ;;
	"fauction misreport --theme") echo choice auto dark light mono high-contrast ;;
	"fauction misreport --nodes") echo none ;;
	"fauction misreport --class") echo none ;;
	"fauction misreport --load") echo none ;;
	"fauction misreport --seed") echo none ;;
	"fauction misreport --cpus") echo none ;;
	"fauction misreport --db") echo file ;;
	"fauction misreport --conf") echo file ;;
	"fauction study --svg") echo file ;;
	"fauction study --color") echo choice auto always never ;;
	"fauction study --theme") echo choice auto dark light mono high-contrast ;;
	esac
}

# What the n-th operand is.
_fairtree_operand() {
	case $1 in
	"fshare 1") echo choice verify ;;
	"fshare "*) echo file ;;
	"facctmgr "*) echo words ;;
	"fimport 1") echo choice conf dbdconf dump history qos sacct scontrol site squeue sshare usage ;;
	"fimport "*) echo file ;;
	"fwhy "*) echo name users ;;
	"fview "*) echo name users ;;
	"fbatch "*) echo file ;;
	"fcontrol "*) echo words ;;
	"fcancel "*) echo name jobs ;;
	"fsim 1") echo choice run replay compare sweep solve calibrate slotwise trace ;;
	"fsim replay "*) echo file ;;
	"fsim compare "*) echo file ;;
	"fsim sweep "*) echo file ;;
	"fsim solve "*) echo file ;;
	"fsim slotwise "*) echo file ;;
	"feff "*) echo name jobs ;;
	"freport 1") echo choice cluster cluster cluster cluster cluster cluster user job job job reservation account ;;
	"fauction 1") echo choice run queue misreport study ;;
	"fauction run "*) echo file ;;
	"fauction misreport "*) echo file ;;
	"fauction study "*) echo file ;;
	esac
}

# The verbs that have options.
_fairtree_verbs() {
	case $1 in
	fsim) echo run replay compare sweep solve calibrate slotwise trace ;;
	fauction) echo run queue misreport study ;;
	esac
}

complete -F _fairtree fshare facctmgr fimport fwhy fview fqueue finfo fprio fbatch fcontrol fcancel fsim facct feff fdiag freport fauction
# END BASH
