import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';

import { settingsTable } from '../../server/commands/settings';
import { SETTINGS } from '../../server/config/settings';
import { anchorOf, compileGuide } from '../../web/compile-guide';
import { GUIDE_GROUPS } from '../../web/features/docs/guide-list';
import type { GuideNode } from '../../web/features/docs/guide-node';
import { startServer } from '../support/app';

const FOLDER = new URL('../../web/docs/', import.meta.url).pathname;
const NAMES = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.md') ? [file.replace(/\.md$/, '')] : []));
const read = (name: string): Promise<string> => Bun.file(`${FOLDER}${name}.md`).text();
const guides = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await read(name)] as const)));
const guideOf = (name: string): string => guides[name] ?? '';

/** A table that is generated, between its marks. UPDATE=1 writes it. */
async function expectGenerated(guide: string, mark: 'settings' | 'metrics', table: string): Promise<void> {
  const between = new RegExp(
    String.raw`(?<=<!-- ${mark}: UPDATE=1 bun test tests/contract/guides\.test\.ts -->\n)[\s\S]*?(?=<!-- /${mark} -->)`,
  );
  const text = guideOf(guide);
  if (Bun.env['UPDATE'] === '1')
    await Bun.write(
      `${FOLDER}${guide}.md`,
      text.replace(between, () => `${table}\n`),
    );
  else expect(between.exec(text)?.[0]).toBe(`${table}\n`);
}

const section = (guide: string, title: string): string =>
  guideOf(guide)
    .split(/^#{2,3} /m)
    .find((part) => part.startsWith(`${title}\n`)) ?? '';

/** The metrics as a table. */
function tableOf(text: string): string {
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const rows = [...text.matchAll(/^# HELP (\S+) (.+)$/gm)]
    .map(([, name = '', help]) => `| \`${name}\` | ${types.get(name)} | ${help} |`)
    .toSorted();
  return ['| Metric | Type | Description |', '|---|---|---|', ...rows].join('\n');
}

describe('generated tables', () => {
  test('the table of settings is that of the configuration', async () => {
    await expectGenerated('settings', 'settings', settingsTable());
  });

  test('the table of metrics is that of /metrics', async () => {
    const server = await startServer();
    const text = await (await fetch(`${server.url}/metrics`)).text();
    await server.stop();
    await expectGenerated('metrics', 'metrics', tableOf(text));

    const named = [...section('metrics', 'Metrics').matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(3);
    for (const name of named) expect(text).toContain(`# HELP ${name} `);
  });

  test('the table of benchmarks stands where `bun run bench` writes it', async () => {
    expect(guideOf('benchmarks')).toMatch(
      /<!-- bench: UPDATE=1 bun run bench -->\n\| Benchmark \|[\s\S]+\n<!-- \/bench -->/,
    );
  });
});

describe('facts', () => {
  test('data retention names every setting of days, with its default', () => {
    const settings = Object.entries(SETTINGS.shape).filter(([name]) => name.endsWith('_DAYS'));
    expect(settings.length).toBeGreaterThan(3);
    for (const [name, schema] of settings) {
      const line = section('operations', 'Data retention')
        .split('\n')
        .find((one) => one.includes(`\`${name}\``));
      expect([name, line?.split('|')[2]?.trim()]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^${Number(schema.parse(undefined))} days`)),
      ]);
    }
  });

  test('the table of commands has each that help lists', () => {
    const { stdout } = Bun.spawnSync([process.execPath, 'server/main.ts', 'help']);
    const names = [...stdout.toString().matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name);
    expect(names).toContain('backup');
    for (const name of names.filter((one) => one !== 'serve')) {
      expect(guideOf('commands')).toContain(`| \`npm start -- ${name}`);
    }
  });
});

describe('in the console', () => {
  test('each guide is in the list, under the title that it has', () => {
    const listed = GUIDE_GROUPS.flatMap((group) => group.guides);
    expect(listed.map(({ name }): string => name).toSorted()).toEqual(NAMES.toSorted());
    for (const { name, title } of listed) expect([name, compileGuide(guideOf(name)).title]).toEqual([name, title]);
  });

  test('links between guides lead to guides and headings that exist', () => {
    const anchors = (name: string): string[] => compileGuide(guideOf(name)).headings.map(({ id }) => id);
    const links = NAMES.flatMap((name) => linksIn(['div', {}, ...compileGuide(guideOf(name)).body]));
    const inner = links.filter((href) => !href.startsWith('https://'));
    expect(inner.length).toBeGreaterThan(10);
    for (const href of inner) {
      const [, name = '', anchor] = /^\/docs\/([\w-]+)(?:#(.+))?$/.exec(href) ?? [];
      expect([href, NAMES.includes(name)]).toEqual([href, true]);
      if (anchor !== undefined) expect([href, anchors(name).includes(anchor)]).toEqual([href, true]);
    }
  });

  test('what could run in the page is left out, and text is text', () => {
    const hostile = [
      '# Title',
      'before <img src=x onerror=alert(1)> after <!-- hidden -->',
      '<script>alert(1)</script>',
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](//example.com) ![d](javascript:alert(1))',
      '`<b>code</b>`',
    ].join('\n\n');
    const text = JSON.stringify(compileGuide(hostile).body);
    for (const word of ['onerror', 'script', 'hidden', 'data:text']) expect(text).not.toContain(word);
    expect(text).toContain('["code",{},"<b>code</b>"]');
  });

  test('headings get the anchors that code hosts give them', () => {
    expect(['Run as a service', 'n8n, Zapier and Make', 'Back up', 'Countries & cities'].map(anchorOf)).toEqual([
      'run-as-a-service',
      'n8n-zapier-and-make',
      'back-up',
      'countries--cities',
    ]);
    const { headings } = compileGuide('# Title\n\n## One `code`\n\ntext\n\n### Two');
    expect(headings).toEqual([
      { id: 'one-code', text: 'One code' },
      { id: 'two', text: 'Two' },
    ]);
  });

  test('a guide without a title, or with the same heading twice, fails the build', () => {
    expect(() => compileGuide('## Section')).toThrow('begins with its title');
    expect(() => compileGuide('# Title\n\n## One\n\n## One')).toThrow('anchor one');
  });
});

function linksIn(node: GuideNode): string[] {
  if (typeof node === 'string') return [];
  const [tag, attributes, ...children] = node;
  return [...(tag === 'a' ? [attributes['href'] ?? ''] : []), ...children.flatMap(linksIn)];
}
