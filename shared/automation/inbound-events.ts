import { defineEvent } from '../events/definition';
import { InboundEndpoint } from './endpoint';
import { InboundRequest } from './inbound-request';

const EXAMPLE_REQUEST = InboundRequest.meta()?.['example'] as InboundRequest;

/** The event itself contains its instances; without them no restricted key would receive it. */
const aboutEndpoint = (id: string) => ({ endpoint_ids: [id], instance_ids: ['*'] });

const endpointEvent = (label: string, summary: string) =>
  defineEvent({
    surface: 'automation',
    tag: 'Inbound endpoints',
    scope: 'automation.endpoints:read',
    label,
    summary,
    data: InboundEndpoint,
    resources: ({ id }) => aboutEndpoint(id),
  });

const requestEvent = (label: string, summary: string, example: Partial<InboundRequest> = {}) =>
  defineEvent({
    surface: 'automation',
    tag: 'Inbound requests',
    scope: 'automation.endpoints:read',
    label,
    summary,
    data: InboundRequest,
    example: { ...EXAMPLE_REQUEST, ...example },
    resources: ({ endpoint_id: id }) => aboutEndpoint(id),
  });

export const INBOUND_EVENTS = {
  'automation.endpoint.created': endpointEvent('Inbound endpoint created', 'An inbound endpoint was created.'),
  'automation.endpoint.updated': endpointEvent('Inbound endpoint updated', 'An inbound endpoint was updated.'),
  'automation.endpoint.deleted': endpointEvent('Inbound endpoint deleted', 'An inbound endpoint was deleted.'),
  'automation.inbound_request.received': requestEvent(
    'Inbound request received',
    'An inbound endpoint accepted a request.',
  ),
  'automation.inbound_request.rejected': requestEvent(
    'Inbound request rejected',
    'A request from an authenticated sender was rejected. `reason` has the cause.',
    {
      status: 'rejected',
      reason: 'mapping_failed',
      stage: 'map',
      error: { code: 'template_error', message: 'undefined filter: upcas', path: '/content/text', line: 1, col: 5 },
      publications: [],
    },
  ),
} as const;
