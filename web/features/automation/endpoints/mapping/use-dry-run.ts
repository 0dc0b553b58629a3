import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { issueText } from '../../../../i18n/labels';
import { useTRPC, useTRPCClient, type Outputs } from '../../../../trpc';
import { problemOf } from '../../../../ui/problem';
import type { Endpoint } from '../labels';
import { faultOf, fieldAt, testInput, type MappingDraft } from './draft';

const WAIT_MS = 400;

export type InboundTest = Outputs['automation']['inbound_endpoints']['test'];

interface DryRunInput {
  test: InboundTest | undefined;
  issues: readonly { pointer: string; message: string }[];
}

/** The dry run of a sample, debounced. */
export function useDryRun(of: Endpoint, draft: MappingDraft, sampleId: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const settled = useSettled(draft);
  const fault = faultOf(settled);
  const tried = fault === undefined ? testInput(settled) : undefined;
  const query = useQuery({
    queryKey: [...trpc.automation.inbound_endpoints.test.mutationKey(), of.id, sampleId, tried, of.version],
    enabled: tried !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: async (): Promise<DryRunInput> => {
      try {
        const input = { endpoint_id: of.id, ...tried, ...(sampleId === '' ? {} : { request_id: sampleId }) };
        return { test: await client.automation.inbound_endpoints.test.mutate(input), issues: [] };
      } catch (error) {
        const refused = problemOf(error)?.errors;
        if (!refused) throw error;
        return { test: undefined, issues: refused };
      }
    },
  });
  const issues = query.data?.issues ?? [];
  const byField: Partial<Record<keyof MappingDraft, string>> = fault === undefined ? {} : { json: fault };
  const general: string[] = [];
  // By its line, such as `filter.0`.
  const ofConditions: Record<string, string> = {};
  for (const { pointer, message } of issues) {
    if (pointer.startsWith('/filter/')) {
      ofConditions[pointer.slice(1).replaceAll('/', '.')] ??= issueText(message);
      continue;
    }
    const field = settled.json === null ? fieldAt(pointer) : ('json' as const);
    if (field === undefined) general.push(issueText(message));
    else byField[field] ??= issueText(message);
  }
  return { test: query.data?.test, error: query.error, byField, ofConditions, general };
}

function useSettled(draft: MappingDraft): MappingDraft {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), WAIT_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return settled;
}
