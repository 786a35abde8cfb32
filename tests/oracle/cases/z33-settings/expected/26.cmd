sacctmgr -i modify cluster cluster set defaultqos=-1
