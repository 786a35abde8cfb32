/*
 * flat.h - the file of `sacctmgr dump` and `load`, parsed: lines of options.
 *
 *     Title - 'name':Key=value:Key='value':...
 *
 * io/flatfile reads and writes the text, admin/load applies it, admin/dump
 * makes it from an acctdb.  Strings live in the arena.
 * Source: sacctmgr(1), FLAT FILE DUMP AND LOAD.
 */
#ifndef FT_MODEL_ACCOUNT_FLAT_H
#define FT_MODEL_ACCOUNT_FLAT_H

#include "base/base.h"

enum ft_flat_kind {
	FT_FLAT_CLUSTER, /* Cluster, Machine */
	FT_FLAT_PARENT,
	FT_FLAT_ACCOUNT, /* Account, Project */
	FT_FLAT_USER,
	FT_FLAT_QOS,
	FT_FLAT_OTHER,   /* unknown title: reported by admin/load */
	FT_FLAT_NOTHING, /* slurm: no blank after the dash */
	FT_FLAT_QUOTE    /* slurm: a quote is not closed; the name is all that
	                     comes after the title */
};

struct ft_flat_option {
	const char *key;   /* as written */
	char sign;         /* slurm: of += and -=, else 0 */
	const char *value; /* quotes stripped; "" */
	uint32_t column;   /* of the key, from 1 (in a joined line: in the
	                      line as joined) */
	uint32_t len;      /* of all of it, as written */
	bool bare;         /* slurm: there is no = */
};

struct ft_flat_line {
	enum ft_flat_kind kind;
	uint32_t line;     /* number in the file, from 1 */
	const char *file;  /* of several read one after the other; NULL:
	                      flat->file */
	const char *title; /* as written, without the " -"; ft_flat_add
	                                gives the usual one of kind */
	const char *name;  /* quotes stripped, case as written; slurm: NULL if
	                      there is none */
	const char *text;  /* the whole line, for messages */
	struct ft_flat_option *option;
	uint32_t n_option;
};

struct ft_flat {
	struct ft_arena arena;
	const char *file; /* for messages */
	bool slurm; /* read lines as sacctmgr: those without a dash are none */
	bool
	    recent; /* slurm: as in newer releases, drop blanks around names and
	                values, and keep the colon of gres/gpu:tesla=3 */
	struct ft_flat_line *line;
	size_t n, cap;
};

void ft_flat_init(struct ft_flat *flat, const char *file);
void ft_flat_free(struct ft_flat *flat);
/*
 * Append a line (strings copied) with no options; valid until the next add.
 * Its title is the usual one of KIND, its number that of the line.
 */
struct ft_flat_line *ft_flat_add(
    struct ft_flat *flat, enum ft_flat_kind kind, const char *name, size_t len);
/* Append an option to the last line. */
void ft_flat_add_option(
    struct ft_flat *flat, const char *key, const char *value, uint32_t column);

#endif
