as stranger sacctmgr -i delete user a1stranger
