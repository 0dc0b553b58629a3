import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { PublicationPreview } from '../../../../../shared/automation/publication-preview';
import { issueText } from '../../../../i18n/labels';
import { useTRPC, useTRPCClient } from '../../../../trpc';
import { problemOf } from '../../../../ui/problem';
import { inputOf, canPreview, NEW_PUBLICATION, type PublicationDraft } from './draft';
import { faultsInSchedule } from './schedule-draft';
import { pointerInForm } from './target-draft';

const WAIT_MS = 400;

type Issue = Pick<PublicationPreview['issues'][number], 'pointer' | 'message'>;
interface PreviewState {
  preview: PublicationPreview | undefined;
  issues: readonly Issue[];
}

/** The server’s preview of the draft, debounced; undefined while the draft is incomplete. */
export function usePreview(draft: PublicationDraft) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const settled = useSettled(draft);
  const isEnabled = canPreview(settled);
  // The rest is shown while the time is not complete; the field itself says so when one leaves it.
  const isTimed = Object.keys(faultsInSchedule(settled.schedule)).length === 0;
  const input = {
    ...inputOf({ ...settled, outcome: 'publish', ...(isTimed ? {} : { schedule: NEW_PUBLICATION.schedule }) }),
  };
  const query = useQuery({
    queryKey: [...trpc.automation.publications.preview.mutationKey(), input],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: async (): Promise<PreviewState> => {
      try {
        const preview = await client.automation.publications.preview.mutate(input);
        return { preview, issues: preview.issues };
      } catch (error) {
        const refused = problemOf(error)?.errors;
        if (!refused) throw error;
        return { preview: undefined, issues: refused };
      }
    },
  });
  const issues = isEnabled ? (query.data?.issues ?? []) : [];
  return {
    preview: isEnabled ? query.data?.preview : undefined,
    dueAt: (isTimed && query.data?.preview?.due_at) || null,
    error: isEnabled ? query.error : null,
    isAsked: isEnabled,
    issues: fieldsOf(issues, settled),
    /** Of no field. */
    general: issues
      .filter(({ pointer }) => nameOf(pointer, settled) === undefined)
      .map(({ message }) => issueText(message)),
  };
}

function useSettled(draft: PublicationDraft): PublicationDraft {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), WAIT_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return settled;
}

function fieldsOf(issues: readonly Issue[], draft: PublicationDraft): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { pointer, message } of issues) {
    const name = nameOf(pointer, draft);
    if (name !== undefined) fields[name] ??= issueText(message);
  }
  return fields;
}

/** The deepest part of the pointer that is a field of the form. */
function nameOf(pointer: string, draft: PublicationDraft): string | undefined {
  const parts = pointerInForm(pointer, draft.targets).split('/').slice(1);
  const known: string[] = [];
  let at: unknown = draft;
  for (const part of parts) {
    if (typeof at !== 'object' || at === null || !(part in at)) break;
    known.push(part);
    at = (at as Record<string, unknown>)[part];
  }
  const name = known.join('.');
  if (name === 'content') return 'content.text';
  return name === '' ? undefined : name;
}
