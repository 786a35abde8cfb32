as op sacctmgr -i add resource name=rop count=3 server=s
