export type Awaitable<T> = T | Promise<T>;

export const andThen = <T, R>(value: Awaitable<T>, step: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(step) : step(value);
