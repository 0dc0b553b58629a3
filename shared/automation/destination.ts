import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text } from '../text';
import { exampleId } from '../whatsapp/fields';
import { CHANNEL_SCHEMAS, type ChannelKind } from './channels/channel-schemas';

type DestinationKind = (typeof CHANNEL_SCHEMAS)[number]['destination']['kinds'][number];

const DESTINATION_KINDS = CHANNEL_SCHEMAS.flatMap(({ destination }): readonly DestinationKind[] => destination.kinds);
const DESTINATION_STATUSES = ['ok', 'offline', 'disabled'] as const;

const EXAMPLE = { instance: exampleId(ID_PREFIXES.instance), group: exampleId(ID_PREFIXES.group) };

export const Destination = z
  .strictObject({
    id: z.string().describe('Id of the destination, for `targets` of a publication.'),
    object: z.literal('destination').describe('Kind of object.'),
    channel: z.string().describe('Channel of the destination.'),
    kind: z.string().describe(`Kind of destination: ${DESTINATION_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`),
    instance_id: idOf(ID_PREFIXES.instance)
      .nullable()
      .describe('Id of the WhatsApp instance that sends; null on other channels.'),
    to: z.string().describe('Value for `to` of a target.'),
    label: z.string().describe('Display name.'),
    detail: z.string().nullable().describe('Detail that distinguishes destinations with the same name.'),
    status: z
      .enum(DESTINATION_STATUSES)
      .describe('Status of the destination. `offline`: deliveries wait. `disabled`: deliveries fail.'),
  })
  .meta({
    id: 'Destination',
    example: {
      id: `whatsapp:${EXAMPLE.instance}:${EXAMPLE.group}`,
      object: 'destination',
      channel: 'whatsapp',
      kind: 'group',
      instance_id: EXAMPLE.instance,
      to: EXAMPLE.group,
      label: 'Neighbours',
      detail: 'Support line',
      status: 'ok',
    },
  });
export type Destination = z.output<typeof Destination>;

const KINDS = CHANNEL_SCHEMAS.map(({ kind }) => kind) as [ChannelKind, ...ChannelKind[]];

export const ListDestinations = z.strictObject({
  ...pageQuery,
  q: text(100)
    .optional()
    .describe('Part of the name or number. Case and accents are ignored.')
    .meta({ example: 'neigh' }),
  channel: z
    .array(z.enum(KINDS))
    .min(1)
    .max(KINDS.length)
    .optional()
    .describe('Only destinations on these channels.')
    .meta({ example: ['whatsapp'] }),
  kind: z
    .array(z.enum(DESTINATION_KINDS))
    .min(1)
    .max(DESTINATION_KINDS.length)
    .optional()
    .describe('Only destinations of these kinds.')
    .meta({ example: ['group'] }),
  instance_id: idOf(ID_PREFIXES.instance).optional().describe('Only destinations of this WhatsApp instance.'),
});
export type ListDestinations = z.output<typeof ListDestinations>;
export const DestinationPage = pageOf(Destination);
