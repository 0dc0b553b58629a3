import type { EventType } from '../../../shared/events/events';
import type { NewEvent } from '../../events/emit';
import { ANYTHING } from '../../events/requirements';
import type { EndpointRow } from './call';

type InboundEventType = Extract<EventType, `automation.${'endpoint' | 'inbound_request'}.${string}`>;

export const inboundEvent = <T extends InboundEventType>(
  event: Extract<NewEvent, { type: T }>,
  { allowedInstances }: Pick<EndpointRow, 'allowedInstances'>,
): NewEvent => ({ ...event, access: { instance_ids: allowedInstances ?? [ANYTHING] } });
