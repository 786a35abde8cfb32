as co sacctmgr -i add federation fco
