import { errorFrom } from '../../../ui/files/requests';
import { t } from './texts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface ChatRequest {
  model: string;
  messages: readonly ChatMessage[];
  max_tokens?: number;
  temperature?: number;
}

export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  /** US dollars as a decimal string. */
  cost: string;
  cost_status: 'exact' | 'estimated' | 'price_unknown';
}

export interface ChatStart {
  requestId: string | null;
  /** The model that answers; an alias may have several. */
  model: string | null;
}

type Part = { text: string } | { usage: ChatUsage } | { start: ChatStart };

interface Chunk {
  choices?: { delta?: { content?: string | null } }[];
  usage?: ChatUsage | null;
  error?: { message?: string };
}

/**
 * Streams an answer as the person of the session. Fails as every call of the console does, and with an `Error` if the
 * provider fails after the first part.
 */
export async function* streamChat(
  workspaceId: string,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const response = await fetch('/trpc/chat.completions.create', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-workspace-id': workspaceId },
    body: JSON.stringify({ ...request, stream: true, stream_options: { include_usage: true } }),
    signal,
  });
  if (!response.ok || !response.body) throw errorFrom(await response.text());
  yield { start: { requestId: response.headers.get('x-request-id'), model: response.headers.get('x-model-used') } };

  let isDone = false;
  for await (const data of eventsOf(response.body)) {
    if (data === '[DONE]') {
      isDone = true;
      continue;
    }
    const chunk = JSON.parse(data) as Chunk;
    if (chunk.error) throw new Error(chunk.error.message ?? t('providerFailed'));
    const text = chunk.choices?.[0]?.delta?.content;
    if (text) yield { text };
    if (chunk.usage) yield { usage: chunk.usage };
  }
  if (!isDone) throw new Error(t('endedEarly'));
}

/** The data of each event of the stream. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const lines = event.split('\n').filter((line) => line.startsWith('data:'));
        if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join('\n');
      }
    }
  } finally {
    reader.releaseLock();
  }
}
