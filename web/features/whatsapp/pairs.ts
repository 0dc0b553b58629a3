import type { Pair } from '../webhooks/form/draft';
import { t } from './texts';

const NAME = /^[\w.-]{1,40}$/;

export function faultOfPairs(pairs: readonly Pair[]): string | undefined {
  const names = pairs.map(({ name }) => name.trim());
  const wrong = pairs.find(({ name, value }) => !NAME.test(name.trim()) && `${name}${value}`.trim() !== '');
  if (wrong) return t('pairNames');
  return new Set(names).size < names.length ? t('pairsUnique') : undefined;
}
