import type { z } from 'zod';

import type {
  InboundInput,
  NotifyInput,
  SeedInput,
  StatusInput,
  TemplateInput,
  VerifyInput,
} from './meta-graph/control-schemas';
import type { FaultInput } from './meta-graph/faults';
import type { Delivery, LoggedRequest } from './meta-graph/world';

export type MetaGraph = Awaited<ReturnType<typeof startMetaGraphProcess>>;

interface Posted {
  /** Of inbound messages, in the order of the input. */
  ids: string[];
  deliveries: Delivery[];
}

/** The stand-in for Meta’s Graph API as a process of its own. `await using` ends it. */
export async function startMetaGraphProcess() {
  const main = new URL('meta-graph/main.ts', import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, main], {
    env: { PATH: Bun.env['PATH'] ?? '' },
    stdin: 'pipe',
    stdout: 'pipe',
    // Connections that are cut on purpose are errors to the runtime.
    stderr: 'ignore',
  });
  const port = await portOf(child.stdout);
  const url = `http://127.0.0.1:${port}`;

  const ask = async <Answer>(method: 'GET' | 'POST', name: string, input?: unknown): Promise<Answer> => {
    const body = input === undefined ? {} : { body: JSON.stringify(input) };
    const answer = await fetch(`${url}/__/${name}`, { method, ...body });
    const told: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(told)}`);
    return told as Answer;
  };
  const post =
    <Input, Answer = unknown>(name: string) =>
    (input: Input) =>
      ask<Answer>('POST', name, input);

  return {
    url,
    port,
    seed: post<z.input<typeof SeedInput>>('seed'),
    fault: post<z.input<typeof FaultInput>>('fault'),
    inbound: post<z.input<typeof InboundInput>, Posted>('inbound'),
    status: post<z.input<typeof StatusInput>, Posted>('status'),
    notify: post<z.input<typeof NotifyInput>, Posted>('notify'),
    /** Meta decides on a template, and tells. */
    template: post<z.input<typeof TemplateInput>>('template'),
    verify: post<z.input<typeof VerifyInput>, { status: number; body: string; challenge: string }>('verify'),
    log: () => ask<{ requests: LoggedRequest[]; deliveries: Delivery[] }>('GET', 'log'),
    advance: (seconds: number) => ask<{ now: number }>('POST', 'clock', { advance_seconds: seconds }),
    reset: () => ask('POST', 'reset'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

async function portOf(output: ReadableStream<Uint8Array>): Promise<number> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of output) {
    text += decoder.decode(part, { stream: true });
    const port = /"port":(\d+)/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('The stand-in for the Graph API did not start.');
}
