as stranger scontrol schedloglevel disable
