sacctmgr -i add user ann cluster=cluster account=b
