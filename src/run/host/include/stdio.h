/* <stdio.h> of C99, as short as it can be: a worker reads it in the place of that of the
 * system, which takes most of the time that it compiles. What it lacks is found out, and
 * then that of the system is taken.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LEAN_STDIO_H
#define LEAN_STDIO_H

#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)

typedef struct _IO_FILE FILE;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

#define stdin  stdin
#define stdout stdout
#define stderr stderr

int fflush (FILE *);
int fprintf (FILE *, const char *, ...);
int fputc (int, FILE *);
int fputs (const char *, FILE *);
int printf (const char *, ...);
int putchar (int);
int puts (const char *);
int snprintf (char *, size_t, const char *, ...);
int sprintf (char *, const char *, ...);
int sscanf (const char *, const char *, ...);
int vfprintf (FILE *, const char *, va_list);
int vprintf (const char *, va_list);
int vsnprintf (char *, size_t, const char *, va_list);

#endif
