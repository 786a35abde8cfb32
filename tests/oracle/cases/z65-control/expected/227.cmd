as co scontrol resume $(cat j)
