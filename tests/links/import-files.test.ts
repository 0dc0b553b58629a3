import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { disarm, rearm } from '../../server/features/links/csv-cells';
import { findLayout } from '../../server/features/links/imports/layout';
import { filePart } from '../../server/features/links/imports/multipart';
import { openRows } from '../../server/features/links/imports/rows';

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

  test('an unclosed quote costs its own line and no other', async () => {
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

  test('so does one that the quote of a later row seems to close', async () => {
    expect(await cellsOf('url,title\na,"1\nb,"2"\n"c",3\n')).toEqual([
      ['url', 'title'],
      'unclosed_quote',
      ['b', '2'],
      ['c', '3'],
    ]);
  });

  test('that also holds where a million bytes follow, quoted ones among them', async () => {
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

  test('reading goes on at the end of any row', async () => {
    const path = fileOf('\ufeffurl,title\r\na,"1\n2"\r\n\r\nb,"unclosed\r\nc,ü\r\nd,4');
    const all = await rowsOf(path);
    expect(all.map(({ line }) => line)).toEqual([1, 2, 5, 6, 7]);
    for (const [index, { next }] of all.entries()) expect(await rowsOf(path, next)).toEqual(all.slice(index + 1));
  });

  test('a million of them take the memory of a few', async () => {
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
  }, 60_000);

  test('a chunk may end anywhere', async () => {
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

describe('how a file is laid out', () => {
  const layoutOf = (content: string | Uint8Array, columns = {}, format: 'csv' | 'ndjson' = 'csv') =>
    findLayout(fileOf(content), { format, columns });

  test.each([
    ['comma', 'url,slug\nhttps://example.com,a\n'],
    ['semicolon', 'url;slug\r\nhttps://example.com?a,b,c;a\r\n'],
    ['tab', '\ufeffslug\turl\na\thttps://example.com/;;\n'],
  ])('by %s', async (_, content) => {
    const found = await layoutOf(content);
    if (!found.ok) throw new Error(found.issue.message);
    const path = fileOf(content);
    const rows = await openRows(path, found.layout.start, found.layout.delimiter);
    const row = await rows.next();
    await rows.close();
    expect(row && found.layout.decode(row)).toMatchObject({ ok: true, link: { slug: 'a' } });
  });

  test.each<[string, string | Uint8Array, object, string]>([
    ['nothing', '', {}, 'missing_header'],
    ['no header', 'https://example.com,a\nhttps://example.org,b\n', {}, 'missing_header'],
    ['no column of addresses', 'slug,title\na,b\n', {}, 'missing_header'],
    ['no column of that name', 'url,title\na,b\n', { 'Long URL': 'url' }, 'missing_header'],
    ['a header that never ends', '"url,title\na,b\n', {}, 'unclosed_quote'],
    ['another encoding', Buffer.from('\ufeffurl,title\n', 'utf16le'), {}, 'invalid_encoding'],
  ])('refuses %s', async (_, content, columns, code) => {
    expect(await layoutOf(content, columns)).toMatchObject({ ok: false, issue: { code } });
  });

  test('names what nobody reads, but not what an export has besides', async () => {
    const found = await layoutOf('id,URL,Clicks,Colour, slug \n');
    expect(found.ok && found.layout.warnings.map(({ code, field }) => [code, field])).toEqual([
      ['unknown_column', 'Colour'],
    ]);
  });
});

describe('the part of a form', () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7 + (at >> 8)) & 255));
  async function partOf(body: Uint8Array, type: string, size: number): Promise<Buffer> {
    async function* chunks() {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
    }
    const parts: Uint8Array[] = [];
    for await (const part of filePart(chunks(), type)) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  }
  async function formOf(fill: (form: FormData) => void): Promise<[Uint8Array, string]> {
    const form = new FormData();
    fill(form);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    return [new Uint8Array(await request.arrayBuffer()), type];
  }

  test.each([1, 7, 64, 4096, 1_000_000])('comes byte for byte in chunks of %p', async (size) => {
    const [body, type] = await formOf((form) => {
      form.set('note', 'text \r\n--x');
      form.set('file', new File([bytes], 'links.csv'));
      form.set('after', 'x');
    });
    expect((await partOf(body, type, size)).equals(bytes)).toBe(true);
  });

  test('may be empty, and hold what resembles a boundary', async () => {
    const [body, type] = await formOf((form) => form.set('file', new File([''], 'a.csv')));
    expect(await partOf(body, type, 10)).toHaveLength(0);
    const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? '';
    const tricky = Buffer.from(`a\r\n--${boundary.slice(0, -1)}\r\n--\r\nb`);
    const form = Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name=file\r\n\r\n`),
      tricky,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    for (const size of [1, 5, 1000]) expect((await partOf(form, type, size)).equals(tricky)).toBe(true);
  });

  test('is refused where there is none, or it breaks off', async () => {
    const refusal = (body: Uint8Array, type: string) => partOf(body, type, 50).catch((error: unknown) => error);
    const [body, type] = await formOf((form) => form.set('file', new File([bytes], 'links.csv')));
    const [other, otherType] = await formOf((form) => form.set('data', 'x'));
    for (const wrong of [
      refusal(other, otherType),
      refusal(body.subarray(0, 60_000), type),
      refusal(body, 'multipart/form-data'),
      refusal(new Uint8Array(), type),
    ]) {
      expect(await wrong).toMatchObject({ code: 'malformed_json' });
    }
  });
});

test('cells that spreadsheets would run are disarmed, and come back as they were', () => {
  for (const text of ['=cmd()', '+1', '-1', '@a', '\tx', '\rx', "'=x", "''=x", '==']) {
    expect(disarm(text)).toBe(`'${text}`);
    expect(rearm(disarm(text))).toBe(text);
  }
  for (const text of ['a=b', '', "'", "'a", 'https://example.com/?a=b', '1-1', ' =a']) {
    expect(disarm(text)).toBe(text);
    expect(rearm(text)).toBe(text);
  }
});
