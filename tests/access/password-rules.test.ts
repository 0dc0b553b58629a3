import { describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';

import list from '../../server/access/accounts/common-passwords.txt' with { type: 'text' };
import { checkPassword } from '../../server/access/accounts/password-rules';
import { codePoints } from '../../shared/text';

const owner = { email: 'maria.lindqvist@nordwind.example', name: 'Maria Lindqvist', host: 'hub.kontoret.test:3000' };
const fault = (password: string, who = owner) => checkPassword(password, who)?.code;

describe('a password', () => {
  test('of 12 to 128 characters passes, whatever the characters', () => {
    for (const password of [
      'tidal-orbit9',
      'x7#Kq!2vRm9z',
      'correct pony lamp river',
      ' leading space',
      'пароль-горизонт',
      '🦊🌲🌙🔥🍄🐢🎻🚲🧭🪁🌋🐚',
    ]) {
      expect(fault(password)).toBeUndefined();
    }
    expect(fault('q7'.repeat(63) + 'zz')).toBeUndefined();
  });

  test('is counted in code points', () => {
    expect(fault('🦊🌲🌙🔥🍄🐢🎻🚲🧭🪁🌋')).toBe('password_too_short'); // 11 characters, 22 UTF-16 units.
    expect(fault('🦊🌲'.repeat(64))).toBeUndefined(); // 128 characters, 512 bytes.
    expect(fault(`${'🦊🌲'.repeat(64)}a`)).toBe('password_too_long');
  });

  test('that is too short or too long is refused with the reason', () => {
    expect(fault('')).toBe('password_too_short');
    expect(fault('x7#Kq!2vRm9')).toBe('password_too_short');
    expect(fault('x7'.repeat(65))).toBe('password_too_long');
  });

  test('on the list is refused in any case', () => {
    for (const password of [
      'password1234',
      'PassWord1234',
      'QWERTYUIOP123',
      '1q2w3e4r5t6y',
      'aaaaaaaaaaaa',
      'Welcome2024!',
    ]) {
      expect(fault(password)).toBe('password_too_common');
    }
    expect(fault('password1234 but longer')).toBeUndefined();
  });

  test('made of the name, the e-mail, the product or the host is refused', () => {
    for (const password of [
      'lindqvist2024',
      'MARIALINDQVIST99',
      'maria.lindqvist!',
      'nordwind-2024!',
      'Switchboard1!',
      'SwitchboardSwitchboard',
      'kontorettest12',
      'hub.kontoret.test',
      'mariamariamaria1',
    ]) {
      expect(fault(password)).toBe('password_too_predictable');
    }
  });

  test('that only mentions one of them passes with eight more characters', () => {
    expect(fault('lindqvist-4Tz9#w')).toBe('password_too_predictable'); // Seven remain.
    expect(fault('lindqvist-4Tz9#wQ')).toBeUndefined();
  });

  test('is not checked against words of under four letters, nor an empty name', () => {
    expect(fault('abiabiabiabi9', { email: 'abi@ab.io', name: 'Abi', host: 'h' })).toBeUndefined();
    expect(fault('tidal-orbit9', { email: '', name: '', host: '' })).toBeUndefined();
  });

  test('is split where a word was, so that its sides do not join', () => {
    expect(fault('malindqvistria4Tz9')).toBeUndefined(); // Nine characters remain; `ma` and `ria` are no name.
  });
});

describe('the list of common passwords', () => {
  const entries = list.trimEnd().split('\n');

  test('has at least 3,000 different entries of 12 characters or more, lower-case and sorted', () => {
    expect(entries.length).toBeGreaterThanOrEqual(3000);
    expect(new Set(entries).size).toBe(entries.length);
    expect(entries.filter((entry) => codePoints(entry) < 12 || entry !== entry.toLowerCase())).toEqual([]);
    expect(entries).toEqual(entries.toSorted());
  });

  test('stays small', () => {
    expect(statSync(join(import.meta.dir, '../../server/access/accounts/common-passwords.txt')).size).toBeLessThan(
      100_000,
    );
  });
});
