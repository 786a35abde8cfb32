sacctmgr -i modify cluster c1 set classification=capac
