/*
 * part.h - a file that is made under a name nobody foresees, and takes its place
 * when it is complete.
 */
#ifndef FT_BASE_PART_H
#define FT_BASE_PART_H

#include <stdbool.h>
#include <sys/stat.h>

#include "base/error.h"

struct ft_part {
	char *name;   /* of the file as long as it is not complete */
	char *target; /* whose place it takes */
	int fd;       /* the caller's to close; -1 closed */
};

/*
 * Make a new file beside TARGET.  like: it gets this mode and owner, as far as
 * that is allowed; NULL: MODE without what umask takes off.
 * FT_EIO: it cannot be made; the text is the reason.
 */
enum ft_status ft_part_open(struct ft_part *part, const char *target,
    mode_t mode, const struct stat *like, struct ft_error *err);
/*
 * Write it to disk, close it and put it in its place.  replace: whatever is
 * there is replaced, a link too; else FT_EEXIST if anything is.
 * FT_EIO: the text is the reason.  PART is gone either way.
 */
enum ft_status ft_part_finish(
    struct ft_part *part, bool replace, struct ft_error *err);
/* Remove it: nothing happened. */
void ft_part_drop(struct ft_part *part);

#endif
