/** A member of a Structured Field list (RFC 9651) whose items are strings with integer parameters. */
export interface Item {
  value: string;
  parameters: Record<string, number>;
}

const ITEM = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/;
const PARAMETER = /^; *([a-z*][a-z0-9_.*-]*)=(-?\d{1,15})(?![\d.])/;

/** Reads such a list strictly, as a receiver would. Throws on anything that is none. */
export function parseList(text: string | null): Item[] {
  let rest = text ?? '';
  const take = (form: RegExp): RegExpExecArray | undefined => {
    const match = form.exec(rest);
    if (match) rest = rest.slice(match[0].length);
    return match ?? undefined;
  };
  const items: Item[] = [];
  do {
    const item = take(ITEM);
    if (!item) throw new Error(`no item at: ${rest}`);
    const parameters: Record<string, number> = {};
    for (let pair = take(PARAMETER); pair; pair = take(PARAMETER)) parameters[pair[1] ?? ''] = Number(pair[2]);
    items.push({ value: (item[1] ?? '').replaceAll(/\\(.)/g, '$1'), parameters });
  } while (take(/^[ \t]*,[ \t]*/));
  if (rest !== '') throw new Error(`left over: ${rest}`);
  return items;
}
