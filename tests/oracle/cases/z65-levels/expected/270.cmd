as low sacctmgr -i add federation flow
