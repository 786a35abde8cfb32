as op scontrol notify 1 hello
