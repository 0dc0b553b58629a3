export type AuthPrompt = 'sign_in' | 'password';

interface OpenPrompt {
  question: AuthPrompt;
  answer: Promise<boolean>;
  settle: (done: boolean) => void;
}

let current: OpenPrompt | undefined;
let answers = 0;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/**
 * Opens one dialog for all waiting calls; resolves to whether the person complied. Either dialog renews the session and
 * its password check, so it serves calls that lack the other one too.
 */
export function promptFor(kind: AuthPrompt): Promise<boolean> {
  if (current) return current.answer;

  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (done: boolean) => {
    current = undefined;
    if (done) answers += 1;
    notify();
    resolve(done);
  };
  current = { question: kind, answer: promise, settle };
  notify();
  return promise;
}

export const completedPrompts = (): number => answers;

/** For `useSyncExternalStore`. */
export const currentPrompt = (): OpenPrompt | undefined => current;
export function onPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
