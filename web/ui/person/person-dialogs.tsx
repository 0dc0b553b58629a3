import { lazy, Suspense, useSyncExternalStore } from 'react';

import { currentQuestion, onQuestion } from './ask';

const QuestionDialog = lazy(async () => ({ default: (await import('./question-dialog')).QuestionDialog }));

export function PersonDialogs() {
  const asked = useSyncExternalStore(onQuestion, currentQuestion);
  if (!asked) return null;
  return (
    <Suspense>
      <QuestionDialog key={asked.question} question={asked.question} onSettled={asked.settle} />
    </Suspense>
  );
}
