/** For reads that others wait for. */
export const databaseWithin = <T>(work: Promise<T>, milliseconds: number): Promise<T> =>
  within(work, milliseconds, () => new Error('The database does not respond in time.'));

/** `work` itself continues after the time. */
export async function within<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
