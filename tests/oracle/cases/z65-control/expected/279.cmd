as co scontrol notify 1 hello
