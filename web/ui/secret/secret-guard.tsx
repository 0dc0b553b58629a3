import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';

import { copyText } from '../clipboard';
import { lazyWhenIdle } from '../lazy-parts';
import { toast } from '../toast/toast';
import { clearSecret, readSecret, useSecret } from './store';
import { t } from './texts';

const Confirm = lazyWhenIdle(async () => (await import('../dialog/dialog')).Confirm);

interface SecretGuardProps {
  label: string;
  why?: string;
  staysInPage?: boolean;
}

/**
 * While a secret is shown, leaving the page asks first. Call `clearSecret()` when the person has saved it. Unmounting
 * clears it too.
 */
export function SecretGuard({ label, why = t('onlyHash'), staysInPage = false }: SecretGuardProps) {
  const isStored = useSecret() !== undefined;
  const blocker = useBlocker({
    // Read on navigation: it may just have been saved.
    shouldBlockFn: ({ current, next }) =>
      readSecret() !== undefined && !(staysInPage && current.pathname === next.pathname),
    enableBeforeUnload: () => readSecret() !== undefined,
    withResolver: true,
    disabled: !isStored,
  });
  useEffect(() => clearSecret, []);

  if (blocker.status !== 'blocked') return null;
  const copyAndGo = async () => {
    const isCopied = await copyText(readSecret()?.value ?? '');
    if (!isCopied) return toast(t('notCopied', { label }), { tone: 'error' });
    toast(t('onClipboard', { label }));
    blocker.proceed();
  };
  return (
    <Confirm
      title={t('leaveTitle', { label })}
      action={t('leave')}
      also={
        <Button variant="default" onClick={() => void copyAndGo()}>
          {t('copyAndLeave')}
        </Button>
      }
      onClose={blocker.reset}
      onConfirm={blocker.proceed}
    >
      {t('notAgain', { label, why })}
    </Confirm>
  );
}
