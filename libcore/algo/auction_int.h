/*
 * auction_int.h - shared by the files of algo/auction.
 */
#ifndef FT_ALGO_AUCTION_INT_H
#define FT_ALGO_AUCTION_INT_H

#include "algo/auction.h"

__extension__ typedef __int128 ft_wide;

/* Whether bidder I takes part: not left out, no wider than the machine. */
static inline bool
ft_auction_enters(const struct ft_auction *auction, size_t skip, size_t i)
{
	return i != skip && auction->bidder[i].nodes <= auction->nodes;
}

ft_allocate_fn ft_auction_exact, ft_auction_halt, ft_auction_continue,
    ft_auction_order_halt, ft_auction_order_continue;

#endif
