/** Large numbers of the wire are objects in JavaScript. */
interface LongNumber {
  toNumber: () => number;
}

type WireNumber = number | LongNumber | null | undefined;

const MAX_TEXT = 65_536;

export const wireNumber = (value: WireNumber): number | undefined => {
  const number = typeof value === 'object' && value !== null ? value.toNumber() : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** Without a time, the present time. */
export function wireTime(seconds: WireNumber): Date {
  const at = new Date((wireNumber(seconds) ?? Number.NaN) * 1000);
  return Number.isNaN(at.getTime()) ? new Date() : at;
}

export const wireText = (text: string | null | undefined, max = MAX_TEXT): string | undefined =>
  typeof text === 'string' && text !== '' ? text.slice(0, max) : undefined;
