/*
 * ptyrun KEYS COMMAND...: run a command on a terminal of 50 lines of 200.
 *
 * Each line of the file KEYS is typed, with a line end, as soon as the program
 * waits for it: it has read what was typed before, sleeps, and shows a prompt
 * (what it printed last ends in ": ", "> " or "? ").  Lines that are not typed as
 * they are:
 *
 *   ^C ^D ^Z        that key alone
 *   #keys TEXT      TEXT without a line end; \t \e \n \r \b \\ in it
 *   #ahead TEXT     the same at once, whatever the program does
 *   #until TEXT     wait for TEXT in what is shown from the last key on; the
 *                   next line is typed at once
 *   #size ROWS COLS another size, with the signal that tells of it
 *   #run COMMAND    by the shell, meanwhile
 *   #hang           take the terminal away
 *
 * What follows #keys without a line end needs no prompt.  A program that waits
 * for a key when there are no more lines is ended by force.
 *
 * What the terminal showed goes to stdout, with CR LF as LF.  The exit status
 * is the program's, 256 less the signal that ended it; 124 when what was waited
 * for did not come in ten minutes.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define LOOK  5   /* milliseconds between two looks at the program */
#define GUARD 600 /* seconds in which all must be done */

struct pty {
	int fd;
	const char *name;
	pid_t pid;
	char *text; /* shown so far */
	size_t n, cap;
	size_t answered;     /* what was there when the last key was typed */
	unsigned long slept; /* how often it had fallen asleep by then */
	bool keys;           /* the last were part of a line */
	bool at_once;        /* the next line waits for nothing */
	bool alive;
	time_t guard; /* when patience ends */
};

static void
die(const char *what)
{
	fprintf(stderr, "ptyrun: %s: %s\n", what, strerror(errno));
	exit(125);
}

/* As after a login: whoever was started in the background ignores some. */
static void
default_signals(void)
{
	static const int all[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM,
		SIGTSTP, SIGTTIN, SIGTTOU };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		signal(all[i], SIG_DFL);
}

static void
start(struct pty *pty, char **argv)
{
	struct winsize size = { .ws_row = 50, .ws_col = 200 };
	const char *name;
	int slave;

	pty->fd = posix_openpt(O_RDWR | O_NOCTTY);
	if (pty->fd < 0 || grantpt(pty->fd) || unlockpt(pty->fd))
		die("no terminal");
	name = pty->name = ptsname(pty->fd);
	ioctl(pty->fd, TIOCSWINSZ, &size);
	slave = open(name, O_RDWR | O_NOCTTY);
	if (slave < 0)
		die(name);
	pty->pid = fork();
	if (pty->pid == 0) {
		setsid();
		default_signals();
		ioctl(slave, TIOCSCTTY, 0);
		for (int i = 0; i < 3; i++)
			dup2(slave, i);
		close(slave);
		close(pty->fd);
		execvp(argv[0], argv);
		die(argv[0]);
	}
	close(slave);
	pty->alive = true;
}

static time_t
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

static void
show(const struct pty *pty)
{
	for (size_t i = 0; i < pty->n; i++)
		if (pty->text[i] != '\r' || i + 1 == pty->n ||
		    pty->text[i + 1] != '\n')
			putchar(pty->text[i]);
}

/* Read what comes within so many milliseconds; returns whether any did. */
static bool
look(struct pty *pty, int milliseconds)
{
	struct pollfd poll_fd = { .fd = pty->fd, .events = POLLIN };
	ssize_t got;

	if (seconds() > pty->guard) {
		show(pty);
		puts("\n[ptyrun: not what was waited for]");
		kill(pty->pid, SIGKILL);
		exit(124);
	}
	if (poll(&poll_fd, 1, milliseconds) <= 0)
		return false;
	if (pty->n + 65537 > pty->cap) {
		pty->cap = pty->n + 131072;
		pty->text = realloc(pty->text, pty->cap);
		if (!pty->text)
			die("memory");
	}
	got = read(pty->fd, pty->text + pty->n, 65536);
	if (got <= 0)
		pty->alive = false;
	else
		pty->n += (size_t)got;
	return got > 0;
}

/* At a prompt that was printed since the last key. */
static bool
is_asking(const struct pty *pty)
{
	const char *end;

	if (pty->n <= pty->answered + 1)
		return false;
	end = pty->text + pty->n;
	return end[-1] == ' ' && strchr(":>?", end[-2]);
}

/* Returns whether it has not yet read all that was typed. */
static bool
is_behind(const struct pty *pty)
{
	int fd = open(pty->name, O_RDWR | O_NOCTTY), n = 0;

	if (fd < 0)
		return false;
	ioctl(fd, FIONREAD, &n);
	close(fd);
	return n > 0;
}

/* Is it asleep, and how often has it fallen asleep?  0: nobody can tell. */
static bool
is_asleep(const struct pty *pty, unsigned long *times)
{
	static const char state[] = "State:\t",
			  count[] = "voluntary_ctxt_switches:\t";
	char name[64], line[256];
	bool asleep = true;
	FILE *file;

	*times = 0;
	snprintf(name, sizeof name, "/proc/%ld/status", (long)pty->pid);
	file = fopen(name, "r");
	while (file && fgets(line, sizeof line, file)) {
		if (strncmp(line, state, sizeof state - 1) == 0)
			asleep = line[sizeof state - 1] == 'S';
		if (strncmp(line, count, sizeof count - 1) == 0)
			*times = strtoul(line + sizeof count - 1, NULL, 10);
	}
	if (file)
		fclose(file);
	return asleep;
}

/*
 * It waits for a key: it has woken up since the last, read it, and sleeps.  What
 * it printed before is there by then, so that is looked at last.
 */
static bool
is_waiting(struct pty *pty, bool at_prompt)
{
	unsigned long times;

	if (!is_asleep(pty, &times) || (times && times == pty->slept) ||
	    is_behind(pty) || look(pty, 0))
		return false;
	return pty->alive && (!at_prompt || is_asking(pty));
}

static void
await_key(struct pty *pty)
{
	while (pty->alive && !is_waiting(pty, !pty->keys))
		look(pty, LOOK);
}

static void
await_text(struct pty *pty, const char *text)
{
	for (;;) {
		if (pty->n) {
			pty->text[pty->n] = '\0';
			if (strstr(pty->text + pty->answered, text))
				return;
		}
		if (!pty->alive)
			return;
		look(pty, LOOK);
	}
}

static void
type(struct pty *pty, const char *text, size_t len)
{
	pty->answered = pty->n;
	(void)is_asleep(pty, &pty->slept);
	pty->keys = len && text[len - 1] != '\n';
	if (write(pty->fd, text, len) < 0)
		pty->alive = false;
}

static void
type_escaped(struct pty *pty, const char *text)
{
	static const char letters[] = "tenrb\\", meant[] = "\t\033\n\r\b\\";
	char *keys = malloc(strlen(text) + 1);
	size_t n = 0;

	if (!keys)
		die("memory");
	for (; *text; text++) {
		const char *at =
		    *text == '\\' && text[1] ? strchr(letters, text[1]) : NULL;

		keys[n++] = at ? meant[at - letters] : *text;
		text += at != NULL;
	}
	type(pty, keys, n);
	free(keys);
}

static void
resize(struct pty *pty, const char *text)
{
	struct winsize size = { 0 };
	char *end;

	size.ws_row = (unsigned short)strtoul(text, &end, 10);
	size.ws_col = (unsigned short)strtoul(end, NULL, 10);
	(void)is_asleep(pty, &pty->slept);
	ioctl(pty->fd, TIOCSWINSZ, &size);
}

static void
run(const char *command)
{
	int state = 1;
	pid_t pid = fork();

	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		die("/bin/sh");
	}
	waitpid(pid, &state, 0);
	if (state)
		fprintf(stderr, "ptyrun: failed: %s\n", command);
}

/* It says itself what it waits for. */
static bool
is_patient(const char *line)
{
	return strncmp(line, "#until ", 7) == 0 ||
	       strncmp(line, "#ahead ", 7) == 0;
}

/* One line of the file. */
static void
obey(struct pty *pty, char *line)
{
	size_t len = strlen(line);

	if (strncmp(line, "#until ", 7) == 0) {
		await_text(pty, line + 7);
		pty->at_once = true;
	} else if (strncmp(line, "#size ", 6) == 0) {
		resize(pty, line + 6);
	} else if (strncmp(line, "#run ", 5) == 0) {
		run(line + 5);
	} else if (strcmp(line, "#hang") == 0) {
		close(pty->fd);
		pty->alive = false;
	} else if (strncmp(line, "#keys ", 6) == 0) {
		type_escaped(pty, line + 6);
	} else if (strncmp(line, "#ahead ", 7) == 0) {
		type_escaped(pty, line + 7);
	} else if (len == 2 && *line == '^' && strchr("CDZ", line[1])) {
		char key = (char)(line[1] - '@');

		type(pty, &key, 1);
		pty->keys = false;
	} else {
		line[len] = '\n';
		type(pty, line, len + 1);
	}
}

/* Returns the exit status. */
static int
end(struct pty *pty)
{
	int state = 0;
	bool forced = false;

	while (pty->alive && !is_waiting(pty, true))
		look(pty, LOOK);
	if (pty->alive) {
		kill(pty->pid, SIGTERM);
		forced = true;
	}
	while (waitpid(pty->pid, &state, 0) < 0 && errno == EINTR)
		;
	show(pty);
	if (forced)
		fputs("\n[ptyrun: ended by force]\n", stdout);
	return WIFEXITED(state) ? WEXITSTATUS(state) : 256 - WTERMSIG(state);
}

int
main(int argc, char **argv)
{
	struct pty pty = { .fd = -1 };
	FILE *keys = argc > 2 ? fopen(argv[1], "r") : NULL;
	char *line = NULL;
	size_t cap = 0;
	ssize_t got;
	int status;

	if (!keys) {
		fputs("usage: ptyrun KEYS COMMAND...\n", stderr);
		return 125;
	}
	signal(SIGPIPE, SIG_IGN);
	pty.guard = seconds() + GUARD;
	start(&pty, argv + 2);
	while ((got = getline(&line, &cap, keys)) > 0) {
		if (line[got - 1] == '\n')
			line[got - 1] = '\0';
		if (!pty.at_once && !is_patient(line))
			await_key(&pty);
		pty.at_once = false;
		if (!pty.alive)
			break;
		obey(&pty, line);
	}
	fclose(keys);
	free(line);
	status = end(&pty);
	free(pty.text);
	return status & 0xFF;
}
