const eventsOf = (data: readonly string[]): string => data.map((one) => `data: ${one}\n\n`).join('');

export const CHAT_STREAM = eventsOf([
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1763683200,"model":"echo","choices":[{"index":0,"delta":{"role":"assistant","content":"Hello"},"finish_reason":null}]}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1763683200,"model":"echo","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  '[DONE]',
]);

export const TRANSCRIPTION_STREAM = eventsOf([
  '{"type":"transcript.text.delta","delta":"Hello"}',
  '{"type":"transcript.text.done","text":"Hello","usage":{"type":"tokens","input_tokens":12,"output_tokens":2,"total_tokens":14,"cost":"0","cost_status":"exact"}}',
]);

export const VTT = 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello\n\n';

const namedEventsOf = (data: readonly string[]): string =>
  data.map((one) => `event: ${(JSON.parse(one) as { type: string }).type}\ndata: ${one}\n\n`).join('');

export const RESPONSES_STREAM = namedEventsOf([
  '{"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","status":"in_progress","output":[]}}',
  '{"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hello"}',
  '{"type":"response.completed","sequence_number":8,"response":{"id":"resp_1","object":"response","status":"completed","output":[],"usage":{"input_tokens":2,"output_tokens":2,"total_tokens":4,"cost":"0","cost_status":"exact"}}}',
]);

export const MESSAGES_STREAM = namedEventsOf([
  '{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"usage":{"input_tokens":2,"output_tokens":0}}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}',
  '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2,"cost":"0","cost_status":"exact"}}',
  '{"type":"message_stop"}',
]);
