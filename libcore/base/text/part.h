/*
 * part.h - a file written under an unpredictable name and renamed when it is
 * complete.
 */
#ifndef FT_BASE_TEXT_PART_H
#define FT_BASE_TEXT_PART_H

#include "base/base.h"
#include <sys/stat.h>

struct ft_part {
	char *name;   /* of the file as long as it is not complete */
	char *target; /* whose place it takes */
	int fd;       /* the caller's to close; -1 closed */
};

/*
 * Create a new file beside TARGET.  like: the mode and owner it gets, as far as
 * permitted; NULL: MODE less the umask.
 * FT_EIO: it cannot be created; the text is the reason.
 */
enum ft_status ft_part_open(struct ft_part *part, const char *target,
    mode_t mode, const struct stat *like, struct ft_error *err);
/*
 * Write it to disk, close it and put it in its place.  replace: an existing
 * file, even a link, is replaced; otherwise FT_EEXIST if one exists.
 * FT_EIO: the text is the reason.  PART is gone either way.
 */
enum ft_status ft_part_finish(
    struct ft_part *part, bool replace, struct ft_error *err);
/* Remove the file; TARGET is unchanged. */
void ft_part_drop(struct ft_part *part);

#endif
