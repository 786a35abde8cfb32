sacctmgr -i modify user where defaultaccount=A set defaultaccount=C
