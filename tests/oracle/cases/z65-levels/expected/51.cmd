as op sacctmgr -i add federation fop
