as stranger sacctmgr -i delete user boss
