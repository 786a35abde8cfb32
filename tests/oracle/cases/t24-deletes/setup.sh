sacctmgr -i add account deep1 parent=optics
sacctmgr -i add account deep2 parent=deep1
sacctmgr -i add account deep3 parent=deep2
sacctmgr -i add user gus account=deep3,bio
sacctmgr -i add user hal account=deep1 defaultaccount=deep1
sacctmgr -i add user hal account=chem
sacctmgr -i add user ida account=bio,chem,optics defaultaccount=chem
sacctmgr -i add user jon account=bio partition=p1,p2
sacctmgr -i add coordinator account=deep1,chem user=gus,ida
