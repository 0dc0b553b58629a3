import { expect, test } from 'bun:test';

import { errorsOf } from '../../server/http/document/responses';
import { compileOperations } from '../../server/http/rest/operation';

const operations = compileOperations();

test('a deletion declares If-Match where the object has an ETag', () => {
  const withETag = new Set(operations.filter(({ method, etag }) => method === 'GET' && etag).map(({ path }) => path));
  const deletions = operations.filter(({ method, path }) => method === 'DELETE' && withETag.has(path));
  expect(deletions.length).toBeGreaterThan(4);
  const silent = deletions.filter((operation) => !errorsOf(operation).includes('precondition_failed'));
  expect(silent.map(({ procedure }) => `${procedure}: errors: ['precondition_failed']`)).toEqual([]);
});
