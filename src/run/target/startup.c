/* Starts a program on a Cortex-M core without an operating system, and gives it printing
 * and an exit status by semihosting, which emulators and debuggers answer.
 *
 * For a board, replace target_print() and target_exit() and the memory of link.ld.
 *
 * Source: Arm, "Semihosting for AArch32 and AArch64", and the Armv6-M, Armv7-M and
 * Armv8-M architecture reference manuals, "System Control Block".
 *
 * SPDX-License-Identifier: MIT-0
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

#define REGISTER(address) (*(volatile uint32_t *) (address))
#define CCR REGISTER(0xE000ED14u)   /* configuration and control */
#define CPACR REGISTER(0xE000ED88u) /* access to coprocessors */

#define CCR_UNALIGN_TRAP (1u << 3)
#define CCR_LOW_OVERHEAD_LOOPS (1u << 19)
#define CPACR_FLOAT (0xFu << 20)

#define SYS_WRITE0 0x04u
#define SYS_EXIT_EXTENDED 0x20u
#define APPLICATION_EXIT 0x20026u
#define FAULT_STATUS 99

/* What link.ld defines. */
extern unsigned char memory_data_load[], memory_data_start[], memory_data_end[];
extern unsigned char memory_bss_start[], memory_bss_end[];
extern unsigned char memory_heap_start[], memory_stack_top[];

int main(int argc, char **argv);
void Reset_Handler(void);
void target_print(const char *text);
void target_exit(int status);

static void call_host(uint32_t operation, const void *argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void target_print(const char *text) {
    call_host(SYS_WRITE0, text);
}

void target_exit(int status) {
    const uint32_t block[2] = { APPLICATION_EXIT, (uint32_t) status };

    call_host(SYS_EXIT_EXTENDED, block);
    for (;;) {
    }
}

static void fault(void) {
    target_print("the processor reports a fault\n");
    target_exit(FAULT_STATUS);
}

typedef void (*Handler)(void);

/* The initial stack pointer, then one handler for each system exception. */
__attribute__((section(".vectors"), used)) static const Handler vectors[16] = {
    (Handler) (uintptr_t) memory_stack_top,
    Reset_Handler,
    fault,
    fault,
    fault,
    fault,
    fault,
    fault,
    NULL,
    NULL,
    NULL,
    fault,
    fault,
    NULL,
    fault,
    fault,
};

static void __attribute__((noinline)) start(void) {
    memcpy(memory_data_start, memory_data_load, (size_t) (memory_data_end - memory_data_start));
    memset(memory_bss_start, 0, (size_t) (memory_bss_end - memory_bss_start));
    target_exit(main(0, NULL));
}

/* Float registers must be switched on before any function may use them. */
__attribute__((target("general-regs-only"), used)) void Reset_Handler(void) {
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    CPACR |= CPACR_FLOAT;
#endif
#if defined(__ARM_FEATURE_MVE)
    CCR |= CCR_LOW_OVERHEAD_LOOPS;
#endif
#if !defined(__ARM_FEATURE_UNALIGNED)
    /* Code for such a core must not need what a larger one that runs it would allow. */
    CCR |= CCR_UNALIGN_TRAP;
#endif
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    start();
}

/* What printf() of newlib needs, weak so that a program can have its own. */
#pragma weak _write
#pragma weak _read
#pragma weak _close
#pragma weak _lseek
#pragma weak _fstat
#pragma weak _isatty
int _write(int file, const char *text, int length);
int _read(int file, char *text, int length);
int _close(int file);
int _lseek(int file, int offset, int from);
int _fstat(int file, struct stat *status);
int _isatty(int file);
void *_sbrk(ptrdiff_t bytes);
void _exit(int status);
int _kill(int process, int signal);
int _getpid(void);

int _write(int file, const char *text, int length) {
    char piece[64];

    (void) file;
    for (int done = 0; done < length;) {
        int n = length - done;

        if (n > (int) sizeof piece - 1)
            n = (int) sizeof piece - 1;
        memcpy(piece, text + done, (size_t) n);
        piece[n] = '\0';
        target_print(piece);
        done += n;
    }
    return length;
}

int _read(int file, char *text, int length) {
    (void) file;
    (void) text;
    (void) length;
    return 0;
}

int _close(int file) {
    (void) file;
    return -1;
}

int _lseek(int file, int offset, int from) {
    (void) file;
    (void) offset;
    (void) from;
    return 0;
}

int _fstat(int file, struct stat *status) {
    (void) file;
    status->st_mode = S_IFCHR;
    return 0;
}

int _isatty(int file) {
    (void) file;
    return 1;
}

void *_sbrk(ptrdiff_t bytes) {
    static unsigned char *end = memory_heap_start;
    unsigned char *start_of_piece = end;

    end += bytes;
    return start_of_piece;
}

void _exit(int status) {
    target_exit(status);
    for (;;) {
    }
}

int _kill(int process, int signal) {
    (void) process;
    target_exit(signal);
    return -1;
}

int _getpid(void) {
    return 1;
}
