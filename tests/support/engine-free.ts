import { dirname, normalize } from 'node:path';

/** Tests that use a database, yet which no engine can make fail, and why. Those that open none need no entry. */
export const ENGINE_FREE: Record<string, string> = {
  'tests/clients/': 'clients of others meet HTTP alone; what answers them is tested on both',
  'tests/contract/differential.test.ts': 'our bridge beside the library’s: how a request is read and an answer written',
  'tests/contract/exclusive-fields.test.ts': 'refused by the schema, before any query',
  'tests/contract/guides.test.ts': 'texts',
  'tests/contract/input-rules.test.ts': 'refused by the schema, before any query',
  'tests/contract/linters.test.ts': 'the document, which is made of the procedures',
  'tests/contract/readme.test.ts': 'texts',
  'tests/contract/samples.test.ts': 'snippets of the document, each run as a program',
  'tests/contract/secret-names.test.ts': 'the document, which is made of the procedures',
  'tests/egress/': 'requests to addresses that users gave',
  'tests/faults/layers.test.ts': 'what is thrown in each layer, and told to nobody',
  'tests/http/console.test.ts': 'files of the build, and their headers',
  'tests/http/document.test.ts': 'the document, which is made of the procedures',
  'tests/web/': 'units of the console, and its examples run as programs',
};

/** A test that reaches one of these may open a database, or start a server that does. */
const OPENS = [
  'server/db/open.ts',
  'tests/faults/killed.ts',
  'tests/support/app.ts',
  'tests/support/command.ts',
  'tests/support/process.ts',
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
