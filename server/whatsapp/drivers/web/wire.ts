/** JSON that keeps dates, for messages between processes and rows of the inbox. */
export const toWire = (value: unknown): string => JSON.stringify(value, mark);

export const fromWire = (text: string): unknown => JSON.parse(text, revive);

const DATE = '$date';

function mark(this: unknown, key: string, value: unknown): unknown {
  const given = (this as Record<string, unknown>)[key];
  return given instanceof Date ? { [DATE]: given.getTime() } : value;
}

const revive = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && DATE in value && typeof value[DATE] === 'number'
    ? new Date(value[DATE])
    : value;
