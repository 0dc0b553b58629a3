import { expect, test } from 'bun:test';
import { dirname, normalize } from 'node:path';

/** A module may import what is in its own layer or below, types included; modules of layer 3 never import each other. */
const LAYER: Record<string, number> = {
  commands: 5,
  http: 5,
  trpc: 5,
  system: 5,
  overview: 4.5,
  automation: 4,
  whatsapp: 3,
  links: 3,
  webhooks: 3,
  ai: 3,
  access: 2,
  usage: 2,
  idempotency: 2,
  events: 1,
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
  schema: 5,
  'process-metrics': 5,
  context: 1,
  preconditions: 1,
};

/** Imports that still point upward. None may be added. */
const KNOWN = [
  'server/db/sqlite.ts → server/links/clicks/store/clicks-file.ts',
  'server/events/emit.ts → server/webhooks/system/inserts.ts',
  'server/events/log/list.ts → server/webhooks/endpoints/rules.ts',
  'server/events/subscribers.ts → server/automation/queries/rules.ts',
  'server/events/system/events.ts → server/access/schema/workspaces.ts',
  'server/events/system/events.ts → server/webhooks/schema.ts',
  'server/webhooks/endpoints/rules.ts → server/automation/schema/inbound.ts',
  'server/webhooks/endpoints/rules.ts → server/links/schema/links.ts',
  'server/webhooks/endpoints/rules.ts → server/whatsapp/schema/instances.ts',
  'server/webhooks/endpoints/rules.ts → server/whatsapp/schema/people.ts',
  'server/whatsapp/instances/create.ts → server/webhooks/endpoints/rules.ts',
];

test('no import points upward, types included', async () => {
  const files = new Set(await Array.fromAsync(new Bun.Glob('server/**/*.ts').scan('.')));
  const upward: string[] = [];
  for (const file of files) {
    const text = await Bun.file(file).text();
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)) {
      const path = normalize(`${dirname(file)}/${specifier}`);
      const target = [`${path}.ts`, `${path}/index.ts`, path].find((one) => files.has(one));
      if (target && isUpward(file, target)) upward.push(`${file} → ${target}`);
    }
  }
  expect(files.size).toBeGreaterThan(500);
  expect(upward.toSorted()).toEqual(KNOWN);
});

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

/** Procedures stand with the transports, above the services that they call. */
function layerOf(file: string): number {
  const name = moduleOf(file);
  if (file.split('/').length === 2) return ROOT[name.replace(/\.ts$/, '')] ?? 0;
  if (/(?:procedures|router)\.ts$/.test(file)) return 5;
  const layer = LAYER[name];
  if (layer === undefined) throw new Error(`${file} is in no layer.`);
  return layer;
}
