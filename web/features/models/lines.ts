import type { Outputs } from '../../trpc';
import { entriesIn } from '../../ui/form/list-entries';

export type Settings = Outputs['models']['settings']['get'];

export interface AliasDraft {
  name: string;
  /** In order of preference. */
  models: string[];
}

export const aliasesOf = (aliases: Settings['aliases']): AliasDraft[] =>
  Object.entries(aliases).map(([name, models]) => ({ name, models }));

export const aliasLine = ({ name, models }: AliasDraft): string => `${name} = ${models.join(', ')}`;

/** Of lines such as `name = id, id`; without those that have no `=`. */
export const aliasesIn = (text: string): AliasDraft[] =>
  text.split(/[\r\n]+/).flatMap((line) => {
    const at = line.indexOf('=');
    if (at < 0) return [];
    return [{ name: line.slice(0, at).trim(), models: [...new Set(entriesIn(line.slice(at + 1)))] }];
  });
