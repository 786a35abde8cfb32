as adm scontrol schedloglevel disable
