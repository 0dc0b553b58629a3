import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf } from '../page';
import { stored } from '../stored';
import { idOf, timestamp } from '../text';
import { exampleId, metadata } from '../whatsapp/fields';
import { PublicationContent } from './content';
import { PUBLICATION_STATUSES } from './publication-states';
import { Schedule } from './schedule';

export const PUBLICATION_SOURCES = ['api', 'inbound', 'rule', 'console', 'mcp'] as const;
export type PublicationSourceKind = (typeof PUBLICATION_SOURCES)[number];

export const OVERFLOWS = ['reject', 'truncate', 'split'] as const;
export type Overflow = (typeof OVERFLOWS)[number];
export const SHORT_LINKS = ['off', 'auto', 'explicit'] as const;
export type ShortLinks = (typeof SHORT_LINKS)[number];

const optionalId = (prefix: string, what: string) => idOf(prefix).nullable().describe(what);
const time = (what: string) => timestamp().nullable().describe(what);
const count = (what: string) => z.number().int().min(0).describe(what);

const PublicationSource = z.strictObject({
  kind: z.enum(PUBLICATION_SOURCES).describe('Source that created the publication.'),
  inbound_request_id: optionalId(ID_PREFIXES.inboundRequest, 'Id of the inbound request that created the publication.'),
  endpoint_id: optionalId(ID_PREFIXES.inboundEndpoint, 'Id of the inbound endpoint.'),
  rule_run_id: optionalId(ID_PREFIXES.ruleRun, 'Id of the rule run that created the publication.'),
  key_id: optionalId(ID_PREFIXES.key, 'Id of the key that created the publication.'),
  user_id: optionalId(ID_PREFIXES.user, 'Id of the user who created the publication.'),
});
type PublicationSource = z.output<typeof PublicationSource>;

export const PublicationCounters = z.strictObject({
  total: count('Total number of deliveries.'),
  pending: count('Deliveries that have not started.'),
  waiting: count('Deliveries that wait. Each delivery has the reason.'),
  sending: count('Deliveries that are handed over to the channel, without a result yet.'),
  sent: count('Deliveries that are sent but not delivered yet.'),
  delivered: count('Deliveries that are delivered but not read yet.'),
  read: count('Deliveries that were read.'),
  failed: count('Deliveries that failed.'),
  unconfirmed: count('Deliveries for which it is unknown whether they arrived.'),
  skipped: count('Deliveries that were skipped. Each delivery has the reason.'),
  canceled: count('Deliveries that were canceled.'),
  expired: count('Deliveries that expired before they were sent.'),
});
export type PublicationCounters = z.output<typeof PublicationCounters>;

export const PublicationLink = z.strictObject({
  url: z.string().describe('Destination URL.'),
  link_id: idOf(ID_PREFIXES.link).describe('Id of the short link.'),
  short_url: z.string().describe('Short URL in the text.'),
});
export type PublicationLink = z.output<typeof PublicationLink>;

export const PublicationApproval = z.strictObject({
  decided_by: z
    .strictObject({
      type: z.enum(['user', 'key']).describe('Kind of approver: a user or a key.'),
      id: z.string().describe('Id of the user or key.'),
    })
    .nullable()
    .describe('User or key that approved or rejected the publication; null before.'),
  decided_at: time('Time of the decision.'),
  reason: z.string().nullable().describe('Reason for a rejection.'),
});
export type PublicationApproval = z.output<typeof PublicationApproval>;

/** Every field is resolved. */
const PublicationTarget = z.looseObject({
  channel: z.string().describe('Kind of the channel.').meta({ example: 'whatsapp' }),
  to: z
    .array(z.string())
    .describe('Recipients of the target.')
    .meta({ example: ['+15550100000'] }),
});

export const NO_DELIVERIES: PublicationCounters = {
  total: 0,
  pending: 0,
  waiting: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  unconfirmed: 0,
  skipped: 0,
  canceled: 0,
  expired: 0,
};

const EXAMPLE = {
  id: exampleId(ID_PREFIXES.publication),
  object: 'publication' as const,
  status: 'published' as const,
  status_reason: null,
  title: 'Release',
  content: { text: 'Version 2 is out.', format: 'plain' as const, media: [], link_preview: true },
  overrides: {},
  targets: [{ channel: 'whatsapp', instance_id: exampleId(ID_PREFIXES.instance), to: ['+15550100000'] }],
  schedule: { mode: 'now' as const },
  expires_after_seconds: 86_400,
  overflow: 'reject' as const,
  short_links: 'off' as const,
  duplicate_window_seconds: 0,
  metadata: { team: 'support' },
  source: {
    kind: 'api' as const,
    inbound_request_id: null,
    endpoint_id: null,
    rule_run_id: null,
    key_id: exampleId(ID_PREFIXES.key),
    user_id: null,
  },
  counters: { ...NO_DELIVERIES, total: 1, delivered: 1 },
  links: [],
  approval: null,
  due_at: '2026-11-21T09:30:00.000Z',
  expires_at: '2026-11-22T09:30:00.000Z',
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:02.000Z',
  completed_at: '2026-11-21T09:30:02.000Z',
  version: 3,
};

export const Publication = z
  .strictObject({
    id: idOf(ID_PREFIXES.publication).describe('Id of the publication.'),
    object: z.literal('publication').describe('Kind of object.'),
    status: z.enum(PUBLICATION_STATUSES).describe('Status of the publication.'),
    status_reason: z.string().nullable().describe('Reason for the status, if there is one.'),
    title: z.string().nullable().describe('Title of the publication in lists.'),
    content: stored(PublicationContent).describe('Content of the publication, including short links.'),
    overrides: z.record(z.string(), z.unknown()).describe('Overrides by channel: content that differs on one channel.'),
    targets: z.array(PublicationTarget).describe('Targets of the publication.'),
    schedule: stored(Schedule).describe('Schedule of the publication.'),
    expires_after_seconds: z
      .number()
      .int()
      .min(0)
      .describe('Seconds after the scheduled time at which unsent deliveries expire.'),
    overflow: z.enum(OVERFLOWS).describe('Handling of a text that is too long for a channel.'),
    short_links: z.enum(SHORT_LINKS).describe('URLs in the text that become short links.'),
    duplicate_window_seconds: z
      .number()
      .int()
      .min(0)
      .describe('Seconds in which the same text to the same recipient is a duplicate; 0 if disabled.'),
    metadata: metadata(),
    source: PublicationSource.describe('Source of the publication.'),
    counters: PublicationCounters.describe('Number of deliveries in each status.'),
    links: z.array(PublicationLink).describe('Short links created for the publication.'),
    approval: PublicationApproval.nullable().describe('Approval of the publication; null if none is required.'),
    due_at: time('Time of sending; null before it is scheduled.'),
    expires_at: time('Time at which unsent deliveries expire.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
    completed_at: time('Time when all deliveries had a result.'),
    version: z
      .number()
      .int()
      .min(0)
      .describe('Version number, which is also the ETag. It grows with each change by an API call.'),
  })
  .meta({ id: 'Publication', example: EXAMPLE });
export type Publication = z.output<typeof Publication>;
export const EXAMPLE_PUBLICATION: Publication = EXAMPLE;
export const PublicationPage = pageOf(Publication);
