sacctmgr -i modify user ann where account=B set defaultaccount=B
