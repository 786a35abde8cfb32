as adm scontrol suspend $(cat j)
