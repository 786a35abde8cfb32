sacctmgr -i modify user bob cluster=c1 set defaultaccount=b
