as adm scontrol top $(cat j)
