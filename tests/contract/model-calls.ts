import type { Json } from './document';

/** Operations that call a model. Providers have parameters of their own, which these pass on. */
export const MODEL_CALLS: readonly string[] = [
  'audio_transcriptions_create',
  'chat_completions_create',
  'embeddings_create',
  'messages_count_tokens',
  'messages_create',
  'responses_create',
];

/** The model that answers them without a network. Of messages that are drawn it answers one in two hundred, of these a quarter. */
export const knownModels: Record<string, Json[]> = {
  ...Object.fromEntries(
    ['models_get.id', ...MODEL_CALLS.map((operation) => `${operation}.model`)].map((field) => [
      field,
      ['switchboard/echo'],
    ]),
  ),
  'messages_create.messages': [[{ role: 'user', content: 'Hello' }]],
  ...Object.fromEntries(
    ['system', 'tools', 'tool_choice', 'thinking', 'metadata'].map((field) => [`messages_create.${field}`, [null]]),
  ),
};
