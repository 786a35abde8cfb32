sacctmgr -i add user root account=root
