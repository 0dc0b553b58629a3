import type { Model } from '../../../shared/ai/models';
import { sha256Hex } from '../../secrets/tokens';
import { decimalUnits } from '../providers/decimal';
import type { ReportedUsage, TokenUsage } from './form';

/** US dollars per token and per request, as decimal strings. */
export interface Price {
  prompt: string;
  completion: string;
  request: string;
}

export const NO_TOKENS: TokenUsage = { prompt: 0, completion: 0, cached: 0, reasoning: 0 };

const UNITS_PER_MICRO_USD = 10n ** 24n;
/** A million US dollars, so that sums stay exact whatever a provider reports. */
const MAX_MICRO_USD = 10n ** 12n;

/** Null if it is unknown or not in US dollars. */
export function priceOf({ pricing }: Pick<Model, 'pricing'>): Price | null {
  if (pricing === null || pricing.currency !== 'USD') return null;
  return { prompt: pricing.prompt, completion: pricing.completion, request: pricing.request };
}

/** The same price always has the same version. */
export const priceVersion = (price: Price): string =>
  sha256Hex(`${price.prompt} ${price.completion} ${price.request}`).slice(0, 16);

/** Millionths of a US dollar, rounded up; an unknown price is 0. */
export function costOf(price: Price | null, { prompt, completion }: Pick<TokenUsage, 'prompt' | 'completion'>): number {
  if (price === null) return 0;
  const units =
    decimalUnits(price.prompt) * BigInt(prompt) +
    decimalUnits(price.completion) * BigInt(completion) +
    decimalUnits(price.request);
  const micro = (units + UNITS_PER_MICRO_USD - 1n) / UNITS_PER_MICRO_USD;
  return Number(micro > MAX_MICRO_USD ? MAX_MICRO_USD : micro);
}

/** US dollars as a decimal string without trailing zeros. */
export function usdText(microUsd: number): string {
  const text = String(microUsd).padStart(7, '0');
  const decimals = text.slice(-6).replace(/0+$/, '');
  return decimals === '' ? text.slice(0, -6) : `${text.slice(0, -6)}.${decimals}`;
}

export const reportedUsage = (usage: TokenUsage, price: Price | null, isEstimated: boolean): ReportedUsage => ({
  ...usage,
  cost: usdText(costOf(price, usage)),
  costStatus: price === null ? 'price_unknown' : isEstimated ? 'estimated' : 'exact',
});
