import { afterAll, expect, test } from 'bun:test';

import { seedKey } from '../support/seed';
import { inboundScenes } from './inbound-scenes';
import { startAutomation } from './support';

const server = await startAutomation();
const scene = inboundScenes(server);
afterAll(() => server.stop());

const MEBIBYTE = 1_048_576;
const JSON_TYPE = { 'content-type': 'application/json' };
/** JSON of so many bytes. */
const sized = (bytes: number): string => `{"message":"Hi","more":"${'x'.repeat(bytes - 26)}"}`;
const chunked = (text: string): ReadableStream => new Blob([text]).stream();

test('a body of exactly 1 MiB is accepted, and one byte more is not, declared or counted', async () => {
  const { endpoint, pathOf, send, publications } = await scene();
  const at = pathOf(await endpoint());
  expect(Buffer.byteLength(sized(MEBIBYTE))).toBe(MEBIBYTE);
  for (const body of [sized(MEBIBYTE), chunked(sized(MEBIBYTE))])
    expect((await send(at, { body, headers: JSON_TYPE })).status).toBe(202);
  for (const body of [sized(MEBIBYTE + 1), chunked(sized(MEBIBYTE + 1))]) {
    const { status, body: answer } = await send(at, { body, headers: JSON_TYPE });
    expect([status, answer.code, answer.errors[0].code]).toEqual([413, 'payload_too_large', 'payload_too_large']);
  }
  expect(await publications()).toHaveLength(2);
});

test('a body is parsed only after its size, its sender and its signature are checked', async () => {
  const { endpoint, pathOf, send } = await scene();
  const broken = '{"message":';
  const small = await endpoint({ max_bytes: 1024 });
  const reasonOf = async (...call: Parameters<typeof send>) => (await send(...call)).body.errors?.[0].code;
  expect(await reasonOf(pathOf(small), { body: broken.padEnd(1025), headers: JSON_TYPE })).toBe('payload_too_large');
  const signed = await endpoint({ preset: 'github' });
  const signature = { ...JSON_TYPE, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
  expect(await reasonOf(signed.id, { body: broken, headers: signature })).toBe('signature_invalid');
  expect(await reasonOf(pathOf(small), { body: broken, headers: JSON_TYPE })).toBe('unparsable_body');
});

test('32 levels are accepted, and one more is not; a byte order mark is skipped', async () => {
  const { endpoint, pathOf, send, publications } = await scene();
  const at = pathOf(await endpoint());
  // The object around them is the first level.
  const nested = (levels: number): string =>
    `{"message":"Deep","more":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect((await send(at, { body: nested(32), headers: JSON_TYPE })).status).toBe(202);
  expect((await send(at, { body: nested(33), headers: JSON_TYPE })).body.code).toBe('malformed_json');
  expect((await send(at, { body: '\uFEFF{"message":"Marked"}', headers: JSON_TYPE })).status).toBe(202);
  expect((await publications()).map(({ content }) => content.text)).toEqual(['Marked', 'Deep']);
});

test('an API key in the URL is refused as such, and its owner sees that in the audit log', async () => {
  const { endpoint, send, call, workspaceId } = await scene();
  const hook = await endpoint();
  const { id, secret } = await seedKey(workspaceId, {}, server.services.store);
  expect((await send(`${hook.id}/${secret}`, { body: { message: 'Hi' } })).status).toBe(401);
  await server.services.recorder.flush();
  const { data } = (await call('GET', '/audit-entries?action=api_key.rejected')).body;
  expect(data).toMatchObject([{ target: { id }, changes: { reason: 'path' } }]);
  expect(JSON.stringify(data)).not.toContain(secret);
});
