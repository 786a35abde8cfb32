as stranger sacctmgr -i delete resource rstranger
