/** Endpoints of the model gateway and their paths, below `/api/v1` here and below the base URL of a provider. */
export const AI_ENDPOINTS = {
  chat_completions: '/chat/completions',
  embeddings: '/embeddings',
  audio_transcriptions: '/audio/transcriptions',
  responses: '/responses',
  messages: '/messages',
  messages_count_tokens: '/messages/count_tokens',
} as const;

export type AiEndpoint = keyof typeof AI_ENDPOINTS;
export const AI_ENDPOINT_NAMES = Object.keys(AI_ENDPOINTS) as [AiEndpoint, ...AiEndpoint[]];
