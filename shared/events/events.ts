import { z } from 'zod';

import { Invitation } from '../access/invitations';
import { ApiKey } from '../access/keys';
import { Member } from '../access/members';
import { Workspace } from '../access/workspaces';
import { CHANNEL_EVENTS } from '../automation/events-channels';
import { RULE_EVENTS } from '../automation/events-rules';
import { INBOUND_EVENTS } from '../automation/inbound-events';
import { PUBLICATION_EVENTS } from '../automation/publication-events';
import { ID_PREFIXES } from '../ids';
import { LINK_EVENTS } from '../links/events';
import { idOf, timestamp } from '../text';
import { Webhook } from '../webhooks/webhooks';
import { WHATSAPP_EVENTS } from '../whatsapp/events';
import { defineEvent, type EventDefinition, exampleIn } from './definition';

const keyEvent = (label: string, summary: string, data: z.ZodObject = ApiKey, example?: object) =>
  defineEvent({
    surface: 'getting-started',
    tag: 'Keys',
    scope: 'keys:read',
    label,
    summary,
    data,
    ...(example ? { example: { ...exampleIn(ApiKey), ...example } } : {}),
  });
const workspaceEvent = <T extends z.ZodType>(label: string, summary: string, data: T, tag = 'Members') =>
  defineEvent({ surface: 'getting-started', tag, scope: 'workspace:read', label, summary, data });

const webhookEvent = (label: string, summary: string, example: object = {}, data: z.ZodObject = Webhook) =>
  defineEvent({
    surface: 'links',
    tag: 'Webhooks',
    scope: 'webhooks:read',
    label,
    summary,
    data,
    example: { ...exampleIn(Webhook), ...example },
  });
const exampleHealth = exampleIn(Webhook)['health'] as object;

const WORKSPACE_EVENTS = {
  'api_key.created': keyEvent('Key created', 'An API key was created.'),
  'api_key.updated': keyEvent('Key updated', 'An API key was changed.'),
  'api_key.rotated': keyEvent('Key rotated', 'An API key got a new secret.'),
  'api_key.revoked': keyEvent('Key revoked', 'An API key was revoked.'),
  'api_key.expired': keyEvent('Key expired', 'An API key has expired.'),
  'api_key.expiry_warned': keyEvent('Key expires soon', 'An API key expires in 14, 3 or 1 days.'),
  'api_key.leaked': keyEvent(
    'Key leaked',
    'An API key was reported as found in public.',
    ApiKey.extend({
      source_url: z.string().nullable().describe('URL where the key was found.'),
      action: z.enum(['revoked', 'alerted']).describe('Action that was taken.'),
    }),
    {
      status: 'revoked',
      revoked_at: '2026-11-21T09:30:00.000Z',
      revoked_reason: 'leaked',
      source_url: 'https://example.com/public/settings.py',
      action: 'revoked',
    },
  ),
  'member.added': workspaceEvent('Member added', 'A user joined the workspace.', Member),
  'member.updated': workspaceEvent('Member updated', 'The role of a member was changed.', Member),
  'member.removed': workspaceEvent('Member removed', 'A member left or was removed.', Member),
  'invitation.created': workspaceEvent('Invitation created', 'A person was invited to the workspace.', Invitation),
  'invitation.accepted': workspaceEvent('Invitation accepted', 'An invitation was accepted.', Invitation),
  'invitation.revoked': workspaceEvent('Invitation revoked', 'An invitation was revoked.', Invitation),
  'workspace.updated': workspaceEvent(
    'Workspace updated',
    'Settings of the workspace were changed.',
    Workspace,
    'Workspaces',
  ),
  'workspace.suspended': workspaceEvent(
    'Workspace suspended',
    'The workspace was suspended. All of its keys are refused.',
    Workspace,
    'Workspaces',
  ),
  'workspace.resumed': workspaceEvent(
    'Workspace resumed',
    'The workspace was resumed. Its keys work again.',
    Workspace,
    'Workspaces',
  ),
  'webhook.created': webhookEvent('Webhook created', 'A webhook was created.'),
  'webhook.updated': webhookEvent('Webhook updated', 'Settings of a webhook were changed.'),
  'webhook.deleted': webhookEvent('Webhook deleted', 'A webhook was deleted.'),
  'webhook.enabled': webhookEvent('Webhook enabled', 'A webhook was enabled. Events are delivered again.'),
  'webhook.paused': webhookEvent('Webhook paused', 'A webhook was paused. Its deliveries wait.', { status: 'paused' }),
  'webhook.disabled': webhookEvent('Webhook disabled', 'A webhook was disabled. It receives no more events.', {
    status: 'disabled',
    disabled_reason: 'failing',
    disabled_at: '2026-11-21T09:30:00.000Z',
  }),
  'webhook.degraded': webhookEvent('Webhook degraded', 'Deliveries of a webhook fail repeatedly.', {
    health: { ...exampleHealth, state: 'degraded', consecutive_failures: 9 },
  }),
  'webhook.recovered': webhookEvent('Webhook recovered', 'Deliveries of a degraded webhook succeed again.'),
  'webhook.secret.rotated': webhookEvent('Webhook secret rotated', 'The signing secret of a webhook was rotated.'),
  'webhook.tested': defineEvent({
    surface: 'links',
    tag: 'Webhooks',
    scope: 'webhooks:read',
    label: 'Webhook test',
    summary: 'A test event for a webhook. It is not stored in the event log.',
    inGlobs: false,
    data: z.object({
      webhook_id: idOf(ID_PREFIXES.webhook).describe('Id of the tested webhook.'),
      message: z.string().describe('Message for people.'),
    }),
    example: { webhook_id: 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c', message: 'Your webhook works.' },
  }),
} as const;

// By name, since TypeScript emits no type of this length.
type Events = typeof WORKSPACE_EVENTS &
  typeof LINK_EVENTS &
  typeof WHATSAPP_EVENTS &
  typeof INBOUND_EVENTS &
  typeof PUBLICATION_EVENTS &
  typeof CHANNEL_EVENTS &
  typeof RULE_EVENTS;

/** Every event type: what it tells, who may read it, and the object it carries. */
export const EVENTS: Events = {
  ...WORKSPACE_EVENTS,
  ...LINK_EVENTS,
  ...WHATSAPP_EVENTS,
  ...INBOUND_EVENTS,
  ...PUBLICATION_EVENTS,
  ...CHANNEL_EVENTS,
  ...RULE_EVENTS,
};

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];
export type EventData<T extends EventType> = z.output<(typeof EVENTS)[T]['data']>;

/** What every event looks like, whatever its type. */
export const EventEnvelope = z
  .object({
    id: idOf(ID_PREFIXES.event).describe('Id of the event.'),
    type: z.enum(EVENT_TYPES).describe('Type of the event.'),
    created_at: timestamp().describe('Time of the event.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    sequence: z
      .number()
      .int()
      .min(0)
      .describe('Sequence number of the event. It increases with each event of the workspace.'),
    data: z.record(z.string(), z.unknown()).describe('The object after the change.'),
  })
  .meta({
    id: 'Event',
    example: {
      id: 'evt_01jd9x3k2mf8v9q4zt7w5b6n0c',
      type: 'api_key.created',
      created_at: '2026-11-21T09:30:00.000Z',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      sequence: 1842,
      data: exampleIn(ApiKey),
    },
  });
export type EventEnvelope = z.output<typeof EventEnvelope>;

/** An event of a type as it is delivered, for documents and previews. */
export function exampleOf(type: EventType): EventEnvelope {
  const { data, example } = EVENTS[type] as EventDefinition<z.ZodType>;
  return {
    ...(exampleIn(EventEnvelope) as EventEnvelope),
    type,
    data: (example ?? exampleIn(data)) as EventEnvelope['data'],
  };
}
