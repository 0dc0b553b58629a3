/** What a call may carry besides its input: `mutationOptions({ trpc: { context } })`. */
export type CallContext = {
  /** One object for many tries; see `useSendOnce`. */
  idempotencyKey?: string;
  /** The key of a call with this input. */
  keyOf?: (input: unknown) => string;
  /** The server has done it or refused it for good: the next call is another one. */
  onAnswered?: () => void;
  /** The version that the change was made on; see `onVersion`. */
  ifMatch?: string;
  /** Fails at once instead of opening the sign-in or password dialog. */
  quiet?: boolean;
  /** Sent outside of a batch: calls in the same batch would wait for a slow one. */
  unbatched?: boolean;
};
