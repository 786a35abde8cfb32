sacctmgr -i add user bob cluster=cluster account=b
