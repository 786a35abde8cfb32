as co sacctmgr -i delete federation fco
