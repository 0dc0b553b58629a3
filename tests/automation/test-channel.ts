import { z } from 'zod';

import type { NetworkChannel, ChannelResult } from '../../server/automation/channels/channel';
import type { ChannelSchemas } from '../../shared/automation/channels/channel';

const kind = 'memo';

const schemas: ChannelSchemas<typeof kind> = {
  kind,
  title: 'Memo',
  target: z
    .strictObject({
      channel: z.literal(kind).describe('Memos.'),
      to: z
        .array(z.string().max(40).meta({ example: 'board' }))
        .min(1)
        .max(10)
        .describe('Boards.'),
    })
    .meta({ example: { channel: kind, to: ['board'] } }),
  overrides: z.strictObject({ text: z.string().max(100).optional().describe('Another text.') }).meta({ example: {} }),
  destination: { pattern: '[a-z0-9]{1,40}', example: 'board', target: (rest) => ({ to: [rest] }) },
};

export const error = (retryable: boolean) => ({ code: 'refused', message: 'No.', provider: null, retryable });

/** A channel over the network that answers as it is told: one folder of a channel, as a test has it. */
export function createMemoChannel() {
  const state = {
    answer: async (_text: string): Promise<ChannelResult> => ({ outcome: 'sent', reference: null }),
    calls: [] as { deliveryId: string; text: string; attempt: number }[],
  };
  const channel: NetworkChannel = {
    schemas,
    handover: 'network',
    capabilities: async () => ({
      max_text: 100,
      max_caption: null,
      max_parts: 2,
      formats: ['plain'],
      media: [],
      link_previews: false,
      receipts: ['sent'],
    }),
    destinations: async () => [],
    resolve: async (_, { to }) =>
      to.map((board, index) =>
        board === 'nobody'
          ? {
              ok: false,
              to: board,
              issue: { pointer: `/to/${index}`, code: 'related_not_found', message: 'No such board.' },
              containerId: kind,
              skip: 'invalid',
            }
          : {
              ok: true,
              recipient: { containerId: kind, recipient: board, to: board, label: board, isKnown: true, warnings: [] },
            },
      ),
    render: async (_, { content }) => ({
      parts: (content?.text ?? '').split('|').map((text) => ({ type: 'text', content: { text } })),
      issues: [],
      warnings: [],
    }),
    async send({ attempt }, { deliveryId }, { content }) {
      const text = String(content['text']);
      state.calls.push({ deliveryId, text, attempt });
      return state.answer(text);
    },
  };
  return { channel, state };
}
