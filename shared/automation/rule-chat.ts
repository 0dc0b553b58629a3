import { z } from 'zod';

import { text } from '../text';
import { recipient } from '../whatsapp/party';

const CHAT_LIMITS = {
  words: 20,
  ignored: 200,
  wordLength: 100,
  /** A week. */
  minutes: 10_080,
  replies: 1000,
} as const;

const minutes = (min: number) => z.number().int().min(min).max(CHAT_LIMITS.minutes);

/** When a rule that answers messages stays silent. */
export const RuleChat = z
  .strictObject({
    stop_words: z
      .array(text(CHAT_LIMITS.wordLength))
      .max(CHAT_LIMITS.words)
      .default([])
      .describe(
        'Messages after which the rule is silent until the session ends. A message counts if it has no other words; case and punctuation do not matter.',
      )
      .meta({ example: ['stop', 'human please'] }),
    ignore: z
      .array(recipient())
      .max(CHAT_LIMITS.ignored)
      .default([])
      .describe('Senders and chats that are ignored: phone numbers, ids of contacts, chats and groups, JIDs or BSUIDs.')
      .meta({ example: ['+15550100020'] }),
    session_minutes: minutes(1)
      .default(60)
      .describe('Minutes without a message from the other side after which a session ends.')
      .meta({ example: 60 }),
    max_replies: z
      .number()
      .int()
      .min(1)
      .max(CHAT_LIMITS.replies)
      .nullable()
      .default(null)
      .describe('Maximum number of runs that reply in one session; null for no limit.')
      .meta({ example: 30 }),
    pause_minutes: minutes(0)
      .default(30)
      .describe(
        'Minutes of silence after a person wrote in the chat: from the phone of the account, in the console, or through the API. 0 for none.',
      )
      .meta({ example: 30 }),
  })
  .meta({
    id: 'RuleChat',
    description: 'When a rule that answers messages stays silent in a chat.',
    example: {
      stop_words: ['stop', 'human please'],
      ignore: [],
      session_minutes: 60,
      max_replies: 30,
      pause_minutes: 30,
    },
  });
export type RuleChat = z.output<typeof RuleChat>;
