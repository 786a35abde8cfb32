sacctmgr -i modify user ann set defaultaccount=b
