import { dirname, normalize } from 'node:path';

/** Tests that use a database, yet which no engine can make fail, and why. Those that open none need no entry. */
export const ENGINE_FREE: Record<string, string> = {
  'tests/access/sign-in-limits.test.ts': 'tries are counted in memory, in front of a hash',
  'tests/access/sign-in-times.test.ts': 'what takes the time is the hash',
  'tests/ai/gateway-chat.test.ts':
    'what a provider is sent; the rows of a call are those of the ledger, which is tested on both',
  'tests/ai/gateway-clients.test.ts': 'what a provider is sent, and its answer, in each form',
  'tests/ai/gateway-garbage.test.ts': 'bytes of a provider that mean nothing',
  'tests/ai/gateway-messages.test.ts': 'what a provider is sent, and its answer, in each form',
  'tests/ai/gateway-routes.test.ts': 'what a provider is sent, and its answer, in each form',
  'tests/ai/gateway-secrets.test.ts': 'what answers and logs say of a provider',
  'tests/ai/gateway-stream.test.ts': 'bytes of a provider, on their way to the caller',
  'tests/ai/gateway-unread.test.ts':
    'bytes that a caller leaves unread; rows of callers who leave are those of gateway-limits.test.ts, on both',
  'tests/ai/models-endpoints.test.ts': 'what the list of a provider says, and where it is called',
  'tests/automation/inbound-document.test.ts': 'the document, which is made of the procedures',
  'tests/automation/inbound-signatures.test.ts': 'headers of a request, and a hash of its body',
  'tests/automation/templates-server.test.ts': 'templates are rendered in Workers',
  'tests/clients/': 'clients of others meet HTTP alone; what answers them is tested on both',
  'tests/commands/image.test.ts': 'what the image copies',
  'tests/commands/quick-start.test.ts': 'a start of which nothing is set, database included',
  'tests/commands/terminal.test.ts': 'what a terminal shows',
  'tests/contract/body-rules.test.ts': 'refused as it is read, before any query',
  'tests/contract/compiled-outputs.test.ts': 'each compiled output beside its schema',
  'tests/contract/differential.test.ts': 'our bridge beside the library’s: how a request is read and an answer written',
  'tests/contract/exclusive-fields.test.ts': 'refused by the schema, before any query',
  'tests/contract/guides.test.ts': 'texts',
  'tests/contract/input-rules.test.ts': 'refused by the schema, before any query',
  'tests/contract/linters.test.ts': 'the document, which is made of the procedures',
  'tests/contract/patterns.test.ts': 'texts against patterns',
  'tests/contract/query-rules.test.ts': 'refused as it is read, before any query',
  'tests/contract/readme.test.ts': 'texts',
  'tests/contract/samples.test.ts': 'snippets of the document, each run as a program',
  'tests/contract/secret-names.test.ts': 'the document, which is made of the procedures',
  'tests/egress/': 'requests to addresses that users gave',
  'tests/events/types.test.ts': 'the catalogue, which is no table',
  'tests/faults/boundary.test.ts': 'how the bytes of a request are read, before any query',
  'tests/faults/layers.test.ts': 'what is thrown in each layer, and told to nobody',
  'tests/http/console.test.ts': 'files of the build, and their headers',
  'tests/http/document.test.ts': 'the document, which is made of the procedures',
  'tests/links/clicks/lecture-hall.test.ts':
    'who counts as people, in memory; the sums are those of analytics.test.ts, on both',
  'tests/links/domain-proof.test.ts': 'where a host is asked for its proof, and what its answer is worth',
  'tests/links/password-tries.test.ts': 'hashes take turns in memory',
  'tests/links/qr.test.ts': 'pictures',
  'tests/links/redirect/password.test.ts': 'tries are counted in memory, in front of a hash',
  'tests/links/redirect/query.test.ts': 'which address a visit is sent to, from what is known of the link',
  'tests/links/redirect/targeting.test.ts': 'conditions on a visit, judged in memory',
  'tests/links/slugs.test.ts':
    'how slugs are spelled; those that are stored are found by redirect/paths.test.ts, on both',
  'tests/links/target-hosts.test.ts': 'which addresses a link may have, judged before it is written',
  'tests/web/': 'units of the console, and its examples run as programs',
  'tests/whatsapp/capabilities-matrix.test.ts': 'refused by the kind of driver; scenarios of each driver run on both',
  'tests/whatsapp/cloud-outcomes.test.ts':
    'what each answer of Meta comes to; the rows are those of cloud-scenarios.test.ts, on both',
  'tests/whatsapp/conformance/linked.test.ts':
    'the same scenarios as of the other drivers, which run on both; keys of phones are stored by store.test.ts',
  'tests/whatsapp/media-memory.test.ts': 'memory of the process while bytes go by',
  'tests/whatsapp/media-sniff.test.ts': 'what bytes are',
  'tests/whatsapp/web/closed-sockets.test.ts': 'memory of the process',
  'tests/whatsapp/web/conversation.test.ts':
    'what phones tell each other; the rows are those of apply-….test.ts and the keys those of store.test.ts, on both',
  'tests/whatsapp/web/expiring-cache.test.ts': 'a cache in memory',
  'tests/whatsapp/web/group-of-five.test.ts':
    'what phones tell each other; the rows are those of apply-….test.ts and the keys those of store.test.ts, on both',
  'tests/whatsapp/web/passkey-linking.test.ts': 'what a phone and its server say to each other',
  'tests/whatsapp/web/passkey.test.ts': 'what a phone and its server say to each other',
  'tests/work/engine.test.ts': 'turns of lanes, over rows that a list holds',
};

/** A test that reaches one of these may open a database, or start a server that does. */
const OPENS = [
  'server/db/open.ts',
  'tests/faults/killed.ts',
  'tests/support/app.ts',
  'tests/support/command.ts',
  'tests/support/process.ts',
  'tests/whatsapp/web/signal-repository.test.ts',
  'tests/whatsapp/web/stale-owner.test.ts',
  'tests/whatsapp/web/store.test.ts',
];

const LOADERS = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) };
const glob = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync('.')];

/** Tests that run on both engines: all but those above, and those whose imports lead to no database. */
export async function testsForBoth(): Promise<string[]> {
  const sources = new Set(glob('{server,shared,tests,web}/**/*.{ts,tsx}'));
  const read = new Map<string, Promise<string[]>>();
  const importsOf = async (file: string): Promise<string[]> => {
    const found = LOADERS[file.endsWith('x') ? 'tsx' : 'ts'].scanImports(await Bun.file(file).text());
    return found
      .filter(({ path }) => path.startsWith('.'))
      .map(({ path }) => normalize(`${dirname(file)}/${path}`))
      .flatMap((path) => [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((one) => sources.has(one)) ?? []);
  };
  const opensDatabase = async (test: string): Promise<boolean> => {
    const reached = new Set([test]);
    for (const file of reached) {
      if (!read.has(file)) read.set(file, importsOf(file));
      for (const one of (await read.get(file)) ?? []) reached.add(one);
    }
    return OPENS.some((one) => reached.has(one));
  };

  const tests = glob('tests/**/*.test.ts').filter(
    (file) => !Object.keys(ENGINE_FREE).some((one) => file.startsWith(one)),
  );
  const opening = await Promise.all(tests.map(opensDatabase));
  return tests.filter((_, index) => opening[index]).toSorted();
}

if (import.meta.main) process.stdout.write(`${(await testsForBoth()).join('\n')}\n`);
