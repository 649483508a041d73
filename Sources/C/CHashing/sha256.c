#include "CHashing.h"

/* K of FIPS 180-4 section 4.2.2. */
__attribute__((unused, aligned(16))) static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* Both processors do four rounds at a time on vectors of four words. `words[group % 4]` is the message
   schedule's W of rounds t to t + 3, with t = 4 * group, and then its place holds W of t + 16 to t + 19,
   which is made of W of t to t + 15: the four vectors from `words[group % 4]` on. */

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

bool chashing_has_sha256(void) {
  unsigned int a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

/* SHA256RNDS2, SHA256MSG1 and SHA256MSG2 as Intel's Software Developer's Manual, volume 2B, has them.
   The first keeps the working variables in two vectors, from the lowest word on: f e b a, and h g d c. */
__attribute__((target("sha,sse4.1,ssse3")))
void chashing_sha256(uint32_t state[8], const void *blocks, size_t count) {
  const __m128i *next = blocks;
  /* The bytes of each word in reverse. */
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i dcba = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0x1b);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state + 1), 0x1b);
  __m128i feba = _mm_unpackhi_epi64(hgfe, dcba);
  __m128i hgdc = _mm_unpacklo_epi64(hgfe, dcba);
  for (; count > 0; count--, next += 4) {
    const __m128i first_feba = feba, first_hgdc = hgdc;
    __m128i words[4];
    for (int i = 0; i < 4; i++)
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128(next + i), big_endian);
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) {
      const __m128i now = words[group % 4];
      const __m128i summed =
          _mm_add_epi32(now, _mm_load_si128((const __m128i *)constants + group));
      /* Two rounds make a new f e b a, and the old one is the new h g d c. */
      hgdc = _mm_sha256rnds2_epu32(hgdc, feba, summed);
      feba = _mm_sha256rnds2_epu32(feba, hgdc, _mm_shuffle_epi32(summed, 0x0e));
      if (group < 12) {
        const __m128i after4 = words[(group + 1) % 4], after8 = words[(group + 2) % 4],
                      after12 = words[(group + 3) % 4];
        const __m128i after9 = _mm_alignr_epi8(after12, after8, 4);
        words[group % 4] =
            _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(now, after4), after9), after12);
      }
    }
    feba = _mm_add_epi32(feba, first_feba);
    hgdc = _mm_add_epi32(hgdc, first_hgdc);
  }
  dcba = _mm_unpackhi_epi64(hgdc, feba);
  hgfe = _mm_unpacklo_epi64(hgdc, feba);
  _mm_storeu_si128((__m128i *)state, _mm_shuffle_epi32(dcba, 0x1b));
  _mm_storeu_si128((__m128i *)state + 1, _mm_shuffle_epi32(hgfe, 0x1b));
}

#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#include <arm_neon.h>
#include <sys/auxv.h>

bool chashing_has_sha256(void) {
  /* HWCAP_SHA2 of the kernel's elf_hwcaps. */
  return getauxval(AT_HWCAP) & (1 << 6);
}

/* SHA256H, SHA256H2, SHA256SU0 and SHA256SU1 as Arm's Architecture Reference Manual has them. */
__attribute__((target("sha2")))
void chashing_sha256(uint32_t state[8], const void *blocks, size_t count) {
  const uint8_t *next = blocks;
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; count > 0; count--, next += 64) {
    const uint32x4_t first_abcd = abcd, first_efgh = efgh;
    uint32x4_t words[4];
    for (int i = 0; i < 4; i++)
      words[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(next + 16 * i)));
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) {
      const uint32x4_t now = words[group % 4];
      const uint32x4_t summed = vaddq_u32(now, vld1q_u32(constants + 4 * group));
      const uint32x4_t old_abcd = abcd;
      abcd = vsha256hq_u32(abcd, efgh, summed);
      efgh = vsha256h2q_u32(efgh, old_abcd, summed);
      if (group < 12)
        words[group % 4] =
            vsha256su1q_u32(vsha256su0q_u32(now, words[(group + 1) % 4]), words[(group + 2) % 4],
                            words[(group + 3) % 4]);
    }
    abcd = vaddq_u32(abcd, first_abcd);
    efgh = vaddq_u32(efgh, first_efgh);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

#else

bool chashing_has_sha256(void) { return false; }

void chashing_sha256(uint32_t state[8], const void *blocks, size_t count) {
  (void)state, (void)blocks, (void)count;
  __builtin_trap();
}

#endif
