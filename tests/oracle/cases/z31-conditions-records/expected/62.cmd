sacctmgr -i modify user where cluster=nope defaultaccount=a set defaultaccount=b
