/* <string.h> of C99, as short as it can be: a worker reads it in the place of that of the
 * system, which takes most of the time that it compiles. What it lacks is found out, and
 * then that of the system is taken.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LEAN_STRING_H
#define LEAN_STRING_H

#include <stddef.h>

void *memchr (const void *, int, size_t);
int memcmp (const void *, const void *, size_t);
void *memcpy (void *, const void *, size_t);
void *memmove (void *, const void *, size_t);
void *memset (void *, int, size_t);
char *strcat (char *, const char *);
char *strchr (const char *, int);
int strcmp (const char *, const char *);
char *strcpy (char *, const char *);
size_t strcspn (const char *, const char *);
char *strerror (int);
size_t strlen (const char *);
char *strncat (char *, const char *, size_t);
int strncmp (const char *, const char *, size_t);
char *strncpy (char *, const char *, size_t);
char *strpbrk (const char *, const char *);
char *strrchr (const char *, int);
size_t strspn (const char *, const char *);
char *strstr (const char *, const char *);
char *strtok (char *, const char *);

#endif
