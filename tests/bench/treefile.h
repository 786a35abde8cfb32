/*
 * treefile.h - reading ftgen's arrays.
 */
#ifndef TREEFILE_H
#define TREEFILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "bench/clock.h"
#include "model/tree/tree.h"

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

/* Rows as a store would hand them over; id = number in the file + 1. */
static inline struct ft_tree_row *
treefile_rows(const struct treefile *file)
{
	struct ft_tree_row *row = ft_calloc(file->n, sizeof *row);

	for (uint32_t i = 0; i < file->n; i++) {
		row[i].id = i + 1;
		row[i].parent = (uint32_t)(file->parent[i] + 1);
		row[i].position = (int32_t)i;
		row[i].shares = file->shares[i];
		if (file->user[i])
			row[i].flags |= FT_NODE_USER;
		if (file->shares[i] == TREEFILE_SHARES_PARENT)
			row[i].flags |= FT_NODE_PARENT;
	}
	return row;
}

/* Some user of FILE, by the random number *x, which goes on. */
static inline uint32_t
bench_some_user(const struct treefile *file, uint64_t *x)
{
	for (;;) {
		uint32_t node;

		*x ^= *x << 13;
		*x ^= *x >> 7;
		*x ^= *x << 17;
		node = (uint32_t)(*x % file->n);
		if (file->user[node])
			return node;
	}
}

static inline double
bench_some_amount(uint64_t x)
{
	return (double)(1 + (x >> 20) % 1000000);
}

/* Print nanoseconds of the middle, all, and the 99th of a hundred. */
static inline void
bench_print_times(double *times, int n)
{
	double sum = 0, middle;

	for (int i = 0; i < n; i++)
		sum += times[i];
	middle = bench_median(times, n);
	printf("median %.0f mean %.0f p99 %.0f", middle * 1e9, sum * 1e9 / n,
	    times[(int)((double)n * .99)] * 1e9);
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
