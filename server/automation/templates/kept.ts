/** Remembers what was made of the last sources that were asked for, up to so many characters. */
export function keepMade<T>(mostCharacters: number, make: (source: string) => T): (source: string) => T {
  const made = new Map<string, T>();
  let characters = 0;

  return (source) => {
    const before = made.get(source);
    if (before !== undefined) {
      made.delete(source);
      made.set(source, before);
      return before;
    }
    const fresh = make(source);
    made.set(source, fresh);
    characters += source.length;
    for (const oldest of made.keys()) {
      if (characters <= mostCharacters) break;
      made.delete(oldest);
      characters -= oldest.length;
    }
    return fresh;
  };
}
