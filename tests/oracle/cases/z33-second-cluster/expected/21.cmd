sacctmgr -i modify user ann cluster=c1 set defaultaccount=b
