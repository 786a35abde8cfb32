sacctmgr -i modify account a set defaultqos=q2
