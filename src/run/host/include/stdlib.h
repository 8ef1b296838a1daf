/* <stdlib.h> of C99, as short as it can be: a worker reads it in the place of that of the
 * system, which takes most of the time that it compiles. What it lacks is found out, and
 * then that of the system is taken.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LEAN_STDLIB_H
#define LEAN_STDLIB_H

#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX     2147483647

void abort (void);
int abs (int);
double atof (const char *);
int atoi (const char *);
long atol (const char *);
void *bsearch (const void *,
               const void *,
               size_t,
               size_t,
               int (*) (const void *, const void *));
void *calloc (size_t, size_t);
void exit (int);
void free (void *);
char *getenv (const char *);
long labs (long);
long long llabs (long long);
void *malloc (size_t);
void qsort (void *, size_t, size_t, int (*) (const void *, const void *));
int rand (void);
void *realloc (void *, size_t);
void srand (unsigned);
double strtod (const char *, char **);
float strtof (const char *, char **);
long strtol (const char *, char **, int);
long long strtoll (const char *, char **, int);
unsigned long strtoul (const char *, char **, int);
unsigned long long strtoull (const char *, char **, int);

#endif
