import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type CodeSample, codeSamples, type OpenApiDocument } from '../../shared/openapi/samples';
import { KEY_VARIABLE } from '../../shared/samples';
import { INBOX_URL } from '../../shared/webhooks/webhooks';
import { seedBudget } from '../ai/fixtures';
import { EXAMPLE_TOKEN, freshInbound } from '../automation/inbound-fixtures';
import { freshRule } from '../automation/rules-fixtures';
import { seedImport } from '../links/import-scene';
import { freshSlug } from '../links/support';
import { startServer } from '../support/app';
import { seedKey } from '../support/seed';
import { seedWebhook } from '../webhooks/dispatcher/support';
import { oldestEvent, seedDelivery, seedReplay } from '../webhooks/fixtures';
import { seedFailedMedia, uploadText } from '../whatsapp/media-fixtures';
import { freshInstance } from '../whatsapp/support';
import { addFixtures } from './fixtures';

interface Entry {
  operationId: string;
  responses: Record<string, unknown>;
  samples: CodeSample[];
}
interface Sample {
  name: string;
  source: string;
  expected: number;
}

/** Every sample of the reference, as it is printed, in its own language against a server. */
// The receiver of a sample does not exist, and nobody outside is asked for it.
const server = await startServer({ egressDns: ['127.0.0.1:1'], webhooksPerWorkspace: 200 }, { unlimited: true });
const folder = mkdtempSync(join(tmpdir(), 'switchboard-samples-'));
await Bun.write(join(folder, 'recording.ogg'), 'The bytes of a recording.');
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

const { workspaceId, key, ids, call, ai, links, messages, whatsapp, publications } = await addFixtures(
  server,
  'Samples',
);
// What a sample names as an address is not to be fetched.
await server.services.whatsapp.media.stop();
const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
const everything = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId = '', responses = {} }]): Entry => ({
    operationId,
    responses,
    samples: codeSamples(document, path, method),
  })),
);
// It has no end that a sample could wait for.
const stream = everything.find(({ operationId }) => operationId === 'events_stream');
// WhatsApp alone asks for a passkey; tests/whatsapp/web shows these with their answers.
const operations = everything.filter((one) => one !== stream && !one.operationId.endsWith('_passkey'));

const REAL: Record<string, string> = {
  ws: ids.ws,
  mem: ids.mem,
  usr: ids.usr,
  evt: ids.evt,
  req: ids.req,
  aud: ids.aud,
  wai: ids.wai,
  grp: ids.grp,
  cnt: ids.cnt,
  cht: ids.cht,
  tpl: ids.tpl,
  cal: ids.cal,
  bat: whatsapp.batch,
};
const event = await oldestEvent(server.services, workspaceId);

/** What a sample names, new for each: one that it ends would be missing to the next. */
async function freshIds(printed: string): Promise<Record<string, string>> {
  if (printed.includes('key_')) return { key: (await seedKey(workspaceId)).id };
  if (printed.includes('/ai/requests/')) return { req: ai.request };
  if (printed.includes('bud_'))
    return { bud: await seedBudget(workspaceId, { keyId: (await seedKey(workspaceId)).id }) };
  if (printed.includes('/link-imports/bat_')) return { bat: await seedImport(workspaceId) };
  const make = async (path: string, body: object): Promise<string> => (await call('POST', path, body)).body.id;
  if (/i(?:ep|nr)_/.test(printed)) return freshInbound(call, printed);
  if (/p(?:ub|dl)_/.test(printed)) {
    const { id, delivery } = await publications.fresh(printed);
    return { pub: id, pdl: delivery };
  }
  if (/ru[ln]_/.test(printed)) return freshRule(call, printed);
  if (printed.includes('lnk_')) return { lnk: await make('/links', { url: 'https://example.com/' }) };
  if (printed.includes('dom_')) return { dom: await make('/link-domains', { hostname: `${freshSlug()}.localhost` }) };
  if (printed.includes('lbl_')) {
    return { lbl: await make(`/whatsapp/instances/${ids.wai}/labels`, { name: freshSlug() }) };
  }
  if (CHAT_ENDS.test(printed)) return { cht: await messages.freshChat() };
  if (printed.includes('msg_')) return { msg: await messages.fresh(printed) };
  if (printed.includes('med_')) {
    const isRetry = printed.includes('/retry');
    return { med: await (isRetry ? seedFailedMedia(workspaceId, ids.wai) : uploadText(call, ids.wai)) };
  }
  if (SHAKEN.test(printed))
    return { wai: await freshInstance(call, printed, (id) => server.services.whatsapp.idle(id)) };
  if (GROUPS_END.test(printed)) {
    return { grp: await make(`/whatsapp/instances/${ids.wai}/groups`, { subject: freshSlug() }) };
  }
  const { services } = server;
  const webhook = (status: 'active' | 'paused') =>
    seedWebhook(services, workspaceId, INBOX_URL, { events: [], status });
  if (printed.includes('dlv_')) return { dlv: await seedDelivery(services, await webhook('paused'), event) };
  if (printed.includes('rpl_')) return { rpl: await seedReplay(services, await webhook('paused'), 'paused') };
  if (printed.includes('whk_')) return { whk: (await webhook('active')).id };

  // Any other object of a list is made as the example of its creation says.
  const [, list = '', kind = ''] = /\/api\/v1(\/[a-z-]+)\/([a-z]{2,4})_/.exec(printed) ?? [];
  const example = document.paths?.[list]?.['post']?.requestBody?.content?.['application/json']?.example;
  if (kind in REAL || example === undefined) return {};
  const body = JSON.stringify(example).replaceAll(UNIQUE, (name) => freshSlug(name));
  return { [kind]: await make(list, JSON.parse(body) as object) };
}

/** What ends or shakes an instance, or a group. */
const SHAKEN =
  /\/instances\/\w+(?:\/(?:connect|disconnect|restart|logout|qr|pairing-code|sandbox\/(?:scan|reset|advance)))?['"]/;
const CHAT_ENDS = /DELETE[^]*\/chats\/\w+['"]|\/chats\/\w+['"][^]*DELETE/i;
const GROUPS_END = /\/groups\/\w+(?:\/(?:leave|invite-link\/rotate))?['"]/;

/** Names that only one may have; a sample in another language has taken them. */
const UNIQUE =
  /\b(?:spring(?!-)|newsletter|campaign-42|New customer|Regular customer|Support|Sales|go(?=\.example\.com))\b/g;
const EXAMPLE_LINK = /https(?::\/\/|%3A%2F%2F)chat\.whatsapp\.com(?:\/|%2F)AbCdEfGhIjKlMnOpQrStUv/g;
const EXAMPLE_ID = /\b([a-z]{2,4})_01jd9x3k2mf8v9q4zt7w5b6n0c\b/g;

/** The samples of one language; what they name exists. */
async function samplesIn(lang: string): Promise<Sample[]> {
  return Promise.all(
    operations.map(async ({ operationId, responses, samples }) => {
      const printed = samples.find((one) => one.lang === lang)?.source ?? '';
      const real = { ...REAL, ...(await freshIds(printed)) };
      const source = printed
        .replaceAll(/https?:\/\/[^/'"]+(?=\/api\/v1)/g, server.url)
        .replaceAll(EXAMPLE_LINK, (text) => (text.includes('%') ? encodeURIComponent(whatsapp.link) : whatsapp.link))
        .replaceAll(EXAMPLE_TOKEN, real['token'] ?? '')
        .replaceAll(EXAMPLE_ID, (text, kind: string) => real[kind] ?? text)
        .replaceAll(UNIQUE, (name) => (operationId === 'links_lookup' ? links.externalId : freshSlug(name)))
        .replaceAll(/\bspring_offer\b/g, () => freshSlug().replaceAll('-', '_'))
        .replaceAll(/(?<=\/v1\/models\/)[\w.%-]+/g, 'switchboard%2Fecho');
      const statuses = Object.keys(responses).map(Number);
      // A sample that may make what it names does make it, at once where that can be.
      const expected = statuses.includes(201)
        ? 201
        : (statuses.findLast((status) => status < 300 && status !== 206) ?? 0);
      return { name: operationId, source, expected };
    }),
  );
}

async function run(command: string[], more: Record<string, string> = {}): Promise<string> {
  const { PATH = '' } = process.env; // oxlint-disable-line node/no-process-env
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { PATH, [KEY_VARIABLE]: key.secret, ...more },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 110_000,
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${errors}`);
  return output;
}

/** Lines `name status`, as each runner prints them, by name. */
const statusesIn = (output: string) =>
  Object.fromEntries([...output.matchAll(/^== (\w+) (\d+)$/gm)].map(([, name = '', status]) => [name, Number(status)]));
const documented = (samples: readonly Sample[]) =>
  Object.fromEntries(samples.map(({ name, expected }) => [name, expected]));

test('each operation has its three samples', () => {
  expect(everything.length).toBeGreaterThan(20);
  const languages = everything.map(({ samples }) => samples.map(({ lang }) => lang));
  expect(new Set(languages.map(String))).toEqual(new Set(['shell,typescript,python']));
});

test('every command runs in a shell, and is answered as documented', async () => {
  const samples = await samplesIn('shell');
  const script = samples.map(({ name, source }) =>
    source.replace(/^curl /, String.raw`curl -sS -o /dev/null -w '== ${name} %{http_code}\n' `),
  );
  await Bun.write(join(folder, 'all.sh'), `set -eu\n${script.join('\n')}\n`);
  expect(statusesIn(await run(['sh', 'all.sh']))).toEqual(documented(samples));
});

test.each(['shell', 'typescript'])('a stream is shown as it comes by the sample in %s', async (lang) => {
  const printed = stream?.samples.find((one) => one.lang === lang)?.source ?? '';
  const source = printed.replaceAll(/https?:\/\/[^/'"]+(?=\/api\/v1)/g, server.url);
  const name = lang === 'shell' ? 'stream.sh' : 'stream.ts';
  await Bun.write(join(folder, name), source);
  const { PATH = '' } = process.env; // oxlint-disable-line node/no-process-env
  const child = Bun.spawn([lang === 'shell' ? 'sh' : process.execPath, name], {
    cwd: folder,
    env: { PATH, [KEY_VARIABLE]: key.secret },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 110_000,
  });
  let text = '';
  for await (const bytes of child.stdout) {
    text += new TextDecoder().decode(bytes);
    if (text.includes(': connected')) break;
  }
  child.kill();
  await child.exited;
  expect(text).toStartWith('retry: 2000\n: connected oldest=1 ');
});

test('every program in TypeScript runs, and is answered as documented', async () => {
  const samples = await samplesIn('typescript');
  for (const { name, source } of samples) await Bun.write(join(folder, `${name}.ts`), source);
  const runner = `
    const real = globalThis.fetch;
    for (const name of ${JSON.stringify(samples.map(({ name }) => name))}) {
      globalThis.fetch = async (...call) => {
        const response = await real(...call);
        console.log('\\n== ' + name + ' ' + response.status);
        return response;
      };
      await import('./' + name + '.ts');
    }`;
  await Bun.write(join(folder, 'all.ts'), runner);
  expect(statusesIn(await run([process.execPath, 'all.ts']))).toEqual(documented(samples));
});

/** Stands in for httpx where that is not installed: the same calls, over the standard library. */
const HTTPX = `
import json as codec
import urllib.error
import urllib.request


class HTTPStatusError(Exception):
    pass


class Response:
    def __init__(self, status_code, content):
        self.status_code = status_code
        self.content = content

    def raise_for_status(self):
        if self.status_code >= 400:
            raise HTTPStatusError(f"{self.status_code} {self.content!r}")

    @property
    def text(self):
        return self.content.decode()

    def json(self):
        return codec.loads(self.content)


def form(data, files):
    parts = [f'--x\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n'.encode() for name, value in data.items()]
    for name, file in files.items():
        head = f'--x\\r\\nContent-Disposition: form-data; name="{name}"; filename="{file.name}"\\r\\n\\r\\n'.encode()
        parts.append(head + file.read() + b"\\r\\n")
    return b"".join(parts) + b"--x--\\r\\n", {"Content-Type": "multipart/form-data; boundary=x"}


def call(method):
    def send(url, *, headers=None, json=None, content=None, data=None, files=None):
        if files is not None:
            content, more = form(data, files)
        else:
            content = (content.encode() if content else None) if json is None else codec.dumps(json).encode()
            more = {} if json is None else {"Content-Type": "application/json"}
        request = urllib.request.Request(url, content, {**more, **(headers or {})}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return Response(answer.status, answer.read())
        except urllib.error.HTTPError as refusal:
            return Response(refusal.code, refusal.read())

    return send


get, post, put, patch, delete = (call(name) for name in ("GET", "POST", "PUT", "PATCH", "DELETE"))
`;
const PYTHON = Bun.which('python3');

test.skipIf(PYTHON === null)('every program in Python runs, and is answered as documented', async () => {
  const samples = await samplesIn('python');
  const python = PYTHON ?? '';
  const hasHttpx = await run([python, '-c', 'import httpx']).then(
    () => true,
    () => false,
  );
  if (!hasHttpx) await Bun.write(join(folder, 'httpx.py'), HTTPX);
  for (const { name, source } of samples) await Bun.write(join(folder, `${name}.py`), source);
  const runner = `
import runpy
import httpx

current = ""


def recording(send):
    def wrapped(*args, **more):
        response = send(*args, **more)
        print(f"\\n== {current} {response.status_code}", flush=True)
        return response

    return wrapped


for verb in ("get", "post", "put", "patch", "delete"):
    setattr(httpx, verb, recording(getattr(httpx, verb)))
for current in ${JSON.stringify(samples.map(({ name }) => name))}:
    runpy.run_path(f"{current}.py", run_name="__main__")
`;
  await Bun.write(join(folder, 'all.py'), runner);
  expect(statusesIn(await run([python, 'all.py']))).toEqual(documented(samples));
});
