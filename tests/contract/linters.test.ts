import { describe, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { startServer } from '../support/app';
import type { Document } from './document';
import { excerpt } from './excerpt';
import { gate, unreported } from './mutations';

// The document is the same on both engines, and nothing else takes as long.
describe.skipIf(engine !== 'sqlite')('the gate over the document', () => {
  const read = async (): Promise<Document[]> => {
    const server = await startServer();
    const addresses = [
      '',
      '?surface=getting-started',
      '?surface=links',
      '?surface=whatsapp',
      '?surface=automation',
    ].map((query) => `${server.url}/api/v1/openapi.json${query}`);
    const documents = await Promise.all(addresses.map(async (address) => (await fetch(address)).json()));
    await server.stop();
    return documents as Document[];
  };

  test('passes Redocly and our own rules, whole and by surface', async () => {
    expect(await gate(await read(), ['redocly'])).toEqual([[], [], [], [], []]);
  }, 300_000);

  test('passes Spectral, which takes its time, whole', async () => {
    expect(await gate((await read()).slice(0, 1), ['spectral'])).toEqual([[]]);
  }, 300_000);

  test('reports each of thirty defects that are seeded into a part of it', async () => {
    const [whole = {} as Document] = await read();
    expect(await unreported(excerpt(whole, ['/keys', '/keys/{key_id}']))).toEqual([]);
  }, 300_000);
});
