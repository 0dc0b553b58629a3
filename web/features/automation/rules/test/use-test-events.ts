import { useQuery } from '@tanstack/react-query';

import { useTRPC, type Inputs, type Outputs } from '../../../../trpc';
import { formatMoment } from '../../../../ui/format';
import { useCan } from '../../../../ui/shell/workspace';
import { typesOf } from '../../../webhooks/form/patterns';
import { useEventTypes } from '../../../webhooks/form/use-event-types';
import { useInstances } from '../../../whatsapp/use-instances';
import { t } from '../texts';

const MAX_EVENTS = 20;
const MAX_EXAMPLES = 20;

type Sample = Pick<Inputs['automation']['rules']['test'], 'event_id' | 'event'>;
type LoggedEvent = Outputs['events']['list']['data'][number];

export interface TestEvent {
  /** Id of an event in the log, or the event type of an example. */
  value: string;
  label: string;
  /** Undefined for an example. */
  logged?: LoggedEvent;
}

/** Events to test a rule with: the newest in the log, then examples. Undefined while loading. */
export function useTestEvents(patterns: readonly string[]): TestEvent[] | undefined {
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
  const nameOf = (type: string) => types.find((one) => one.type === type)?.label ?? type;
  return [
    ...(past.data?.data ?? []).map((logged) => ({
      value: logged.id,
      label: t('eventAt', { label: nameOf(logged.type), time: formatMoment(logged.created_at) }),
      logged,
    })),
    ...typesOf(patterns, types)
      .slice(0, MAX_EXAMPLES)
      .map(({ type, label }) => ({ value: type, label: t('exampleOf', { label }) })),
  ];
}

interface TestSample {
  /** Input of the test. */
  on: Sample;
  /** The event as templates read it. */
  event: Record<string, unknown>;
}

/** One of them as the test takes it; undefined while its example loads. */
export function useTestSample(chosen: TestEvent | undefined): TestSample | undefined {
  const trpc = useTRPC();
  const isExample = chosen !== undefined && !chosen.logged;
  const [instance] = useInstances();
  const { data } = useQuery(
    trpc.events.types.get.queryOptions(
      { type: chosen?.value ?? '' },
      { enabled: isExample, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  if (chosen?.logged) return { on: { event_id: chosen.value }, event: { ...chosen.logged } };
  if (!isExample || !data) return undefined;
  const example = withInstance(data.example.data, instance?.id);
  return {
    on: { event: { type: data.type, data: example } as NonNullable<Sample['event']> },
    event: { ...data.example, data: example },
  };
}

/** An example as if it had come from an instance of the workspace, so that a reply to it can be tested. */
function withInstance(data: Record<string, unknown>, id: string | undefined): Record<string, unknown> {
  const { instance } = data;
  if (id === undefined || typeof instance !== 'object' || instance === null) return data;
  return { ...data, instance_id: id, instance: { ...instance, id } };
}
