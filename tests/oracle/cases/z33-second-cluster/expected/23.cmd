sacctmgr -i modify user bob set defaultaccount=b
