const KIB = 1024;
const MIB = 1024 * KIB;

/** Most bytes of a file by what it is sent as: the tightest of all drivers. */
export const MEDIA_LIMITS = {
  image: 5 * MIB,
  video: 16 * MIB,
  audio: 16 * MIB,
  voice: 16 * MIB,
  document: 100 * MIB,
  /** An animated one. */
  sticker: 500 * KIB,
  stillSticker: 100 * KIB,
} as const;
