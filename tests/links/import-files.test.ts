import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openRows } from '../../server/links/imports/rows';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string | Uint8Array): string {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return path;
}

/** The rows of a file from a place on, in words. */
async function rowsOf(path: string, start = { offset: 0, line: 1 }, delimiter = ',') {
  const rows = await openRows(path, start, delimiter.charCodeAt(0));
  const found: { line: number; cells?: string[]; problem?: string; next: { offset: number; line: number } }[] = [];
  for (let row = await rows.next(); row; row = await rows.next()) {
    const { line, next } = row;
    if ('problem' in row) found.push({ line, next, problem: row.problem });
    else found.push({ line, next, cells: row.cells.map((cell) => Buffer.from(cell).toString()) });
  }
  await rows.close();
  return found;
}
const cellsOf = async (content: string, delimiter = ','): Promise<unknown[]> =>
  (await rowsOf(fileOf(content), undefined, delimiter)).map(({ cells, problem }) => cells ?? problem);

describe('rows of CSV', () => {
  test.each<[string, string, string[][]]>([
    [
      'line feeds',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'both line ends',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no line end at the end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\ufeffa,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty cells',
      'a,,c\n,,\n1,2,\n',
      [
        ['a', '', 'c'],
        ['1', '2', ''],
      ],
    ],
    ['blank lines', '\na\n\r\n\n1\n\n', [['a'], ['1']]],
    [
      'quotes',
      '"a","b"\n"1,2","3"\n',
      [
        ['a', 'b'],
        ['1,2', '3'],
      ],
    ],
    [
      'quotes in quotes',
      '"say ""hi""",b\n"""",""\n',
      [
        ['say "hi"', 'b'],
        ['"', ''],
      ],
    ],
    [
      'line ends in quotes',
      '"a\r\nb",c\n1,"2\n3\n4"\n',
      [
        ['a\r\nb', 'c'],
        ['1', '2\n3\n4'],
      ],
    ],
    [
      'quotes within bare cells',
      '5" disk,b\n1,a"b"c\n',
      [
        ['5" disk', 'b'],
        ['1', 'a"b"c'],
      ],
    ],
    [
      'a quote at the very end',
      'a,b\n1,"2"',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'letters of several bytes',
      'ä,春\n"ü ""é""",🚀\n',
      [
        ['ä', '春'],
        ['ü "é"', '🚀'],
      ],
    ],
    ['nothing', '', []],
  ])('with %s', async (_, content, rows) => expect(await cellsOf(content)).toEqual(rows));

  test('an unclosed quote costs only its own line', async () => {
    const rows = await rowsOf(fileOf('url,title\na,1\nb,2\nc,"3\nd,4\ne,5\n'));
    expect(rows.map(({ line, cells, problem }) => [line, cells?.[0] ?? problem])).toEqual([
      [1, 'url'],
      [2, 'a'],
      [3, 'b'],
      [4, 'unclosed_quote'],
      [5, 'd'],
      [6, 'e'],
    ]);
  });

  test('even if a quote of a later row seems to close it', async () => {
    expect(await cellsOf('url,title\na,"1\nb,"2"\n"c",3\n')).toEqual([
      ['url', 'title'],
      'unclosed_quote',
      ['b', '2'],
      ['c', '3'],
    ]);
  });

  test('even where a million bytes follow, some of them quoted', async () => {
    const tail = Array.from({ length: 30_000 }, (_, at) => `https://example.com/${at},"title ${at}"`);
    const rows = await rowsOf(fileOf(`url,title\na,"1\n${tail.join('\n')}\n`));
    expect(rows.map(({ problem }) => problem).filter(Boolean)).toEqual(['unclosed_quote']);
    expect(rows).toHaveLength(30_002);
    expect(rows.at(-1)).toMatchObject({ line: 30_002, cells: ['https://example.com/29999', 'title 29999'] });
  });

  test.each(['', '"'])('a cell of a million bytes costs its row (quoted by %j)', async (quote) => {
    const rows = await rowsOf(fileOf(`url,title\na,${quote}${'x'.repeat(1_000_000)}${quote}\nb,2\n`));
    expect(rows.map(({ line, cells, problem }) => [line, cells?.[0] ?? problem])).toEqual([
      [1, 'url'],
      [2, 'row_too_large'],
      [3, 'b'],
    ]);
  });

  test('reading resumes at the end of any row', async () => {
    const path = fileOf('\ufeffurl,title\r\na,"1\n2"\r\n\r\nb,"unclosed\r\nc,ü\r\nd,4');
    const all = await rowsOf(path);
    expect(all.map(({ line }) => line)).toEqual([1, 2, 5, 6, 7]);
    for (const [index, { next }] of all.entries()) expect(await rowsOf(path, next)).toEqual(all.slice(index + 1));
  });

  test('a million of them take no more memory than a few', async () => {
    const path = join(folder, 'million.csv');
    const writer = Bun.file(path).writer();
    for (let at = 0; at < 1_000_000; at += 1) void writer.write(`https://example.com/${at},"title, of ${at}"\n`);
    await writer.end();

    // In a process of its own: memory of this one moves with the tests around.
    const reader = Bun.spawn([process.execPath, join(import.meta.dir, 'read-rows.ts'), path]);
    const { read, most } = (await new Response(reader.stdout).json()) as { read: number; most: number };
    expect(read).toBe(1_000_000);
    // The file has 46 MB.
    expect(most).toBeLessThan(40_000_000);
  });

  test('chunks may end anywhere', async () => {
    // The window reads 262,144 bytes at a time: each length puts its edge at another byte of the rows.
    for (let lead = 262_120; lead < 262_160; lead += 1) {
      const content = `${'x'.repeat(100)}\n`.repeat(Math.floor(lead / 101)) + `${'y'.repeat((lead % 101) + 1)}\n`;
      const rows = await cellsOf(`${content}"a ""b"" ü\r\n","c,d"\r\n1,2\r\n`);
      expect(rows.slice(-2)).toEqual([
        ['a "b" ü\r\n', 'c,d'],
        ['1', '2'],
      ]);
    }
  });
});
