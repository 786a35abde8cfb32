/*
 * site.h - fimport site: imports everything that fairtree-collect collected on
 * a cluster, in one transaction.
 *
 * site.c has the order of the parts.  The parts are the other sub-commands of
 * fimport, each of which reads one file of the site.
 */
#ifndef FT_CMD_FIMPORT_SITE_SITE_H
#define FT_CMD_FIMPORT_SITE_SITE_H

#include "fimport/jobs.h"
#include "files/sitefiles.h"

#define FIMPORT_SITE_CONF "conf/slurm.conf"

struct fimport_site_assoc {
	const char *account, *user, *partition; /* "" none */
};

struct fimport_site {
	struct fimport *import;
	struct ft_sitefiles files;
	int64_t now;        /* the instant of the snapshot */
	struct ft_str name; /* of the file that is being imported */
	struct fimport_since
	    *since;          /* --since-last (since.h); NULL: an import */
	struct ft_str notes; /* what the site does not say, a line each */
	struct ft_arena arena;
	struct fimport_site_assoc *assoc; /* if sacctmgr listed them */
	size_t n, cap;
	struct ft_map ids; /* index of an association by its number there */
};

/* ---- part.c ---------------------------------------------------------------------- */

/* Let import->text and import->file be the file NAME of the site. */
enum ft_status fimport_site_read(struct fimport_site *site, const char *name,
    enum ft_bound kind, struct ft_error *err);
/* Read it and import it by RUN. */
enum ft_status fimport_site_part(struct fimport_site *site, const char *name,
    enum ft_bound kind, fimport_fn *run, struct ft_error *err);

/* ---- settings.c ---------------------------------------------------------------- */

/* Import the settings, and begin the transaction. */
enum ft_status fimport_site_settings(
    struct fimport_site *site, struct ft_error *err);

/* Read what an Include line of slurm.conf names (ft_slurmconf_include; ctx: the site);
 * the collector kept both kinds of names below conf/. */
enum ft_status fimport_site_include(
    void *ctx, const char *name, struct ft_str *text, struct ft_error *err);
/* Append a line that names the release of Slurm, if the site names it. */
enum ft_status fimport_site_version(
    struct fimport_site *site, struct ft_str *text, struct ft_error *err);

/* ---- anonymise.c --------------------------------------------------------------- */

/* Write the site to the folder import->anonymise with other names. */
enum ft_status fimport_site_anonymise(
    struct fimport_site *site, struct ft_error *err);

/* ---- tree.c ---------------------------------------------------------------------- */

/* Change accounts, users and their limits until they are those of the site. */
enum ft_status fimport_site_tree(
    struct fimport_site *site, struct ft_error *err);

/* ---- usage.c --------------------------------------------------------------------- */

/* Set the usage of all associations and the clock. */
enum ft_status fimport_site_usage(
    struct fimport_site *site, struct ft_error *err);

/* ---- tres.c ---------------------------------------------------------------------- */

/* Receives a TRES: its number at the site, and here, 0 none. */
typedef void fimport_site_tres_fn(void *ctx, uint32_t there, uint32_t here);
/* Call FN for each TRES that the site lists.  import->balance is set. */
enum ft_status fimport_site_tres(struct fimport_site *site,
    fimport_site_tres_fn *fn, void *ctx, struct ft_error *err);
/* Receives the amount of a TRES, or of FT_USAGE_WALL. */
typedef void fimport_site_amount_fn(void *ctx, uint32_t id, ft_real amount);
/* Call FN with what CHARGE used of each TRES in SECONDS. */
void fimport_site_charge(const struct ft_late_charge *charge, double seconds,
    fimport_site_amount_fn *fn, void *ctx);
/* Returns the mark of OWNER for AMOUNT and MORE millionths. */
struct ft_usage_mark fimport_site_mark(
    const struct ft_usage_mark *owner, ft_real amount, int32_t more);

/* ---- qosusage.c ------------------------------------------------------------------ */

/* Set the usage of QOS from slurmctld's file; PASS: the time of a decay
 * pass. */
enum ft_status fimport_site_qos_usage(
    struct fimport_site *site, int64_t pass, struct ft_error *err);

/* ---- queue.c --------------------------------------------------------------------- */

/* Import jobs that have ended, run or wait.  KNOWN: the jobs of the store. */
enum ft_status fimport_site_jobs(struct fimport_site *site,
    struct fimport_known *known, struct ft_error *err);

#endif
