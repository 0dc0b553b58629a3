/** The list that was open last, with its filters: "previous" and "next" follow its order. */
let remembered: { ids: readonly string[]; address: string } = { ids: [], address: '' };

export function rememberList(ids: readonly string[]): void {
  remembered = { ids, address: location.pathname.replace(/^\/user\/api/, '') + location.search };
}

export const listOf = (id: string): string | undefined =>
  remembered.ids.includes(id) ? remembered.address : undefined;

/** The ids before and after one in that list. */
export function neighboursOf(id: string): { newer: string | undefined; older: string | undefined } {
  const at = remembered.ids.indexOf(id);
  return { newer: remembered.ids[at - 1], older: at === -1 ? undefined : remembered.ids[at + 1] };
}
