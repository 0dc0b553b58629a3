import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { emptyDatabase } from '../support/app';
import { FORM, formOf } from './media-fixtures';

const MIB = 1024 * 1024;

test('an upload of 100 MiB is stored byte for byte with less than 30 MB of memory', async () => {
  const { url: databaseUrl, drop } = await emptyDatabase();
  // In a process of its own: memory of this one moves with the tests around.
  const server = Bun.spawn([process.execPath, join(import.meta.dir, 'media-memory.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdin: 'pipe',
  });
  const lines = linesOf(server.stdout);
  const { url, secret } = (await lines.next()).value as { url: string; secret: string };

  const bytes = Buffer.alloc(100 * MIB);
  for (let at = 0; at < bytes.length; at += 4096) bytes.writeUInt32LE(at, at);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': FORM },
    body: formOf(bytes, null, 'large.bin'),
  });
  const { size, sha256 } = (await answer.json()) as { size: number; sha256: string };
  expect([answer.status, size]).toEqual([201, bytes.length]);
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));

  await server.stdin.write('\n');
  await server.stdin.end();
  const { most } = (await lines.next()).value as { most: number };
  expect(most).toBeLessThan(30_000_000);
  await server.exited;
  await drop();
});

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<object, object> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield JSON.parse(text.slice(0, end)) as object;
      text = text.slice(end + 1);
    }
  }
  throw new Error('The server said no more.');
}
