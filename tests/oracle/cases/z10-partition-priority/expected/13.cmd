scontrol -o show partition usual | grep -o 'Priority[A-Za-z]*=[0-9]*'
