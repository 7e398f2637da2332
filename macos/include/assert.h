#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
void __assert_rtn(const char *function, const char *file, int line, const char *condition) __attribute__((noreturn));
#define assert(condition) ((condition) ? (void)0 : __assert_rtn(__func__, __FILE__, __LINE__, #condition))
#endif
#ifndef static_assert
#define static_assert _Static_assert
#endif
