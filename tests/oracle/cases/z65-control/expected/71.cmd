scontrol reconfigure; sleep 1
