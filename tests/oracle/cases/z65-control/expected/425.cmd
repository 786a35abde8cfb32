scontrol -o show partition | grep -o "^PartitionName=[^ ]*"; scontrol -o show node n1 | grep -o " Weight=[0-9]*"
