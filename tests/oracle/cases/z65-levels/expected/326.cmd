as stranger sacctmgr -i delete federation fstranger
