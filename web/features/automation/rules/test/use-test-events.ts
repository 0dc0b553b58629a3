import { useQuery } from '@tanstack/react-query';

import { useTRPC, type Inputs } from '../../../../trpc';
import { formatMoment } from '../../../../ui/format';
import { useCan } from '../../../../ui/shell/workspace';
import { typesOf } from '../../../webhooks/form/patterns';
import { useEventTypes } from '../../../webhooks/form/use-event-types';

const MAX_EVENTS = 20;
const MAX_EXAMPLES = 20;

interface TriedEvent {
  /** Id of an event in the log, or the event type of an example. */
  value: string;
  label: string;
}

/** Events to test a rule with: the newest in the log, then examples. Undefined while loading. */
export function useTestEvents(patterns: readonly string[]): TriedEvent[] | undefined {
  const trpc = useTRPC();
  const mayRead = useCan()('events:read');
  const isEnabled = patterns.length > 0 && mayRead;
  const past = useQuery(
    trpc.events.list.queryOptions(
      { type: [...patterns], limit: MAX_EVENTS, sort: '-created_at' },
      { enabled: isEnabled },
    ),
  );
  const types = useEventTypes();
  if (!types || (isEnabled && past.isPending)) return undefined;
  return [
    ...(past.data?.data ?? []).map(({ id, type, created_at: at }) => ({
      value: id,
      label: `${type} · ${formatMoment(at)}`,
    })),
    ...typesOf(patterns, types)
      .slice(0, MAX_EXAMPLES)
      .map(({ type }) => ({ value: type, label: `An example of ${type}` })),
  ];
}

type Tried = Pick<Inputs['automation']['rules']['test'], 'event_id' | 'event'>;

/** Input of the test for one of them; undefined while its example loads. */
export function useTestInput(value: string | undefined): Tried | undefined {
  const trpc = useTRPC();
  const isLogged = value?.startsWith('evt_') ?? false;
  const { data } = useQuery(
    trpc.events.types.get.queryOptions(
      { type: value ?? '' },
      { enabled: value !== undefined && !isLogged, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  if (value !== undefined && isLogged) return { event_id: value };
  return data && { event: { type: data.type, data: data.example.data } as NonNullable<Tried['event']> };
}
