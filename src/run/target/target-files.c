/* Files of the machine that runs the emulator, for the stdio of newlib, by semihosting.
 *
 * Source: Arm, "Semihosting for AArch32 and AArch64", "Semihosting operations".
 *
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

#define SYS_OPEN 0x01u
#define SYS_CLOSE 0x02u
#define SYS_WRITE 0x05u
#define SYS_READ 0x06u
#define SYS_SEEK 0x0Au

#define MODE_RB 1u
#define MODE_WB 5u

#define FIRST_FILE 3 /* the numbers in front are of the standard streams */

void target_print(const char *text); /* of startup.c */

int _open(const char *name, int flags, int mode);
int _close(int file);
int _read(int file, char *text, int length);
int _write(int file, const char *text, int length);
int _lseek(int file, int offset, int from);
int _fstat(int file, struct stat *status);
int _isatty(int file);

static int call_host(uint32_t operation, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t block[3] = { a, b, c };
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = block;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return (int) r0;
}

static uint32_t get_handle(int file) {
    return (uint32_t) (file - FIRST_FILE);
}

int _open(const char *name, int flags, int mode) {
    const uint32_t host_mode = (flags & O_ACCMODE) == O_RDONLY ? MODE_RB : MODE_WB;
    const int handle = call_host(SYS_OPEN, (uint32_t) (uintptr_t) name, host_mode,
                                 (uint32_t) strlen(name));

    (void) mode;
    return handle < 0 ? -1 : handle + FIRST_FILE;
}

int _close(int file) {
    return file < FIRST_FILE ? 0 : call_host(SYS_CLOSE, get_handle(file), 0, 0);
}

int _read(int file, char *text, int length) {
    if (file < FIRST_FILE)
        return 0;
    return length - call_host(SYS_READ, get_handle(file), (uint32_t) (uintptr_t) text,
                              (uint32_t) length);
}

static void print(const char *text, int length) {
    char piece[64];

    for (int done = 0, n; done < length; done += n) {
        n = length - done < (int) sizeof piece ? length - done : (int) sizeof piece - 1;
        memcpy(piece, text + done, (size_t) n);
        piece[n] = '\0';
        target_print(piece);
    }
}

int _write(int file, const char *text, int length) {
    if (file >= FIRST_FILE)
        return length - call_host(SYS_WRITE, get_handle(file), (uint32_t) (uintptr_t) text,
                                  (uint32_t) length);
    print(text, length);
    return length;
}

/* Only to where a file begins: nothing else is asked for. */
int _lseek(int file, int offset, int from) {
    if (file < FIRST_FILE || from != 0 || offset < 0 ||
        call_host(SYS_SEEK, get_handle(file), (uint32_t) offset, 0) != 0)
        return -1;
    return offset;
}

int _fstat(int file, struct stat *status) {
    memset(status, 0, sizeof *status);
    status->st_mode = file < FIRST_FILE ? S_IFCHR : S_IFREG;
    return 0;
}

int _isatty(int file) {
    return file < FIRST_FILE;
}
