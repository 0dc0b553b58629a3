/** What a call may carry besides its input: `mutationOptions({ trpc: { context } })`. */
export type CallContext = {
  /** One object for many tries; see `useSendOnce`. */
  idempotencyKey?: string;
  /** The key of a call with this input. */
  keyOf?: (input: unknown) => string;
  /** The server has done it, or refused it for good: the next call is another one. */
  answered?: () => void;
  /** The version that the change was made on; see `onVersion`. */
  ifMatch?: string;
  /** Fails at once where a dialog would ask for sign-in or password. */
  quiet?: boolean;
  /** Goes by itself: what is asked together with a call that waits would wait too. */
  alone?: boolean;
};
