import { z } from 'zod';

import { MODEL_ID_LENGTH } from '../ai/providers';
import { ID_PREFIXES } from '../ids';
import { exactlyOne } from '../one-of';
import { idOf, text } from '../text';
import { jsonObject, jsonValue } from './json';

export const ACTION_TYPES = [
  'publish',
  'reply',
  'webhook',
  'create_link',
  'delay',
  'ai_complete',
  'ai_transcribe',
] as const;
export type RuleActionType = (typeof ACTION_TYPES)[number];

export const ACTION_LIMITS = {
  bytes: 65_536,
  template: 16_384,
  condition: 2000,
  delaySeconds: 2_592_000,
  outputTokens: 8192,
  /** Earlier messages of a chat for a model. */
  history: 50,
  /** Bytes of a JSON schema. */
  schemaBytes: 16_384,
  /** Characters of one message of a reply that is split. */
  minReply: 100,
  maxReply: 4096,
  /** Messages of one reply. */
  replies: 10,
} as const;

/** The result of the templates is validated when the rule runs. */
const templated = () => jsonObject(ACTION_LIMITS.bytes);

export const condition = () => text(ACTION_LIMITS.condition);

const common = {
  if: condition()
    .optional()
    .describe('Condition for the step. If it is false, the step is skipped.')
    .meta({ example: "event.data.content.text contains 'price'" }),
};

const Publish = z
  .strictObject({
    type: z.literal('publish').describe('Creates a publication.'),
    ...common,
    publication: templated()
      .describe('Body of `POST /publications`. Its strings are templates.')
      .meta({
        example: {
          content: { text: 'New link: {{ event.data.short_url }}' },
          targets: ['whatsapp:wai_01jd9x3k2mf8v9q4zt7w5b6n0c:grp_01jd9x3k2mf8v9q4zt7w5b6n0c'],
        },
      }),
  })
  .meta({ id: 'RulePublishAction' });

const Reply = exactlyOne(
  {
    type: z.literal('reply').describe('Replies to the WhatsApp message that triggered the rule.'),
    ...common,
    quote: z.boolean().default(false).describe('True to quote the message in the reply.').meta({ example: false }),
    max_length: z
      .number()
      .int()
      .min(ACTION_LIMITS.minReply)
      .max(ACTION_LIMITS.maxReply)
      .optional()
      .describe(
        `Characters of one message. A longer text is sent as up to ${ACTION_LIMITS.replies} messages, which end after a paragraph, a line, a sentence or a word. Default: one message.`,
      )
      .meta({ example: 1000 }),
  },
  {
    text: text(ACTION_LIMITS.template)
      .describe('Template of the text, instead of `content`.')
      .meta({ example: 'Hello {{ event.data.contact.name }}!' }),
    content: templated()
      .describe('Content as in `whatsapp.messages.send`, instead of `text`. Its strings are templates.')
      .meta({ example: { type: 'text', text: 'Hello' } }),
  },
  { id: 'RuleReplyAction' },
);

const Webhook = z
  .strictObject({
    type: z.literal('webhook').describe('Sends the event `automation.rule.fired` to one webhook.'),
    ...common,
    webhook_id: idOf(ID_PREFIXES.webhook).describe('Id of the webhook. Its event subscriptions do not matter.'),
    payload: jsonValue(ACTION_LIMITS.bytes)
      .optional()
      .describe('Payload of the event. Its strings are templates.')
      .meta({ example: { name: '{{ event.data.contact.name }}' } }),
  })
  .meta({ id: 'RuleWebhookAction' });

const MakeLink = z
  .strictObject({
    type: z.literal('create_link').describe('Creates a short link.'),
    ...common,
    link: templated()
      .describe('Body of `POST /links`. Its strings are templates.')
      .meta({ example: { url: 'https://example.com/orders/{{ input.order }}' } }),
  })
  .meta({ id: 'RuleCreateLinkAction' });

const Delay = exactlyOne(
  { type: z.literal('delay').describe('Waits before the next step. The delay survives a server restart.'), ...common },
  {
    seconds: z
      .number()
      .int()
      .min(1)
      .max(ACTION_LIMITS.delaySeconds)
      .describe('Seconds to wait, instead of `until`.')
      .meta({ example: 3600 }),
    until: text(ACTION_LIMITS.template)
      .describe('Time to wait for, or a template of a time, at most 30 days ahead. A time in the past causes no delay.')
      .meta({ example: '{{ event.data.expires_at }}' }),
  },
  { id: 'RuleDelayAction' },
);

const modelName = () =>
  text(MODEL_ID_LENGTH)
    .describe('Id of the model, or an alias of the workspace. It is not a template.')
    .meta({ example: 'switchboard/echo' });

const Complete = z
  .strictObject({
    type: z
      .literal('ai_complete')
      .describe('Asks a model. Later steps use the answer as `steps[index].text`. The call counts towards budgets.'),
    ...common,
    model: modelName(),
    system: text(ACTION_LIMITS.template)
      .optional()
      .describe('Template of the instructions for the model.')
      .meta({ example: 'You answer customers of a bakery in two sentences.' }),
    prompt: text(ACTION_LIMITS.template)
      .describe('Template of the message for the model.')
      .meta({ example: '{{ event.data.content.text }}' }),
    history: z
      .number()
      .int()
      .min(0)
      .max(ACTION_LIMITS.history)
      .optional()
      .describe(
        'Number of earlier text messages of the chat that the model gets before the prompt; needs the trigger `whatsapp.message.received`. With `chat`, only messages of the session. Default: none.',
      )
      .meta({ example: 10 }),
    max_output_tokens: z
      .number()
      .int()
      .min(1)
      .max(ACTION_LIMITS.outputTokens)
      .default(500)
      .describe('Maximum number of generated tokens. It also limits what is reserved in a budget.')
      .meta({ example: 500 }),
    schema: jsonObject(ACTION_LIMITS.schemaBytes)
      .optional()
      .describe(
        'JSON schema of the answer, for models that support one. Later steps use the fields as `steps[index].json`. An answer that does not match fails the step.',
      )
      .meta({ example: { type: 'object', properties: { topic: { type: 'string' } }, required: ['topic'] } }),
  })
  .meta({ id: 'RuleCompleteAction' });

const Transcribe = z
  .strictObject({
    type: z
      .literal('ai_transcribe')
      .describe(
        'Turns the voice message, audio or video that triggered the rule into text. Later steps use it as `steps[index].text`. The call counts towards budgets.',
      ),
    ...common,
    model: modelName(),
    language: text(35)
      .optional()
      .describe('Language of the recording, as an ISO 639-1 code such as `en`. Default: the model detects it.')
      .meta({ example: 'en' }),
    prompt: text(ACTION_LIMITS.template)
      .optional()
      .describe('Template of a text that guides the model, such as names that occur.')
      .meta({ example: 'Switchboard' }),
  })
  .meta({ id: 'RuleTranscribeAction' });

export const RuleAction = z.discriminatedUnion('type', [
  Publish,
  Reply,
  Webhook,
  MakeLink,
  Delay,
  Complete,
  Transcribe,
]);
export type RuleAction = z.output<typeof RuleAction>;
export type ActionOf<T extends RuleActionType> = Extract<RuleAction, { type: T }>;
