import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { AVATAR_COLOURS } from '../../web/ui/icons/avatar';
import { theme, variables } from '../../web/ui/theme';

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];
/** WCAG 1.4.3 and 1.4.11. */
const TEXT = 4.5;
const CONTROL = 3;

const css = readFileSync(join(import.meta.dir, '../../web/ui/tokens.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map((found) => [found[1], found]),
);
const ofKit = variables(theme as Parameters<typeof variables>[0]);

/** The colour of a token of `tokens.css`, or of a variable of the kit, such as `text` and `dimmed`. */
function colour(name: string, scheme: Scheme): string {
  const found = tokens.get(`--${name}`)?.[scheme === 'light' ? 2 : 3] ?? ofKit[scheme][`--mantine-color-${name}`];
  if (found === undefined) throw new Error(`There is no colour ${name}.`);
  return found;
}

/** WCAG’s relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Every place where the one stands on the other. */
const GROUNDS = ['body', 'surface', 'code-bg'];
const pairs = (names: readonly string[], grounds: readonly string[], least: number) =>
  names.flatMap((name) => grounds.map((ground) => ({ name, ground, least })));

const PAIRS = [
  ...pairs(['text', 'dimmed', 'placeholder', 'link', 'error', 'anchor'], GROUNDS, TEXT),
  ...pairs(['ink-core', 'ink-wa', 'ink-link', 'ink-auto'], GROUNDS, TEXT),
  ...['success', 'error', 'warning', 'info', 'neutral'].flatMap((tone) =>
    pairs([tone], [`${tone}-soft`, 'surface', 'body'], TEXT),
  ),
  ...pairs(['on-primary'], ['primary', 'danger-filled'], TEXT),
  ...pairs(['code-keyword', 'code-string', 'code-number', 'code-type', 'code-comment'], ['code-bg'], TEXT),
  ...pairs(['text', 'dimmed'], ['phone-wall', 'phone-bubble', 'phone-own', 'neutral-soft', 'default'], TEXT),
  ...Array.from({ length: AVATAR_COLOURS }, (_, at) => ({
    name: `avatar-${at}`,
    ground: `avatar-${at}-soft`,
    least: TEXT,
  })),
  // Borders of fields, the ring of the focus, bars of charts.
  ...pairs(['control-border', 'primary', 'danger-filled'], GROUNDS, CONTROL),
];

describe.each([...SCHEMES])('in the %s scheme', (scheme) => {
  test.each(PAIRS)('$name on $ground is at least $least to 1', ({ name, ground, least }) => {
    expect(contrast(colour(name, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(least);
  });
});

test('the measure is WCAG’s', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('every token that has a colour is read', () => {
  const declared = [...css.matchAll(/(--[\w-]+): light-dark\(/g)].map(([, name]) => name);
  expect([...tokens.keys()]).toEqual(declared);
});
