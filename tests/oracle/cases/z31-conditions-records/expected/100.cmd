sacctmgr -i modify account where org=foo parent=root set maxjobs=17
