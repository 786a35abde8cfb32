as adm scontrol hold 9999
