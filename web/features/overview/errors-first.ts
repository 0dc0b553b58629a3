/** Failed requests stand above the others, and only there. */
export function withErrorsFirst<T extends { id: string }>(errors: readonly T[], latest: readonly T[], shown: number) {
  const ids = new Set(errors.map(({ id }) => id));
  return { errors, latest: latest.filter(({ id }) => !ids.has(id)).slice(0, Math.max(0, shown - errors.length)) };
}
