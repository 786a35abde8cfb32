as stranger sacctmgr -i delete user root
