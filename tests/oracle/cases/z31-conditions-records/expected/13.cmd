sacctmgr -i modify user where account=C set defaultaccount=C
