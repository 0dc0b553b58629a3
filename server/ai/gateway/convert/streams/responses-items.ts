import { type ConvertedCall, callId } from '../answers/call';
import { functionItem, messageItem, reasoningItem, textPart } from '../answers/chat-to-responses';
import type { ChatToolCall, NamedEvent, ResponsesItem, ResponsesPart } from '../forms';
import type { ReasoningDelta, ReasoningPart } from '../reasoning';
import type { ToolCallDelta } from './tool-calls';

type ItemStatus = ResponsesItem['status'];

interface OpenReasoning {
  kind: 'reasoning';
  index: number;
  id: string;
  key: number;
  part: { text: string; signature?: string };
}

interface OpenMessage {
  kind: 'message';
  index: number;
  id: string;
  parts: ResponsesPart[];
}

interface OpenCall {
  index: number;
  id: string;
  call: ChatToolCall;
}

interface ResponsesItems {
  reasoning: (delta: ReasoningDelta) => NamedEvent[];
  text: (text: string) => NamedEvent[];
  refusal: (text: string) => NamedEvent[];
  toolCall: (delta: ToolCallDelta) => NamedEvent[];
  /** For items that are still open. */
  closeAll: (status: ItemStatus) => NamedEvent[];
  done: () => ResponsesItem[];
}

const added = (index: number, item: ResponsesItem): NamedEvent => ({
  type: 'response.output_item.added',
  output_index: index,
  item,
});

/** Calls stay open together, since their deltas may come interleaved. */
export function createResponsesItems(call: ConvertedCall): ResponsesItems {
  const closed: { index: number; item: ResponsesItem }[] = [];
  const calls = new Map<number, OpenCall>();
  let open: OpenReasoning | OpenMessage | undefined;
  let count = 0;

  const done = (index: number, item: ResponsesItem): NamedEvent => {
    closed.push({ index, item });
    return { type: 'response.output_item.done', output_index: index, item };
  };
  const closeOpen = (status: ItemStatus): NamedEvent[] => {
    const current = open;
    open = undefined;
    if (current === undefined) return [];
    if (current.kind === 'message') {
      return [...partDone(current), done(current.index, messageItem(current.parts, current.id, status))];
    }
    return [...reasoningDone(current), done(current.index, reasoningItem(current.part, current.id, 'completed'))];
  };

  const write = (type: ResponsesPart['type'], text: string): NamedEvent[] => {
    const events: NamedEvent[] = [];
    if (open?.kind !== 'message') {
      events.push(...closeOpen('completed'));
      open = { kind: 'message', index: count, id: callId('msg', call, count), parts: [] };
      count += 1;
      events.push(added(open.index, messageItem([], open.id, 'in_progress')));
    }
    if (open.parts.at(-1)?.type !== type) {
      events.push(...partDone(open));
      open.parts.push(type === 'refusal' ? { type, refusal: '' } : textPart(''));
      events.push({ type: 'response.content_part.added', ...placeOf(open), part: { ...open.parts.at(-1) } });
    }
    const part = open.parts.at(-1);
    if (part?.type === 'refusal') part.refusal += text;
    else if (part !== undefined) part.text += text;
    const place = placeOf(open);
    return [
      ...events,
      type === 'refusal'
        ? { type: 'response.refusal.delta', ...place, delta: text }
        : { type: 'response.output_text.delta', ...place, delta: text, logprobs: [] },
    ];
  };

  return {
    text: (text) => write('output_text', text),
    refusal: (text) => write('refusal', text),
    reasoning: ({ part, key }) => {
      const events: NamedEvent[] = [];
      const isEncrypted = 'encrypted' in part;
      if (isEncrypted || open?.kind !== 'reasoning' || open.key !== key) {
        events.push(...closeOpen('completed'));
        const index = count;
        const id = callId('rs', call, index);
        count += 1;
        if (isEncrypted) {
          const item = reasoningItem(part, id, 'completed');
          return [...events, added(index, { ...item, status: 'in_progress' }), done(index, item)];
        }
        open = { kind: 'reasoning', index, id, key, part: { text: '' } };
        events.push(...reasoningAdded(open));
      }
      return [...events, ...addThought(open, part)];
    },
    toolCall: (delta) => {
      const events: NamedEvent[] = [];
      let current = calls.get(delta.position);
      if (current === undefined) {
        events.push(...closeOpen('completed'));
        const { id, name } = delta;
        current = {
          index: count,
          id: callId('fc', call, count),
          call: { id, type: 'function', function: { name, arguments: '' } },
        };
        count += 1;
        calls.set(delta.position, current);
        events.push(added(current.index, functionItem(current.call, current.id, 'in_progress')));
      }
      return delta.arguments === '' ? events : [...events, ...addArguments(current, delta.arguments)];
    },
    closeAll: (status) => {
      const events = closeOpen(status);
      for (const current of calls.values()) {
        if (current.call.function.arguments === '') events.push(...addArguments(current, '{}'));
        const item = functionItem(current.call, current.id, status);
        events.push(
          {
            type: 'response.function_call_arguments.done',
            item_id: current.id,
            output_index: current.index,
            name: current.call.function.name,
            arguments: current.call.function.arguments,
          },
          done(current.index, item),
        );
      }
      calls.clear();
      return events;
    },
    done: () => closed.toSorted((left, right) => left.index - right.index).map(({ item }) => item),
  };
}

function addArguments(current: OpenCall, text: string): NamedEvent[] {
  current.call.function.arguments += text;
  const place = { item_id: current.id, output_index: current.index };
  return [{ type: 'response.function_call_arguments.delta', ...place, delta: text }];
}

const placeOf = ({ id, index, parts }: OpenMessage): Record<string, unknown> => ({
  item_id: id,
  output_index: index,
  content_index: parts.length - 1,
});

function partDone(message: OpenMessage): NamedEvent[] {
  const part = message.parts.at(-1);
  if (part === undefined) return [];
  const place = placeOf(message);
  return [
    part.type === 'refusal'
      ? { type: 'response.refusal.done', ...place, refusal: part.refusal }
      : { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
  ];
}

const thoughtPlace = ({ id, index }: OpenReasoning): Record<string, unknown> => ({
  item_id: id,
  output_index: index,
  content_index: 0,
});

const reasoningAdded = (open: OpenReasoning): NamedEvent[] => [
  {
    type: 'response.output_item.added',
    output_index: open.index,
    item: { type: 'reasoning', id: open.id, summary: [], content: [], status: 'in_progress' },
  },
  { type: 'response.content_part.added', ...thoughtPlace(open), part: { type: 'reasoning_text', text: '' } },
];

function addThought(open: OpenReasoning, part: Exclude<ReasoningPart, { encrypted: string }>): NamedEvent[] {
  open.part.text += part.text;
  if (part.signature !== undefined) open.part.signature = `${open.part.signature ?? ''}${part.signature}`;
  if (part.text === '') return [];
  return [{ type: 'response.reasoning_text.delta', ...thoughtPlace(open), delta: part.text }];
}

const reasoningDone = (open: OpenReasoning): NamedEvent[] => [
  { type: 'response.reasoning_text.done', ...thoughtPlace(open), text: open.part.text },
  {
    type: 'response.content_part.done',
    ...thoughtPlace(open),
    part: { type: 'reasoning_text', text: open.part.text },
  },
];
