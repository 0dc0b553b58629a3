/** Pages in the order of their keys; the last one has fewer than `size` rows. */
export async function* pagesAfter<Row>(
  size: number,
  read: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  for (let after = ''; ;) {
    const page = await read(after);
    yield page;
    const last = page.at(-1);
    if (page.length < size || last === undefined) return;
    after = keyOf(last);
  }
}
