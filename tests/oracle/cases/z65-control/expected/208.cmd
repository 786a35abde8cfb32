as coc scontrol notify 1 hello
