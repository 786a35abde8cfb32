sacctmgr -i modify user where account=B adminlevel=op set defaultaccount=B
