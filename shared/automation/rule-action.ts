import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { exactlyOne } from '../one-of';
import { idOf, text } from '../text';
import { jsonObject, jsonValue } from './json';

export const ACTION_TYPES = ['publish', 'reply', 'webhook', 'create_link', 'delay'] as const;
export type RuleActionType = (typeof ACTION_TYPES)[number];

export const ACTION_LIMITS = {
  bytes: 65_536,
  template: 16_384,
  condition: 2000,
  delaySeconds: 2_592_000,
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

export const RuleAction = z.discriminatedUnion('type', [Publish, Reply, Webhook, MakeLink, Delay]);
export type RuleAction = z.output<typeof RuleAction>;
export type ActionOf<T extends RuleActionType> = Extract<RuleAction, { type: T }>;
