/*
 * ftgen.c - deterministic trees for measuring.
 *
 *   ftgen SHAPE NUSERS SEED PREFIX
 *
 *   flat     root, one account, N users
 *   typical  root, divisions of about 20 accounts, accounts of 1 to 39 users
 *   deep     10 levels below the root; 2 % of the users hang on inner accounts,
 *            so that users and accounts are siblings
 *   chain    one account below the other, a user in each
 *   ties     typical, but 90 % of the users have no usage, shares are 1 or 10,
 *            2 % of the users have `parent` shares
 *   zero     typical, but 20 % of the accounts and 10 % of the users have 0
 *            shares: many sibling accounts tie
 *
 * Writes, all in preorder, node 0 the account root, node 1 its user root:
 *   PREFIX.bin    "FTREE01\0", u32 n, u32 users, i32 parent[n], u32 shares[n],
 *                 u8 is_user[n] (padded to 8), double usage[n] (totals)
 *   PREFIX.cfg    the same as a flat file
 *   PREFIX.usage  "account user usage" lines, as fimport usage reads them
 *
 * Usages are whole and the total is below 2^53, so every sum is exact.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

#define SHARES_PARENT UINT32_C(0x7fffffff)

struct node {
	int32_t parent;
	uint32_t shares;
	double usage;
	uint8_t user;
};

struct forest {
	struct node *node;
	size_t cap;
	uint32_t n, n_user, target;
	uint64_t state[2];
	bool ties, zero;
};

/* ---- random numbers: what they are is part of the format ------------------ */

static uint64_t
splitmix(uint64_t *x)
{
	uint64_t z = *x += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/* xorshift128+ */
static uint64_t
next(struct forest *forest)
{
	uint64_t a = forest->state[0], b = forest->state[1];

	forest->state[0] = b;
	a ^= a << 23;
	forest->state[1] = a ^ b ^ a >> 18 ^ b >> 5;
	return forest->state[1] + b;
}

/* Returns a number in (0, 1]. */
static double
unit(struct forest *forest)
{
	return (double)((next(forest) >> 11) + 1) * 0x1p-53;
}

static uint32_t
below(struct forest *forest, uint32_t bound)
{
	return (uint32_t)((next(forest) >> 32) * bound >> 32);
}

/* Log-normal, median about 1.6e5 seconds, cut at 1e9. */
static double
some_usage(struct forest *forest)
{
	double radius = sqrt(-2 * log(unit(forest)));
	double normal = radius * cos(6.283185307179586 * unit(forest));
	double usage = floor(exp(12 + 2.5 * normal));

	return usage > 1e9 ? 1e9 : usage < 1 ? 1 : usage;
}

/* ---- trees ---------------------------------------------------------------- */

static uint32_t
add(struct forest *forest, int32_t parent, bool user)
{
	struct node *node;

	forest->node = ft_vec_grow(forest->node, &forest->cap,
	    (size_t)forest->n + 1, sizeof *forest->node);
	node = &forest->node[forest->n];
	*node = (struct node){ .parent = parent, .user = user };
	if (forest->ties)
		node->shares = below(forest, 2) ? 1 : 10;
	else
		node->shares = 1 + below(forest, 100);
	if (forest->zero && below(forest, 100) < (user ? 10 : 20))
		node->shares = 0;
	if (user) {
		forest->n_user++;
		if (forest->ties && below(forest, 100) < 2)
			node->shares = SHARES_PARENT;
		if (below(forest, 100) >= (forest->ties ? 90 : 30))
			node->usage = some_usage(forest);
	}
	return forest->n++;
}

static void
add_users(struct forest *forest, uint32_t account, uint32_t count)
{
	while (count > 0 && count-- && forest->n_user < forest->target)
		add(forest, (int32_t)account, true);
}

static void
make_typical(struct forest *forest)
{
	while (forest->n_user < forest->target) {
		uint32_t division = add(forest, 0, false);
		uint32_t accounts = 1 + below(forest, 39);

		while (accounts > 0 && accounts-- &&
		       forest->n_user < forest->target) {
			uint32_t users = 1 + below(forest, 39);

			add_users(forest, add(forest, (int32_t)division, false),
			    users);
		}
	}
}

/* Give LEAVES leaf accounts to ACCOUNT, LEVELS levels of them below it. */
static void
make_deep(struct forest *forest, uint32_t account, uint32_t leaves, int levels)
{
	uint32_t parts;

	if (!levels) {
		add_users(forest, account, 1 + below(forest, 39));
		return;
	}
	if (below(forest, 100) < 40)
		add_users(forest, account, 1);
	parts = (uint32_t)ceil(pow(leaves, 1.0 / levels));
	for (uint32_t i = 0; i < parts && forest->n_user < forest->target;
	     i++) {
		uint32_t part = leaves / parts + (i < leaves % parts);

		if (part)
			make_deep(forest, add(forest, (int32_t)account, false),
			    part, levels - 1);
	}
}

/* As many levels as users. */
static void
make_chain(struct forest *forest)
{
	uint32_t account = 0;

	while (forest->n_user < forest->target) {
		account = add(forest, (int32_t)account, false);
		add_users(forest, account, 1);
	}
}

static bool
make(struct forest *forest, const char *shape)
{
	forest->ties = !strcmp(shape, "ties");
	forest->zero = !strcmp(shape, "zero");
	add(forest, -1, false);
	add(forest, 0, true);
	forest->node[0].shares = 1;
	forest->node[1].shares = 1;
	forest->node[1].usage = 0;
	forest->target++;
	if (!strcmp(shape, "flat"))
		add_users(forest, add(forest, 0, false), forest->target);
	else if (!strcmp(shape, "typical") || forest->ties || forest->zero)
		make_typical(forest);
	else if (!strcmp(shape, "chain"))
		make_chain(forest);
	else if (!strcmp(shape, "deep"))
		while (forest->n_user < forest->target)
			make_deep(forest, 0,
			    forest->target > 20 ? forest->target / 20 : 1, 9);
	else
		return false;
	for (uint32_t i = forest->n; i > 1 && i--;)
		forest->node[forest->node[i].parent].usage +=
		    forest->node[i].usage;
	return true;
}

/* ---- files ---------------------------------------------------------------- */

static FILE *
open_file(const char *prefix, const char *suffix)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s%s", prefix, suffix);
	file = fopen(path, "wb");
	if (!file) {
		perror(path);
		exit(1);
	}
	return file;
}

static void
write_arrays(const struct forest *forest, const char *prefix)
{
	FILE *file = open_file(prefix, ".bin");
	uint32_t n = forest->n;

	fwrite("FTREE01", 1, 8, file);
	fwrite(&n, sizeof n, 1, file);
	fwrite(&forest->n_user, sizeof n, 1, file);
	for (uint32_t i = 0; i < n; i++)
		fwrite(&forest->node[i].parent, 4, 1, file);
	for (uint32_t i = 0; i < n; i++)
		fwrite(&forest->node[i].shares, 4, 1, file);
	for (uint32_t i = 0; i < n; i++)
		fwrite(&forest->node[i].user, 1, 1, file);
	fwrite("\0\0\0\0\0\0\0", 1, (8 - n % 8) % 8, file);
	for (uint32_t i = 0; i < n; i++)
		fwrite(&forest->node[i].usage, 8, 1, file);
	fclose(file);
}

/* Returns the name of ACCOUNT in BUF. */
static const char *
account_name(char *buf, size_t size, uint32_t account)
{
	snprintf(buf, size, account ? "a%u" : "root", account);
	return buf;
}

static void
write_child(FILE *file, const struct forest *forest, uint32_t child)
{
	const struct node *node = &forest->node[child];
	char account[16], shares[16] = "parent";

	account_name(account, sizeof account, (uint32_t)node->parent);
	if (node->shares != SHARES_PARENT)
		snprintf(shares, sizeof shares, "%u", node->shares);
	if (!node->user)
		fprintf(file,
		    "Account - 'a%u':Description='a%u':Organization='bench'"
		    ":Fairshare=%s\n",
		    child, child, shares);
	else
		fprintf(file, "User - 'u%u':DefaultAccount='%s':Fairshare=%s\n",
		    child, account, shares);
}

static void
write_flat_file(const struct forest *forest, const char *prefix)
{
	uint32_t n = forest->n;
	uint32_t *first = ft_calloc((size_t)n + 2, sizeof *first);
	uint32_t *child = ft_alloc(n * sizeof *child);
	FILE *file = open_file(prefix, ".cfg");
	char name[16];

	for (uint32_t i = 1; i < n; i++)
		first[forest->node[i].parent + 2]++;
	for (uint32_t i = 2; i <= n + 1; i++)
		first[i] += first[i - 1];
	for (uint32_t i = 1; i < n; i++)
		child[first[forest->node[i].parent + 1]++] = i;
	fputs("Cluster - 'bench':Fairshare=1:QOS='normal'\n"
	      "Parent - 'root'\n"
	      "User - 'root':DefaultAccount='root':AdminLevel='Administrator'"
	      ":Fairshare=1\n",
	    file);
	for (uint32_t i = 0; i < n; i++) {
		if (first[i] == first[i + 1])
			continue;
		if (i)
			fprintf(file, "Parent - '%s'\n",
			    account_name(name, sizeof name, i));
		for (uint32_t j = first[i]; j < first[i + 1]; j++)
			if (child[j] != 1)
				write_child(file, forest, child[j]);
	}
	fclose(file);
	ft_free(first);
	ft_free(child);
}

static void
write_usage(const struct forest *forest, const char *prefix)
{
	FILE *file = open_file(prefix, ".usage");
	char name[16];

	fputs("root root 0\n", file);
	for (uint32_t i = 2; i < forest->n; i++)
		if (forest->node[i].user)
			fprintf(file, "%s u%u %.0f\n",
			    account_name(name, sizeof name,
				(uint32_t)forest->node[i].parent),
			    i, forest->node[i].usage);
	fclose(file);
}

int
main(int argc, char **argv)
{
	struct forest forest = { 0 };
	uint64_t seed;

	if (argc != 5)
		goto usage;
	forest.target = (uint32_t)strtoul(argv[2], NULL, 10);
	seed = strtoull(argv[3], NULL, 10);
	forest.state[0] = splitmix(&seed);
	forest.state[1] = splitmix(&seed);
	if (!make(&forest, argv[1]))
		goto usage;
	write_arrays(&forest, argv[4]);
	write_flat_file(&forest, argv[4]);
	write_usage(&forest, argv[4]);
	ft_free(forest.node);
	return 0;
usage:
	fprintf(stderr,
	    "usage: ftgen flat|typical|deep|ties|zero NUSERS SEED PREFIX\n");
	return 2;
}
