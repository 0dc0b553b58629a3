/** What the matcher reads of an entry. */
export interface Matched {
  group: string;
  label: string;
  words?: string;
}

/** Small letters without accents: `orcamento` finds “Orçamentos”. */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const split = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}@+]+/u)
    .filter(Boolean);

export const wordsIn = (text: string): string[] => split(text).map(plain);

/** How well a word fits one of these: whole 3, its beginning 2, a part of it 1, not at all 0. */
function fit(word: string, others: readonly string[]): number {
  let best = 0;
  for (const other of others) {
    if (other === word || isPlural(word, other)) return 3;
    if (other.startsWith(word)) best = Math.max(best, 2);
    else if (word.length > 2 && other.includes(word)) best = Math.max(best, 1);
  }
  return best;
}

const isPlural = (word: string, other: string): boolean =>
  word.length > 2 && (word === `${other}s` || other === `${word}s`);

/**
 * How well an entry fits what was typed, 0 for not at all: every word must fit its label, its group or its further
 * words, in any order. Labels count most.
 */
export function score({ group, label, words = '' }: Matched, typed: string): number {
  const asked = wordsIn(typed);
  const own = wordsIn(label);
  const more = wordsIn(`${group} ${words}`);
  let total = 0;
  for (const word of asked) {
    const best = Math.max(fit(word, own), fit(word, more) / 2);
    if (best === 0) return 0;
    total += best;
  }
  if (asked.length === 0) return 1;
  const start = plain(label).startsWith(plain(typed.trim())) ? 1 : 0;
  // Of two that fit as well, the shorter one says it better.
  return total / asked.length + start - Math.min(own.length, 20) / 100;
}

/** The entries that fit, best first; those that fit as well stay in order. */
export function ranked<T extends Matched>(entries: readonly T[], typed: string, max = entries.length): T[] {
  return entries
    .map((entry) => ({ entry, points: score(entry, typed) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, max)
    .map(({ entry }) => entry);
}

/** Groups in the order of their best entry. */
export function byGroup<T extends Matched>(entries: readonly T[]): T[] {
  return [...Map.groupBy(entries, ({ group }) => group).values()].flat();
}

/**
 * What is to be found in a list of objects: the words that are not the name of the list. `webhook billing` asks for
 * `billing` among webhooks; of several words the longest is asked for, and the others are looked for in what is found.
 */
export function questionFor(typed: string, listNames: string): string | undefined {
  const names = wordsIn(listNames);
  // As it was typed: the server tells accents apart.
  const asked = split(typed).filter((word) => fit(plain(word), names) < 2);
  return asked.toSorted((a, b) => b.length - a.length)[0];
}
