import type { Model } from '../../../shared/ai/models';
import { sha256Hex } from '../../secrets/tokens';
import { decimalUnits } from '../providers/decimal';
import type { ReportedUsage, TokenUsage } from './form';

/** US dollars per token, request and minute of a recording, as decimal strings. */
export interface Price {
  prompt: string;
  completion: string;
  request: string;
  /** Null if it is unknown. */
  cacheRead: string | null;
  cacheWrite: string | null;
  /** Null for models that are charged by tokens alone. */
  audioMinute: string | null;
}

export const FREE: Price = {
  prompt: '0',
  completion: '0',
  request: '0',
  cacheRead: null,
  cacheWrite: null,
  audioMinute: null,
};

export const NO_TOKENS: TokenUsage = {
  prompt: 0,
  completion: 0,
  cached: 0,
  cacheWrite: 0,
  reasoning: 0,
  audioSeconds: 0,
  otherRates: 0,
};

type ChargedUsage = Pick<TokenUsage, 'prompt' | 'completion'> & Partial<TokenUsage>;

const MINUTE_MS = 60_000n;

const UNITS_PER_MICRO_USD = 10n ** 24n;
/** A million US dollars, so that sums stay exact whatever a provider reports. */
const MAX_MICRO_USD = 10n ** 12n;

/** Null if it is unknown or not in US dollars. */
export function priceOf({ pricing }: Pick<Model, 'pricing'>): Price | null {
  if (pricing === null || pricing.currency !== 'USD') return null;
  return priceIn(pricing);
}

const priceIn = onceFor((pricing: NonNullable<Model['pricing']>): Price => ({
  prompt: pricing.prompt,
  completion: pricing.completion,
  request: pricing.request,
  cacheRead: pricing.input_cache_read,
  cacheWrite: pricing.input_cache_write,
  audioMinute: pricing.audio_minute,
}));

/** The same price always has the same version. */
export const priceVersion = onceFor((price: Price): string =>
  sha256Hex(
    [price.prompt, price.completion, price.request, price.cacheRead, price.cacheWrite, price.audioMinute].join(' '),
  ).slice(0, 16),
);

/** Computed once for each object, since every call asks. */
function onceFor<Source extends object, T>(compute: (source: Source) => T): (source: Source) => T {
  const known = new WeakMap<Source, T>();
  return (source) => {
    let value = known.get(source);
    if (value === undefined) known.set(source, (value = compute(source)));
    return value;
  };
}

/** Tokens of the request by their prices. Some providers report more cached tokens than tokens. */
function promptParts({ prompt, cached = 0, cacheWrite = 0 }: ChargedUsage) {
  const read = Math.min(cached, prompt);
  const written = Math.min(cacheWrite, prompt - read);
  return { read, written, others: prompt - read - written };
}

const ratesOf = onceFor((price: Price) => ({
  prompt: decimalUnits(price.prompt),
  completion: decimalUnits(price.completion),
  request: decimalUnits(price.request),
  cacheRead: decimalUnits(price.cacheRead ?? price.prompt),
  cacheWrite: decimalUnits(price.cacheWrite ?? price.prompt),
  audioMinute: decimalUnits(price.audioMinute ?? '0'),
}));

/** Millionths of a US dollar, rounded up; an unknown price is 0. */
export function costOf(price: Price | null, usage: ChargedUsage): number {
  if (price === null) return 0;
  const rates = ratesOf(price);
  const { read, written, others } = promptParts(usage);
  const audioMs = BigInt(audioMsOf(usage));
  const units =
    rates.prompt * BigInt(others) +
    rates.cacheRead * BigInt(read) +
    rates.cacheWrite * BigInt(written) +
    rates.completion * BigInt(usage.completion) +
    (rates.audioMinute * audioMs + MINUTE_MS - 1n) / MINUTE_MS +
    rates.request;
  const micro = (units + UNITS_PER_MICRO_USD - 1n) / UNITS_PER_MICRO_USD;
  return Number(micro > MAX_MICRO_USD ? MAX_MICRO_USD : micro);
}

export const audioMsOf = ({ audioSeconds = 0 }: Partial<TokenUsage>): number => Math.ceil(audioSeconds * 1000);

/** Rather too much: tokens that are written to a cache can cost more than others. */
export function maxCostOf(price: Price | null, usage: ChargedUsage): number {
  if (price === null || price.cacheWrite === null) return costOf(price, usage);
  const { prompt, cacheWrite } = ratesOf(price);
  const isDearer = cacheWrite > prompt;
  return costOf(isDearer ? { ...price, prompt: price.cacheWrite } : price, usage);
}

export function lacksOwnPrice(price: Price | null, usage: ChargedUsage): boolean {
  if (price === null) return false;
  const rates = ratesOf(price);
  const isPromptFree = rates.prompt === 0n;
  if (isPromptFree && rates.completion === 0n) return false;
  const { read, written } = promptParts(usage);
  const isWithout = (tokens: number, own: string | null): boolean => tokens > 0 && own === null && !isPromptFree;
  return isWithout(read, price.cacheRead) || isWithout(written, price.cacheWrite) || (usage.otherRates ?? 0) > 0;
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
  costStatus: price === null ? 'price_unknown' : isEstimated || lacksOwnPrice(price, usage) ? 'estimated' : 'exact',
  areTokensEstimated: isEstimated,
});
