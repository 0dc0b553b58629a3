const KIB = 1024;
const MIB = 1024 * KIB;

/** Maximum bytes by message type: the strictest of all drivers. */
export const MEDIA_LIMITS = {
  image: 5 * MIB,
  video: 16 * MIB,
  audio: 16 * MIB,
  voice: 16 * MIB,
  document: 100 * MIB,
  /** Animated stickers. */
  sticker: 500 * KIB,
  stillSticker: 100 * KIB,
} as const;
