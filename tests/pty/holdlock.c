/*
 * holdlock FILE: hold a lock on all of FILE, as a writer of a store does on its
 * ticket; says "held" when it has it, and keeps it until it is killed.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	struct flock lock;
	int fd = argc == 2 ? open(argv[1], O_RDWR | O_CREAT, 0666) : -1;

	memset(&lock, 0, sizeof lock);
	lock.l_type = F_WRLCK;
	lock.l_whence = SEEK_SET;
	if (fd < 0 || fcntl(fd, F_SETLKW, &lock)) {
		perror("holdlock FILE");
		return 1;
	}
	puts("held");
	fflush(stdout);
	for (;;)
		pause();
}
