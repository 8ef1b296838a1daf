#ifndef LIMITS_OF_LEVELS_H
#define LIMITS_OF_LEVELS_H
#define LEVEL_SHIFT 3
#endif
