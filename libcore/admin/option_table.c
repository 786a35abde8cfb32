/* The names of settings and the labels they are told by. */
#include "admin/option.h"
#include "admin/option_int.h"

#define COUNT(name, min, kind, label)                                          \
	{                                                                      \
		name, min, FT_TYPE_COUNT, FT_SET_LIMIT, FT_LIMIT_##kind, NULL, \
		    label, false                                               \
	}
#define TRES(name, min, kind, label)                                           \
	{                                                                      \
		name, min, FT_TYPE_TRES, FT_SET_LIMIT, FT_LIMIT_##kind, NULL,  \
		    label, false                                               \
	}
#define TRES_NEWER(name, min, kind, label)                                     \
	{                                                                      \
		name, min, FT_TYPE_TRES, FT_SET_LIMIT, FT_LIMIT_##kind, NULL,  \
		    label, true                                                \
	}
#define OLD(name, min, kind, tres, label)                                      \
	{                                                                      \
		name, min, FT_TYPE_TRES_OLD, FT_SET_LIMIT, FT_LIMIT_##kind,    \
		    tres, label, false                                         \
	}
#define WALL(name, min, kind, label)                                           \
	{                                                                      \
		name, min, FT_TYPE_MINUTES, FT_SET_LIMIT, FT_LIMIT_##kind,     \
		    NULL, label, false                                         \
	}
#define OTHER(name, min, type, field)                                          \
	{                                                                      \
		name, min, FT_TYPE_##type, FT_SET_##field, FT_LIMIT_KINDS,     \
		    NULL, name, false                                          \
	}

/* clang-format off */
const struct ft_admin_option ft_admin_assoc_options[] = {
	{ "Comment", 2, FT_TYPE_TEXT, FT_SET_COMMENT, FT_LIMIT_KINDS, NULL,
	    "Comment", true },
	OTHER("DefaultQOS", 8, QOS, DEFAULT_QOS),
	OTHER("FairShare", 1, SHARES, SHARES),
	{ "Shares", 1, FT_TYPE_SHARES, FT_SET_SHARES, FT_LIMIT_KINDS, NULL,
	    "FairShare", false },
	TRES("GrpTRES", 7, GRP_TRES, "GrpTRES"),
	TRES("GrpTRESMins", 8, GRP_TRES_MINS, "GrpTRESMins"),
	TRES("GrpTRESRunMins", 8, GRP_TRES_RUN_MINS, "GrpTRESRunMins"),
	OLD("GrpCPUs", 7, GRP_TRES, "cpu", "GrpCpus"),
	OLD("GrpCPUMins", 7, GRP_TRES_MINS, "cpu", "GrpCPUMins"),
	OLD("GrpCPURunMins", 7, GRP_TRES_RUN_MINS, "cpu", "GrpCPURunMins"),
	COUNT("GrpJobs", 4, GRP_JOBS, "GrpJobs"),
	COUNT("GrpJobsAccrue", 8, GRP_JOBS_ACCRUE, "GrpJobsAccrue"),
	OLD("GrpMemory", 4, GRP_TRES, "mem", "GrpMemory"),
	OLD("GrpNodes", 4, GRP_TRES, "node", "GrpNodes"),
	COUNT("GrpSubmitJobs", 4, GRP_SUBMIT_JOBS, "GrpSubmitJobs"),
	WALL("GrpWall", 4, GRP_WALL, "GrpWall"),
	TRES("MaxTRES", 7, MAX_TRES, "MaxTRES"),
	TRES_NEWER("MaxTRESPJ", 9, MAX_TRES, "MaxTRES"),
	TRES("MaxTRESPerJob", 11, MAX_TRES, "MaxTRES"),
	TRES("MaxTRESPerNode", 11, MAX_TRES_PN, "MaxTRESPerNode"),
	TRES_NEWER("MaxTRESPN", 9, MAX_TRES_PN, "MaxTRESPerNode"),
	TRES("MaxTRESMinsPerJob", 8, MAX_TRES_MINS, "MaxTRESMins"),
	TRES_NEWER("MaxTRESMinsPJ", 13, MAX_TRES_MINS, "MaxTRESMins"),
	TRES("MaxTRESRunMins", 8, MAX_TRES_RUN_MINS, "MaxTRESRunMins"),
	OLD("MaxCPUsPerJob", 7, MAX_TRES, "cpu", "MaxCpusPerJob"),
	OLD("MaxCPUMinsPerJob", 7, MAX_TRES_MINS, "cpu", "MaxCPUMinsPerJob"),
	OLD("MaxCPURunMins", 7, MAX_TRES_RUN_MINS, "cpu", "MaxCPURunMins"),
	COUNT("MaxJobs", 4, MAX_JOBS, "MaxJobs"),
	COUNT("MaxJobsAccrue", 8, MAX_JOBS_ACCRUE, "MaxJobsAccrue"),
	OLD("MaxNodesPerJob", 4, MAX_TRES, "node", "MaxNodes"),
	COUNT("MaxSubmitJobs", 4, MAX_SUBMIT_JOBS, "MaxSubmitJobs"),
	WALL("MaxWallDurationPerJob", 4, MAX_WALL, "MaxWall"),
	COUNT("MinPrioThresh", 4, MIN_PRIO, "MinPrioThresh"),
	OTHER("Parent", 2, NAME, PARENT),
	COUNT("Priority", 2, PRIORITY, "Priority"),
	OTHER("QosLevel", 1, QOS_LIST, QOS_LIST),
	{ 0 }
};

const struct ft_admin_option ft_admin_qos_options[] = {
	OTHER("Description", 1, NAME, DESCRIPTION),
	OTHER("Flags", 2, QOS_FLAGS, FLAGS),
	OTHER("GraceTime", 3, SECONDS, GRACE),
	TRES("GrpTRES", 7, GRP_TRES, "GrpTRES"),
	TRES("GrpTRESMins", 8, GRP_TRES_MINS, "GrpTRESMins"),
	TRES("GrpTRESRunMins", 8, GRP_TRES_RUN_MINS, "GrpTRESRunMins"),
	OLD("GrpCPUs", 7, GRP_TRES, "cpu", "GrpCpus"),
	OLD("GrpCPUMins", 7, GRP_TRES_MINS, "cpu", "GrpCPUMins"),
	OLD("GrpCPURunMins", 7, GRP_TRES_RUN_MINS, "cpu", "GrpCPURunMins"),
	COUNT("GrpJobs", 4, GRP_JOBS, "GrpJobs"),
	COUNT("GrpJobsAccrue", 8, GRP_JOBS_ACCRUE, "GrpJobsAccrue"),
	OLD("GrpMemory", 4, GRP_TRES, "mem", "GrpMemory"),
	OLD("GrpNodes", 4, GRP_TRES, "node", "GrpNodes"),
	COUNT("GrpSubmitJobs", 4, GRP_SUBMIT_JOBS, "GrpSubmitJobs"),
	WALL("GrpWall", 4, GRP_WALL, "GrpWall"),
	OTHER("LimitFactor", 6, REAL, LIMIT_FACTOR),
	TRES("MaxTRES", 7, MAX_TRES, "MaxTRES"),
	TRES_NEWER("MaxTRESPJ", 9, MAX_TRES, "MaxTRES"),
	TRES("MaxTRESPerJob", 11, MAX_TRES, "MaxTRES"),
	TRES("MaxTRESPerNode", 11, MAX_TRES_PN, "MaxTRESPerNode"),
	TRES_NEWER("MaxTRESPN", 9, MAX_TRES_PN, "MaxTRESPerNode"),
	TRES("MaxTRESPerAccount", 11, MAX_TRES_PA, "MaxTRESPerAccount"),
	TRES("MaxTRESPA", 9, MAX_TRES_PA, "MaxTRESPerAccount"),
	TRES("MaxTRESPerUser", 11, MAX_TRES_PU, "MaxTRESPerUser"),
	TRES("MaxTRESPU", 9, MAX_TRES_PU, "MaxTRESPerUser"),
	TRES("MaxTRESMinsPerJob", 8, MAX_TRES_MINS, "MaxTRESMins"),
	TRES_NEWER("MaxTRESMinsPJ", 13, MAX_TRES_MINS, "MaxTRESMins"),
	TRES_NEWER("MaxTRESRunMinsPerAccount", 20, MAX_TRES_RUN_MINS_PA,
	    "MaxTRESRunMinsPerAccount"),
	TRES("MaxTRESRunMinsPA", 16, MAX_TRES_RUN_MINS_PA,
	    "MaxTRESRunMinsPerAccount"),
	TRES_NEWER("MaxTRESRunMinsPerUser", 20, MAX_TRES_RUN_MINS_PU,
	    "MaxTRESRunMinsPerUser"),
	TRES("MaxTRESRunMinsPU", 16, MAX_TRES_RUN_MINS_PU,
	    "MaxTRESRunMinsPerUser"),
	OLD("MaxCPUsPerJob", 7, MAX_TRES, "cpu", "MaxCpusPerJob"),
	OLD("MaxCPUsPerUser", 11, MAX_TRES_PU, "cpu", "MaxCpusPerUser"),
	OLD("MaxCPUsPU", 9, MAX_TRES_PU, "cpu", "MaxCpusPerUser"),
	OLD("MaxCPUMinsPerJob", 7, MAX_TRES_MINS, "cpu", "MaxCPUMinsPerJob"),
	COUNT("MaxJobsPerUser", 4, MAX_JOBS_PU, "MaxJobsPerUser"),
	COUNT("MaxJobsPU", 9, MAX_JOBS_PU, "MaxJobsPerUser"),
	COUNT("MaxJobsPerAccount", 11, MAX_JOBS_PA, "MaxJobsPerAccount"),
	COUNT("MaxJobsPA", 9, MAX_JOBS_PA, "MaxJobsPerAccount"),
	COUNT("MaxJobsAccruePerUser", 17, MAX_JOBS_ACCRUE_PU,
	    "MaxJobsAccruePerUser"),
	COUNT("MaxJobsAccruePU", 15, MAX_JOBS_ACCRUE_PU,
	    "MaxJobsAccruePerUser"),
	COUNT("MaxJobsAccruePerAccount", 17, MAX_JOBS_ACCRUE_PA,
	    "MaxJobsAccruePerAccount"),
	COUNT("MaxJobsAccruePA", 15, MAX_JOBS_ACCRUE_PA,
	    "MaxJobsAccruePerAccount"),
	COUNT("MaxSubmitJobsPerUser", 4, MAX_SUBMIT_PU,
	    "MaxSubmitJobsPerUser"),
	COUNT("MaxSubmitJobsPU", 15, MAX_SUBMIT_PU, "MaxSubmitJobsPerUser"),
	COUNT("MaxSubmitJobsPerAccount", 17, MAX_SUBMIT_PA,
	    "MaxSubmitJobsPerAccount"),
	COUNT("MaxSubmitJobsPA", 15, MAX_SUBMIT_PA,
	    "MaxSubmitJobsPerAccount"),
	OLD("MaxNodesPerJob", 4, MAX_TRES, "node", "MaxNodes"),
	OLD("MaxNodesPerUser", 8, MAX_TRES_PU, "node", "MaxNodesPerUser"),
	OLD("MaxNodesPU", 8, MAX_TRES_PU, "node", "MaxNodesPerUser"),
	WALL("MaxWallDurationPerJob", 4, MAX_WALL, "MaxWall"),
	TRES("MinTRESPerJob", 7, MIN_TRES, "MinTRES"),
	OLD("MinCPUsPerJob", 7, MIN_TRES, "cpu", "MinCpusPerJob"),
	COUNT("MinPrioThresh", 4, MIN_PRIO, "MinPrioThresh"),
	OTHER("Preempt", 7, QOS_LIST, PREEMPT),
	OTHER("PreemptMode", 8, PREEMPT_MODE, PREEMPT_MODE),
	OTHER("PreemptExemptTime", 8, SECONDS, EXEMPT),
	OTHER("Priority", 3, COUNT, PRIORITY),
	OTHER("UsageFactor", 6, REAL, FACTOR),
	OTHER("UsageThreshold", 6, REAL, THRESHOLD),
	{ 0 }
};

#define SAY(label, width, kind) \
	{ label, width, FT_SET_LIMIT, FT_LIMIT_##kind, "NONE" }
#define SAY_FIELD(label, width, field) \
	{ label, width, FT_SET_##field, FT_LIMIT_KINDS, "NONE" }

/* In the order of sacctmgr's messages; widths with the blank behind. */
const struct ft_admin_label ft_admin_assoc_labels[] = {
	SAY_FIELD("Fairshare", 14, SHARES),
	SAY("GrpJobs", 14, GRP_JOBS),
	{ "GrpJobsAccrue", 25, FT_SET_LIMIT, FT_LIMIT_GRP_JOBS_ACCRUE, "None" },
	SAY("GrpSubmitJobs", 14, GRP_SUBMIT_JOBS),
	SAY("GrpTRES", 14, GRP_TRES),
	SAY("GrpTRESMins", 14, GRP_TRES_MINS),
	SAY("GrpTRESRunMins", 14, GRP_TRES_RUN_MINS),
	SAY("GrpWall", 14, GRP_WALL),
	SAY("MaxJobs", 14, MAX_JOBS),
	SAY("MaxJobsPrioAcc", 14, MAX_JOBS_ACCRUE),
	SAY("MaxSubmitJobs", 14, MAX_SUBMIT_JOBS),
	SAY("MaxTRES", 14, MAX_TRES),
	SAY("MaxTRESPerNode", 14, MAX_TRES_PN),
	SAY("MaxTRESMins", 14, MAX_TRES_MINS),
	SAY("MaxTRESRUNMins", 14, MAX_TRES_RUN_MINS),
	SAY("MaxWall", 14, MAX_WALL),
	SAY("MinPrioThresh", 14, MIN_PRIO),
	SAY_FIELD("Parent", 14, PARENT),
	SAY("Priority", 14, PRIORITY),
	SAY_FIELD("QOS", 14, QOS_LIST),
	SAY_FIELD("DefQOS", 14, DEFAULT_QOS),
	SAY_FIELD("Comment", 14, COMMENT),
	{ 0 }
};

const struct ft_admin_label ft_admin_qos_labels[] = {
	SAY_FIELD("Flags", 25, FLAGS),
	SAY_FIELD("GraceTime", 25, GRACE),
	SAY("GrpJobs", 25, GRP_JOBS),
	SAY("GrpJobsAccrue", 25, GRP_JOBS_ACCRUE),
	SAY("GrpSubmitJobs", 25, GRP_SUBMIT_JOBS),
	SAY("GrpTRES", 25, GRP_TRES),
	SAY("GrpTRESMins", 25, GRP_TRES_MINS),
	SAY("GrpTRESRunMins", 25, GRP_TRES_RUN_MINS),
	SAY("GrpWall", 25, GRP_WALL),
	SAY("MaxJobsAccruePerAccount", 25, MAX_JOBS_ACCRUE_PA),
	SAY("MaxJobsAccruePerUser", 25, MAX_JOBS_ACCRUE_PU),
	SAY("MaxJobsPerAccount", 25, MAX_JOBS_PA),
	SAY("MaxJobsPerUser", 15, MAX_JOBS_PU),
	SAY("MaxSubmitJobsPerAccount", 25, MAX_SUBMIT_PA),
	SAY("MaxSubmitJobsPerUser", 25, MAX_SUBMIT_PU),
	SAY("MaxTRESPerAccount", 25, MAX_TRES_PA),
	SAY("MaxTRESPerJob", 25, MAX_TRES),
	SAY("MaxTRESPerNode", 25, MAX_TRES_PN),
	SAY("MaxTRESPerUser", 25, MAX_TRES_PU),
	SAY("MinPrioThresh", 25, MIN_PRIO),
	SAY("MinTRESPerJob", 25, MIN_TRES),
	SAY("MaxTRESMins", 25, MAX_TRES_MINS),
	SAY("MaxTRESRUNMinsPerAccount", 25, MAX_TRES_RUN_MINS_PA),
	SAY("MaxTRESRUNMinsPerUser", 25, MAX_TRES_RUN_MINS_PU),
	SAY("MaxWall", 25, MAX_WALL),
	SAY_FIELD("Preempt", 25, PREEMPT),
	SAY_FIELD("PreemptMode", 25, PREEMPT_MODE),
	SAY_FIELD("PreemptExemptTime", 25, EXEMPT),
	SAY_FIELD("Priority", 25, PRIORITY),
	SAY_FIELD("UsageFactor", 25, FACTOR),
	SAY_FIELD("UsageThreshold", 25, THRESHOLD),
	SAY_FIELD("LimitFactor", 25, LIMIT_FACTOR),
	{ 0 }
};
/* clang-format on */
