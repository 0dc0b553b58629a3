import { t } from './texts';

const PATTERN = /^sb_(?:ak|wa|lk|au|pk)_[0-9A-Za-z]{38}$/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKED_LENGTH = 38;
const POLYNOMIAL = 0xed_b8_83_20;

/** A typing mistake in a key, found without a call; undefined when the key is well formed. */
export function typoIn(key: string): string | undefined {
  if (!key.startsWith('sb_')) return t('keyBegins');
  if (!PATTERN.test(key)) return t('keyLength');
  let stated = 0;
  for (let at = CHECKED_LENGTH; at < key.length; at += 1) stated = stated * 62 + ALPHABET.indexOf(key.charAt(at));
  return stated === crc32(key.slice(0, CHECKED_LENGTH)) ? undefined : t('keyTypo');
}

function crc32(text: string): number {
  let rest = 0xff_ff_ff_ff;
  for (let at = 0; at < text.length; at += 1) {
    rest ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? POLYNOMIAL : 0);
  }
  return ~rest >>> 0;
}
