import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { isCode } from '../problem';
import { toast } from '../toast/toast';
import { resetForm } from './reset-form';
import { isSameJson } from './same-json';
import { t } from './texts';

interface EditConflictOptions<T extends { version: number }, Values extends object> {
  /** A query that live updates and `refresh` keep current. */
  current: T;
  /** Must be stable: a new function resets the form. */
  valuesOf: (object: T) => Values;
  form: UseFormReturnType<Values>;
  /** Reloads the object. Throws on failure, or a lost save would go unseen. */
  refresh: () => Promise<unknown>;
}

/**
 * Keeps a form at the version that it was opened with. An unedited form follows the object; in an edited one `isStale`
 * reports another member’s change of what it shows, and `<EditConflict>` resolves it.
 */
export function useEditConflict<T extends { version: number }, Values extends object>(
  options: EditConflictOptions<T, Values>,
) {
  const { current, valuesOf, form, refresh } = options;
  const [base, setBase] = useState(current);
  /** What the form was last reset to, and the draft after which later edits stay. */
  const [shown, setShown] = useState<{ of: T; sent?: Values | undefined }>({ of: current });
  const sent = useRef<Values>(undefined);
  const adopt = (object: T, draft?: Values): void => {
    setBase(object);
    setShown({ of: object, sent: draft });
  };
  // The form’s own change may come back as an event before its answer.
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  /** A version that was refused is not changed silently, or the refused change would be lost. */
  const [refused, setRefused] = useState<number>();
  const isNewer = current.version > base.version;
  const isDirty = form.isDirty();

  // The answer to the form’s own change was lost, or another member saved the same.
  const isThere = isNewer && isDirty && !isSaving && isSameJson(valuesOf(current), form.values);
  const [timesThere, setTimesThere] = useState(0);
  if (isThere) setTimesThere(timesThere + 1);
  if (isThere || (isNewer && !isDirty)) adopt(current);
  const isElsewhere = isNewer && isDirty && !isSaving && refused !== base.version;
  if (isElsewhere && isSameJson(valuesOf(current), valuesOf(base))) setBase(current);
  useEffect(() => {
    if (timesThere > 0) toast(t('alreadySaved'));
  }, [timesThere]);

  const show = useEffectEvent(() => resetForm(form, valuesOf(shown.of), shown.sent));
  useLayoutEffect(() => {
    show();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only these reset the form
  }, [shown, valuesOf]);

  const isStale = isNewer && isDirty && !isSaving;

  return {
    base,
    /** Resets the form to what was just saved, or to the other side. What was typed while it was saved stays. */
    adopt: (object: T) => adopt(object, sent.current),
    isStale,
    isSaving,
    current,
    valuesOf,
    mine: form.values,
    /** Why a resolved conflict could not be saved: `<EditConflict>` is unmounted meanwhile. */
    refusal,
    /** Sends a change; on 412 it loads the other side instead of failing. */
    async guard(change: () => Promise<unknown>): Promise<void> {
      sent.current = form.getValues();
      setIsSaving(true);
      setRefusal(undefined);
      try {
        await change().catch(async (error: unknown) => {
          if (!isCode(error, 'precondition_failed')) throw error;
          setRefused(base.version);
          await refresh();
        });
      } catch (error) {
        if (isStale) setRefusal(error);
        throw error;
      } finally {
        sent.current = undefined;
        setIsSaving(false);
      }
    },
  };
}
