/* request_check.c - what must be there to create a reservation. */

#include "model/reservation/request.h"

static bool
has_text(const struct ft_reservation_request *request, int key)
{
	return request->given[key] && *request->text[key];
}

/* Whether one of the counts is not 0. */
static bool
has_count(const uint32_t *count, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (count[i])
			return true;
	return false;
}

static bool
asks_for_something(const struct ft_reservation_request *request)
{
	return has_text(request, FT_RESERVATION_KEY_NODES) ||
	       has_text(request, FT_RESERVATION_KEY_PARTITION) ||
	       has_text(request, FT_RESERVATION_KEY_BURST_BUFFER) ||
	       *request->licenses || request->given[FT_RESERVATION_KEY_WATTS] ||
	       request->given[FT_RESERVATION_KEY_TRES_PER_NODE] ||
	       (request->given[FT_RESERVATION_KEY_TRES] &&
		   ft_release_has(
		       request->release, FT_RULE_RESERVATION_TRES)) ||
	       request->n_core_count ||
	       has_count(request->node_count, request->n_node_count);
}

static enum ft_status
check_time(const struct ft_reservation_request *request, struct ft_error *err)
{
	bool end = request->given[FT_RESERVATION_KEY_END];
	bool duration = request->given[FT_RESERVATION_KEY_DURATION];

	if (!request->given[FT_RESERVATION_KEY_START])
		return ft_fail(err, FT_EINVAL,
		    "A start time must be given.  No reservation created.");
	if (!end && !duration)
		return ft_fail(err, FT_EINVAL,
		    "An end time or duration must be given.  No reservation "
		    "created.");
	if (end && duration &&
	    request->end - request->start != request->duration)
		return ft_fail(err, FT_EINVAL,
		    "StartTime + Duration does not equal EndTime.  No "
		    "reservation created.");
	if (end && request->start > request->end)
		return ft_fail(err, FT_EINVAL,
		    "Start time cannot be after end time.  No reservation "
		    "created.");
	return FT_OK;
}

static enum ft_status
check_who(const struct ft_reservation_request *request, struct ft_error *err)
{
	static const int lists[] = { FT_RESERVATION_KEY_USERS,
		FT_RESERVATION_KEY_GROUPS, FT_RESERVATION_KEY_ACCOUNTS,
		FT_RESERVATION_KEY_ALLOWED, FT_RESERVATION_KEY_QOS };
	bool any = false;

	for (size_t i = 0; i < FT_COUNT(lists); i++)
		any |= has_text(request, lists[i]);
	if (!any)
		return ft_fail(err, FT_EINVAL,
		    "Either Users/Groups%s and/or Accounts must be specified.  "
		    "No reservation created.",
		    ft_release_has(
			request->release, FT_RULE_RESERVATION_FOR_QOS)
			? ", AllowedPartitions, QOS"
			: "");
	if (request->given[FT_RESERVATION_KEY_USERS] &&
	    request->given[FT_RESERVATION_KEY_GROUPS])
		return ft_fail(err, FT_EINVAL,
		    "Users and Groups are mutually exclusive.  You can have "
		    "one or the other, but not both.  No reservation "
		    "created.");
	return FT_OK;
}

enum ft_status
ft_reservation_request_check(
    const struct ft_reservation_request *request, struct ft_error *err)
{
	FT_TRY(check_time(request, err));
	if (request->set & FT_RESERVATION_MASK(PART_NODES) &&
	    (!has_text(request, FT_RESERVATION_KEY_PARTITION) ||
		strcasecmp(request->text[FT_RESERVATION_KEY_NODES], "ALL") !=
		    0))
		return ft_fail(err, FT_EINVAL,
		    "PART_NODES flag requires specifying a Partition and ALL "
		    "nodes.  No reservation created.");
	if (!asks_for_something(request))
		return ft_fail(err, FT_EINVAL,
		    "CoreCnt, Nodes, NodeCnt, %s or Watts must be specified.  "
		    "No reservation created.",
		    ft_release_has(request->release, FT_RULE_RESERVATION_TRES)
			? "TRES"
			: "BurstBuffer, Licenses");
	if (request->given[FT_RESERVATION_KEY_WATTS] &&
	    (has_text(request, FT_RESERVATION_KEY_NODES) ||
		request->n_node_count || request->n_core_count))
		return ft_fail(err, FT_EINVAL,
		    "A power reservation must be empty and set the "
		    "LICENSE_ONLY flag.  No reservation created.");
	return check_who(request, err);
}
