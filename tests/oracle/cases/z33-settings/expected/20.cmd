sacctmgr -i modify cluster cluster set defaultqos=q2
