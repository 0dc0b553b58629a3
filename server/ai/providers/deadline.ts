export interface Deadline {
  ms: number;
  signal: AbortSignal;
  /** The time ran out; false if the parent aborted. */
  passed: () => boolean;
  /** Stops the clock; the parent still aborts. */
  stop: () => void;
  /** Ends it, and closes what is still open, such as a body nobody read. */
  close: () => void;
}

/** Aborts after a time or with its parent, whichever is first. */
export function deadline(ms: number, parent: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let passed = false;
  const timer = setTimeout(() => {
    passed = true;
    abort();
  }, ms);

  if (parent?.aborted === true) abort();
  parent?.addEventListener('abort', abort, { once: true });

  const stop = () => clearTimeout(timer);
  const close = () => {
    stop();
    parent?.removeEventListener('abort', abort);
    abort();
  };
  return { ms, signal: controller.signal, passed: () => passed, stop, close };
}
