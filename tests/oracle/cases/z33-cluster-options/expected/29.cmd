sacctmgr -i modify cluster c1 set defaultqos=-1
