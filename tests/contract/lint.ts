import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Document } from './document';

export interface Problem {
  by: 'redocly' | 'spectral' | 'rules';
  rule: string;
  /** JSON pointer or path in the document. */
  at: string;
  message: string;
}

export type Linter = 'redocly' | 'spectral';

const MODULES = new URL('../../node_modules/', import.meta.url).pathname;
const CONFIG = new URL('./redocly.yaml', import.meta.url).pathname;

/** Examples are held to their schemas by example-rules.ts, in a tenth of the time. */
const SPECTRAL = JSON.stringify({
  extends: ['spectral:oas'],
  rules: { 'oas3-valid-media-example': 'off', 'oas3-valid-schema-example': 'off' },
});

/** Neither linter may call home. */
const OFFLINE = {
  PATH: process.env['PATH'] ?? '',
  CI: 'true',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
  DO_NOT_TRACK: '1',
};

/** Problems of each document, in order. One process a linter for all of them: starting is what costs. */
export async function lintAll(
  documents: Document[],
  linters: Linter[] = ['redocly', 'spectral'],
): Promise<Problem[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-lint-'));
  try {
    const files = documents.map((_, index) => join(folder, `${index}.json`));
    await Promise.all(files.map((file, index) => Bun.write(file, JSON.stringify(documents[index], null, 1))));

    const runners = { redocly, spectral };
    const found = (await Promise.all(linters.map((linter) => runners[linter](folder, files)))).flat();
    return files.map((file) => found.filter((one) => one.file === file).map((one) => one.problem));
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Found {
  file: string;
  problem: Problem;
}

interface RedoclyReport {
  problems: { ruleId: string; message: string; location: { pointer?: string; source: { ref: string } }[] }[];
}

async function redocly(folder: string, files: string[]): Promise<Found[]> {
  const options = ['--config', CONFIG, '--format', 'json', '--max-problems', '10000'];
  const output = await run(folder, ['@redocly/cli/bin/cli.js', 'lint', ...files, ...options]);
  // One report a file, each an indented object, with nothing between them.
  const reports = output.split(/(?<=^\})(?=\{$)/mu).map((text) => parse<RedoclyReport>(text, 'redocly'));
  if (reports.length !== files.length)
    throw new Error(`redocly reported on ${reports.length} of ${files.length} documents`);

  return reports.flatMap((report, index) =>
    report.problems.map(({ ruleId, message, location }) => ({
      file: files[index] ?? '',
      problem: { by: 'redocly', rule: ruleId, at: location[0]?.pointer ?? '#/', message },
    })),
  );
}

async function spectral(folder: string, files: string[]): Promise<Found[]> {
  const ruleset = join(folder, 'spectral.yaml');
  await Bun.write(ruleset, SPECTRAL);
  const output = await run(folder, [
    '@stoplight/spectral-cli/dist/index.js',
    'lint',
    ...files,
    '-r',
    ruleset,
    '-f',
    'json',
    '--quiet',
  ]);
  const report = parse<{ code: string; path: (string | number)[]; message: string; source?: string }[]>(
    output,
    'spectral',
  );
  return report.map(({ code, path, message, source }) => ({
    file: source ?? files[0] ?? '',
    problem: { by: 'spectral', rule: code, at: pointer(path), message },
  }));
}

/** From 0 to 1 each, but for the sum, which is of 100. */
export interface Score {
  agentReadiness: number;
  subscores: Record<
    | 'documentationQuality'
    | 'constraintClarity'
    | 'dependencyClarity'
    | 'exampleCoverage'
    | 'errorClarity'
    | 'identifierClarity'
    | 'polymorphismClarity',
    number
  >;
}

/** How easy a document is to work with, as Redocly measures it. */
export async function scoreOf(document: Document): Promise<Score> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-score-'));
  try {
    const file = join(folder, 'openapi.json');
    await Bun.write(file, JSON.stringify(document));
    return parse<Score>(await run(folder, ['@redocly/cli/bin/cli.js', 'score', file, '--format', 'json']), 'redocly');
  } finally {
    await rm(folder, { recursive: true });
  }
}

const pointer = (path: (string | number)[]) =>
  `#/${path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;

/** A linter's standard output. Both exit with 1 when they find something. */
async function run(folder: string, [script = '', ...args]: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, join(MODULES, script), ...args], {
    cwd: folder,
    env: OFFLINE,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const code = await child.exited;
  if (code > 1 || output === '') throw new Error(`${script} ended with ${code}: ${complaint.slice(-2_000)}`);
  return output;
}

function parse<T>(text: string, linter: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new Error(`${linter} said: ${text.slice(0, 500)}`, { cause: error });
  }
}
