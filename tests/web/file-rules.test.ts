import { describe, expect, test } from 'bun:test';

import { fileFault, rulesText } from '../../web/ui/files/rules';

const file = (name: string, type: string, size = 10) => ({ name, type, size });
const LOGO = { accept: 'image/png,image/webp', types: ['PNG', 'WebP'], maxBytes: 256 * 1024 };

describe('a chosen file', () => {
  test('is of an allowed type, by its type or its ending', () => {
    expect(fileFault(file('a.png', 'image/png'), LOGO)).toBeUndefined();
    expect(fileFault(file('a.gif', 'image/gif'), LOGO)).toBe(
      '“a.gif” is not an allowed file type. Choose PNG or WebP.',
    );
    expect(fileFault(file('a.png', ''), LOGO)).toContain('a.png');
    const audio = { accept: 'audio/*,.amr', types: ['AMR'] };
    expect(fileFault(file('a.m4a', 'audio/x-m4a'), audio)).toBeUndefined();
    expect(fileFault(file('A.AMR', ''), audio)).toBeUndefined();
    expect(fileFault(file('audio.txt', 'text/plain'), audio)).toContain('AMR');
    expect(fileFault(file('any', ''), {})).toBeUndefined();
  });

  test('is neither empty nor too large', () => {
    expect(fileFault(file('a.png', 'image/png', 256 * 1024), LOGO)).toBeUndefined();
    expect(fileFault(file('a.png', 'image/png', 256 * 1024 + 1), LOGO)).toBe(
      '“a.png” is larger than 256 KiB. Choose a smaller file.',
    );
    expect(fileFault(file('a.png', 'image/png', 0), LOGO)).toBe('“a.png” is empty. Choose another file.');
  });

  test('the rules are said before', () => {
    expect(rulesText(LOGO)).toBe('PNG or WebP, up to 256 KiB');
    expect(rulesText({ maxBytes: 100 * 1024 * 1024 })).toBe('Any type, up to 100 MiB');
    expect(rulesText({ types: ['JPEG'] })).toBe('JPEG');
    expect(rulesText({})).toBeUndefined();
  });
});
