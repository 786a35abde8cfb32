#include "fview/terminal/signals.h"

#include <fcntl.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include "cli/cmd.h"

static const int caught[] = { SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP,
	SIGCONT };
static const int crashes[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL,
	SIGQUIT };
#define N_CAUGHT  FT_COUNT(caught)
#define N_CRASHES FT_COUNT(crashes)

static int ends[2] = { -1, -1 };
static struct sigaction before[N_CAUGHT], before_crash[N_CRASHES];

/* The settings of the terminal, for a crash. */
static struct {
	int fd;
	struct termios settings;
	bool has_settings;
	const char *text;
	size_t len;
} guard = { .fd = -1 };

static void
note(int number)
{
	int saved = errno;
	unsigned char byte = (unsigned char)number;

	/* a full pipe wakes the reader anyway */
	if (write(ends[1], &byte, 1) < 0)
		errno = saved;
	errno = saved;
}

/* Calls only what is allowed in a signal handler. */
static void
restore(void)
{
	if (guard.fd >= 0) {
		if (write(guard.fd, guard.text, guard.len) < 0)
			guard.fd = -1;
		else if (guard.has_settings)
			tcsetattr(guard.fd, TCSANOW, &guard.settings);
	}
}

static void
crash(int number)
{
	struct sigaction plain = { .sa_handler = SIG_DFL };

	restore();
	sigaction(number, &plain, NULL);
	raise(number);
}

static enum ft_status
make_pipe(struct ft_error *err)
{
	if (pipe(ends) != 0)
		return ft_fail(
		    err, FT_EIO, "cannot make a pipe: %s", strerror(errno));
	for (int i = 0; i < 2; i++) {
		fcntl(ends[i], F_SETFL, O_NONBLOCK);
		fcntl(ends[i], F_SETFD, FD_CLOEXEC);
	}
	return FT_OK;
}

static void catch (int number, void (*handler)(int), struct sigaction *old)
{
	struct sigaction action = { .sa_handler = handler };

	sigaction(number, NULL, old);
	if (old->sa_handler == SIG_IGN)
		return;
	sigemptyset(&action.sa_mask);
	sigaction(number, &action, NULL);
}

enum ft_status
fview_signals_start(struct ft_error *err)
{
	FT_TRY(make_pipe(err));
	for (size_t i = 0; i < N_CAUGHT; i++)
		catch (caught[i], note, &before[i]);
	for (size_t i = 0; i < N_CRASHES; i++)
		catch (crashes[i], crash, &before_crash[i]);
	ft_cmd_guard(restore);
	return FT_OK;
}

void
fview_signals_stop(void)
{
	ft_cmd_guard(NULL);
	for (size_t i = 0; i < N_CAUGHT; i++)
		sigaction(caught[i], &before[i], NULL);
	for (size_t i = 0; i < N_CRASHES; i++)
		sigaction(crashes[i], &before_crash[i], NULL);
	guard.fd = -1;
	for (int i = 0; i < 2; i++) {
		if (ends[i] >= 0)
			close(ends[i]);
		ends[i] = -1;
	}
}

int
fview_signals_fd(void)
{
	return ends[0];
}

int
fview_signals_next(void)
{
	unsigned char byte;

	return read(ends[0], &byte, 1) == 1 ? byte : 0;
}

void
fview_signals_guard(int fd)
{
	guard.has_settings = tcgetattr(fd, &guard.settings) == 0;
	guard.text = "";
	guard.len = 0;
	guard.fd = fd;
}

void
fview_signals_words(const char *text, size_t len)
{
	guard.text = text;
	guard.len = len;
}

void
fview_signals_suspend(void)
{
	struct sigaction plain = { .sa_handler = SIG_DFL }, ours;

	sigaction(SIGTSTP, NULL, &ours);
	if (ours.sa_handler == SIG_IGN)
		return;
	sigaction(SIGTSTP, &plain, NULL);
	raise(SIGTSTP);
	sigaction(SIGTSTP, &ours, NULL);
}
