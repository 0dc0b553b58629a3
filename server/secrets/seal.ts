import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Identifies key and algorithm, so that either can change. */
const VERSION = 1;

/** Authenticated: a value copied to another row or column cannot be opened. */
interface SealedLocation {
  table: string;
  id: string;
  column: string;
}

export interface Sealer {
  /** Returns base64url of version, nonce, ciphertext and tag. */
  seal(text: string, place: SealedLocation): string;
  /** Throws `SealError` when the value was changed, moved, or sealed with another key. */
  open(sealed: string, place: SealedLocation): string;
}

export class SealError extends Error {
  override readonly name = 'SealError';
}

/** Each purpose (`totp`, `webhooks`, …) has its own key, derived from the secret key. */
export function createSealer(secretKey: Uint8Array, purpose: string): Sealer {
  if (secretKey.length !== KEY_BYTES) throw new SealError(`The secret key must have ${KEY_BYTES} bytes.`);
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', `switchboard|${purpose}`, KEY_BYTES));

  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(locationBytes(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, sealed, cipher.getAuthTag()]).toString('base64url');
    },

    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new SealError('The sealed value is too short.');
      if (bytes[0] !== VERSION) throw new SealError(`The sealed value has the unknown version ${bytes[0]}.`);

      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(locationBytes(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const opened = decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        throw new SealError('The sealed value does not open: it was changed or moved, or SECRET_KEY is another one.');
      }
    },
  };
}

/** Created at the first start unless `value` (base64) is set; processes that start together get the same key. */
export function loadSecretKey(source: { value?: string | undefined; file: string | undefined }): Uint8Array {
  if (source.value !== undefined && source.value !== '') return decodeKey(source.value, 'SECRET_KEY');
  if (source.file === undefined)
    throw new SealError('Set SECRET_KEY: every process on one PostgreSQL needs the same 32 bytes in base64.');
  return decodeKey(readKey(source.file) ?? createKeyFile(source.file), source.file);
}

function decodeKey(text: string, origin: string): Uint8Array {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(trimmed)) {
    throw new SealError(`${origin} must hold ${KEY_BYTES} bytes in base64 (44 characters): openssl rand -base64 32`);
  }
  return new Uint8Array(Buffer.from(trimmed, 'base64'));
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new SealError(`${file} cannot be read (${codeOf(error)}).`, { cause: error });
  }
}

/** The hard link fails when another process created the file first. */
function createKeyFile(file: string): string {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw new SealError(`${file} cannot be made (${codeOf(error)}); make its folder writable or set SECRET_KEY.`, {
        cause: error,
      });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

function locationBytes({ table, id, column }: SealedLocation): Buffer {
  const parts = [table, id, column];
  if (parts.some((part) => part === '' || part.includes('|'))) {
    throw new SealError('Table, id and column of a sealed value must be filled and hold no "|".');
  }
  return Buffer.from(parts.join('|'), 'utf8');
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? 'unknown';
