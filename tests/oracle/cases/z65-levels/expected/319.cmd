as stranger sacctmgr -i add wckey wstranger
