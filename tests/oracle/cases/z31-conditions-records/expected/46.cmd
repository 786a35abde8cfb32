sacctmgr -i add user ann,bob account=A,B
