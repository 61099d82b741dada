# One instruction each; bits.py is the Python version.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline long long cpstudy_popcount(unsigned long long x) { return (long long)__popcnt64(x); }
    static __inline long long cpstudy_lowest_bit(unsigned long long x) { unsigned long k; return _BitScanForward64(&k, x) ? (long long)k : 64; }
    #else
    static inline long long cpstudy_popcount(unsigned long long x) { return __builtin_popcountll(x); }
    static inline long long cpstudy_lowest_bit(unsigned long long x) { return x ? __builtin_ctzll(x) : 64; }
    #endif
    """
    long long popcount "cpstudy_popcount" (unsigned long long word) noexcept nogil
    long long lowest_bit "cpstudy_lowest_bit" (unsigned long long word) noexcept nogil
