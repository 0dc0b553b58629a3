import { locale } from '../../i18n/locale';

const MICRO = 1_000_000;
const usd = { style: 'currency', currency: 'USD' } as const;
const whole = new Intl.NumberFormat(locale, usd);
const below = new Intl.NumberFormat(locale, { ...usd, maximumFractionDigits: 4 });
const small = new Intl.NumberFormat(locale, { ...usd, maximumSignificantDigits: 2 });
const short = new Intl.NumberFormat(locale, { ...usd, notation: 'compact', maximumSignificantDigits: 2 });
const exact = new Intl.NumberFormat(locale, { ...usd, maximumFractionDigits: 6 });

/** Millionths of a US dollar as `$12.30`; below a dollar as `$0.016`, below a cent as `$0.00002`. */
export function formatUsd(microUsd: number): string {
  const format = microUsd >= MICRO || microUsd === 0 ? whole : microUsd >= MICRO / 100 ? below : small;
  return format.format(microUsd / MICRO);
}

/** For axes: `$0`, `$0.02`, `$1.5K`. */
export const formatUsdShort = (microUsd: number): string => short.format(microUsd / MICRO);

/** The price of a token as the API returns it, for a million of them: `$2.50`. */
export const perMillion = (perToken: string): string => exact.format(Number(perToken) * MICRO);

/** US dollars as a decimal string of the API. */
export const formatDollars = (dollars: string): string => exact.format(Number(dollars));

/** Millionths of what a person types as dollars; undefined if it is no amount. */
export function microUsdIn(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, '');
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(plain)) return undefined;
  return Math.round(Number(plain) * MICRO);
}

export const dollarsOf = (microUsd: number): string => String(microUsd / MICRO);
