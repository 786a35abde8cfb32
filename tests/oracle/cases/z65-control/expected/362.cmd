as adm scontrol release $(cat j)
