import { describe, expect, test } from 'bun:test';

import { checkSlug, generateSlug, isProbePath, RESERVED_SEGMENTS, slugKeyOf } from '../../shared/links/slugs';
import { startServer } from '../support/app';

const shared = { shared: true };
const own = { shared: false };

/** The slug as it would be stored, or why it is none. */
const validationOf = (slug: string, domain: { shared: boolean }): string => {
  const checked = checkSlug(slug, domain);
  return checked.ok ? checked.slug : checked.code;
};

describe('a custom slug', () => {
  test.each(['a', 'Spring-2026', 'docs.v2', 'a/b/c', '~me', 'x_y', 'a..b', '...', '0', 'a'.repeat(190)])(
    'may be %p on every domain',
    (slug) => {
      expect(validationOf(slug, shared)).toBe(slug);
      expect(validationOf(slug, own)).toBe(slug);
    },
  );

  test.each(['grüße', '春', 'привет/мир', '🚀', 'नमस्ते', '٣', 'שלום', '⭐'])('may be %p only on own domains', (slug) => {
    expect(validationOf(slug, own)).toBe(slug);
    expect(validationOf(slug, shared)).toBe('invalid_slug');
  });

  test.each([
    ['', 'empty'],
    ['a'.repeat(191), '191 characters'],
    ['/a', 'a slash in front'],
    ['a/', 'a slash at the end'],
    ['a//b', 'an empty segment'],
    ['.', 'a dot'],
    ['..', 'two dots'],
    ['a/../b', 'a way up'],
    ['a/./b', 'a dot as segment'],
    ['%2e%2e', 'an escape'],
    ['a b', 'a space'],
    ['a\u00a0b', 'a hard space'],
    ['a\u3000b', 'an ideographic space'],
    ['a\tb', 'a tab'],
    ['a\nb', 'a line feed'],
    ['a\0b', 'NUL'],
    ['a\u0085b', 'a control of C1'],
    ['a\u202eb', 'right-to-left override'],
    ['a\u2066b', 'an isolate'],
    ['a\u200bb', 'zero-width space'],
    ['a\u200db', 'zero-width joiner'],
    ['a\ufeffb', 'a byte order mark'],
    ['a\u00adb', 'a soft hyphen'],
    ['a\u034fb', 'a grapheme joiner'],
    ['a\u3164b', 'a Hangul filler'],
    ['a\ud800b', 'half of a surrogate pair'],
    ...Array.from('+%?#\\;:@&!$\'()*,=[]"<>^`{|}').map((sign) => [`a${sign}b`, sign] as const),
    ['春'.repeat(112), 'more than a path can hold'],
    ['wp-login', 'a probe'],
    ['index.php', 'a probe'],
    ['a/B.PHP', 'a probe'],
    ['a.php/b', 'a probe'],
    ['.env', 'a probe'],
    ['.env.local', 'a probe'],
    ['a/.git/config', 'a probe'],
    ['WP-content', 'a probe'],
  ])('may not be %j (%s)', (slug) => {
    expect(validationOf(slug, own)).toBe('invalid_slug');
    expect(validationOf(slug, shared)).toBe('invalid_slug');
  });

  test('may resemble a scanner’s path without being one', () => {
    for (const slug of ['phpinfo', 'a.phpx', 'awp-b', 'a.env', 'git', 'swp-1'])
      expect(validationOf(slug, shared)).toBe(slug);
    expect(isProbePath('a.php')).toBe(true);
    expect(isProbePath('spring')).toBe(false);
  });

  test('is stored in NFC, without the selector of coloured emoji', () => {
    expect(validationOf('cafe\u0301', own)).toBe('café');
    expect(validationOf('⭐\ufe0f', own)).toBe('⭐');
    expect(validationOf('\ufe0f', own)).toBe('invalid_slug');
    expect(validationOf('가'.normalize('NFD'), own)).toBe('가');
  });

  test('is counted in characters after that', () => {
    expect(validationOf('e\u0301'.repeat(160), own)).toBe('é'.repeat(160));
    expect(validationOf('🚀'.repeat(83), own)).toBe('🚀'.repeat(83));
    expect(validationOf('🚀'.repeat(84), own)).toBe('invalid_slug');
  });
});

describe('a reserved word', () => {
  test.each([...RESERVED_SEGMENTS])('%s starts no slug of the shared domain, in any case', (word) => {
    for (const slug of [word, word.toUpperCase(), `${word}/x`])
      expect(validationOf(slug, shared)).toBe('slug_reserved');
    expect(validationOf(`x/${word}`, shared)).toBe(`x/${word}`);
  });

  test('is anything that starts with an underscore', () => {
    expect(validationOf('_next/x', shared)).toBe('slug_reserved');
    expect(validationOf('x/_next', shared)).toBe('x/_next');
    expect(validationOf('_next', own)).toBe('_next');
  });

  test('on own domains is only what browsers and crawlers look for', () => {
    for (const slug of ['.well-known/x', 'ROBOTS.TXT', 'favicon.ico', 'sitemap.xml']) {
      expect(validationOf(slug, own)).toBe('slug_reserved');
    }
    for (const slug of ['api', 'login', 'user/x']) expect(validationOf(slug, own)).toBe(slug);
  });

  test('is every first segment of a route of this service', async () => {
    const server = await startServer();
    try {
      const first = server.app.routes.map(({ path }) => path.split('/')[1] ?? '');
      const open = [...new Set(first)].filter((segment) => segment !== '' && segment !== '*');
      expect(open.length).toBeGreaterThan(3);
      expect(open.filter((segment) => validationOf(segment, shared) !== 'slug_reserved')).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});

describe('the key of a slug', () => {
  test('folds case unless the domain is case-sensitive', () => {
    expect(slugKeyOf('Spring', false)).toBe('spring');
    expect(slugKeyOf('Spring', true)).toBe('Spring');
    expect(slugKeyOf('GRÜSSE', false)).toBe('grüsse');
  });

  test('is the same for every spelling of the same slug, and for itself', () => {
    for (const slug of ['cafe\u0301', 'É\ufe0f', 'İstanbul', 'ΟΔΟΣ', 'A/b', '⭐\ufe0f']) {
      for (const caseSensitive of [false, true]) {
        const key = slugKeyOf(slug, caseSensitive);
        expect(slugKeyOf(slug.normalize('NFD'), caseSensitive)).toBe(key);
        expect(slugKeyOf(slug.normalize('NFC'), caseSensitive)).toBe(key);
        expect(slugKeyOf(key, caseSensitive)).toBe(key);
      }
    }
  });
});

describe('a generated slug', () => {
  test('has the requested length, without vowels and look-alikes', () => {
    expect(generateSlug()).toMatch(/^[2-9bcdfghjkmnpqrstvwxz]{7}$/);
    for (const length of [3, 12, 64]) expect(generateSlug(length)).toHaveLength(length);
    expect(generateSlug(5, 'sale/')).toMatch(/^sale\/[2-9bcdfghjkmnpqrstvwxz]{5}$/);
  });

  test('is never a reserved word', () => {
    const words = new Set(Array.from({ length: 60_000 }, () => generateSlug(3)));
    expect(words.size).toBeGreaterThan(15_000);
    expect(words.has('mcp')).toBe(false);
  });

  test('has every character as often as any other', () => {
    const counts = new Map<string, number>();
    for (const sign of generateSlug(64 * 4000)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect(counts.size).toBe(27);
    const expected = (64 * 4000) / 27;
    // Six standard deviations; a plain remainder of 256 would make thirteen of them a tenth too frequent.
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
  });
});
