/*
 * groupfile.h - the texts of group(5) and passwd(5), as getent(1) prints them.
 *
 *     name:password:gid:member,member,...
 *     name:password:uid:gid:comment:home:shell
 *
 * Empty lines and lines that start with # are skipped.  Lines of NIS (+name, -name)
 * are refused: getent has resolved them already.
 */
#ifndef FT_IO_SITE_GROUPFILE_H
#define FT_IO_SITE_GROUPFILE_H

#include "model/account/people.h"

/* Add the lines of TEXT to PEOPLE.  FT_EPARSE "FILE:line:column: ...". */
enum ft_status ft_groupfile_parse(struct ft_people *people, const char *file,
    const char *text, size_t size, struct ft_error *err);
enum ft_status ft_groupfile_parse_passwd(struct ft_people *people,
    const char *file, const char *text, size_t size, struct ft_error *err);

#endif
