export type Question = 'sign_in' | 'password';

interface Asked {
  question: Question;
  answer: Promise<boolean>;
  settle: (done: boolean) => void;
}

let asked: Asked | undefined;
let answers = 0;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * Opens one dialog for all waiting calls; resolves to whether the person complied. Either dialog renews the session and
 * its password check, so it serves calls that lack the other one too.
 */
export function ask(question: Question): Promise<boolean> {
  if (asked) return asked.answer;

  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (done: boolean) => {
    asked = undefined;
    if (done) answers += 1;
    tell();
    resolve(done);
  };
  asked = { question, answer: promise, settle };
  tell();
  return promise;
}

export const answersGiven = (): number => answers;

/** For `useSyncExternalStore`. */
export const currentQuestion = (): Asked | undefined => asked;
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
