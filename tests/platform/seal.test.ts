import { afterAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSealer, loadSecretKey, SealError } from '../../server/secrets/seal';

const secretKey = new Uint8Array(32).fill(7);
const binding = { table: 'totp', id: 'usr_1', column: 'secret' };
const sealer = createSealer(secretKey, 'totp');

const folder = mkdtempSync(join(tmpdir(), 'seal-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a sealed value', () => {
  test('opens in its place', () => {
    for (const text of ['', 'JBSWY3DPEHPK3PXP', 'ключ 🔑'.repeat(500)]) {
      expect(sealer.open(sealer.seal(text, binding), binding)).toBe(text);
    }
  });

  test('differs from another sealing of the same text and shows nothing of it', () => {
    const sealed = sealer.seal('JBSWY3DPEHPK3PXP', binding);
    expect(sealed).not.toBe(sealer.seal('JBSWY3DPEHPK3PXP', binding));
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSW');
    expect(Buffer.from(sealed, 'base64url')[0]).toBe(1);
  });

  test('does not open in another table, row or column', () => {
    const sealed = sealer.seal('text', binding);
    for (const other of [{ table: 'mails' }, { id: 'usr_2' }, { column: 'note' }]) {
      expect(() => sealer.open(sealed, { ...binding, ...other })).toThrow(SealError);
    }
  });

  test('does not open for another purpose or with another key', () => {
    const sealed = sealer.seal('text', binding);
    expect(() => createSealer(secretKey, 'webhooks').open(sealed, binding)).toThrow(SealError);
    expect(() => createSealer(new Uint8Array(32), 'totp').open(sealed, binding)).toThrow(SealError);
  });

  test('does not open with any one byte changed or cut', () => {
    const bytes = Buffer.from(sealer.seal('text', binding), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealer.open(changed.toString('base64url'), binding)).toThrow(SealError);
      expect(() => sealer.open(bytes.subarray(0, at).toString('base64url'), binding)).toThrow(SealError);
    }
  });

  test('has an unambiguous place', () => {
    expect(() => sealer.seal('text', { table: 'a|b', id: 'c', column: 'd' })).toThrow('"|"');
    expect(() => sealer.seal('text', { table: 'a', id: '', column: 'd' })).toThrow(SealError);
  });
});

describe('the secret key', () => {
  test('comes from its value and then makes no file', () => {
    const file = join(folder, 'unused.key');
    expect(loadSecretKey({ value: Buffer.from(secretKey).toString('base64'), file })).toEqual(secretKey);
    expect(readdirSync(folder)).not.toContain('unused.key');
  });

  test('is made once, for its owner only, and read from then on', () => {
    const file = join(folder, 'data', 'secret.key');
    const first = loadSecretKey({ file });
    expect(first).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadSecretKey({ file })).toEqual(first);
    expect(loadSecretKey({ value: '', file })).toEqual(first);
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret.key']);
  });

  test('is one for processes that start at once', async () => {
    const module = join(import.meta.dir, '../../server/secrets/seal.ts');
    const races = join(folder, 'races');
    // All wait for one moment and then race for many files, so that they meet.
    const code = `import {loadSecretKey} from ${JSON.stringify(module)}; while (Date.now() < ${Date.now() + 500});
      for (let at = 0; at < 150; at += 1)
        console.log(Buffer.from(loadSecretKey({file: ${JSON.stringify(races)} + '/' + at})).toString('base64'))`;
    const processes = Array.from({ length: 4 }, () => Bun.spawn([process.execPath, '-e', code], { stderr: 'inherit' }));
    const [first, ...others] = await Promise.all(processes.map((child) => new Response(child.stdout).text()));

    const stored = Array.from({ length: 150 }, (_, at) => readFileSync(join(races, String(at)), 'utf8'));
    expect(first).toBe(stored.join(''));
    for (const other of others) expect(other).toBe(stored.join(''));
    expect(readdirSync(races)).toHaveLength(150);
  });

  test('of another length or form is refused with the remedy', () => {
    for (const value of [
      'short',
      'a'.repeat(64),
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
    ]) {
      expect(() => loadSecretKey({ value, file: '/nowhere' })).toThrow('openssl rand -base64 32');
    }
    const empty = join(folder, 'empty.key');
    writeFileSync(empty, '');
    expect(() => loadSecretKey({ file: empty })).toThrow('empty.key must hold 32 bytes');
  });

  test('that cannot be read or made says which file', () => {
    expect(() => loadSecretKey({ file: folder })).toThrow(`${folder} cannot be read (EISDIR)`);
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    expect(() => loadSecretKey({ file: join(blocked, 'secret.key') })).toThrow(SealError);
  });

  test('leaves no draft behind when the folder allows no file', () => {
    const locked = join(folder, 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    try {
      loadSecretKey({ file: join(locked, 'secret.key') });
    } catch (error) {
      expect((error as Error).message).toContain('set SECRET_KEY'); // Root may write everywhere.
    }
    expect(readdirSync(locked).filter((name) => name !== 'secret.key')).toEqual([]);
    chmodSync(locked, 0o700);
  });
});
