/* One run at a time: a lock on PATH-run, which the system gives back. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "sim/sim.h"

enum ft_status
sim_lock(struct sim *sim, struct ft_error *err)
{
	struct flock lock = { 0 };
	struct ft_str path;
	int fd, problem;

	if (!strcmp(sim->session.path, ":memory:"))
		return FT_OK;
	ft_str_init(&path);
	ft_str_addf(&path, "%s-run", sim->session.path);
	fd = open(ft_str_text(&path), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	problem = errno;
	ft_str_free(&path);
	if (fd < 0)
		return ft_fail(err, FT_EIO, "cannot lock '%s-run': %s",
		    sim->session.path, strerror(problem));
	lock.l_type = F_WRLCK;
	lock.l_whence = SEEK_SET;
	if (fcntl(fd, F_SETLK, &lock) == 0) {
		sim->lock = fd;
		return FT_OK;
	}
	if (fcntl(fd, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
		lock.l_pid = 0;
	close(fd);
	return ft_fail(err, FT_EBUSY,
	    "time passes in this store already: process %ld runs it",
	    (long)lock.l_pid);
}

void
sim_unlock(struct sim *sim)
{
	if (sim->lock >= 0)
		close(sim->lock);
	sim->lock = -1;
}
