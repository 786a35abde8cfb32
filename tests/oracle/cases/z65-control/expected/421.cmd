as adm scontrol notify 1 hello
