import { useBlocker } from '@tanstack/react-router';

import { t } from './texts';

export function useLeaveGuard(isDirty: boolean): void {
  useBlocker({
    // oxlint-disable-next-line no-alert
    shouldBlockFn: () => isDirty && !window.confirm(t('leave')),
    enableBeforeUnload: () => isDirty,
    disabled: !isDirty,
  });
}
