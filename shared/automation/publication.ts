import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf } from '../page';
import { idOf, timestamp } from '../text';
import { exampleId, metadata } from '../whatsapp/fields';
import { PublicationContent } from './content';
import { PUBLICATION_STATUSES } from './publication-states';
import { Schedule } from './schedule';

/** Through what a publication was made. */
export const PUBLICATION_SOURCES = ['api', 'inbound', 'rule', 'console', 'mcp'] as const;
export type PublicationSourceKind = (typeof PUBLICATION_SOURCES)[number];

export const OVERFLOWS = ['reject', 'truncate', 'split'] as const;
export type Overflow = (typeof OVERFLOWS)[number];
export const SHORT_LINKS = ['off', 'auto', 'explicit'] as const;
export type ShortLinks = (typeof SHORT_LINKS)[number];

const optionalId = (prefix: string, what: string) => idOf(prefix).nullable().describe(what);
const time = (what: string) => timestamp().nullable().describe(what);
const count = (what: string) => z.number().int().min(0).describe(what);

export const PublicationSource = z.strictObject({
  kind: z.enum(PUBLICATION_SOURCES).describe('Through what it was made.'),
  inbound_request_id: optionalId(ID_PREFIXES.inboundRequest, 'The request that it was made of.'),
  endpoint_id: optionalId(ID_PREFIXES.inboundEndpoint, 'The endpoint that took the request.'),
  rule_run_id: optionalId(ID_PREFIXES.ruleRun, 'The run of a rule that made it.'),
  key_id: optionalId(ID_PREFIXES.key, 'The key that made it.'),
  user_id: optionalId(ID_PREFIXES.user, 'The person who made it.'),
});
export type PublicationSource = z.output<typeof PublicationSource>;

export const PublicationCounters = z.strictObject({
  total: count('All deliveries.'),
  pending: count('Not begun.'),
  waiting: count('Wait; each says for what.'),
  sending: count('Handed over, with no answer yet.'),
  sent: count('Sent, and not delivered yet.'),
  delivered: count('Delivered, and not read yet.'),
  read: count('Read.'),
  failed: count('Failed.'),
  unconfirmed: count('Nobody can tell whether they arrived.'),
  skipped: count('Left out; each says why.'),
  canceled: count('Canceled.'),
  expired: count('Not sent in time.'),
});
export type PublicationCounters = z.output<typeof PublicationCounters>;

export const PublicationLink = z.strictObject({
  url: z.string().describe('Where it leads.'),
  link_id: idOf(ID_PREFIXES.link).describe('The short link.'),
  short_url: z.string().describe('What stands in the text in its place.'),
});
export type PublicationLink = z.output<typeof PublicationLink>;

export const PublicationApproval = z.strictObject({
  decided_by: z
    .strictObject({
      type: z.enum(['user', 'key']).describe('A person or a key.'),
      id: z.string().describe('Id of the person or key.'),
    })
    .nullable()
    .describe('Who approved or rejected it; null while nobody did.'),
  decided_at: time('When.'),
  reason: z.string().nullable().describe('Why it was rejected.'),
});
export type PublicationApproval = z.output<typeof PublicationApproval>;

/** A target with its channel’s own fields, all of them resolved. */
export const PublicationTarget = z.looseObject({
  channel: z.string().describe('Kind of the channel.').meta({ example: 'whatsapp' }),
  to: z
    .array(z.string())
    .describe('Its recipients.')
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
  finished_at: '2026-11-21T09:30:02.000Z',
  version: 3,
};

export const Publication = z
  .strictObject({
    id: idOf(ID_PREFIXES.publication).describe('Id of the publication.'),
    object: z.literal('publication').describe('Kind of object.'),
    status: z.enum(PUBLICATION_STATUSES).describe('How far it is.'),
    status_reason: z.string().nullable().describe('Why it stands so, where there is more to say.'),
    title: z.string().nullable().describe('Its name in lists.'),
    content: PublicationContent.describe('What it says, with its short links.'),
    overrides: z.record(z.string(), z.unknown()).describe('What is different on a channel, by its kind.'),
    targets: z.array(PublicationTarget).describe('Where it goes.'),
    schedule: Schedule.describe('When it is due.'),
    expires_after_seconds: z.number().int().min(0).describe('Given up so long after it was due.'),
    overflow: z.enum(OVERFLOWS).describe('What becomes of a text that is too long for a channel.'),
    short_links: z.enum(SHORT_LINKS).describe('Which addresses in the text become short links.'),
    duplicate_window_seconds: z.number().int().min(0).describe('The same may not have been sent so long before.'),
    metadata: metadata(),
    source: PublicationSource.describe('Where it came from.'),
    counters: PublicationCounters.describe('Deliveries by their present status.'),
    links: z.array(PublicationLink).describe('Short links that were made for it.'),
    approval: PublicationApproval.nullable().describe('Whether it was approved; null where nobody has to.'),
    due_at: time('When it is sent; null before it is scheduled.'),
    expires_at: time('What is not sent by then is given up.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
    finished_at: time('When it was settled.'),
    version: z.number().int().min(0).describe('Grows with each change by a caller; its ETag.'),
  })
  .meta({ id: 'Publication', example: EXAMPLE });
export type Publication = z.output<typeof Publication>;
export const EXAMPLE_PUBLICATION: Publication = EXAMPLE;
export const PublicationPage = pageOf(Publication);
