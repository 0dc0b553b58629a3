import { asObject, type JsonObject } from '../../../../json-object';

export interface ConvertedCall {
  /** Unique, without a prefix: ids of the answer and of its parts are made of it. */
  id: string;
  model: string;
  /** Unix seconds. */
  created: number;
  /** The body of a call in the Responses form, whose answer repeats its settings. */
  request?: unknown;
}

type CallIdKind = 'chatcmpl' | 'msg' | 'resp' | 'rs' | 'fc' | 'call';

export function callId(kind: CallIdKind, { id }: ConvertedCall, index?: number): string {
  const whole = `${kind}${kind === 'chatcmpl' ? '-' : '_'}${id}`;
  return index === undefined ? whole : `${whole}_${index}`;
}

export function repeatedSettings({ request, model }: ConvertedCall): JsonObject {
  const asked = asObject(request);
  const or = (name: string, otherwise: unknown): unknown => asked[name] ?? otherwise;
  return {
    model,
    instructions: or('instructions', null),
    metadata: or('metadata', {}),
    parallel_tool_calls: or('parallel_tool_calls', true),
    temperature: or('temperature', null),
    top_p: or('top_p', null),
    tool_choice: or('tool_choice', 'auto'),
    tools: or('tools', []),
    text: or('text', { format: { type: 'text' } }),
    reasoning: or('reasoning', { effort: null, summary: null }),
    max_output_tokens: or('max_output_tokens', null),
    truncation: 'disabled',
    store: false,
    background: false,
    previous_response_id: null,
    user: or('user', null),
  };
}
