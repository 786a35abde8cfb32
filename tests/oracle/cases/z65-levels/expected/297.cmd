as stranger sacctmgr -i delete user a2stranger
