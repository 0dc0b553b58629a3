import { useQuery } from '@tanstack/react-query';

import type { JsonValue } from '../../../../../shared/automation/json';
import type { InboundPreset } from '../../../../../shared/automation/preset';
import { useTRPC } from '../../../../trpc';
import { formatMoment } from '../../../../ui/format';
import type { Endpoint } from '../labels';
import { t } from './texts';

/** As many as an endpoint keeps while it captures. */
const LIMIT = 20;

interface Sample {
  id: string;
  label: string;
}

interface SampleContext {
  body: JsonValue;
  query: JsonValue;
  headers: JsonValue;
}

/** Requests to build the mapping on, newest first, and the example of the preset after them. */
export function useSamples(of: Endpoint): readonly Sample[] {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.automation.inbound_requests.list.queryOptions({ endpoint_id: of.id, limit: LIMIT }));
  const requests = (data?.data ?? [])
    .filter(({ size, stage }) => size > 0 && stage !== 'authenticate' && stage !== 'verify')
    .map(({ id, created_at: at }) => ({ id, label: t('sampleOf', { time: formatMoment(at) }) }));
  return [...requests, { id: '', label: t('senderExample') }];
}

export function useSampleContext(id: string, preset: InboundPreset | undefined): SampleContext | undefined {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.automation.inbound_requests.get.queryOptions(
      { request_id: id },
      { enabled: id !== '', staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  if (id === '') {
    return preset && { body: preset.sample_body, query: {}, headers: preset.sample_headers };
  }
  return data && { body: (data.body ?? null) as JsonValue, query: data.query, headers: data.headers };
}
