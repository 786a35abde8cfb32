as stranger sacctmgr -i add user ann account=chem wckey=wstranger
