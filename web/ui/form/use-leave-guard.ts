import { useBlocker } from '@tanstack/react-router';

export function useLeaveGuard(isDirty: boolean): void {
  useBlocker({
    // oxlint-disable-next-line no-alert
    shouldBlockFn: () => isDirty && !window.confirm('Leave without saving? What you typed will be lost.'),
    enableBeforeUnload: () => isDirty,
    disabled: !isDirty,
  });
}
