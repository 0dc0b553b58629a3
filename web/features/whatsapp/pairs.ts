import type { Pair } from '../webhooks/form/draft';

const NAME = /^[\w.-]{1,40}$/;

export function faultOfPairs(pairs: readonly Pair[]): string | undefined {
  const names = pairs.map(({ name }) => name.trim());
  const wrong = pairs.find(({ name, value }) => !NAME.test(name.trim()) && `${name}${value}`.trim() !== '');
  if (wrong) return 'Names have 1 to 40 of A–Z, a–z, 0–9 and . _ -';
  return new Set(names).size < names.length ? 'Each name once.' : undefined;
}
