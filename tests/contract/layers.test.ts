import { expect, test } from 'bun:test';
import { dirname, normalize } from 'node:path';

/** A module may import what is in its own layer or below, types included; modules of layer 3 never import each other. */
const LAYER: Record<string, number> = {
  commands: 5,
  http: 5,
  trpc: 5,
  overview: 4.5,
  automation: 4,
  whatsapp: 3,
  links: 3,
  webhooks: 3,
  ai: 3,
  access: 2,
  usage: 2.5,
  idempotency: 1.8,
  events: 1.5,
  work: 1,
  egress: 1,
  limits: 1,
  db: 0,
  config: 0,
  secrets: 0,
  qr: 0,
  uploads: 0,
};
/** Files of `server/` itself that know every module; the others are the platform's. */
const ROOT: Record<string, number> = {
  main: 5,
  app: 5,
  services: 5,
  router: 5,
  jobs: 5,
  modules: 5,
  schema: 5,
  'call-context': 5,
  'event-ports': 5,
  'process-metrics': 5,
  context: 1.2,
  module: 1.2,
  preconditions: 1.2,
};

const imports = await readImports('server');

test('no import points upward, types included', () => {
  const upward = [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => isUpward(file, target)).map((target) => `${file} → ${target}`),
  );
  expect(imports.size).toBeGreaterThan(500);
  expect(upward.toSorted()).toEqual([]);
});

test('no file imports itself through others, types included', async () => {
  const all = await readImports('{server,shared,web}');
  // A list of texts loads its translations, and they have its type.
  for (const file of all.keys()) if (file.endsWith('/texts.pt-BR.ts')) all.set(file, []);
  expect(findCycles(all)).toEqual([]);
});

test('no folder of the server imports itself through others, types included', () => {
  const folders = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    const folder = folderOf(file);
    const others = targets.map(folderOf).filter((target) => target !== folder);
    folders.set(folder, [...(folders.get(folder) ?? []), ...others]);
  }
  expect(folders.size).toBeGreaterThan(50);
  expect(findCycles(folders)).toEqual([]);
});

/** Procedures and routers count as one folder, since they stand above all modules. */
const folderOf = (file: string): string => (isProcedure(file) ? 'procedures' : moduleOf(file));

test('a cycle is recognised', () => {
  const cyclic = new Map([
    ['a.ts', ['b.ts', 'd.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['a.ts']],
    ['d.ts', []],
  ]);
  expect(findCycles(cyclic)).toEqual([['a.ts', 'b.ts', 'c.ts']]);
});

/** Who may import SQL across workspaces (`system/`), and why. Everyone else queries within one workspace. */
const CROSSING: Record<string, string> = {
  'module.ts': 'jobs and retention',
  'jobs.ts': 'jobs',
  'retention.ts': 'retention',
  'server/commands/': 'the operator',
  'server/services.ts': 'lists of the operator, read at the start',
  'server/work/': 'the work engine',
  'server/idempotency/': 'keys are held by workspaces and by people',
  'server/usage/': 'requests of all workspaces are written together',
  'server/access/guard/': 'a secret tells the workspace',
  'server/access/accounts/': 'a person belongs to no workspace',
  'server/access/invitations/': 'a token tells the workspace; people are found by their address',
  'server/access/members/': 'names of people',
  'server/access/workspaces/': 'the workspaces of a person',
  'server/access/instance/': 'administrators of the installation',
  'server/access/keys/leaks.ts': 'a leaked secret tells the workspace',
  'server/ai/': 'providers belong to the installation',
  'server/automation/consumer.ts': 'consumers of events',
  'server/automation/inbound/': 'an address tells the workspace; the queue of replays',
  'server/automation/endpoints/test.ts': 'the endpoint as a request finds it',
  'server/automation/rules/engine/': 'the queue of runs',
  'server/automation/publisher/': 'the queue of publications',
  'server/automation/publications/settle.ts': 'writes publications that the publisher has locked',
  'server/http/media-files.ts': 'a signed link names no workspace',
  'server/links/clicks/': 'the click pipeline',
  'server/links/redirect/': 'an address tells the workspace',
  'server/links/imports/worker.ts': 'the queue of imports',
  'server/links/instance/': 'administrators of the installation',
  'server/links/recheck-links.ts': 'a list of the operator covers all links',
  'server/links/targets.ts': 'no link leads to a link domain of anybody',
  'server/links/domains/': 'a host belongs to one workspace of all',
  'server/links/links/edit.ts': 'workspaces share the slugs of a domain',
  'server/links/links/lookup.ts': 'workspaces share the slugs of a domain',
  'server/webhooks/dispatcher/': 'the queue of deliveries',
  'server/webhooks/replays/': 'the queue of replays',
  'server/whatsapp/engine.ts': 'composes the queues',
  'server/whatsapp/event-inbox.ts': 'drivers name an instance',
  'server/whatsapp/queue/': 'the queue of messages',
  'server/whatsapp/messages/queue-quota.ts': 'the queue of an instance, which is counted by its index',
  'server/whatsapp/batches/run.ts': 'the queue of batches',
  'server/whatsapp/connections/': 'the queue of connections',
  'server/whatsapp/ingress/': 'the queue of notifications',
  'server/whatsapp/media/store.ts': 'the queue of files',
  'server/whatsapp/sandbox/': 'the simulated network',
  'server/whatsapp/sockets/': 'the queue of sockets',
  'server/whatsapp/drivers/sandbox/': 'the simulated network',
};

test('only queues, jobs and named exceptions import SQL across workspaces', async () => {
  const used = new Set<string>();
  const refused: string[] = [];
  for await (const file of new Bun.Glob('server/**/*.ts').scan('.')) {
    if (file.includes('/system/')) continue;
    const text = await Bun.file(file).text();
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?'([^']*\/system\/[^']*)'/gm)) {
      const reason = reasonToCross(file);
      if (reason === undefined) refused.push(`${file} → ${specifier}`);
      else used.add(reason);
    }
  }
  expect(refused).toEqual([]);
  expect(Object.keys(CROSSING).filter((path) => !used.has(path))).toEqual([]);
});

/** Procedures may not, wherever they stand. */
const reasonToCross = (file: string): string | undefined =>
  /(?:procedures|router)\.ts$/.test(file)
    ? undefined
    : Object.keys(CROSSING).find((path) => file.startsWith(path) || file.endsWith(`/${path}`));

/** What differs by engine stands in `server/db/`. These files ask once which engine it is, for a reason. */
const BY_ENGINE: Record<string, string> = {
  'server/idempotency/idempotency.ts': 'transactions of SQLite run one after the other, so no key need be reserved',
  'server/limits/quota.ts': 'other processes may have used a quota since it was counted',
  'server/links/clicks/click-storage.ts': 'the journal of clicks is a file, or rows that all processes share',
  'server/links/clicks/store/click-engine.ts': 'SQLite keeps clicks in a file of their own',
  'server/links/redirect/link-changes.ts': 'compiled links are invalidated in the other processes too',
  'server/webhooks/dispatcher/lanes/owner.ts': 'one process sends all webhooks, or each process its share',
  'server/webhooks/dispatcher/notices.ts': 'hints to other processes',
  'server/webhooks/system/deliveries.ts': 'several small statements are faster on SQLite than a large one',
  'server/whatsapp/drivers/web/worker/store/open-store.ts': 'SQLite keeps keys in a file of their own',
  'server/whatsapp/queries/search.ts': 'each engine has its own full-text search',
  'server/work/node.ts': 'a process shows that it lives by a lock on a file, or by a heartbeat',
};
/** Settings and advice to operators name the engine. */
const NAMES_ENGINE = /^server\/(?:db|commands|config)\//;
const ENGINE_QUESTION =
  /\bengine [!=]==|[!=]== engine\b|\[engine\]|\bdatabase\.isShared\b|'\w+' in (?:\w+\.)?location\b/g;

test('only named files ask which engine it is, once each', async () => {
  const asked: string[] = [];
  for await (const file of new Bun.Glob('server/**/*.ts').scan('.')) {
    if (NAMES_ENGINE.test(file)) continue;
    const text = await Bun.file(file).text();
    for (const _ of text.matchAll(ENGINE_QUESTION)) asked.push(file);
    const importsEngine = /^import [^;]*\bengine\b[^;]*'[^']*\/db\/engine'/m.test(text);
    if (importsEngine && !(file in BY_ENGINE)) asked.push(`${file} imports the engine`);
  }
  expect(asked.toSorted()).toEqual(Object.keys(BY_ENGINE));
});

test('a module is imported through its index.ts; SQL across workspaces is ruled above', () => {
  const direct = [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => isInside(file, target)).map((target) => `${file} → ${target}`),
  );
  expect(direct.toSorted()).toEqual([]);
});

const MODULES = new Set(['access', 'ai', 'automation', 'links', 'usage', 'webhooks', 'whatsapp']);

function isInside(file: string, target: string): boolean {
  const module = moduleOf(target);
  if (!MODULES.has(module) || module === moduleOf(file) || file.split('/').length === 2) return false;
  return target !== `server/${module}/index.ts` && !target.startsWith(`server/${module}/system/`);
}

test('an upward import is recognised', () => {
  expect(isUpward('server/access/keys/create.ts', 'server/links/links/create.ts')).toBe(true);
  expect(isUpward('server/links/links/create.ts', 'server/whatsapp/engine.ts')).toBe(true);
  expect(isUpward('server/links/links/service.ts', 'server/links/links/procedures.ts')).toBe(true);
  expect(isUpward('server/links/links/procedures.ts', 'server/trpc/procedures.ts')).toBe(false);
  expect(isUpward('server/links/links/create.ts', 'server/access/audit/write.ts')).toBe(false);
});

function isUpward(file: string, target: string): boolean {
  const [from, to] = [layerOf(file), layerOf(target)];
  return to > from || (from === 3 && to === 3 && moduleOf(file) !== moduleOf(target));
}

const moduleOf = (file: string): string => file.split('/')[1] ?? '';

const isProcedure = (file: string): boolean =>
  /\/.+\/.*(?:procedures|router)\.ts$/.test(file) && moduleOf(file) !== 'trpc';

/** Procedures stand with the transports, above the services that they call. */
function layerOf(file: string): number {
  const name = moduleOf(file);
  if (file.split('/').length === 2) return ROOT[name.replace(/\.ts$/, '')] ?? 0;
  if (isProcedure(file)) return 5;
  const layer = LAYER[name];
  if (layer === undefined) throw new Error(`${file} is in no layer.`);
  return layer;
}

/** Files of these folders, each with the files among them that it imports. */
async function readImports(folders: string): Promise<Map<string, string[]>> {
  const files = new Set(await Array.fromAsync(new Bun.Glob(`${folders}/**/*.{ts,tsx}`).scan('.')));
  const found = new Map<string, string[]>();
  for (const file of files) {
    const text = await Bun.file(file).text();
    const targets: string[] = [];
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)) {
      const path = normalize(`${dirname(file)}/${specifier}`);
      const target = [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`, path].find((one) => files.has(one));
      if (target) targets.push(target);
    }
    found.set(file, targets);
  }
  return found;
}

/** One cycle for each file at which a depth-first search meets its own path again. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push(path.slice(at));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
