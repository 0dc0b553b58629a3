import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, text } from '../text';
import { MetadataInput } from '../whatsapp/fields';
import type { ChannelSchemas } from './channels/channel';
import { CHANNEL_SCHEMAS, overridesSchema, targetSchema } from './channels/channel-schemas';
import { PublicationContent } from './content';
import { OVERFLOWS, SHORT_LINKS } from './publication';
import { localOrInstant, Schedule } from './schedule';

export const PUBLICATION_LIMITS = {
  targets: 50,
  recipients: 1000,
  scheduled: 10_000,
  title: 200,
  reason: 500,
  expiresSeconds: { least: 60, most: 2_592_000, usual: 86_400 },
  duplicateWindowSeconds: 86_400,
  /** Maximum deliveries in a preview. */
  previewed: 100,
  /** Maximum deliveries per call of `retry_many`. */
  retried: 1000,
} as const;

const { expiresSeconds } = PUBLICATION_LIMITS;

function writableOf(channels: readonly ChannelSchemas[]) {
  return {
    content: PublicationContent.optional().describe(
      'Content of the publication. Each channel converts it to its own format.',
    ),
    overrides: overridesSchema(channels)
      .optional()
      .describe('Overrides by channel: content that differs on one channel.'),
    schedule: Schedule.optional().describe('Schedule of the publication. Default: at once.'),
    schedule_at: localOrInstant()
      .optional()
      .describe('Time to publish; short form of a `schedule` with the `mode` `at`.'),
    expires_after_seconds: z
      .number()
      .int()
      .min(expiresSeconds.least)
      .max(expiresSeconds.most)
      .optional()
      .describe(`Seconds after the scheduled time at which unsent deliveries expire. Default: ${expiresSeconds.usual}.`)
      .meta({ example: expiresSeconds.usual }),
    overflow: z
      .enum(OVERFLOWS)
      .optional()
      .describe(
        'Handling of a text that is too long for a channel: `reject` it, `truncate` it, or `split` it into up to ten messages. Default: `reject`.',
      )
      .meta({ example: 'reject' }),
    on_invalid_target: z
      .enum(['reject', 'skip'])
      .optional()
      .describe(
        'Handling of invalid recipients. `reject`: the whole publication is rejected. `skip`: the delivery to that recipient is skipped. Default: `reject`.',
      )
      .meta({ example: 'reject' }),
    duplicate_window_seconds: z
      .number()
      .int()
      .min(0)
      .max(PUBLICATION_LIMITS.duplicateWindowSeconds)
      .optional()
      .describe(
        'Seconds in which the same text to the same recipient is a duplicate and is rejected; 0 to disable. Default: 0.',
      )
      .meta({ example: 0 }),
    allow_duplicate: z
      .boolean()
      .optional()
      .describe('True to publish a duplicate anyway. Default: false.')
      .meta({ example: false }),
    short_links: z
      .enum(SHORT_LINKS)
      .optional()
      .describe(
        'Short links in the text: `off` for none, `auto` for all URLs, `explicit` for URLs that a mapping marks. Default: `off`.',
      )
      .meta({ example: 'off' }),
  };
}

const title = () =>
  text(PUBLICATION_LIMITS.title)
    .nullable()
    .optional()
    .describe('Title of the publication in lists; null for none.')
    .meta({ example: 'Release' });
const metadataInput = () =>
  MetadataInput.nullable().optional().describe('Metadata pairs of your own, which events include; null for none.');
const draft = () =>
  z
    .boolean()
    .optional()
    .describe('True to save a draft, which is not sent until you publish it. Default: false.')
    .meta({ example: false });
const requiresApproval = () =>
  z
    .boolean()
    .optional()
    .describe('True to send the publication only after an approval. Default: false.')
    .meta({ example: false });

export const PublicationId = z.strictObject({
  publication_id: idOf(ID_PREFIXES.publication).describe('Id of the publication.'),
});
export type PublicationId = z.output<typeof PublicationId>;

export function publicationSchemas(channels: readonly ChannelSchemas[]) {
  const [first] = channels;
  const example = {
    content: { text: 'Version 2 is out.' },
    targets: [first?.target.meta()?.['example']],
  };
  const targets = z
    .array(targetSchema(channels))
    .min(1)
    .max(PUBLICATION_LIMITS.targets)
    .describe(
      `Targets: channels with recipients, or ids of destinations. At most ${PUBLICATION_LIMITS.recipients} recipients in total; duplicates are merged.`,
    );
  const writable = writableOf(channels);

  const input = z
    .strictObject({
      ...writable,
      targets,
      draft: draft(),
      requires_approval: requiresApproval(),
      title: title(),
      metadata: metadataInput(),
    })
    .superRefine(refuseTwoTimes)
    .meta({ example, allOf: [NOT_TWO_TIMES, NOT_DRAFT_AND_APPROVAL] });
  const body = z
    .strictObject({
      ...writable,
      overrides: writable.overrides
        .nullable()
        .describe('Overrides by channel: content that differs on one channel; null removes all.'),
      targets: targets.optional(),
      title: title(),
      metadata: metadataInput(),
    })
    .meta({ example: { content: { text: 'Version 2.1 is out.' } }, ...NOT_TWO_TIMES });
  const change = body.extend(PublicationId.shape).superRefine(refuseTwoTimes);
  return { PublicationInput: input, PublicationChange: change, PublicationChangeBody: body };
}

/** JSON Schema of the rule that `refuseTwoTimes` checks. */
const NOT_TWO_TIMES = {
  not: {
    properties: { schedule: { description: 'Any schedule.' }, schedule_at: { description: 'Any time.' } },
    required: ['schedule', 'schedule_at'],
  },
};
const NOT_DRAFT_AND_APPROVAL = {
  not: {
    properties: {
      draft: { description: 'A draft.', type: 'boolean', const: true },
      requires_approval: { description: 'Waits for approval.', type: 'boolean', const: true },
    },
    required: ['draft', 'requires_approval'],
  },
};

function refuseTwoTimes(
  value: { schedule?: unknown; schedule_at?: unknown; draft?: unknown; requires_approval?: unknown },
  context: z.RefinementCtx,
): void {
  if (value.schedule !== undefined && value.schedule_at !== undefined) {
    const message = 'Must not be given together with `schedule`. Use only one of them.';
    context.addIssue({ code: 'custom', path: ['schedule_at'], message, params: { code: 'not_allowed' } });
  }
  if (value.draft && value.requires_approval) {
    const message = 'Must not be true for a draft. Remove `draft` or `requires_approval`.';
    context.addIssue({ code: 'custom', path: ['requires_approval'], message, params: { code: 'not_allowed' } });
  }
}

export const { PublicationInput, PublicationChange, PublicationChangeBody } = publicationSchemas(CHANNEL_SCHEMAS);
export type PublicationInput = z.output<typeof PublicationInput>;
export type PublicationChange = z.output<typeof PublicationChange>;
