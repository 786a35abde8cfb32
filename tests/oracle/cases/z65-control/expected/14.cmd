as stranger scontrol resume $(cat j)
