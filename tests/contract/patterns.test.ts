import { expect, test } from 'bun:test';

import { compileOperations } from '../../server/http/rest/operation';
import { isRecord } from './document';

const ROOT = `${import.meta.dir}/../../`;
const LITERAL = /(?<=[=(,:\s!&|?[{])\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/g;

/** Far fewer than a body has room for. */
const LENGTH = 5_000;
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
const UNITS = [
  ...PRINTABLE,
  'é',
  '\n',
  '\t',
  'a.',
  'a-',
  '0.',
  '0 ',
  '--',
  'a/',
  '://',
  ', ',
  'a=',
  '%41',
  '\\"',
  '{{',
];

/** They get short texts, or texts of our own. */
const BOUNDED: Record<string, string> = {
  'server/ai/providers/decimal.ts': 'a price has at most 64 characters, and 999 zeros',
  'server/automation/templates/conditions.ts': 'a condition has at most 2,000 characters',
  'server/links/clicks/store/postgres-drain.ts': 'names of columns',
};

/** By where it stands: a pattern, and texts that it matches or that its literal parts are. */
const patterns = new Map<string, { regex: RegExp; starts: Set<string> }>();

function collect(schema: unknown): void {
  if (Array.isArray(schema)) for (const part of schema) collect(part);
  if (!isRecord(schema)) return;
  const { pattern, example } = schema;
  if (typeof pattern === 'string') {
    const found = patterns.get(pattern) ?? { regex: new RegExp(pattern, 'u'), starts: new Set(['', 'a', '0']) };
    if (typeof example === 'string') found.starts.add(example);
    patterns.set(pattern, found);
  }
  for (const part of Object.values(schema)) collect(part);
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

for (const { inputSchema } of compileOperations()) collect(inputSchema);
for (const folder of ['server', 'shared']) {
  for (const path of new Bun.Glob(`${folder}/**/*.ts`).scanSync(ROOT)) {
    if (path in BOUNDED) continue;
    for (const [literal, source = '', flags = ''] of (await Bun.file(ROOT + path).text()).matchAll(LITERAL)) {
      const regex = compiled(source, flags.replaceAll(/[gy]/g, ''));
      // A quotient between two slashes.
      if (regex === undefined) continue;
      const words = source.replaceAll(/\\[a-zA-Z]/g, '').match(/[\w:/@.-]{1,12}/g) ?? [];
      patterns.set(`${path}: ${literal}`, { regex, starts: new Set(['', 'a', '0', ...words.slice(0, 6)]) });
    }
  }
}

test('no pattern takes long for a text that is long and nearly matches', () => {
  expect(patterns.size).toBeGreaterThan(400);
  const slow: string[] = [];
  for (const [pattern, { regex, starts }] of patterns) {
    const before = process.cpuUsage().user;
    for (const unit of UNITS) {
      const long = unit.repeat(LENGTH / unit.length);
      // Where the time grows with the square they take seconds, elsewhere milliseconds.
      for (const start of starts) for (const end of ['', '\u0001']) regex.test(`${start}${long}${end}`);
      if (process.cpuUsage().user - before > 1_000_000) {
        slow.push(`${pattern} at ${JSON.stringify(unit)}`);
        break;
      }
    }
  }
  expect(slow).toEqual([]);
});
