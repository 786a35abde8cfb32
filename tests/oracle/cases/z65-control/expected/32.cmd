as stranger scontrol hold 9999
