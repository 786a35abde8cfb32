#include "model/tree/event.h"

const struct ft_event_info ft_event_infos[FT_EVENT_COUNT] = {
#define FT_EVENT(id, name, sentence) [FT_EVENT_##id] = { name, sentence },
#include "model/tree/event.def"
#undef FT_EVENT
};
