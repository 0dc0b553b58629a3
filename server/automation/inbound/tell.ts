import type { EventType } from '../../../shared/events/events';
import type { NewEvent } from '../../events/emit';
import { ANYTHING } from '../../events/requirements';
import type { EndpointRow } from './call';

type Told = Extract<EventType, `automation.${'endpoint' | 'inbound_request'}.${string}`>;

/** An event about an endpoint or a call of it: for those to whom the endpoint is there. */
export const inboundEvent = <T extends Told>(
  event: Extract<NewEvent, { type: T }>,
  { allowedInstances }: Pick<EndpointRow, 'allowedInstances'>,
): NewEvent => ({ ...event, reach: { instance_ids: allowedInstances ?? [ANYTHING] } });
