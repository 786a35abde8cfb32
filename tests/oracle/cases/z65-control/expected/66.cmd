as stranger scontrol notify 1 hello
