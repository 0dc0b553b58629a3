import { LRUCache } from 'lru-cache';

export function memoizeSource<T extends {}>(maxCharacters: number, make: (source: string) => T): (source: string) => T {
  const made = new LRUCache<string, T>({
    maxSize: maxCharacters,
    sizeCalculation: (_, source) => Math.max(1, source.length),
  });

  return (source) => {
    let value = made.get(source);
    if (value === undefined) made.set(source, (value = make(source)));
    return value;
  };
}
