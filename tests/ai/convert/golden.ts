import { join } from 'node:path';

import type { ConvertedCall } from '../../../server/ai/gateway/convert/answers/call';
import type { Converted } from '../../../server/ai/gateway/convert/fields';
import { createStreamPipe, type StreamPipeOptions } from './pipe';

export const CALL: ConvertedCall = { id: 'req1', model: 'local/weather', created: 1731000000 };

const path = (name: string): string => join(import.meta.dir, 'golden', name);

/** A recorded answer or stream, as the provider’s documentation shows it. */
export const goldenText = (name: string): Promise<string> => Bun.file(path(name)).text();
export const goldenJson = (name: string): Promise<Record<string, unknown>> => Bun.file(path(name)).json();

export function valueOf<T>(converted: Converted<T>): T {
  if (!converted.ok) throw new Error(JSON.stringify(converted.refused));
  return converted.value;
}

export const refusedPointers = (converted: Converted<unknown>): string[] =>
  converted.ok ? [] : converted.refused.map(({ pointer }) => pointer);

/** Runs the chunks of a provider’s stream through a pipe and returns what the caller reads. */
export function piped<Out extends object>(
  options: Pick<StreamPipeOptions<Out>, 'converter' | 'to' | 'onEvent'>,
  chunks: readonly Uint8Array[],
): string {
  const pipe = createStreamPipe(options);
  const bytes = [...chunks.flatMap((chunk) => pipe.push(chunk)), ...pipe.end()];
  return Buffer.concat(bytes).toString();
}

export const eventsOf = (text: string): Record<string, unknown>[] =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Record<string, unknown>);

export const streamOf = (events: readonly unknown[]): Uint8Array[] =>
  events.map((event) => new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));

/** Answers every call of an official client with a stream. */
export const answering = (text: string) => (): Promise<Response> =>
  Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } }));
