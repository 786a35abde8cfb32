as stranger sacctmgr -i add federation fstranger
