sacctmgr -i modify cluster c1 set maxjobs=-1 grpjobs=-1 fairshare=-1
