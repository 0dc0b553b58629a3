import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text } from '../text';
import { exampleId } from '../whatsapp/fields';
import { CHANNEL_SCHEMAS, type ChannelKind } from './channels/channel-schemas';

export const DESTINATION_KINDS = ['group', 'chat', 'contact', 'webhook_endpoint'] as const;
export const DESTINATION_STATUSES = ['ok', 'offline', 'disabled'] as const;

const EXAMPLE = { instance: exampleId(ID_PREFIXES.instance), group: exampleId(ID_PREFIXES.group) };

export const Destination = z
  .strictObject({
    id: z.string().describe('Stands in `targets` of a publication as it is.'),
    object: z.literal('destination').describe('Kind of object.'),
    channel: z.string().describe('The channel it is on.'),
    kind: z.string().describe('What it is: `group`, `chat`, `contact` or `webhook_endpoint`.'),
    instance_id: idOf(ID_PREFIXES.instance).nullable().describe('The number that sends there; null on other channels.'),
    to: z.string().describe('Its name in `to` of a target.'),
    label: z.string().describe('Its name for people.'),
    detail: z.string().nullable().describe('What tells it from others of the same name.'),
    status: z.enum(DESTINATION_STATUSES).describe('`offline`: deliveries wait. `disabled`: they fail.'),
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
    .describe('Only those whose name or number holds this; case and accents do not matter.')
    .meta({ example: 'neigh' }),
  channel: z
    .array(z.enum(KINDS))
    .min(1)
    .max(KINDS.length)
    .optional()
    .describe('Only those on these channels.')
    .meta({ example: ['whatsapp'] }),
  kind: z
    .array(z.enum(DESTINATION_KINDS))
    .min(1)
    .max(DESTINATION_KINDS.length)
    .optional()
    .describe('Only those of these kinds.')
    .meta({ example: ['group'] }),
  instance_id: idOf(ID_PREFIXES.instance).optional().describe('Only those of this WhatsApp instance.'),
});
export type ListDestinations = z.output<typeof ListDestinations>;
export const DestinationPage = pageOf(Destination);
