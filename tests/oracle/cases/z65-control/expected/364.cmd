as adm scontrol uhold $(cat j)
