sacctmgr -i modify user where adminlevel=op set defaultaccount=C
