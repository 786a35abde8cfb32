/*
 * ptyrun KEYS COMMAND...: run a command on a terminal of 50 lines of 200.
 *
 * Each line of the file KEYS is typed, with a line end, when the program shows
 * a prompt (what it printed last ends in ": " or "> ") or has been silent for
 * a while.  Lines that are not typed as they are:
 *
 *   ^C ^D ^Z        that key alone
 *   #keys TEXT      TEXT without a line end; \t \e \n \r \b \\ in it
 *   #wait SECONDS   only look, at once; the next line is typed at once, too
 *   #size ROWS COLS another size, with the signal that tells of it
 *   #run COMMAND    by the shell, meanwhile
 *   #hang           take the terminal away
 *
 * What the terminal showed goes to stdout, with CR LF as LF.  The exit status
 * is the program's, 256 less the signal that ended it.
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

#define SILENCE 3000 /* milliseconds after which a key is typed anyhow */
#define BLINK   2    /* what was printed takes to get here */
#define BREATH  100 /* the same, once it has answered keys without a line end */
#define SETTLED 300 /* of silence at a prompt: nothing more will come */
#define LAST    10000 /* to end when all is typed */

struct pty {
	int fd;
	const char *name;
	pid_t pid;
	char *text; /* shown so far */
	size_t n, cap;
	size_t answered; /* what was there when the last key was typed */
	bool keys;       /* the last were without a line end */
	bool waited;     /* the line before said how long */
	bool alive;
};

static void
die(const char *what)
{
	fprintf(stderr, "ptyrun: %s: %s\n", what, strerror(errno));
	exit(125);
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

/* Read what comes within so many milliseconds; returns whether any did. */
static bool
look(struct pty *pty, int milliseconds)
{
	struct pollfd poll_fd = { .fd = pty->fd, .events = POLLIN };
	ssize_t got;

	if (poll(&poll_fd, 1, milliseconds) <= 0)
		return false;
	if (pty->n + 65536 > pty->cap) {
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
	return end[-1] == ' ' && (end[-2] == ':' || end[-2] == '>');
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

/*
 * At a prompt it may still read a line that was typed before: then that is
 * shown, and another prompt comes.
 */
static void
await_prompt(struct pty *pty)
{
	while (pty->alive) {
		int patience =
		    pty->keys && pty->n > pty->answered ? BREATH : SILENCE;

		if (is_asking(pty))
			patience = is_behind(pty) ? SETTLED : BLINK;
		if (!look(pty, patience))
			return;
	}
}

static void
watch(struct pty *pty, double seconds)
{
	struct timespec now, start_time;
	double left = seconds;

	clock_gettime(CLOCK_MONOTONIC, &start_time);
	while (pty->alive && left > 0) {
		look(pty, (int)(left * 1000) + 1);
		clock_gettime(CLOCK_MONOTONIC, &now);
		left = seconds - (double)(now.tv_sec - start_time.tv_sec) -
		       (double)(now.tv_nsec - start_time.tv_nsec) / 1e9;
	}
}

static void
type(struct pty *pty, const char *text, size_t len)
{
	pty->answered = pty->n;
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

/* One line of the file. */
static void
obey(struct pty *pty, char *line)
{
	size_t len = strlen(line);

	if (strncmp(line, "#wait ", 6) == 0) {
		watch(pty, strtod(line + 6, NULL));
		pty->waited = true;
	} else if (strncmp(line, "#size ", 6) == 0) {
		resize(pty, line + 6);
	} else if (strncmp(line, "#run ", 5) == 0) {
		run(line + 5);
	} else if (strcmp(line, "#hang") == 0) {
		close(pty->fd);
		pty->alive = false;
	} else if (strncmp(line, "#keys ", 6) == 0) {
		type_escaped(pty, line + 6);
	} else if (len == 2 && *line == '^' && strchr("CDZ", line[1])) {
		char key = (char)(line[1] - '@');

		type(pty, &key, 1);
	} else {
		line[len] = '\n';
		type(pty, line, len + 1);
	}
}

static void
show(const struct pty *pty)
{
	for (size_t i = 0; i < pty->n; i++)
		if (pty->text[i] != '\r' || i + 1 == pty->n ||
		    pty->text[i + 1] != '\n')
			putchar(pty->text[i]);
}

/* Returns the exit status. */
static int
end(struct pty *pty)
{
	int state = 0;
	bool forced = false;

	while (pty->alive && look(pty, is_asking(pty) ? SETTLED : LAST))
		;
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
	start(&pty, argv + 2);
	while ((got = getline(&line, &cap, keys)) > 0) {
		if (line[got - 1] == '\n')
			line[got - 1] = '\0';
		if (!pty.waited && strncmp(line, "#wait ", 6) != 0)
			await_prompt(&pty);
		pty.waited = false;
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
