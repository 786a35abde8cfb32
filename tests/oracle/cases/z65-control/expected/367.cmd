as adm scontrol requeuehold $(cat j)
