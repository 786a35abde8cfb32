as op sacctmgr -i delete federation fop
