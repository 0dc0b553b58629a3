import { lazy, Suspense, useSyncExternalStore } from 'react';

import { currentPrompt, onPrompt } from './prompt';

const AuthPromptDialog = lazy(async () => ({ default: (await import('./auth-prompt-dialog')).AuthPromptDialog }));

export function AuthPrompts() {
  const prompt = useSyncExternalStore(onPrompt, currentPrompt);
  if (!prompt) return null;
  return (
    <Suspense>
      <AuthPromptDialog key={prompt.question} question={prompt.question} onSettled={prompt.settle} />
    </Suspense>
  );
}
