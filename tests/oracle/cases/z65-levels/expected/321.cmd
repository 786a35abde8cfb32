as stranger sacctmgr -i delete wckey wstranger
