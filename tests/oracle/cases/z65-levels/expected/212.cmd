as coc sacctmgr -i add resource name=rcoc count=3 server=s
