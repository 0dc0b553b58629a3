import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { escapeFormula, unescapeFormula } from '../../server/links/csv-cells';
import { findLayout } from '../../server/links/imports/layout';
import { openRows } from '../../server/links/imports/rows';
import { filePart } from '../../server/uploads/multipart';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string | Uint8Array): string {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return path;
}

describe('the columns of a file', () => {
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

  test('names ignored columns, except those that only an export has', async () => {
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

  test.each([1, 7, 64, 4096, 1_000_000])('is read byte for byte in chunks of %p', async (size) => {
    const [body, type] = await formOf((form) => {
      form.set('note', 'text \r\n--x');
      form.set('file', new File([bytes], 'links.csv'));
      form.set('after', 'x');
    });
    expect((await partOf(body, type, size)).equals(bytes)).toBe(true);
  });

  test('may be empty, and may contain text like a boundary', async () => {
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

  test('is refused when it is missing or incomplete', async () => {
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

test('cells that spreadsheets would execute are escaped, and imported unchanged', () => {
  for (const text of [
    '=cmd()',
    '+1',
    '-1',
    '@a',
    '\tx',
    '\rx',
    '\nx',
    '＝x',
    '＋1',
    '－1',
    '＠a',
    "'=x",
    "''=x",
    '==',
  ]) {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  }
  for (const text of ['a=b', '', "'", "'a", 'https://example.com/?a=b', '1-1', ' =a']) {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  }
});
