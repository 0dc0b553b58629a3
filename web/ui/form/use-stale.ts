import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useLayoutEffect, useState } from 'react';

import { isCode } from '../problem';
import { toast } from '../toast';
import { isSameJson } from './same-json';

interface UseStaleOptions<T extends { version: number }, Values extends object> {
  /** The object as it is now: a query that live news and `refresh` keep fresh. */
  current: T;
  /** The same function at every call: a new one begins the form anew. */
  valuesOf: (object: T) => Values;
  form: UseFormReturnType<Values>;
  /** Reads the object again; throws when that fails, or nobody would learn that nothing was saved. */
  refresh: () => Promise<unknown>;
}

/**
 * Keeps a form at the version that it was opened with. While nothing was typed it follows the object; after that
 * `isStale` says that somebody else changed it, and `<Stale>` puts both sides together.
 */
export function useStale<T extends { version: number }, Values extends object>(options: UseStaleOptions<T, Values>) {
  const { current, valuesOf, form, refresh } = options;
  const [base, setBase] = useState(current);
  // Its own change is on its way, and may come back as news first.
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const isNewer = current.version > base.version;
  const isDirty = form.isDirty();

  // The answer to one's own change was lost, or somebody else wrote the same.
  const isThere = isNewer && isDirty && !isSaving && isSameJson(valuesOf(current), form.values);
  const [timesThere, setTimesThere] = useState(0);
  if (isThere) setTimesThere(timesThere + 1);
  if (isThere || (isNewer && !isDirty)) setBase(current);
  useEffect(() => {
    if (timesThere > 0) toast('It stands as you wrote it');
  }, [timesThere]);

  const { setInitialValues, reset } = form;
  useLayoutEffect(() => {
    setInitialValues(valuesOf(base));
    reset();
  }, [base, valuesOf, setInitialValues, reset]);

  const isStale = isNewer && isDirty && !isSaving;

  return {
    /** What the form began with. */
    base,
    /** Begins anew from this: what was just saved, or theirs. */
    adopt: setBase,
    isStale,
    isSaving,
    current,
    valuesOf,
    mine: form.values,
    /** What a choice between both sides failed with: `<Stale>` is gone while it is on its way. */
    refusal,
    /** Sends a change; on 412 it reads the other side instead of failing. */
    async guard(change: () => Promise<unknown>): Promise<void> {
      setIsSaving(true);
      setRefusal(undefined);
      try {
        await change().catch(async (error: unknown) => {
          if (!isCode(error, 'precondition_failed')) throw error;
          await refresh();
        });
      } catch (error) {
        if (isStale) setRefusal(error);
        throw error;
      } finally {
        setIsSaving(false);
      }
    },
  };
}
