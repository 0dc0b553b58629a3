import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { issueText } from '../../../../i18n/labels';
import { useTRPC, useTRPCClient, type Inputs } from '../../../../trpc';
import { problemOf } from '../../../../ui/problem';
import type { Tested } from '../test/test-result';
import { checkDraft, type RuleDraft } from './draft';
import { inputOf, pointerInForm } from './input-of';

const WAIT_MS = 400;

export type PreviewSample = NonNullable<Inputs['automation']['rules']['preview']['sample']>;

interface Preview {
  tested: Tested | undefined;
  /** By the name of the field in the form. */
  faults: Record<string, string>;
}

const NO_FAULTS: Record<string, string> = {};

/** What the server says about a draft, a moment after the last change. */
export function useRulePreview(draft: RuleDraft, sample: PreviewSample | undefined) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const settled = useSettled(draft);
  const isComplete = Object.keys(checkDraft(settled)).every((field) => field === 'name');
  const rule = isComplete ? { ...inputOf(settled), name: settled.name.trim() || '…' } : undefined;
  const query = useQuery({
    queryKey: [...trpc.automation.rules.preview.mutationKey(), rule, sample],
    enabled: rule !== undefined && sample !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: async (): Promise<Preview> => {
      if (!rule || !sample) return { tested: undefined, faults: NO_FAULTS };
      try {
        const { result, issues } = await client.automation.rules.preview.mutate({ ...rule, sample });
        return { tested: result ?? undefined, faults: faultsOf(issues, settled) };
      } catch (error) {
        // Values of a wrong form, such as a number that is too small.
        const issues = problemOf(error)?.errors;
        if (!issues) throw error;
        return { tested: undefined, faults: faultsOf(issues, settled) };
      }
    },
  });
  return {
    isComplete,
    error: query.error,
    tested: isComplete ? query.data?.tested : undefined,
    faults: isComplete ? (query.data?.faults ?? NO_FAULTS) : NO_FAULTS,
  };
}

/** The first fault of each field counts. */
const faultsOf = (issues: readonly { pointer: string; message: string }[], draft: RuleDraft): Record<string, string> =>
  Object.fromEntries(issues.map(({ pointer, message }) => [nameIn(pointer, draft), issueText(message)]).toReversed());

const nameIn = (pointer: string, draft: RuleDraft): string =>
  pointerInForm(pointer, draft).slice(1).replaceAll('/', '.');

function useSettled(draft: RuleDraft): RuleDraft {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), WAIT_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return settled;
}
