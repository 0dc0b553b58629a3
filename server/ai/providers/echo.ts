import type { AiEndpoint } from '../../../shared/ai/endpoints';
import { isJsonObject, type JsonObject } from '../../json-object';
import { sha256Hex } from '../../secrets/tokens';
import { listIn } from '../gateway/forms/members';
import { echoEmbeddings } from './echo-embeddings';
import { BYTES_PER_TOKEN, countTokens, eventStream } from './echo-text';
import { echoTranscription } from './echo-transcription';

const CREATED = 1_763_683_200;
const encoder = new TextEncoder();

type Answer = (request: JsonObject) => Response;

/** Equal requests get equal answers. */
const ANSWERS: Partial<Record<AiEndpoint, Answer>> = {
  chat_completions: chat,
  embeddings: echoEmbeddings,
  audio_transcriptions: echoTranscription,
};

export function echo(endpoint: AiEndpoint, request: JsonObject): Response {
  return ANSWERS[endpoint]?.(request) ?? Response.json({ error: { message: 'No such endpoint.' } }, { status: 404 });
}

export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isJsonObject(part) ? part['text'] : undefined))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

function withinTokens(text: string, limit: unknown): { text: string; isComplete: boolean } {
  if (typeof limit !== 'number' || countTokens(text) <= limit) return { text, isComplete: true };
  const bytes = encoder.encode(text).subarray(0, limit * BYTES_PER_TOKEN);
  return { text: new TextDecoder().decode(bytes).replace(/\uFFFD+$/, ''), isComplete: false };
}

function chat(request: JsonObject): Response {
  const messages = listIn(request, 'messages');
  const last = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
  const limit = request['max_completion_tokens'] ?? request['max_tokens'];
  const { text, isComplete } = withinTokens(contentText(last?.['content']), limit);
  const count = typeof request['n'] === 'number' ? request['n'] : 1;

  const prompt = countTokens(messages.map(({ content }) => contentText(content)).join('\n'));
  const completion = countTokens(text) * count;
  const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  const common = {
    id: `chatcmpl-${sha256Hex(JSON.stringify(messages)).slice(0, 24)}`,
    created: CREATED,
    model: request['model'],
  };
  const finish = isComplete ? 'stop' : 'length';
  const indexes = Array.from({ length: count }, (_, index) => index);

  if (request['stream'] !== true) {
    const choices = indexes.map((index) => ({
      index,
      message: { role: 'assistant', content: text },
      logprobs: null,
      finish_reason: finish,
    }));
    return Response.json({ ...common, object: 'chat.completion', choices, usage });
  }
  const chunk = (choices: object[], more: object = {}): string =>
    JSON.stringify({ ...common, object: 'chat.completion.chunk', choices, ...more });
  const pieces = text.match(/\S+\s*|\s+/g) ?? [];
  const ofChoice = (index: number): string[] => [
    chunk([{ index, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
    ...pieces.map((content) => chunk([{ index, delta: { content }, finish_reason: null }])),
    chunk([{ index, delta: {}, finish_reason: finish }]),
  ];
  const wantsUsage = (request['stream_options'] as JsonObject | undefined)?.['include_usage'] === true;
  return eventStream([...indexes.flatMap(ofChoice), ...(wantsUsage ? [chunk([], { usage })] : []), '[DONE]']);
}
