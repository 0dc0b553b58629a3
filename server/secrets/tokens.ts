import { hash } from 'node:crypto';

import type { KeyKind } from '../../shared/access/scopes';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 6;
const CHECKED_LENGTH = PREFIX_LENGTH + BODY_LENGTH;

/** The largest multiple of 62 in a byte; larger values would make some characters more frequent. */
const FAIR_BYTES = 248;

export const TOKEN_LENGTH = 43;

export const KEY_PATTERN = /^sb_(ak|wa|lk|au|pk)_[0-9A-Za-z]{38}$/;

/** Uniform letters and digits (5.95 bits per character). */
export function base62Token(length: number): string {
  const bytes = new Uint8Array(length + 16);
  let token = '';
  while (token.length < length) {
    crypto.getRandomValues(bytes);
    for (const byte of bytes) {
      if (byte < FAIR_BYTES && token.length < length) token += ALPHABET.charAt(byte % 62);
    }
  }
  return token;
}

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

export const sha256Hex = (text: string): string => Bun.SHA256.hash(text, 'hex');

/** Only the answer that creates the key contains this text. */
export function newKeySecret(kind: KeyKind): string {
  const checked = `sb_${kind}_${base62Token(BODY_LENGTH)}`;
  return checked + checksum(checked);
}

/** Rejects typing errors without the database. */
export function isWellFormedKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  let stated = 0;
  for (let at = CHECKED_LENGTH; at < CHECKED_LENGTH + CHECKSUM_LENGTH; at += 1) {
    stated = stated * 62 + digit(text.charCodeAt(at));
  }
  return stated === Bun.hash.crc32(text.slice(0, CHECKED_LENGTH));
}

export const keyHint = (secret: string): string => `${secret.slice(0, PREFIX_LENGTH + 4)}…${secret.slice(-3)}`;

function checksum(text: string): string {
  let rest = Bun.hash.crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function digit(code: number): number {
  if (code <= 57) return code - 48;
  return code <= 90 ? code - 55 : code - 61;
}
