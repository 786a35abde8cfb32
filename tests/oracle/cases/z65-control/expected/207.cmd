as coc scontrol schedloglevel disable
