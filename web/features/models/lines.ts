import type { Outputs } from '../../trpc';

export type Settings = Outputs['models']['settings']['get'];

/** Without blank ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const aliasText = (aliases: Record<string, string[]>): string =>
  Object.entries(aliases)
    .map(([name, ids]) => `${name} = ${ids.join(', ')}`)
    .join('\n');

/** `name = id, id` per line. A line without models gives an empty list, which the schema refuses. */
export const aliasesIn = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const [name = '', ...rest] = line.split('=');
      const ids = rest.join('=').split(',');
      return [name.trim(), ids.map((id) => id.trim()).filter(Boolean)];
    }),
  );

export const textsOf = ({ aliases, allow, deny }: Settings) => ({
  aliases: aliasText(aliases),
  allow: allow.join('\n'),
  deny: deny.join('\n'),
});
