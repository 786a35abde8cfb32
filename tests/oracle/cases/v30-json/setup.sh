sacctmgr -i add user eve account=chem partition=debug fairshare=2
