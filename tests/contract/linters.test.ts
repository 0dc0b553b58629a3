import { describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import type { Document } from './document';
import { excerpt } from './excerpt';
import { lintAll, scoreOf } from './lint';
import { gate, unreported } from './mutations';

// The document is the same on both engines, and nothing else takes as long.
describe('the gate over the document', () => {
  const read = async (): Promise<Document[]> => {
    // Linters refuse a server on loopback, where a development server is.
    const server = await startServer({ baseUrl: 'https://switchboard.example.org' });
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

  test('passes both linters and our own rules, and by surface, as parts of the whole, the first', async () => {
    const [whole = {} as Document, ...surfaces] = await read();
    expect(await gate([whole])).toEqual([[]]);
    expect(await lintAll(surfaces, ['redocly'])).toEqual([[], [], [], []]);
  }, 300_000);

  // What it takes off besides is for filters, nesting and alternatives: for what the API can do.
  test('scores as well for what is written of each operation as it ever did', async () => {
    const [whole = {} as Document] = await read();
    const { agentReadiness, subscores } = await scoreOf(whole);
    const lost = Object.entries({
      sum: [agentReadiness, 87.9],
      documentation: [subscores.documentationQuality, 0.99],
      examples: [subscores.exampleCoverage, 1],
      // It counts the limits of a schema that an answer refers to several times once.
      limits: [subscores.constraintClarity, 0.91],
      // Fields that exclude each other are stated as alternatives; an object over its base counts as one, too.
      alternatives: [subscores.polymorphismClarity, 0.66],
      dependencies: [subscores.dependencyClarity, 0.83],
      errors: [subscores.errorClarity, 1],
      identifiers: [subscores.identifierClarity, 1],
    }).filter(([, [score = 0, least = 0]]) => score < least);
    expect(lost).toEqual([]);
  }, 300_000);

  test('reports each of thirty defects that are seeded into a part of it', async () => {
    const [whole = {} as Document] = await read();
    expect(await unreported(excerpt(whole, ['/keys', '/keys/{key_id}']))).toEqual([]);
  }, 300_000);
});
