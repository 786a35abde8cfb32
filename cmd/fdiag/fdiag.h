/* fdiag.h - fdiag, sdiag: what its files share. */
#ifndef FT_CMD_FDIAG_FDIAG_H
#define FT_CMD_FDIAG_FDIAG_H

#include "report/format/doc.h"
#include "report/stats/stats.h"

struct fdiag_form {
	enum ft_format_kind kind; /* TABLE: text; JSON, YAML */
	bool prometheus;          /* samples */
};

/* fdiag.c: print what the controller of WORLD counts, as fdiag does. */
void fdiag_print(const struct ft_world *world, const struct fdiag_form *form,
    struct ft_out *out);
/* text.c: print STATS as sdiag of RELEASE does. */
void fdiag_text(
    const struct ft_stats *stats, enum ft_release release, struct ft_out *out);
/* document.c: add the member "statistics". */
void fdiag_document(const struct ft_stats *stats, struct ft_doc *doc);

#endif
