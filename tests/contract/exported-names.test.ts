import { expect, test } from 'bun:test';

/** Names that repeat by design: each engine’s form of the same, and the declaration that clients of the typed API read. */
const TWINS =
  /^server\/(?:db\/(?:columns[.\w]*|postgres\/postgres|sqlite\/sqlite)|trpc\/declaration\/router-declaration)\.ts$/;

/** Names that still have two meanings. None may be added. */
const KNOWN: ReadonlySet<string> = new Set();

test('an exported name means one thing in the server and its contract', async () => {
  const homes = new Map<string, Set<string>>();
  let files = 0;
  for await (const file of new Bun.Glob('{server,shared}/**/*.ts').scan('.')) {
    if (TWINS.test(file)) continue;
    files += 1;
    for (const name of exportedIn(await Bun.file(file).text()))
      homes.set(name, (homes.get(name) ?? new Set()).add(file));
  }
  expect(files).toBeGreaterThan(500);
  const doubled = [...homes]
    .filter(([, at]) => at.size > 1)
    .map(([name, at]) => `${name}: ${[...at].toSorted().join(', ')}`);
  expect(doubled.toSorted().filter((line) => !KNOWN.has(line.split(':')[0] ?? ''))).toEqual([]);
});

test('declarations of every kind count, a type and a value of one file once', () => {
  const text = `export const A = 1;\nexport type A = number;\nexport async function b() {}\nexport class C {}
export interface D {}\nexport abstract class E {}\nexport const { f, g: h } = x;\nconst i = 1;\nexport { j } from './k';`;
  expect([...exportedIn(text)]).toEqual(['A', 'b', 'C', 'D', 'E', 'f', 'h']);
});

function exportedIn(text: string): Set<string> {
  const named = /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;
  const unpacked = /^export const \{([^}]*)\}/gm;
  return new Set([
    ...[...text.matchAll(named)].map(([, name = '']) => name),
    ...[...text.matchAll(unpacked)].flatMap(([, names = '']) =>
      names.split(',').map((one) => one.split(':').at(-1)?.trim() ?? ''),
    ),
  ]);
}
