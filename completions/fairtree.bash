# bash completion of the fairtree commands
# shellcheck shell=bash

# Names out of the store, or of fields.
_fairtree_names() {
	fshare --complete="$1" 2>/dev/null
}

# The last word of a comma list.
_fairtree_list() {
	local head=
	case $2 in
	*,*) head=${2%,*}, ;;
	esac
	compopt -o nospace 2>/dev/null
	mapfile -t COMPREPLY < <(compgen -P "$head" -W "$(_fairtree_names "$1")" \
	    -- "${2##*,}")
}

_fairtree() {
	local cmd=${1##*/} cur=${COMP_WORDS[COMP_CWORD]} option kind words
	option=${COMP_WORDS[COMP_CWORD - 1]}
	if [[ $cur == = ]]; then
		cur=
	elif [[ $option == = ]]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	read -r kind words < <(_fairtree_argument "$cmd" "$option")
	COMPREPLY=()
	case $kind in
	choice) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
	list) _fairtree_list "$words" "$cur" ;;
	file) compopt -o default 2>/dev/null ;;
	none) ;;
	*)
		if [[ $cur != -* ]]; then
			read -r kind words < <(_fairtree_argument "$cmd" '')
			[[ $kind != list ]] || {
				_fairtree_list "$words" "$cur"
				return
			}
		fi
		words=$(_fairtree_options "$cmd")
		[[ $cur == -* ]] || words=$(_fairtree_verbs "$cmd")
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
		[[ $cur == -* || $cmd == fshare ]] ||
			compopt -o default 2>/dev/null
		;;
	esac
}

# BEGIN BASH
_fairtree_options() {
	case $1 in
	fshare) printf '%s ' -- -A --accounts -a --all -e --helpformat -l --long -M --clusters -m --partition -n --noheader -o --format -p --parsable -P --parsable2 -u --users -U --Users -v --verbose --json --yaml --csv --sort --top --depth --tree --trace --algorithm --ties --color --what-if --what-if-conf --diff --now --db --conf --help -V --version ;;
	facctmgr) printf '%s ' -- -i --immediate -n --noheader -p --parsable -P --parsable2 -Q --quiet -r --readonly -s --associations --dry-run --print-commands -v --verbose --json --yaml --csv --actor --since --last --patch -o --output --prune --exact --scope --skip-blocked --allow-large --max-deletes --max-losers --detailed-exitcode --apply --algorithm --ties --now --db --conf --help -V --version ;;
	fimport) printf '%s ' -- -M --cluster --at --columns --create --dry-run --keep-priority --db --conf --help -V --version ;;
	fwhy) printf '%s ' -- --lint --legend --json --yaml --markdown --no-pager --color --algorithm --ties -M --cluster --what-if --what-if-conf --load --rate --days --lesson --now --db --conf --help -V --version ;;
	fview) printf '%s ' -- -M --cluster --algorithm --ties --lesson --frame --at --page --play --speed --readonly --color --no-color --ascii --no-mouse --no-anim --keys --size --dump-frames --from --to --every --ansi --form-feed --record --svg --trace --json --dot --now --db --conf --help -V --version ;;
	fqueue) printf '%s ' -- -A --account -a --all --hide -r --array -h --noheader -i --iterate -j --jobs -l --long -L --licenses -M --clusters --me -n --name -o --format -O --Format -p --partition -P --priority -q --qos -R --reservation -s --steps -S --sort --start -t --states -u --user -w --nodelist --json --yaml --csv --now --db --conf --help -V --version ;;
	fprio) printf '%s ' -- -h --noheader -j --jobs -l --long -M --cluster -n --norm -o --format -p --partition -S --sort -u --user -v --verbose -w --weights --federation --local --sibling --explain --percent --totals --rank --json --yaml --csv --what-if --what-if-conf --diff --now --db --conf --help -V --version ;;
	fbatch) printf '%s ' -- -A --account -a --array -b --begin -D --chdir -M --clusters --comment -C --constraint --contiguous --cpus-per-gpu -c --cpus-per-task --deadline -d --dependency -e --error -x --exclude --exclusive --export -G --gpus --gpus-per-node --gpus-per-task --gres -H --hold -i --input -J --job-name --kill-on-invalid-dep -L --licenses --mail-type --mail-user --mem --mem-per-cpu --mem-per-gpu --nice --no-requeue -F --nodefile -w --nodelist -N --nodes -n --ntasks --ntasks-per-node -o --output -O --overcommit --parsable -p --partition --priority -q --qos -Q --quiet --requeue --reservation --test-only -t --time --time-min --tmp --uid -W --wait --wckey --wrap --runtime --exit-code --count --arrival --seed --experiment --each --db --conf --help -V --version ;;
	fcontrol) printf '%s ' -- -a --all -d --details --hide -M --clusters -o --oneliner -Q --quiet -u --uid -v --verbose --origin --json --yaml --now --db --conf --help -V --version ;;
	fcancel) printf '%s ' -- -A --account -i --interactive --me -n --name -p --partition -Q --quiet -q --qos -R --reservation -s --signal -t --state -u --user -v --verbose -w --nodelist --wckey --db --conf --help -V --version ;;
	fsim) printf '%s ' -- --for --until --jobs --speed --explain -q --quiet --json --yaml --db --conf --policy --order --nodes --cpus --map --repeat --shake --seed --window --accounts --users --windows --jobs-out --plot --svg --charts --width --ascii --color --csv --seeds --confidence --top -j --processes -g --grid --out --shard --collect --emit-slurm-array --sort -o --format --node --count --wake --requeue --load-adjust --load --help -V --version ;;
	facct) printf '%s ' -- -A --accounts -a --allusers -b --brief --delimiter -D --duplicates -E --endtime -e --helpformat -F --flags -g --gid -i --nnodes -I --ncpus -j --jobs -k --timelimit-min -K --timelimit-max -l --long -L --allclusters -M --clusters -n --noheader --noconvert -N --nodelist --name -o --format -p --parsable -P --parsable2 -q --qos -r --partition -s --state -S --starttime -T --truncate -u --user --units -W --wckeys -x --associations -X --allocations --json --yaml --csv --steps --now --db --conf --help -V --version ;;
	fauction) printf '%s ' -- --help -V --version ;;
	esac
}

_fairtree_verbs() {
	case $1 in
	facctmgr) echo add list modify delete dump load log undo redo solve diff plan apply sync ;;
	fimport) echo conf dump sacct squeue sshare usage ;;
	fwhy) echo ;;
	fbatch) echo ;;
	fcontrol) echo show update create delete hold uhold release top requeue requeuehold suspend resume wait_job listpids check reconfigure fsdampeningfactor ping setdebug setdebugflags version help quit ;;
	fcancel) echo ;;
	fsim) echo run replay compare sweep slotwise trace ;;
	fauction) echo run ;;
	esac
}

_fairtree_argument() {
	case $1:$2 in
	fshare:-A|fshare:--accounts) echo list accounts ;;
	fshare:-M|fshare:--clusters) echo list clusters ;;
	fshare:-o|fshare:--format) echo list fields ;;
	fshare:-u|fshare:--users) echo list users ;;
	fshare:--sort) echo list fields ;;
	fshare:--top) echo none ;;
	fshare:--depth) echo none ;;
	fshare:--trace) echo choice json ;;
	fshare:--algorithm) echo choice fairtree classic levelbased ;;
	fshare:--ties) echo choice documented slurm ;;
	fshare:--color) echo choice auto always never ;;
	fshare:--what-if) echo none ;;
	fshare:--what-if-conf) echo none ;;
	fshare:--now) echo none ;;
	fshare:--db) echo file ;;
	fshare:--conf) echo file ;;
	facctmgr:--actor) echo list users ;;
	facctmgr:--since) echo none ;;
	facctmgr:--last) echo none ;;
	facctmgr:-o|facctmgr:--output) echo file ;;
	facctmgr:--scope) echo list accounts ;;
	facctmgr:--max-deletes) echo none ;;
	facctmgr:--max-losers) echo none ;;
	facctmgr:--algorithm) echo choice fairtree classic levelbased ;;
	facctmgr:--ties) echo choice documented slurm ;;
	facctmgr:--now) echo none ;;
	facctmgr:--db) echo file ;;
	facctmgr:--conf) echo file ;;
	fimport:-M|fimport:--cluster) echo list clusters ;;
	fimport:--at) echo none ;;
	fimport:--columns) echo none ;;
	fimport:--db) echo file ;;
	fimport:--conf) echo file ;;
	fwhy:--color) echo choice auto always never ;;
	fwhy:--algorithm) echo choice fairtree classic levelbased ;;
	fwhy:--ties) echo choice documented slurm ;;
	fwhy:-M|fwhy:--cluster) echo list clusters ;;
	fwhy:--what-if) echo none ;;
	fwhy:--what-if-conf) echo none ;;
	fwhy:--load) echo file ;;
	fwhy:--rate) echo none ;;
	fwhy:--days) echo none ;;
	fwhy:--lesson) echo none ;;
	fwhy:--now) echo none ;;
	fwhy:--db) echo file ;;
	fwhy:--conf) echo file ;;
	fwhy:) echo list users ;;
	fview:-M|fview:--cluster) echo list clusters ;;
	fview:--algorithm) echo choice fairtree classic levelbased ;;
	fview:--ties) echo choice documented slurm ;;
	fview:--lesson) echo file ;;
	fview:--frame) echo none ;;
	fview:--at) echo list users ;;
	fview:--page) echo choice tree table queue usage ;;
	fview:--speed) echo none ;;
	fview:--color) echo choice auto always never ;;
	fview:--keys) echo none ;;
	fview:--size) echo none ;;
	fview:--dump-frames) echo file ;;
	fview:--from) echo none ;;
	fview:--to) echo none ;;
	fview:--every) echo none ;;
	fview:--record) echo file ;;
	fview:--svg) echo file ;;
	fview:--trace) echo choice json ;;
	fview:--now) echo none ;;
	fview:--db) echo file ;;
	fview:--conf) echo file ;;
	fqueue:-A|fqueue:--account) echo list accounts ;;
	fqueue:-i|fqueue:--iterate) echo none ;;
	fqueue:-j|fqueue:--jobs) echo none ;;
	fqueue:-L|fqueue:--licenses) echo none ;;
	fqueue:-M|fqueue:--clusters) echo list clusters ;;
	fqueue:-n|fqueue:--name) echo none ;;
	fqueue:-o|fqueue:--format) echo none ;;
	fqueue:-O|fqueue:--Format) echo list fields ;;
	fqueue:-p|fqueue:--partition) echo none ;;
	fqueue:-q|fqueue:--qos) echo none ;;
	fqueue:-R|fqueue:--reservation) echo none ;;
	fqueue:-s|fqueue:--steps) echo none ;;
	fqueue:-S|fqueue:--sort) echo none ;;
	fqueue:-t|fqueue:--states) echo none ;;
	fqueue:-u|fqueue:--user) echo list users ;;
	fqueue:-w|fqueue:--nodelist) echo none ;;
	fqueue:--now) echo none ;;
	fqueue:--db) echo file ;;
	fqueue:--conf) echo file ;;
	fprio:-j|fprio:--jobs) echo none ;;
	fprio:-M|fprio:--cluster) echo list clusters ;;
	fprio:-o|fprio:--format) echo none ;;
	fprio:-p|fprio:--partition) echo none ;;
	fprio:-S|fprio:--sort) echo none ;;
	fprio:-u|fprio:--user) echo list users ;;
	fprio:--what-if) echo none ;;
	fprio:--what-if-conf) echo none ;;
	fprio:--now) echo none ;;
	fprio:--db) echo file ;;
	fprio:--conf) echo file ;;
	fbatch:-A|fbatch:--account) echo list accounts ;;
	fbatch:-a|fbatch:--array) echo none ;;
	fbatch:-b|fbatch:--begin) echo none ;;
	fbatch:-D|fbatch:--chdir) echo file ;;
	fbatch:-M|fbatch:--clusters) echo list clusters ;;
	fbatch:--comment) echo none ;;
	fbatch:-C|fbatch:--constraint) echo none ;;
	fbatch:--cpus-per-gpu) echo none ;;
	fbatch:-c|fbatch:--cpus-per-task) echo none ;;
	fbatch:--deadline) echo none ;;
	fbatch:-d|fbatch:--dependency) echo none ;;
	fbatch:-e|fbatch:--error) echo file ;;
	fbatch:-x|fbatch:--exclude) echo none ;;
	fbatch:--exclusive) echo choice user mcs ;;
	fbatch:--export) echo none ;;
	fbatch:-G|fbatch:--gpus) echo none ;;
	fbatch:--gpus-per-node) echo none ;;
	fbatch:--gpus-per-task) echo none ;;
	fbatch:--gres) echo none ;;
	fbatch:-i|fbatch:--input) echo file ;;
	fbatch:-J|fbatch:--job-name) echo none ;;
	fbatch:--kill-on-invalid-dep) echo choice yes no ;;
	fbatch:-L|fbatch:--licenses) echo none ;;
	fbatch:--mail-type) echo none ;;
	fbatch:--mail-user) echo none ;;
	fbatch:--mem) echo none ;;
	fbatch:--mem-per-cpu) echo none ;;
	fbatch:--mem-per-gpu) echo none ;;
	fbatch:--nice) echo none ;;
	fbatch:-F|fbatch:--nodefile) echo file ;;
	fbatch:-w|fbatch:--nodelist) echo none ;;
	fbatch:-N|fbatch:--nodes) echo none ;;
	fbatch:-n|fbatch:--ntasks) echo none ;;
	fbatch:--ntasks-per-node) echo none ;;
	fbatch:-o|fbatch:--output) echo file ;;
	fbatch:-p|fbatch:--partition) echo none ;;
	fbatch:--priority) echo none ;;
	fbatch:-q|fbatch:--qos) echo none ;;
	fbatch:--reservation) echo none ;;
	fbatch:-t|fbatch:--time) echo none ;;
	fbatch:--time-min) echo none ;;
	fbatch:--tmp) echo none ;;
	fbatch:--uid) echo list users ;;
	fbatch:--wckey) echo none ;;
	fbatch:--wrap) echo none ;;
	fbatch:--runtime) echo none ;;
	fbatch:--exit-code) echo none ;;
	fbatch:--count) echo none ;;
	fbatch:--arrival) echo none ;;
	fbatch:--seed) echo none ;;
	fbatch:--experiment) echo file ;;
	fbatch:--db) echo file ;;
	fbatch:--conf) echo file ;;
	fcontrol:-M|fcontrol:--clusters) echo list clusters ;;
	fcontrol:-u|fcontrol:--uid) echo list users ;;
	fcontrol:--now) echo none ;;
	fcontrol:--db) echo file ;;
	fcontrol:--conf) echo file ;;
	fcancel:-A|fcancel:--account) echo list accounts ;;
	fcancel:-n|fcancel:--name) echo none ;;
	fcancel:-p|fcancel:--partition) echo none ;;
	fcancel:-q|fcancel:--qos) echo none ;;
	fcancel:-R|fcancel:--reservation) echo none ;;
	fcancel:-s|fcancel:--signal) echo none ;;
	fcancel:-t|fcancel:--state) echo choice PENDING RUNNING SUSPENDED ;;
	fcancel:-u|fcancel:--user) echo list users ;;
	fcancel:-w|fcancel:--nodelist) echo none ;;
	fcancel:--wckey) echo none ;;
	fcancel:--db) echo file ;;
	fcancel:--conf) echo file ;;
	fsim:--for) echo none ;;
	fsim:--until) echo none ;;
	fsim:--jobs) echo none ;;
	fsim:--speed) echo none ;;
	fsim:--db) echo file ;;
	fsim:--conf) echo file ;;
	fsim:--policy) echo choice slurm easy conservative fcfs ;;
	fsim:--order) echo choice submit usage fairtree ;;
	fsim:--nodes) echo none ;;
	fsim:--cpus) echo none ;;
	fsim:--map) echo file ;;
	fsim:--repeat) echo none ;;
	fsim:--shake) echo none ;;
	fsim:--seed) echo none ;;
	fsim:--window) echo none ;;
	fsim:--jobs-out) echo file ;;
	fsim:--svg) echo file ;;
	fsim:--charts) echo none ;;
	fsim:--width) echo none ;;
	fsim:--color) echo choice auto always never ;;
	fsim:--seeds) echo none ;;
	fsim:--confidence) echo none ;;
	fsim:--top) echo none ;;
	fsim:-j|fsim:--processes) echo none ;;
	fsim:-g|fsim:--grid) echo none ;;
	fsim:--out) echo file ;;
	fsim:--shard) echo none ;;
	fsim:--emit-slurm-array) echo none ;;
	fsim:--sort) echo none ;;
	fsim:-o|fsim:--format) echo list fields ;;
	fsim:--node) echo none ;;
	fsim:--count) echo choice tasks slots ;;
	fsim:--wake) echo choice root all ;;
	fsim:--load) echo none ;;
	facct:-A|facct:--accounts) echo list accounts ;;
	facct:--delimiter) echo none ;;
	facct:-E|facct:--endtime) echo none ;;
	facct:-F|facct:--flags) echo none ;;
	facct:-g|facct:--gid) echo none ;;
	facct:-i|facct:--nnodes) echo none ;;
	facct:-I|facct:--ncpus) echo none ;;
	facct:-j|facct:--jobs) echo none ;;
	facct:-k|facct:--timelimit-min) echo none ;;
	facct:-K|facct:--timelimit-max) echo none ;;
	facct:-M|facct:--clusters) echo list clusters ;;
	facct:-N|facct:--nodelist) echo none ;;
	facct:--name) echo none ;;
	facct:-o|facct:--format) echo list fields ;;
	facct:-q|facct:--qos) echo none ;;
	facct:-r|facct:--partition) echo none ;;
	facct:-s|facct:--state) echo none ;;
	facct:-S|facct:--starttime) echo none ;;
	facct:-u|facct:--user) echo list users ;;
	facct:--units) echo choice K M G T P ;;
	facct:-W|facct:--wckeys) echo none ;;
	facct:-x|facct:--associations) echo none ;;
	facct:--now) echo none ;;
	facct:--db) echo file ;;
	facct:--conf) echo file ;;
	esac
}

complete -F _fairtree fshare facctmgr fimport fwhy fview fqueue fprio fbatch fcontrol fcancel fsim facct fauction
# END BASH
