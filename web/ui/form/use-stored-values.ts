import type { UseFormReturnType } from '@mantine/form';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';

import { resetForm } from './reset-form';

/**
 * Keeps the fields of a form at the stored values, but those that were edited. Returns what sends a draft: `change`
 * calls `onStored` when the draft is stored, with what the form shows then. What is typed meanwhile stays.
 */
export function useStoredValues<Values extends object>(form: UseFormReturnType<Values>, values: Values) {
  const sent = useRef<Values>(undefined);
  const settle = (to: Values): void => {
    resetForm(form, to, sent.current ?? form.getInitialValues());
    if (sent.current) sent.current = to;
  };

  const current = JSON.stringify(values);
  const follow = useEffectEvent(() => settle(JSON.parse(current) as Values));
  useLayoutEffect(() => {
    follow();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only new values reset the form
  }, [current]);

  return async (change: (onStored: (shown: Values) => void) => Promise<unknown>): Promise<void> => {
    sent.current = form.getValues();
    try {
      await change(settle);
    } finally {
      sent.current = undefined;
    }
  };
}
