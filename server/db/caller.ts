const MAX_FRAMES = 3;

/** `trace` was made where the transaction was opened; the message names the functions outside this folder. */
export function tooLong(trace: Error | undefined, cause?: unknown): Error {
  const frames = (trace?.stack ?? '').split('\n').flatMap((line) => /^\s+at (.*)$/.exec(line)?.[1] ?? []);
  const callers = frames.filter((frame) => !frame.includes(import.meta.dir)).slice(0, MAX_FRAMES);
  const text = 'The transaction took too long: it may await nothing but its own statements.';
  return new Error(callers.length === 0 ? text : `${text} Opened by ${callers.join(', ')}.`, { cause });
}
