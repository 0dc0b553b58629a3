import { useBlocker } from '@tanstack/react-router';

import { lazyWhenIdle } from '../lazy-parts';
import { t } from './texts';

const Confirm = lazyWhenIdle(async () => (await import('../dialog/dialog')).Confirm);

interface DiscardDialogProps {
  onKeep: () => void;
  onDiscard: () => void;
}

/** The question before what was typed is given up. */
export const DiscardDialog = ({ onKeep, onDiscard }: DiscardDialogProps) => (
  <Confirm
    title={t('discardTitle')}
    keep={t('keepEditing')}
    action={t('discard')}
    onClose={onKeep}
    onConfirm={onDiscard}
  >
    {t('lost')}
  </Confirm>
);

let isDiscarding = false;

/** Two forms of a page ask once: their guards follow each other before the timer. */
function discard(proceed: () => void): void {
  isDiscarding = true;
  setTimeout(() => {
    isDiscarding = false;
  });
  proceed();
}

/** Leaving a page with changes asks first: in a dialog within the console, in the browser’s own when the tab closes. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !isDiscarding,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
    disabled: !isDirty,
  });
  return (
    blocker.status === 'blocked' && <DiscardDialog onKeep={blocker.reset} onDiscard={() => discard(blocker.proceed)} />
  );
}
