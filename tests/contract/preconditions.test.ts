import { afterAll, expect, test } from 'bun:test';

import { errorsOf } from '../../server/http/document/responses';
import { compileOperations } from '../../server/http/rest/operation';
import { type OpenApiDocument, parametersOf } from '../../shared/openapi/samples';
import { startServer } from '../support/app';
import { addFixtures } from './fixtures';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const operations = compileOperations();

test('a deletion declares If-Match where the object has an ETag', () => {
  const withETag = new Set(operations.filter(({ method, etag }) => method === 'GET' && etag).map(({ path }) => path));
  const deletions = operations.filter(({ method, path }) => method === 'DELETE' && withETag.has(path));
  expect(deletions.length).toBeGreaterThan(4);
  const silent = deletions.filter((operation) => !errorsOf(operation).includes('precondition_failed'));
  expect(silent.map(({ procedure }) => `${procedure}: errors: ['precondition_failed']`)).toEqual([]);
});

test('an operation that takes If-Match refuses any other version than the present one', async () => {
  const { call, ids, publications } = await addFixtures(server);
  const known: Record<string, string> = ids;
  const document = (await call('GET', '/openapi.json')).body as unknown as OpenApiDocument;
  const kindOf = (example: unknown): string => String(example).split('_')[0] ?? '';
  const answers: Record<string, string> = {};
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId = '', requestBody } = operation;
      const parameters = parametersOf(document, operation);
      if (!parameters.some(({ name }) => name === 'If-Match')) continue;
      // One whose state allows the operation, or any of its kind.
      const valueOf = (name: string, example: unknown): string =>
        publications.known[`${operationId}.${name}`]?.[0] ?? known[name] ?? known[kindOf(example)] ?? String(example);
      const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        valueOf(name, parameters.find((one) => one.in === 'path' && one.name === name)?.example),
      );
      const body = requestBody?.content?.['application/json']?.example;
      const answer = await call(method.toUpperCase(), place, body, { 'if-match': '"99"' });
      answers[operationId] = `${answer.status} ${answer.body.code}`;
    }
  }
  expect(Object.keys(answers).length).toBeGreaterThan(20);
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((id) => [id, '412 precondition_failed'])));
});
