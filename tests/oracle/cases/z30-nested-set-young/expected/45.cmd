sacctmgr -i modify user y set defaultaccount=x
