/** One of each group in turn: whoever has much waits no less than whoever has little. */
export function inTurns<T>(items: readonly T[], groupOf: (item: T) => string): T[] {
  const groups = [...Map.groupBy(items, groupOf).values()];
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => groups.flatMap((group) => group[index] ?? [])).flat();
}
