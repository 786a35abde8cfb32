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
	fimport) printf '%s ' -- -M --cluster --at --db --conf --help -V --version ;;
	fwhy) printf '%s ' -- --lint --legend --json --yaml --markdown --no-pager --color --algorithm --ties -M --cluster --what-if --what-if-conf --load --rate --days --lesson --now --db --conf --help -V --version ;;
	fview) printf '%s ' -- -M --cluster --algorithm --ties --lesson --frame --at --play --speed --readonly --color --no-color --ascii --no-mouse --no-anim --keys --size --dump-frames --from --to --every --ansi --form-feed --record --svg --trace --json --dot --now --db --conf --help -V --version ;;
	esac
}

_fairtree_verbs() {
	case $1 in
	facctmgr) echo add list modify delete dump load log undo redo solve diff plan apply sync ;;
	fimport) echo conf dump sshare usage ;;
	fwhy) echo ;;
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
	esac
}

complete -F _fairtree fshare facctmgr fimport fwhy fview
# END BASH
