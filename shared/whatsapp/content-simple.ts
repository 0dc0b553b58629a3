import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { codePoints, text } from '../text';
import { exampleId } from './fields';

export const MAX_TEXT = 4096;
export const MAX_BODY = 1024;

export const TextContent = z
  .strictObject({
    type: z.literal('text').describe('A text message. WhatsApp’s own marks for bold and italic work.'),
    text: text(MAX_TEXT).describe('Text of the message.').meta({ minLength: 1, maxLength: MAX_TEXT, example: 'Hello' }),
    link_preview: z.boolean().optional().describe('True to show a preview of the first link. Default: false.'),
  })
  .meta({ example: { type: 'text', text: 'Hello' } });

export const LocationContent = z
  .strictObject({
    type: z.literal('location').describe('A location.'),
    latitude: z.number().min(-90).max(90).describe('Degrees north.').meta({ example: 52.5163 }),
    longitude: z.number().min(-180).max(180).describe('Degrees east.').meta({ example: 13.3777 }),
    name: text(1000).optional().describe('Name of the location.'),
    address: text(1000).optional().describe('Address of the location.'),
  })
  .meta({ example: { type: 'location', latitude: 52.5163, longitude: 13.3777, name: 'Brandenburg Gate' } });

const MAX_EMOJI = 32;
const PICTOGRAPH = String.raw`\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?`;
const JOINED = String.raw`${PICTOGRAPH}(?:\u200D${PICTOGRAPH}){0,7}`;
const FLAG_OR_KEY = String.raw`\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3`;
/** One emoji sequence, flag or keycap; also matches an empty text. */
const EMOJI = new RegExp(String.raw`^(?:${JOINED}[\u{E0020}-\u{E007F}]{0,8}|${FLAG_OR_KEY})?$`, 'u');
/** For tools without Unicode patterns, which see an emoji as a pair of surrogates. */
const EMOJI_PATTERN = String.raw`^(?:${JOINED}|${FLAG_OR_KEY}|[\uD800-\uDBFF][\uDC00-\uDFFF])?$`;

const isEmoji = (value: string): boolean =>
  value.length <= 2 * MAX_EMOJI && codePoints(value) <= MAX_EMOJI && EMOJI.test(value);

/** An empty text removes a reaction. */
export const emoji = () =>
  z
    .string()
    .refine(isEmoji, {
      error: 'Must be one emoji, or empty to remove the reaction.',
      params: { code: 'invalid_emoji' },
    })
    .meta({ maxLength: MAX_EMOJI, pattern: EMOJI_PATTERN, example: '👍' });

export const messageReference = () =>
  text(256).meta({ minLength: 1, maxLength: 256, example: exampleId(ID_PREFIXES.message) });

export const ReactionContent = z
  .strictObject({
    type: z.literal('reaction').describe('A reaction to another message.'),
    message_id: messageReference().describe('Message to react to: its id, or its id at the provider.'),
    emoji: emoji().describe('Emoji; empty to remove the reaction.'),
  })
  .meta({ example: { type: 'reaction', message_id: exampleId(ID_PREFIXES.message), emoji: '👍' } });

export const PollContent = z
  .strictObject({
    type: z.literal('poll').describe('A poll.'),
    question: text(255).describe('Question of the poll.'),
    options: z
      .array(text(100))
      .min(2)
      .max(12)
      .refine((options) => new Set(options).size === options.length, {
        error: 'Every option must be different.',
        params: { code: 'duplicate' },
      })
      .describe('Options of the poll. They must be unique.')
      .meta({ uniqueItems: true }),
    selectable_count: z
      .number()
      .int()
      .min(0)
      .max(12)
      .optional()
      .describe('Maximum number of options a person can choose; 0 for any number. Default: 1.'),
  })
  .superRefine(({ options, selectable_count: count = 0 }, context) => {
    if (count <= options.length) return;
    const message = `Must be at most ${options.length}, the number of options.`;
    context.addIssue({ code: 'custom', path: ['selectable_count'], message, params: { code: 'too_big' } });
  })
  .meta({ example: { type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'], selectable_count: 1 } });
