#!/usr/bin/env bats
# fcontrol env: a store and the Slurm names for one shell.

load ../lib/cmd

setup() {
	programs=$FT_BUILD/bin
	cd "$BATS_TEST_TMPDIR" || return
	unset FAIRTREE_SLURM FAIRTREE_USER
	export HOME=$PWD TMPDIR=$PWD/tmp
	mkdir tmp
}

# in_sh LINES: in a shell that knows nothing of fairtree but $fcontrol
in_sh() {
	run env -i PATH=/usr/bin:/bin HOME="$HOME" TMPDIR="$TMPDIR" TZ=UTC \
	    fcontrol="${fcontrol:-$programs/fcontrol}" dash -ec "$1"
	echo "$output"
}

@test "a shell gets a store and the Slurm names" {
	in_sh 'eval "$("$fcontrol" env)"
		sinfo -h -o %P,%D,%t
		sbatch --wrap=: && fsim run --for 60 >/dev/null
		squeue -h -t all -o %i,%T
		sacctmgr -n -P list user format=user
		sacct -X -n -P -o jobid
		command -v sshare'
	[ "$status" -eq 0 ]
	[ "$(xargs <<<"$output")" = "main*,4,idle debug,1,idle Submitted batch job 1 1,COMPLETED fred root slate wilma 1 $(echo tmp/*/bin/sshare | sed "s,^,$PWD/,")" ]
	[ "$(stat -c %a tmp/fairtree.*)" = 700 ]
	[ ! -e .local ]
}

@test "each call makes a store of its own" {
	in_sh 'eval "$("$fcontrol" env)"; a=$FAIRTREE_DB
		sacctmgr -i -Q add account x >/dev/null
		eval "$("$fcontrol" env)"; [ "$a" != "$FAIRTREE_DB" ]
		sacctmgr -n list account where name=x'
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "the release, and an empty store" {
	in_sh 'eval "$("$fcontrol" env slurm=24.11.5)"; sinfo --version
		FAIRTREE_SLURM=22.05; SLURM_CONF=/nowhere; FAIRTREE_CONF=/nowhere
		export FAIRTREE_SLURM SLURM_CONF FAIRTREE_CONF
		eval "$("$fcontrol" env slurm=23.11 empty)"; sinfo --version
		sinfo -h; sacctmgr -n -P list account format=account'
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "slurm"*" 24.11"* ]]
	[[ ${lines[1]} == "slurm"*" 23.11"* ]]
	[[ ${lines[2]} != *main* ]]
	[ "${lines[-1]}" = root ]
}

@test "names with a blank and quotes, and an installed prefix" {
	TMPDIR="$PWD/a 'b' \$(touch bad) \"c\" \\"
	mkdir "$TMPDIR" prefix prefix/bin
	cp "$programs"/f[a-u]* prefix/bin
	fcontrol=$PWD/prefix/bin/fcontrol
	in_sh 'eval "$("$fcontrol" env)"; squeue -h; readlink "$(command -v sinfo)"
		"$fcontrol" env remove; ls -A "$TMPDIR"'
	[ "$status" -eq 0 ]
	[ "$output" = "$PWD/prefix/bin/finfo" ]
	[ ! -e bad ]
}

@test "remove removes what env made, and nothing else" {
	in_sh 'eval "$("$fcontrol" env)"
		FAIRTREE_FAULT=squeue:delay=1:1 squeue -h
		trap "fcontrol env remove" EXIT'
	[ "$status" -eq 0 ]
	[ -z "$(ls -A tmp)" ]
	in_sh 'eval "$("$fcontrol" env)"; echo 1 >"${FAIRTREE_DB%/*}/mine"
		fcontrol env remove; echo none'
	[ "$status" -eq 1 ]
	[[ $output == "fcontrol: error: folder '$TMPDIR/fairtree."*"' is kept: Directory not empty" ]]
	[ "$(ls tmp/*)" = mine ]
	rm -r tmp/*
	# another store, and another folder
	PATH=$programs:$PATH
	export FAIRTREE_DB=$PWD/own.db
	fcontrol reconfigure
	run fcontrol env remove
	[ "$status" -eq 1 ]
	[ "$output" = "fcontrol: error: '$PWD/own.db' is no store that env has made" ]
	[ -e own.db ]
	mkdir fairtree.x
	FAIRTREE_DB=$PWD/fairtree.db
	fcontrol reconfigure
	run fcontrol env remove
	[ "$output" = "fcontrol: error: '$PWD' is no folder that env has made" ]
	# a folder that others may write to, or that a link leads to
	mv fairtree.db fairtree.x
	chmod 755 fairtree.x
	FAIRTREE_DB=$PWD/fairtree.x/fairtree.db run fcontrol env remove
	[ "$output" = "fcontrol: error: '$PWD/fairtree.x' is no folder that env has made" ]
	chmod 700 fairtree.x
	ln -s fairtree.x fairtree.y
	FAIRTREE_DB=$PWD/fairtree.y/fairtree.db run fcontrol env remove
	[ "$output" = "fcontrol: error: '$PWD/fairtree.y' is no folder that env has made" ]
	[ -e fairtree.x/fairtree.db ]
	FAIRTREE_DB=$PWD/fairtree.x/fairtree.db fcontrol env remove
	[ ! -e fairtree.x ]
}

@test "what fails makes eval fail, and leaves nothing" {
	while IFS='|' read -r place words text; do
		TMPDIR=$place
		in_sh "eval \"\$(\"\$fcontrol\" env $words)\"; echo not here"
		[ "$status" -eq 1 ] || { echo "$place $words"; false; }
		[ "$output" = "fcontrol: error: $text" ]
	done <<-END
		$TMPDIR|bogus|env: want empty, slurm=RELEASE or remove, not 'bogus'
		$TMPDIR|slurm=x|env: want empty, slurm=RELEASE or remove, not 'slurm=x'
		$TMPDIR|remove empty|env: want empty, slurm=RELEASE or remove, not 'remove'
		relative||TMPDIR is no absolute path that PATH can hold
		/a:b||TMPDIR is no absolute path that PATH can hold
		$PWD/none||cannot make a folder in '$PWD/none': No such file or directory
	END
	[ -z "$(ls -A "$PWD/tmp")" ]
	PATH=$programs:$PATH
	run fcontrol --json env
	[ "$status" -eq 1 ]
	ln -s "$programs/fcontrol" scontrol
	run ./scontrol env
	[ "$status" -eq 1 ]
	[ "$output" = "invalid keyword: env" ]
}

@test "in the shell of facctmgr" {
	in_sh 'eval "$(echo "fcontrol env" | "${fcontrol%/*}/facctmgr")"
		command -v sshare && sacctmgr -n -P list account format=account'
	[ "$status" -eq 0 ]
	[ "$(xargs <<<"$output")" = "$(echo "$PWD"/tmp/*/bin/sshare) bedrock managers root" ]
}
