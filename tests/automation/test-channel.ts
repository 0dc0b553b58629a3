import { z } from 'zod';

import type {
  Channel,
  DeliveryListener,
  HandOverResult,
  HandOverRequest,
} from '../../server/automation/channels/channel';
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
  destination: { kinds: ['board'], pattern: '[a-z0-9]{1,40}', example: 'board', target: (rest) => ({ to: [rest] }) },
};

const textsOf = (content: { text?: string | undefined } | null): string[] => (content?.text ?? '').split('|');
const referenceOf = (deliveryId: string, part: number): string => `memo-${deliveryId}-${part}`;

/** A channel without a table of its own: it keeps what was handed over, and a test reports the results. */
export function createMemoChannel() {
  const state = {
    answer: (): HandOverResult | undefined => undefined,
    /** Texts of the parts that were handed over and not sent before. */
    texts: [] as string[],
    report: undefined as DeliveryListener | undefined,
  };

  function handOver({ deliveryId, publishable, parts }: HandOverRequest): HandOverResult {
    const texts = textsOf(publishable.content);
    state.texts.push(...texts.filter((_, index) => !parts[index]?.isDone));
    const references = texts.map((_, index) => referenceOf(deliveryId, index));
    return state.answer() ?? { outcome: 'accepted', references };
  }

  const channel: Channel = {
    schemas,
    batch: 10,
    events: [],
    interpret: () => null,
    listen(report) {
      state.report = report;
      return () => void (state.report = undefined);
    },
    open: async () => ({
      capacity: 10,
      handOver: async (requests) => new Map(requests.map((request) => [request.deliveryId, handOver(request)])),
    }),
    withdraw: async () => new Set(),
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
        board === 'unknown'
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
      parts: textsOf(content).map((text) => ({ type: 'text', content: { text } })),
      issues: [],
      warnings: [],
    }),
  };
  return { channel, state, referenceOf };
}
