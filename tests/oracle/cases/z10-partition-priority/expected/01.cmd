scontrol -o show partition | grep -o 'PartitionName=[a-z]*\|Priority[A-Za-z]*=[0-9]*' | paste - - -
