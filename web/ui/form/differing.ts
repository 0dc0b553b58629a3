/** The fields of a draft that differ. */
export function differing<Values extends object>(base: Values, draft: Values): Partial<Values> {
  const names = (Object.keys(draft) as (keyof Values)[]).filter(
    (name) => JSON.stringify(base[name]) !== JSON.stringify(draft[name]),
  );
  return Object.fromEntries(names.map((name) => [name, draft[name]])) as Partial<Values>;
}
