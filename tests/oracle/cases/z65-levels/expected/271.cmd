as low sacctmgr -i delete federation flow
