import { z } from 'zod';

import { ID_PREFIXES, idPattern } from '../../ids';
import { idOf, text } from '../../text';
import { SendContent } from '../../whatsapp/content';
import { MAX_TEXT } from '../../whatsapp/content-simple';
import { exampleId } from '../../whatsapp/fields';
import type { ChannelSchemas } from './channel';

const MAX_RECIPIENTS = 1000;
const MAX_RECIPIENT = 200;
const kind = 'whatsapp';
const INSTANCE = idPattern(ID_PREFIXES.instance).slice(1, -1);
const GROUP = exampleId(ID_PREFIXES.group);

export const WhatsAppTarget = z
  .strictObject({
    channel: z.literal(kind).describe('The channel for WhatsApp.'),
    instance_id: idOf(ID_PREFIXES.instance)
      .optional()
      .describe('Id of the instance that sends. Optional if the workspace has exactly one instance.'),
    to: z
      .array(text(MAX_RECIPIENT).meta({ example: '+15550100000' }))
      .min(1)
      .max(MAX_RECIPIENTS)
      .describe('Recipients: phone numbers, ids of contacts, groups or chats, JIDs or BSUIDs.')
      .meta({ example: ['+15550100000'] }),
  })
  .meta({
    example: { channel: kind, instance_id: exampleId(ID_PREFIXES.instance), to: ['+15550100000', GROUP] },
  });
export type WhatsAppTarget = z.output<typeof WhatsAppTarget>;

export const WhatsAppOverrides = z
  .strictObject({
    text: text(MAX_TEXT)
      .optional()
      .describe('Text with WhatsApp’s own formatting, instead of the text of `content`.')
      .meta({ example: '*Version 2* is out.' }),
    content: SendContent.optional().describe(
      'Message content as in `whatsapp.messages.send`, such as a template or a poll, instead of `content`.',
    ),
  })
  .meta({ example: { text: '*Version 2* is out.' } });
export type WhatsAppOverrides = z.output<typeof WhatsAppOverrides>;

export const whatsappSchemas: ChannelSchemas<typeof kind, 'group' | 'chat' | 'contact'> = {
  kind,
  title: 'WhatsApp',
  target: WhatsAppTarget,
  overrides: WhatsAppOverrides,
  destination: {
    kinds: ['group', 'chat', 'contact'],
    pattern: `${INSTANCE}:.{1,${MAX_RECIPIENT}}`,
    example: `${exampleId(ID_PREFIXES.instance)}:${GROUP}`,
    target(rest) {
      const colon = rest.indexOf(':');
      return { instance_id: rest.slice(0, colon), to: [rest.slice(colon + 1)] };
    },
  },
};
