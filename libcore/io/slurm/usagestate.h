/*
 * usagestate.h - read the file assoc_usage of slurmctld's StateSaveLocation: the
 * usage of associations by number, exact to the millionth.
 *
 * All integers are big endian:
 *
 *     u16 version of the protocol, i64 time of writing
 *     then for each association
 *         u32 its number, text raw usage, text usage of TRES, u32 wall time
 *     text = u32 length with the closing NUL, 0 none; then the bytes
 *
 * Usage is "1000.500000", that of TRES "1=1000.500000,5=1000.500000", by number and
 * without those that are zero.  Slurm 22.05, 24.11 and 26.05 write the same; releases
 * between them are taken to.
 */
#ifndef FT_IO_SLURM_USAGESTATE_H
#define FT_IO_SLURM_USAGESTATE_H

#include "base/cursor.h"
#include "model/release/release.h"

/* What the file says of itself. */
struct ft_usagestate {
	enum ft_release release; /* of the slurmctld that wrote it */
	int64_t at;              /* when */
};

struct ft_usagestate_tres {
	uint32_t id; /* as in sacctmgr show tres */
	int64_t whole;
	int32_t micro;
};

struct ft_usagestate_record {
	uint32_t assoc; /* as in sacctmgr show assoc format=id */
	int64_t whole;  /* raw usage */
	int32_t micro;
	const struct ft_usagestate_tres *tres;
	size_t n_tres;
	uint32_t wall;   /* seconds that count for GrpWall */
	size_t position; /* of its first byte in the file, from 1 */
};

/* The record is valid during the call; HEAD is complete. */
typedef enum ft_status ft_usagestate_fn(
    void *ctx, const struct ft_usagestate_record *record, struct ft_error *err);

/*
 * Fill HEAD and call FN for each record.  FT_EPARSE "file:1:BYTE: ...": the file
 * ends early, is of an unknown release or has no such numbers; or FN's status.
 */
enum ft_status ft_usagestate_parse(const struct ft_input *input,
    struct ft_usagestate *head, ft_usagestate_fn *fn, void *ctx,
    struct ft_error *err);

#endif
