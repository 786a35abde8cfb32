sacctmgr -i modify user where cluster=cluster set defaultaccount=b
