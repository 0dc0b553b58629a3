const MICRO = 1_000_000;
const whole = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const below = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
const small = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 });

/** Millionths of a US dollar as `$12.30`; below a dollar as `$0.016`, below a cent as `$0.00002`. */
export function formatUsd(microUsd: number): string {
  const format = microUsd >= MICRO || microUsd === 0 ? whole : microUsd >= MICRO / 100 ? below : small;
  return format.format(microUsd / MICRO);
}

/** Millionths of what a person types as dollars; undefined if it is no amount. */
export function microUsdIn(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, '');
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(plain)) return undefined;
  return Math.round(Number(plain) * MICRO);
}

export const dollarsOf = (microUsd: number): string => String(microUsd / MICRO);
