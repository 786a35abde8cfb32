as adm scontrol hold $(cat j)
