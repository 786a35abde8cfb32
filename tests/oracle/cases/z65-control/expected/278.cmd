as co scontrol schedloglevel disable
