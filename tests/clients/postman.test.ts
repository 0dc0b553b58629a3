import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';

import newman, { type Execution } from 'newman';
import { convertV2 } from 'openapi-to-postmanv2';

import { addFixtures } from '../contract/fixtures';
import { startServer } from '../support/app';
import { startNameServer } from '../support/name-server';

setDefaultTimeout(300_000);

interface Item {
  name: string;
  item?: Item[];
  request?: Request;
}
interface Request {
  method: string;
  url: { path: string[]; query: Entry[]; variable: Entry[] };
}
interface Entry {
  key: string;
  value: string;
  disabled?: boolean;
}
interface Document {
  paths: Record<string, Record<string, { 'x-sample-query'?: object }>>;
}
interface Answer {
  operation: string;
  status: number;
  text: string;
}

/** No name leads anywhere: the addresses of examples are not fetched. */
const names = await startNameServer({});
const server = await startServer({ egressDns: [names.address], webhooksPerWorkspace: 8 }, { unlimited: true });
// Nobody waits for events here: a stream ends.
server.services.hub.close();
await server.services.whatsapp.media.stop();
afterAll(async () => {
  await server.stop();
  names.stop();
});

const read = async () => (await fetch(`${server.url}/api/v1/openapi.json`)).text();

/** The document as a Postman collection with the examples as they stand. Cursors are optional, and so left out. */
function collectionOf(data: string): Promise<{ item: Item[] }> {
  return new Promise((resolve, reject) => {
    const options = { enableOptionalParameters: false, parametersResolution: 'Example' } as const;
    convertV2({ type: 'string', data }, options, (error, result) => {
      const [collection] = result?.output ?? [];
      if (error || !result?.result || !collection) reject(new Error(result?.reason ?? 'no collection'));
      else resolve(collection.data as { item: Item[] });
    });
  });
}

const requestsOf = (items: Item[]): Item[] => items.flatMap((one) => (one.item ? requestsOf(one.item) : [one]));

/** What ends something goes last, so that most operations find what they are about. */
const ENDING = /^(?:approve|cancel|disable|disconnect|leave|logout|pause|reject|remove|reset|revoke)$/;
function rankOf({ request }: Item): number {
  if (request?.method === 'DELETE') return 3;
  if (request?.method === 'PATCH' || ENDING.test(request?.url.path.at(-1) ?? '')) return 2;
  return request?.method === 'POST' ? 1 : 0;
}

/** Fills in what the description of an operation asks for: one of some optional parameters. */
function chooseOptional(document: Document, { request }: Item): void {
  const path = `/${request?.url.path.join('/').replaceAll(/:(\w+)/g, '{$1}') ?? ''}`;
  const chosen = document.paths[path]?.[request?.method.toLowerCase() ?? '']?.['x-sample-query'] ?? {};
  for (const entry of request?.url.query ?? []) if (entry.key in chosen) entry.disabled = false;
}

/** The ids of examples are nobody's; those of the workspace take their place. */
function withIdsOf(ids: Record<string, string>, item: Item): Item {
  for (const entry of item.request?.url.variable ?? []) entry.value = ids[entry.key] ?? entry.value;
  const text = JSON.stringify(item).replaceAll(
    /\b([a-z]{2,3})_01jd9x3k2mf8v9q4zt7w5b6n0c\b/g,
    (example: string, prefix: string) => ids[prefix] ?? example,
  );
  return JSON.parse(text) as Item;
}

const answerOf = ({ item, request, response, requestError }: Execution): Answer => ({
  operation: `${item.name}: ${request.method} ${request.url.toString()}`,
  status: response?.code ?? 0,
  text: response?.text() ?? String(requestError),
});

function runAll(collection: object, key: string): Promise<Answer[]> {
  const envVar = [
    { key: 'baseUrl', value: `${server.url}/api/v1` },
    { key: 'bearerToken', value: key },
  ];
  return new Promise((resolve, reject) => {
    newman.run({ collection, envVar, timeoutRequest: 30_000 }, (error, { run }) => {
      if (error) reject(error);
      else resolve(run.executions.map(answerOf));
    });
  });
}

/** The objects of the workspace are not in the state, or the sandbox knows no such group: the request itself is sound. */
function isOfState({ status, text }: Answer): boolean {
  return status === 404 || status === 409 || (status === 422 && text.includes('"code":"group_unknown"'));
}

test('the server accepts every request of the Postman collection', async () => {
  const { ids, key } = await addFixtures(server, 'Postman');
  const text = await read();
  const document = JSON.parse(text) as Document;
  const collection = await collectionOf(text);
  const requests = requestsOf(collection.item);
  expect(requests).toHaveLength(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length);

  for (const request of requests) chooseOptional(document, request);
  const item = requests.toSorted((a, b) => rankOf(a) - rankOf(b)).map((request) => withIdsOf(ids, request));
  const answers = await runAll({ ...collection, item }, key.secret);
  expect(answers).toHaveLength(requests.length);

  const refused = answers.filter(({ status }) => status < 200 || status >= 300);
  expect(refused.filter((answer) => !isOfState(answer))).toEqual([]);
  // A collection whose requests find nothing would pass as well.
  expect(refused.length).toBeLessThan(answers.length / 5);
});
