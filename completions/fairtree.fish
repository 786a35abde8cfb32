# fish completion of the fairtree commands

# A comma list of names out of the store, or of fields.
function __fairtree_list
	set -l head (commandline -ct | string replace -r '[^,=]*$' '' |
	    string replace -r '^-.*=' '')
	fshare --complete=$argv[1] 2>/dev/null | string replace -r '^' "$head"
end

# BEGIN FISH
complete -c fshare -f
complete -c fshare -s A -l accounts -x -a '(__fairtree_list accounts)' -d 'show only these accounts and their users'
complete -c fshare -s a -l all -d 'show all users instead of only yourself'
complete -c fshare -s e -l helpformat -d 'list the fields that --format knows'
complete -c fshare -s l -l long -d 'show more columns'
complete -c fshare -s M -l clusters -x -a '(__fairtree_list clusters)' -d 'show these clusters, one after the other'
complete -c fshare -s m -l partition -d 'add the column Partition'
complete -c fshare -s n -l noheader -d 'print no header'
complete -c fshare -s o -l format -x -a '(__fairtree_list fields)' -d 'print these fields, name[%[-]width] each, parted by commas'
complete -c fshare -s p -l parsable -d 'part the columns by |, with one at the end of the line'
complete -c fshare -s P -l parsable2 -d 'part the columns by |, without one at the end of the line'
complete -c fshare -s u -l users -x -a '(__fairtree_list users)' -d 'show these users, by name or number; -1 for all'
complete -c fshare -s U -l Users -d 'show users only, no accounts'
complete -c fshare -s v -l verbose -d 'tell on standard error which users and accounts are asked for'
complete -c fshare -l json -d 'print JSON with everything that is known of each row'
complete -c fshare -l yaml -d 'print the same as YAML'
complete -c fshare -l csv -d 'print the columns as comma-separated values'
complete -c fshare -l sort -x -a '(__fairtree_list fields)' -d 'sort the rows by this field; - in front of it: from the top down'
complete -c fshare -l top -x -d 'print the first N rows only'
complete -c fshare -l depth -x -d 'print rows down to this depth only; the root is 0, its users and accounts 1'
complete -c fshare -l tree -d 'draw the tree with lines'
complete -c fshare -l trace -f -a 'json' -d 'print the walk through the tree step by step, as slurmctld logs it or as JSON lines'
complete -c fshare -l algorithm -x -a 'fairtree classic levelbased' -d 'compute with this algorithm instead of the one PriorityFlags asks for'
complete -c fshare -l ties -x -a 'documented slurm' -d 'rank tied accounts by this rule instead of FairTreeTies'
complete -c fshare -l color -x -a 'auto always never' -d 'use colours: on a terminal, always or never'
complete -c fshare -l now -x -d 'show the state at this time instead of the store\'s clock'
complete -c fshare -l db -r -F -d 'use this store instead of $FAIRTREE_DB or the default'
complete -c fshare -l conf -r -F -d 'read settings from this slurm.conf'
complete -c fshare -l help -d 'print this help and exit'
complete -c fshare -s V -l version -d 'print the version and exit'
complete -c facctmgr -n __fish_use_subcommand -a 'add list modify delete dump load'
complete -c facctmgr -s i -l immediate -d 'answer every question with yes'
complete -c facctmgr -s n -l noheader -d 'print no header'
complete -c facctmgr -s p -l parsable -d 'part the columns by |, with one at the end of the line'
complete -c facctmgr -s P -l parsable2 -d 'part the columns by |, without one at the end of the line'
complete -c facctmgr -s Q -l quiet -d 'print errors only'
complete -c facctmgr -s r -l readonly -d 'refuse commands that change something'
complete -c facctmgr -s s -l associations -d 'list associations with users and accounts, as withassoc does'
complete -c facctmgr -s v -l verbose -d 'tell more on standard error'
complete -c facctmgr -l json -d 'print lists as JSON'
complete -c facctmgr -l yaml -d 'print lists as YAML'
complete -c facctmgr -l csv -d 'print lists as comma-separated values'
complete -c facctmgr -l db -r -F -d 'use this store instead of $FAIRTREE_DB or the default'
complete -c facctmgr -l conf -r -F -d 'read settings from this slurm.conf'
complete -c facctmgr -l help -d 'print this help and exit'
complete -c facctmgr -s V -l version -d 'print the version and exit'
complete -c fimport -n __fish_use_subcommand -a 'conf dump sshare usage'
complete -c fimport -s M -l cluster -x -a '(__fairtree_list clusters)' -d 'with dump: load into this cluster, whichever the file names'
complete -c fimport -l db -r -F -d 'use this store instead of $FAIRTREE_DB or the default'
complete -c fimport -l conf -r -F -d 'read settings from this slurm.conf'
complete -c fimport -l help -d 'print this help and exit'
complete -c fimport -s V -l version -d 'print the version and exit'
# END FISH
