import { verificationResults } from '../../webhooks/verify';

export interface Received {
  body: string;
  headers: Record<string, string>;
}

/** A server for webhooks to send to, on a free port; it keeps what arrives and answers with `status`. */
export function startReceiver() {
  const arrived: Received[] = [];
  const answer = { status: 200 };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      arrived.push({ body: await request.text(), headers: Object.fromEntries(request.headers) });
      return new Response(answer.status < 300 ? 'thank you' : 'not now', { status: answer.status });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    arrived,
    answer,
    typesOf: () => arrived.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    /** Whether the libraries of receivers verify it with this secret. */
    verifies: (secret: string, received: Received): boolean =>
      verificationResults(secret, received).join() === 'verified',
    stop: () => server.stop(true),
  };
}
