/**
 * The peer as a process of its own, for browser tests and for tests that kill servers:
 *
 *     bun tests/support/whatsapp-web/process.ts [port]
 *
 * The first line that it prints is JSON: `{ url, root, mediaUrl, adminUrl, pid }`. `POST adminUrl/<command>` with a JSON
 * body runs one of `commands.ts`; the answer is `{ value }` or `{ error }`. `client.ts` does both.
 */
import { BufferJSON } from 'baileys';

import { commands } from './commands';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from './peer';

type AnyCommand = (peer: WhatsAppWebPeer, input: unknown) => unknown;

const byName = new Map<string, AnyCommand>(
  Object.entries(commands).map(([name, run]) => [name, (peer, input) => run(peer, input as never)]),
);
const peer = await startWhatsAppWebPeer({ port: Number(process.argv[2] ?? 0) });
const admin = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const command = byName.get(new URL(request.url).pathname.slice(1));
    if (command === undefined) return Response.json({ error: 'there is no such command' }, { status: 404 });
    try {
      const input: unknown = JSON.parse((await request.text()) || '{}', BufferJSON.reviver);
      const value = await command(peer, input);
      return new Response(JSON.stringify({ value: value ?? null }, BufferJSON.replacer));
    } catch (error) {
      return Response.json({ error: String(error) }, { status: 400 });
    }
  },
});
const { url, root, mediaUrl } = peer;
process.stdout.write(
  `${JSON.stringify({ url, root, mediaUrl, adminUrl: `http://127.0.0.1:${admin.port}`, pid: process.pid })}\n`,
);
