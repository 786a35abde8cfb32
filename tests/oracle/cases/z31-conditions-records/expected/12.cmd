sacctmgr -i modify user ann where account=C set defaultaccount=B
