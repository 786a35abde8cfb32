/*
 * sluid.c - Slurm's identifier of a job that is unique among clusters.
 *
 * 64 bits: 12 of the cluster, 42 of the time in ms, 10 that tell jobs of one
 * time apart; written with Crockford's digits of base 32, which sort like the
 * number.  Decoded from what 26.05 prints (case f01).  slurmdbd gives clusters
 * ids of its own; ours follow from the name, so that they stay the same.
 */
#include "model/job/sluid.h"

#include "base/hash.h"

#define DIGITS 13

/* A cluster's number of 12 bits. */
static uint64_t
cluster_bits(const char *name)
{
	uint64_t hash = ft_hash(FT_HASH, name, strlen(name));

	return (hash ^ hash >> 12 ^ hash >> 24) & 0xfff;
}

void
ft_job_add_sluid(struct ft_str *str, const struct ft_job *job, const char *name)
{
	static const char digit[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	uint64_t time = (uint64_t)job->submitted * 1000 + job->number % 1000;
	uint64_t bits = cluster_bits(name) << 52 |
			(time & 0x3ffffffffff) << 10 |
			(job->number / 1000 & 0x3ff);

	ft_str_add_char(str, 's');
	for (unsigned i = DIGITS; i > 0; i--)
		ft_str_add_char(str, digit[bits >> 5 * (i - 1) & 31]);
}
