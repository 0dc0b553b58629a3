import { expect, test } from 'bun:test';

import { SETTINGS } from '../server/config/settings';
import { startServer } from './support/app';

const PATH = new URL('../README.md', import.meta.url).pathname;
const readme = await Bun.file(PATH).text();
const FIGURES = /(?<=<!-- metrics: UPDATE=1 bun test tests\/readme\.test\.ts -->\n)[\s\S]*?(?=\n<!-- \/metrics -->)/;

const section = (title: string): string =>
  readme.split(/^#{2,3} /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

/** The figures as the README’s table. */
function tableOf(text: string): string {
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const rows = [...text.matchAll(/^# HELP (\S+) (.+)$/gm)]
    .map(([, name = '', help]) => `| \`${name}\` | ${types.get(name)} | ${help} |`)
    .toSorted();
  return ['| Figure | Kind | What it tells |', '|---|---|---|', ...rows].join('\n');
}

test('the table of figures is that of /metrics; UPDATE=1 writes it', async () => {
  const server = await startServer();
  const text = await (await fetch(`${server.url}/metrics`)).text();
  await server.stop();
  const table = tableOf(text);
  if (Bun.env['UPDATE'] === '1')
    await Bun.write(
      PATH,
      readme.replace(FIGURES, () => table),
    );
  else expect(FIGURES.exec(readme)?.[0]).toBe(table);

  const [shown = ''] = section('Logs and figures').split('<details>');
  const named = [...shown.matchAll(/`([a-z]+_[a-z_]+)`/g)];
  const figures = named.map(([, name = '']) => name).filter((name) => /_(total|seconds)$/.test(name));
  expect(figures.length).toBeGreaterThan(3);
  for (const name of figures) expect(text).toContain(`# HELP ${name} `);
});

test('the table of what is kept names every setting of days, with its default', () => {
  const settings = Object.entries(SETTINGS.shape).filter(([name]) => name.endsWith('_DAYS'));
  expect(settings.length).toBeGreaterThan(3);
  for (const [name, schema] of settings) {
    const line = section('What is kept for how long')
      .split('\n')
      .find((one) => one.includes(`\`${name}\``));
    expect([name, line?.split('|')[2]?.trim()]).toEqual([
      name,
      expect.stringMatching(new RegExp(`^${schema.parse(undefined)} days`)),
    ]);
  }
});

test('the table of commands has each that help lists', () => {
  const { stdout } = Bun.spawnSync([process.execPath, 'server/main.ts', 'help']);
  const names = [...stdout.toString().matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name);
  expect(names).toContain('backup');
  for (const name of names.filter((one) => !['serve', 'settings', 'help'].includes(one))) {
    expect(section('Commands')).toContain(`| \`npm start -- ${name}`);
  }
});
