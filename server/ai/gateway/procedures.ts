import { ChatCompletion, CreateChatCompletion } from '../../../shared/ai/chat';
import { CreateEmbeddings, Embeddings } from '../../../shared/ai/embeddings';
import { CountMessageTokens, CreateMessage, MessageTokens, ModelMessage } from '../../../shared/ai/messages';
import { CreateResponse, ModelResponse } from '../../../shared/ai/responses';
import { Transcription, TRANSCRIPTION_LIMITS, TranscriptionFields } from '../../../shared/ai/transcriptions';
import type { ErrorCode } from '../../../shared/errors';
import { NoInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { CHAT_STREAM, MESSAGES_STREAM, RESPONSES_STREAM, TRANSCRIPTION_STREAM, VTT } from './examples';
import { verbOf } from './route-verb';
import { countMessageTokens } from './routes/count-tokens';
import { chatRoute, embeddingsRoute, messagesRoute, responsesRoute } from './routes/json-routes';
import { transcriptionsRoute } from './routes/transcriptions';

const invoke = routesFor('ai:invoke');

const GATEWAY_ERRORS = [
  'budget_exceeded',
  'not_found',
  'overloaded',
  'unprocessable',
  'upstream_error',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[];

/** Conversations contain images and files. */
const maxBodyBytes = 8 * 1024 * 1024;

const openAi = { errorForm: 'openai', idempotency: 'once', errors: GATEWAY_ERRORS, maxBodyBytes } as const;

/** Claude Code adds `?beta=true`. */
const anthropic = {
  errorForm: 'anthropic',
  maxBodyBytes,
  keyHeader: 'x-api-key',
  ignoredQuery: ['beta'],
  passedHeaders: ['anthropic-beta'],
} as const;

const ANTHROPIC_CLIENTS =
  'Clients of the Anthropic API work with the base URL `/api` of this server; they may send the key in `x-api-key` instead of `Authorization`.';

/** A form adds its boundaries and its fields to the size of the file. */
const FORM_BYTES = 2 * TRANSCRIPTION_LIMITS.fieldBytes;

export const chatRouter = router({
  completions: router({
    create: invoke('POST /chat/completions', 'Create a chat completion', {
      ...openAi,
      description: [
        'Calls a model in the format of the OpenAI API. Members that are not listed here are passed to the provider unchanged.',
        'With `stream`, the response is a stream of Server-Sent Events: chunks of the completion, then `[DONE]`. If the provider fails after the first chunk, the last event has `error` and the finish reason `error`, and `[DONE]` is missing. Comments are sent while the provider is silent.',
        'If a model cannot be reached before the first byte, the next one of an alias or of `models` is tried; `X-Model-Used` names the model that answered. `usage.cost` is the cost in US dollars. Calls above a budget are refused with 402.',
      ].join('\n\n'),
      answerSchema: ChatCompletion,
      examples: { request: CreateChatCompletion.meta()?.['example'] },
      raw: { 'text/event-stream': CHAT_STREAM },
    }).run(CreateChatCompletion, verbOf(chatRoute)),
  }),
});

export const embeddingsRouter = router({
  create: invoke('POST /embeddings', 'Create embeddings', {
    ...openAi,
    description:
      'Returns a vector for each text, in the format of the OpenAI API, as numbers or as base64. `X-Model-Used` names the model that answered, and `usage.cost` is the cost in US dollars.',
    examples: { request: CreateEmbeddings.meta()?.['example'] },
    answerSchema: Embeddings,
    raw: {},
  }).run(CreateEmbeddings, verbOf(embeddingsRoute)),
});

export const audioRouter = router({
  transcriptions: router({
    create: invoke('POST /audio/transcriptions', 'Transcribe audio', {
      ...openAi,
      description: [
        'Returns the text of a recording of at most 25 MiB, in the format of the OpenAI API. Send a form with the part `file` and the field `model`; fields that are not listed here are passed to the provider unchanged. The file is not stored.',
        'The answer is JSON, or plain text for the formats `text`, `srt` and `vtt`. With `stream`, it is a stream of Server-Sent Events that ends with `transcript.text.done`, if the model can stream. `model: switchboard/echo` returns the name and the size of the file.',
      ].join('\n\n'),
      answerSchema: Transcription,
      raw: { 'text/plain': 'hello.ogg, 18432 bytes\n', 'text/vtt': VTT, 'text/event-stream': TRANSCRIPTION_STREAM },
      upload: {
        types: { 'multipart/form-data': 'recording.ogg' },
        maxBytes: TRANSCRIPTION_LIMITS.fileBytes + FORM_BYTES,
        fields: TranscriptionFields,
      },
    }).run(NoInput, verbOf(transcriptionsRoute)),
  }),
});

export const responsesRouter = router({
  create: invoke('POST /responses', 'Create a response', {
    ...openAi,
    description: [
      'Calls a model in the format of the OpenAI Responses API. If the provider does not speak it, the call is converted to chat completions or to the Anthropic format; what cannot be converted is refused by its name. Answers are not stored: send the whole conversation in `input`.',
      'With `stream`, the response is a stream of Server-Sent Events that ends with `response.completed`, `response.incomplete`, or `response.failed` if the provider fails. `X-Model-Used` names the model that answered, and `usage.cost` is the cost in US dollars.',
    ].join('\n\n'),
    examples: { request: CreateResponse.meta()?.['example'] },
    answerSchema: ModelResponse,
    raw: { 'text/event-stream': RESPONSES_STREAM },
  }).run(CreateResponse, verbOf(responsesRoute)),
});

export const modelMessagesRouter = router({
  create: invoke('POST /messages', 'Create a message', {
    ...anthropic,
    idempotency: 'once',
    errors: GATEWAY_ERRORS,
    description: [
      `Calls a model in the format of the Anthropic API. If the provider does not speak it, the call is converted to chat completions; what cannot be converted is refused by its name. ${ANTHROPIC_CLIENTS}`,
      'With `stream`, the response is a stream of Server-Sent Events that ends with `message_stop`, or with `error` if the provider fails. `X-Model-Used` names the model that answered, and `usage.cost` is the cost in US dollars.',
    ].join('\n\n'),
    examples: { request: CreateMessage.meta()?.['example'] },
    answerSchema: ModelMessage,
    raw: { 'text/event-stream': MESSAGES_STREAM },
  }).run(CreateMessage, verbOf(messagesRoute)),

  count_tokens: invoke('POST /messages/count_tokens', 'Count the tokens of a message', {
    ...anthropic,
    idempotency: 'none',
    errors: ['not_found', 'overloaded', 'unprocessable', 'upstream_error', 'upstream_timeout'],
    description: `Counts the tokens of a request in the format of the Anthropic API, free of charge. If the provider does not count tokens, the number is an estimate and \`estimated\` is true. ${ANTHROPIC_CLIENTS}`,
    examples: { request: CountMessageTokens.meta()?.['example'] },
    answerSchema: MessageTokens,
    raw: {},
  }).run(CountMessageTokens, countMessageTokens),
});
