import { ChatCompletion, CreateChatCompletion } from '../../../shared/ai/chat';
import type { ErrorCode } from '../../../shared/errors';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { verbOf } from './route-verb';
import { chatRoute } from './routes/chat';

const invoke = routesFor('ai:invoke');

/** Of every route that calls a model. */
export const GATEWAY_ERRORS = [
  'budget_exceeded',
  'not_found',
  'overloaded',
  'unprocessable',
  'upstream_error',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[];

const CHAT_STREAM = [
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1763683200,"model":"echo","choices":[{"index":0,"delta":{"role":"assistant","content":"Hello"},"finish_reason":null}]}',
  '{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1763683200,"model":"echo","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  '[DONE]',
]
  .map((data) => `data: ${data}\n\n`)
  .join('');

export const chatRouter = router({
  completions: router({
    create: invoke('POST /chat/completions', 'Create a chat completion', {
      description: [
        'Calls a model in the format of the OpenAI API. Members that are not listed here are passed to the provider unchanged.',
        'With `stream`, the response is a stream of Server-Sent Events: chunks of the completion, then `[DONE]`. If the provider fails after the first chunk, the last event has `error` and the finish reason `error`, and `[DONE]` is missing. Comments are sent while the provider is silent.',
        'If a model cannot be reached before the first byte, the next one of an alias or of `models` is tried; `X-Model-Used` names the model that answered. `usage.cost` is the cost in US dollars. Calls above a budget are refused with 402.',
      ].join('\n\n'),
      errorForm: 'openai',
      idempotency: 'once',
      errors: GATEWAY_ERRORS,
      answerSchema: ChatCompletion,
      examples: { request: CreateChatCompletion.meta()?.['example'] },
      raw: { 'text/event-stream': CHAT_STREAM },
    }).run(CreateChatCompletion, verbOf(chatRoute)),
  }),
});
