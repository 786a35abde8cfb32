as stranger scontrol top $(cat j)
