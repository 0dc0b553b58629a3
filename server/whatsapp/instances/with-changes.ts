export const withChanges = <T extends object>(before: T, given: { [K in keyof T]?: T[K] | undefined } = {}): T => ({
  ...before,
  ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>),
});
