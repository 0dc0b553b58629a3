/** What a person is asked for in the middle of a call. */
export type Question = 'sign_in' | 'password';

interface Asked {
  question: Question;
  answer: Promise<boolean>;
  settle: (done: boolean) => void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Opens the dialog, once for all calls that wait; resolves to whether the person complied. */
export function ask(question: Question): Promise<boolean> {
  if (asked) return asked.question === question ? asked.answer : asked.answer.then((done) => done && ask(question));

  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (done: boolean) => {
    asked = undefined;
    tell();
    resolve(done);
  };
  asked = { question, answer: promise, settle };
  tell();
  return promise;
}

/** For `useSyncExternalStore`. */
export const currentQuestion = (): Asked | undefined => asked;
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
