/** What was typed or pasted, an entry a line or between commas. */
export const entriesIn = (text: string, hasCommas = false): string[] =>
  text
    .split(hasCommas ? /[\r\n]+/ : /[\r\n,]+/)
    .map((entry) => entry.trim())
    .filter(Boolean);

interface Extended {
  next: string[];
  added: number;
  /** Those that were there already. */
  repeated: string[];
  /** Those for which there was no room. */
  left: number;
}

export function withEntries(value: readonly string[], entries: readonly string[], max: number): Extended {
  const next = [...value];
  const repeated: string[] = [];
  let left = 0;
  for (const entry of entries) {
    if (next.includes(entry)) repeated.push(entry);
    else if (next.length === max) left += 1;
    else next.push(entry);
  }
  return { next, added: next.length - value.length, repeated, left };
}
