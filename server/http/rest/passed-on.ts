const PASSABLE = /^[\x20-\x7e]{1,2000}$/;

/** Clients of other APIs add these parameters, which mean nothing here. */
export function withoutIgnored(query: string, ignored: readonly string[] = []): string {
  if (query === '' || ignored.length === 0) return query;
  return query
    .split('&')
    .filter((pair) => !ignored.includes(pair.split('=', 1)[0] ?? ''))
    .join('&');
}

export function passedHeaders({ headers }: Request, names: readonly string[] = []): Record<string, string> {
  const pairs = names.flatMap((name) => {
    const value = headers.get(name);
    return value !== null && PASSABLE.test(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}
