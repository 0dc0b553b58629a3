export interface Deadline {
  ms: number;
  signal: AbortSignal;
  /** False if the parent aborted. */
  passed: () => boolean;
  /** Stops the timer; the parent can still abort. */
  stop: () => void;
  /** Also closes what is still open, such as an unread body. */
  close: () => void;
}

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
