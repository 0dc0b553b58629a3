import { lazy, Suspense, useSyncExternalStore } from 'react';

import { currentQuestion, onQuestion } from './ask';

const QuestionDialog = lazy(async () => ({ default: (await import('./question-dialog')).QuestionDialog }));

/** Where sign-in and password are asked for in the middle of something; once, at the root. */
export function PersonDialogs() {
  const asked = useSyncExternalStore(onQuestion, currentQuestion);
  if (!asked) return null;
  return (
    <Suspense>
      <QuestionDialog key={asked.question} question={asked.question} onSettled={asked.settle} />
    </Suspense>
  );
}
