import type { UseFormReturnType } from '@mantine/form';
import { useLayoutEffect, useState } from 'react';

import { isCode } from '../problem';

interface UseStaleOptions<T extends { version: number }, Values extends object> {
  /** The object as it is now: a query that live news and `refresh` keep fresh. */
  current: T;
  /** The same function at every call: a new one begins the form anew. */
  valuesOf: (object: T) => Values;
  form: UseFormReturnType<Values>;
  /** Its own change is on its way, and may come back as news first. */
  isSaving: boolean;
  /** Reads the object again; throws when that fails, or nobody would learn that nothing was saved. */
  refresh: () => Promise<unknown>;
}

/**
 * Keeps a form at the version that it was opened with. While nothing was typed it follows the object; after that
 * `isStale` says that somebody else changed it, and `<Stale>` puts both sides together.
 */
export function useStale<T extends { version: number }, Values extends object>(options: UseStaleOptions<T, Values>) {
  const { current, valuesOf, form, isSaving, refresh } = options;
  const [base, setBase] = useState(current);
  const isNewer = current.version > base.version;
  const isDirty = form.isDirty();

  if (isNewer && !isDirty) setBase(current);
  const { setInitialValues, reset } = form;
  useLayoutEffect(() => {
    setInitialValues(valuesOf(base));
    reset();
  }, [base, valuesOf, setInitialValues, reset]);

  return {
    /** What the form began with. */
    base,
    /** Begins anew from this: what was just saved, or theirs. */
    adopt: setBase,
    isStale: isNewer && isDirty && !isSaving,
    /** Sends a change; on 412 it reads the other side instead of failing. */
    async guard(change: () => Promise<unknown>): Promise<void> {
      try {
        await change();
      } catch (error) {
        if (!isCode(error, 'precondition_failed')) throw error;
        await refresh();
      }
    },
  };
}
