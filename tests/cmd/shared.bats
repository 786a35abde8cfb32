#!/usr/bin/env bats
# The wrapper of fairtree(7), SECURITY, cut from the page.  With FT_ROOT_TESTS=1
# and root it is installed, with users of its own, sudo and the line of sudoers;
# elsewhere it is run as sudo would run it.

load ../lib/cmd

setup_file() {
	unset FAIRTREE_USER
	export FAIRTREE_DB=$BATS_FILE_TMPDIR/fairtree.db
	export page=$FT_TOP/man/fairtree.7
	cd "$BATS_FILE_TMPDIR"
	printf '%s\n' ClusterName=cluster PrivateData=usage,users,jobs >conf
	{
		FAIRTREE_USER=root fimport conf conf
		FAIRTREE_USER=root facctmgr -i add account lab
		FAIRTREE_USER=root facctmgr -i add user fttalice,fttbob account=lab
	} >/dev/null
	script >ask
	sed -e "s|^bin=.*|bin=$FT_BUILD/bin|" \
	    -e "s|^store=.*|store=$FAIRTREE_DB|" ask >here
	chmod +x here
}

# The script on the page.
script() {
	sed -n '/^#!\/bin\/sh$/,/^\.Ed$/p' "$page" | sed -e '$d' -e 's/\\e$/\\/'
}

# What cron would run: the page's crontab, with the paths of the test.
crontab() {
	sed -n '/^FAIRTREE_DB=/,/^\.Ed$/p' "$page" |
	    sed -e '$d' -e "s|/var/lib/fairtree|$prefix/lib|" \
		-e "s|/usr/local/bin|$prefix/bin|" -e "s|/srv/hpc|$prefix/copy|" \
		-e 's/^\([A-Z_]*\)=.*/&; export \1/' -e 's/^[*][^a-z]*//'
}

# as WHO COMMAND...: as sudo runs the wrapper for WHO
as() {
	local who=$1
	shift
	env -i SUDO_USER="$who" PATH=/usr/bin:/bin ./here "$@"
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return
}

@test "the caller is who sudo says" {
	[ "$(as fttalice facctmgr list user -n -P format=user)" = fttalice ]
	[ "$(as fttbob fshare -n -P -a -o user)" = fttbob ]
	# what the caller has in the environment does not count
	[ "$(FAIRTREE_USER=root as fttbob fshare -n -P -a -o user)" = fttbob ]
	run env -u SUDO_USER ./here fshare
	[ "$status" -eq 1 ]
	[ "$output" = 'fairtree-ask: not allowed: without sudo' ]
}

@test "no way around it" {
	for word in --db=x --db --d --conf=conf --conf --con --c=conf --; do
		run as fttalice fshare -a "$word"
		[ "$status" -eq 1 ]
		[ "$output" = "fairtree-ask: not allowed: $word" ]
	done
	for word in "--what-if=load conf" --wh --load=conf --lesson=conf; do
		run as fttalice fwhy fttalice "$word"
		[ "$status" -eq 1 ]
		[ "$output" = "fairtree-ask: not allowed: $word" ]
	done
	for word in fimport fbatch fsim fview sacctmgr sh ../bin/facctmgr; do
		run as fttalice "$word" x
		[ "$status" -eq 1 ]
		[ "$output" = "fairtree-ask: not allowed: $word x" ]
	done
	for word in add save load dump undo --db; do
		run as fttalice facctmgr "$word"
		[ "$status" -eq 1 ]
		[ "$output" = "fairtree-ask: not allowed: facctmgr $word" ]
	done
	run as fttalice fcontrol update clock=+1
	[ "$status" -eq 1 ]
	for word in hostlist hostnames hostl; do
		run as fttalice fcontrol show "$word=/etc/passwd"
		[ "$output" = "fairtree-ask: not allowed: $word=/etc/passwd" ]
		run as fttalice fcontrol show "$word" /etc/passwd
		[ "$status" -eq 1 ]
		[ "$output" = "fairtree-ask: not allowed: /etc/passwd" ]
	done
}

@test "no pager, in which one could start a shell" {
	command script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
	    skip "script(1) gives no terminal here"
	mkdir -p pagers
	printf '#!/bin/sh\necho PAGED\n' >pagers/less
	chmod +x pagers/less
	# even if it passed on what a pager needs
	sed "s|PATH=/usr/bin:/bin LC_ALL|PATH=$PWD/pagers:/usr/bin:/bin TERM=xterm LINES=5 LC_ALL|" \
	    here >paged
	chmod +x paged
	command script -qec 'env -i SUDO_USER=fttalice PATH=/usr/bin:/bin ./paged fwhy fttalice' \
	    /dev/null </dev/null >seen
	grep -q 'place' seen
	[ "$(grep -c PAGED seen)" = 0 ]
	sed 's/ PAGER=cat//' paged >open
	chmod +x open
	command script -qec 'env -i SUDO_USER=fttalice PATH=/usr/bin:/bin ./open fwhy fttalice' \
	    /dev/null </dev/null >seen
	grep -q PAGED seen
}

@test "every page leads to SECURITY" {
	grep -q '^\.Sh SECURITY' "$page"
	for one in "${page%/*}"/*.1; do
		sed -n '/^\.Sh SECURITY/,/^\.Sh SEE ALSO/p' "$one" |
		    grep -q '^\.Xr fairtree 7' || { echo "$one"; false; }
	done
}

@test "with users of its own, sudo and cron's command" {
	[ "${FT_ROOT_TESTS:-}" = 1 ] ||
	    skip "makes users and a line of sudoers: FT_ROOT_TESTS=1"
	[ "$(id -u)" = 0 ] || skip "needs root"
	command -v useradd >/dev/null || skip "needs useradd"
	command -v sudo >/dev/null || skip "needs sudo"
	prefix=$(mktemp -d /tmp/ftshared.XXXXXX)
	for user in fttree fttalice fttbob fttmal; do
		useradd -M "$user"
	done
	groupadd ftthpc
	usermod -aG ftthpc fttalice
	usermod -aG ftthpc fttbob
	set +e
	(set -e; trial) >trial.out 2>&1
	failed=$?
	set -e
	rm -rf /etc/sudoers.d/ftt-test "$prefix"
	for user in fttree fttalice fttbob fttmal; do
		userdel "$user"
	done
	groupdel ftthpc
	cat trial.out
	[ "$failed" -eq 0 ]
}

refused() {
	if "$@" >/dev/null 2>&1; then
		echo "was allowed: $*"
		exit 1
	fi
}

# What the page says, with names of the test.
trial() {
	chmod 755 "$prefix"
	mkdir -p "$prefix/bin" "$prefix/libexec"
	cp "$FT_BUILD"/bin/f* "$prefix/bin"
	install -d -o fttree -m 700 "$prefix/lib"
	install -d -o fttree -g ftthpc -m 2750 "$prefix/copy"
	cp "$FAIRTREE_DB" "$prefix/lib/fairtree.db"
	chown -R fttree "$prefix/lib"
	chmod 640 "$prefix/lib/fairtree.db"
	ask=$prefix/libexec/fairtree-ask
	sed -e "s|^bin=.*|bin=$prefix/bin|" \
	    -e "s|^store=.*|store=$prefix/lib/fairtree.db|" ask >"$ask"
	chmod 755 "$ask"
	sed -n '/^%hpc /p' "$page" |
	    sed -e 's/%hpc/%ftthpc/' -e 's/(fairtree)/(fttree)/' \
		-e "s|/usr/local/libexec/fairtree-ask|$ask|" \
		>/etc/sudoers.d/ftt-test
	chmod 440 /etc/sudoers.d/ftt-test
	visudo -cf /etc/sudoers.d/ftt-test
	save=$(crontab)
	cd /
	for user in fttalice fttbob; do
		[ "$(su "$user" -c "sudo -n -u fttree $ask fshare -n -P -a -o user")" = "$user" ]
		# he cannot be another, read the file, or have another command
		[ "$(su "$user" -c "FAIRTREE_USER=root sudo -n -u fttree $ask fshare -n -P -a -o user")" = "$user" ]
		refused su "$user" -c "FAIRTREE_USER=root sudo -n -u fttree FAIRTREE_USER=root $ask fshare -a"
		refused su "$user" -c "cat $prefix/lib/fairtree.db"
		refused su "$user" -c "sudo -n -u fttree $prefix/bin/fshare -a"
		refused su "$user" -c "sudo -n -u fttree $ask facctmgr add account x"
	done
	refused su fttmal -c "sudo -n -u fttree $ask fshare -a"
	# the copy
	for round in 1 2; do
		[ -z "$(su fttree -c "env -i /bin/sh -c '$save'" 2>&1)" ]
	done
	[ "$(stat -c '%a %G' "$prefix/copy/fairtree.db")" = "640 ftthpc" ]
	su fttalice -c "FAIRTREE_USER=root $prefix/bin/fshare --db $prefix/copy/fairtree.db -n -P -a -o user" | grep -qx fttbob
	refused su fttalice -c "FAIRTREE_USER=root $prefix/bin/facctmgr --db $prefix/copy/fairtree.db -i add account x"
	refused su fttmal -c "$prefix/bin/fshare --db $prefix/copy/fairtree.db"
}
