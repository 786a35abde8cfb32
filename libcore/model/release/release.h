/*
 * release.h - which Slurm is mirrored, and what is true of that release.
 *
 * A store mirrors one release (FairTreeSlurm).  What differs between releases is
 * data: rows of tables have the releases since and until which they are there,
 * behaviour is a row of rule.def.  No code compares releases by itself.
 */
#ifndef FT_MODEL_RELEASE_RELEASE_H
#define FT_MODEL_RELEASE_RELEASE_H

#include "base/base.h"

/* Oldest first. */
enum ft_release {
#define RELEASE(id, ...) FT_RELEASE_##id,
#include "model/release/release.def"
#undef RELEASE
	FT_RELEASES,
	FT_RELEASE_NEWEST = FT_RELEASES - 1,
	/* in place of a release: our own commands, which know what any has */
	FT_RELEASE_ANY = FT_RELEASES
};

struct ft_release_info {
	const char *name;    /* "24.11" */
	const char *version; /* "24.11.5" */
	const char *parser;  /* of its JSON, "v0.0.42" */
	uint32_t rpc;        /* version of its protocol */
	bool recorded;       /* its answers were recorded */
	const char *parsers; /* those it has, "v0.0.42 v0.0.41" */
};
extern const struct ft_release_info ft_releases[FT_RELEASES];

/*
 * Set *release to the one that TEXT names: "24.11", "24.11.5", "slurm-wlm
 * 24.11.5".  One that is older or newer than all is the oldest or newest, one
 * between two the older of them.
 * Returns false if TEXT names no release.
 */
bool ft_release_parse(const char *text, enum ft_release *release);
/* Returns whether TEXT names RELEASE itself, whatever the patch level is. */
bool ft_release_is(enum ft_release release, const char *text);

/*
 * Set *shape to the release whose data parser is NAME, if RELEASE has that
 * parser; returns whether it has.
 */
bool ft_release_parser(
    enum ft_release release, const char *name, enum ft_release *shape);

/*
 * Returns whether RELEASE, or FT_RELEASE_ANY, has what came with SINCE and went
 * with UNTIL.  UNTIL 0: it never went, as the oldest release takes nothing away.
 */
bool ft_release_within(
    enum ft_release release, enum ft_release since, enum ft_release until);

/* What differs: rows of rule.def. */
enum ft_release_rule {
#define RULE(id, ...) FT_RULE_##id,
#include "model/release/rule.def"
#undef RULE
	FT_RULES
};

struct ft_release_rule_info {
	const char *id;               /* "LINEAGE" */
	enum ft_release since, until; /* until 0: no end */
	const char *place;            /* the file whose code asks for it */
	const char *sentence, *recorded;
};
extern const struct ft_release_rule_info ft_release_rules[FT_RULES + 1];

/* Returns whether RULE holds in RELEASE. */
bool ft_release_has(enum ft_release release, enum ft_release_rule rule);

#endif
