as low sacctmgr -i delete resource rlow
