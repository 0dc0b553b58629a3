import { Suspense, useSyncExternalStore } from 'react';

import { lazyPart } from '../lazy-parts';
import { currentPrompt, onPrompt } from './prompt';

const AuthPromptDialog = lazyPart(async () => (await import('./auth-prompt-dialog')).AuthPromptDialog);

export function AuthPrompts() {
  const prompt = useSyncExternalStore(onPrompt, currentPrompt);
  if (!prompt) return null;
  return (
    <Suspense>
      <AuthPromptDialog key={prompt.question} question={prompt.question} onSettled={prompt.settle} />
    </Suspense>
  );
}
