/** Columns that an import recognises. The same list with its schemas is in `shared/links/imports.ts`. */
export const KNOWN_COLUMNS: readonly string[] = [
  'url',
  'slug',
  'domain',
  'domain_id',
  'title',
  'notes',
  'external_id',
  'metadata',
  'tags',
  'redirect_status',
  'starts_at',
  'expires_at',
  'expired_url',
  'max_clicks',
  'limit_reached_url',
  'password',
  'targeting',
  'forward_query',
  'preview',
  'indexable',
  'disabled',
  'archived',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'ref',
];
/** Columns of an export that an import ignores. */
const ONLY_READ = new Set([
  'id',
  'short_url',
  'qr_url',
  'has_password',
  'status',
  'clicks',
  'unique_clicks',
  'bot_clicks',
  'last_clicked_at',
  'remaining_clicks',
  'source',
  'publication_id',
  'created_by',
  'created_at',
  'updated_at',
  'version',
  'tag_ids',
  'utm',
]);

const HEAD_BYTES = 65_536;

/** Unknown columns in the first line of a CSV file. */
export async function unknownColumns(file: Blob): Promise<string[]> {
  const text = (await file.slice(0, HEAD_BYTES).text()).replace(/^\uFEFF/, '');
  const [line = ''] = text.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].toSorted((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';
  return cellsOf(line, delimiter).filter(
    (name) => name !== '' && !KNOWN_COLUMNS.includes(name) && !ONLY_READ.has(name),
  );
}

function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

export const TEMPLATE = `url,slug,title,tags,expires_at,utm_source
https://example.com/spring-sale,spring,Sale,newsletter|sale,,newsletter
https://example.com/jobs,,Jobs,,2027-12-31T23:59:59Z,
`;
