/*
 * treefile.h - what the measuring programs share: the clock, medians, and
 * reading ftgen's arrays.
 */
#ifndef TREEFILE_H
#define TREEFILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"

#define TREEFILE_SHARES_PARENT UINT32_C(0x7fffffff)
#define TREEFILE_RUNS_MAX      101

/* Arrays of n nodes in preorder. */
struct treefile {
	uint32_t n, n_user;
	int32_t *parent; /* -1 for node 0 */
	uint32_t *shares;
	uint8_t *user;
	double *usage; /* totals */
};

static inline double
bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline int
bench_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sort the times and return the middle one. */
static inline double
bench_median(double *times, int n)
{
	qsort(times, (size_t)n, sizeof *times, bench_compare);
	return times[n / 2];
}

static inline void *
treefile_array(FILE *file, const char *path, size_t size, size_t n)
{
	void *data = ft_alloc(size * n);

	if (fread(data, size, n, file) == n)
		return data;
	fprintf(stderr, "%s: too short\n", path);
	exit(1);
}

static inline void
treefile_read(struct treefile *tree, const char *path)
{
	FILE *file = fopen(path, "rb");
	uint32_t *head;
	size_t n;

	if (!file) {
		perror(path);
		exit(1);
	}
	/* 8 bytes of magic, two numbers */
	head = treefile_array(file, path, sizeof *head, 4);
	tree->n = head[2];
	tree->n_user = head[3];
	n = tree->n;
	tree->parent = treefile_array(file, path, sizeof *tree->parent, n);
	tree->shares = treefile_array(file, path, sizeof *tree->shares, n);
	tree->user = treefile_array(file, path, 1, (n + 7) / 8 * 8);
	tree->usage = treefile_array(file, path, sizeof *tree->usage, n);
	ft_free(head);
	fclose(file);
}

static inline void
treefile_free(struct treefile *tree)
{
	ft_free(tree->parent);
	ft_free(tree->shares);
	ft_free(tree->user);
	ft_free(tree->usage);
}

/* Write "node factor" lines of the users; factor: by node of the file. */
static inline void
treefile_write_ranks(
    const struct treefile *tree, const double *factor, const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file) {
		perror(path);
		exit(1);
	}
	for (uint32_t i = 0; i < tree->n; i++)
		if (tree->user[i])
			fprintf(file, "%u %.17g\n", i, factor[i]);
	fclose(file);
}

#endif
