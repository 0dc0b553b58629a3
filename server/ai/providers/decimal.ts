/** Enough for any price per token, which needs fewer than 20. */
const PLACES = 30;
const MAX_INTEGER_DIGITS = 12;

/** Null for negative numbers (OpenRouter uses `-1` for variable prices), other values and numbers out of range. */
export function decimalText(value: unknown): string | null {
  const source = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (source.length > 64) return null;

  const match = /^\+?(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(source);
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;

  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const shifted = point > 0 ? digits.padEnd(point, '0') : '0'.repeat(1 - point) + digits;
  const at = Math.max(point, 1);

  const integer = shifted.slice(0, at).replace(/^0+(?=\d)/, '');
  const decimals = shifted.slice(at).replace(/0+$/, '');
  if (integer.length > MAX_INTEGER_DIGITS || decimals.length > PLACES) return null;
  return decimals === '' ? integer : `${integer}.${decimals}`;
}

/** In units of 10⁻³⁰, so that prices can be added and compared exactly. */
export function decimalUnits(text: string): bigint {
  const [integer = '0', decimals = ''] = text.split('.');
  return BigInt(integer + decimals.padEnd(PLACES, '0'));
}
