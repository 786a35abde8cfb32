/*
 * siblings.h - the other programs, which are installed beside this one.
 */
#ifndef FT_CMD_FILES_SIBLINGS_H
#define FT_CMD_FILES_SIBLINGS_H

/* Returns the folder of the programs, the caller's; NULL: it cannot be found. */
char *ft_siblings_folder(void);
/*
 * Become the shell of facctmgr, which has all programs in it, with the command line
 * ARGV (NULL: the process is no program of ours).  Returns only if it is not there.
 */
void ft_siblings_become_shell(char *const *argv);

#endif
