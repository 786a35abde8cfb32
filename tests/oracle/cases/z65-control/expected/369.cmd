as adm scontrol resume $(cat j)
