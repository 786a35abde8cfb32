#include "model/account/qos.h"

static const struct ft_keyword flags[] = {
#define FLAG(id, name, dbd, since, place, later, json)                         \
	{ name, dbd, FT_RELEASE_##since, place, later, json },
#define MODE(name, dbd)
#include "model/account/qos.def"
#undef FLAG
#undef MODE
};
static const struct ft_keyword modes[] = {
#define FLAG(...)
#define MODE(name, dbd) { name, dbd, .place = 0 },
#include "model/account/qos.def"
};
const struct ft_keywords ft_qos_flag_words = { flags, FT_QOS_FLAGS };
const struct ft_keywords ft_qos_mode_words = { modes, FT_QOS_PREEMPT_MODES };

const char *
ft_qos_preempt_mode(uint32_t mode)
{
	return modes[mode].name;
}

int
ft_qos_preempt_mode_find(const char *word)
{
	if (strcasecmp(word, "off") == 0)
		return 0;
	if (strcasecmp(word, "on") == 0)
		return 1;
	for (size_t i = 0; i < FT_QOS_PREEMPT_MODES; i++) {
		const char *mode = modes[i].name;
		size_t len = strlen(mode);

		if (strcasecmp(word, mode) == 0)
			return (int)i;
		/* "suspend,gang" is "gang,suspend" */
		if (strncmp(mode, "gang,", 5) == 0 && strlen(word) == len &&
		    strncasecmp(word, mode + 5, len - 5) == 0 &&
		    strcasecmp(word + len - 5, ",gang") == 0)
			return (int)i;
	}
	return -1;
}
