/*
 * slowauction.h - auctions the way the header tells them: slow, short, plain.
 *
 * A twin of algo/research/auction.h that shares no code with it.
 */
#ifndef SLOWAUCTION_H
#define SLOWAUCTION_H

#include "algo/research/auction.h"

/* As ft_allocate_fn, of allocators that are no rows. */
typedef int64_t slowauction_fn(
    const struct ft_auction *auction, size_t skip, bool *win);

/*
 * The allocator of that kind.  EXACT tries all subsets, so n must be small: at
 * most 16.
 */
slowauction_fn *slowauction(enum ft_allocator_kind kind);

/* The largest total, a row per bidder: for as many bidders as you like. */
int64_t slowauction_plain(
    const struct ft_auction *auction, size_t skip, bool *win);

/* pay[n] of the winners: a run without each; 0 for losers. */
void slowauction_rerun(const struct ft_auction *auction, slowauction_fn *run,
    const bool *win, int64_t *pay);
/* pay[n] of the winners: bids are tried from 0 on. */
void slowauction_critical(const struct ft_auction *auction, slowauction_fn *run,
    const bool *win, int64_t *pay);

#endif
