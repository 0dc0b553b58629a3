import { IMPORT_FIELDS } from '../../../shared/links/imports';
import { EXPORT_COLUMNS } from '../export/columns';
import type { ImportRow } from '../schema/links';
import { type Column, decodeCells, type DecodedRow, decodeLine, hasText, type RowIssue, decodeUtf8 } from './decode';
import { findDelimiter, openRows, type FilePosition, type Row } from './rows';

export interface Layout {
  delimiter: number | undefined;
  start: FilePosition;
  decode(row: Row): DecodedRow;
  /** Faster than decoding the row. */
  hasPassword(row: Row): boolean;
  warnings: RowIssue[];
}

type FoundLayout = { ok: true; layout: Layout } | { ok: false; issue: RowIssue };

const READ_ONLY: ReadonlySet<string> = new Set(EXPORT_COLUMNS);
const FIRST: FilePosition = { offset: 0, line: 1 };

const PROBLEMS = {
  unclosed_quote: 'A quote is opened but not closed.',
  row_too_large: 'A row can have at most 65,536 bytes.',
} as const;

export async function findLayout(path: string, row: Pick<ImportRow, 'format' | 'columns'>): Promise<FoundLayout> {
  return row.format === 'csv' ? csvLayout(path, row.columns) : { ok: true, layout: ndjsonLayout(row.columns) };
}

async function csvLayout(path: string, named: Record<string, string>): Promise<FoundLayout> {
  const delimiter = await findDelimiter(path);
  const rows = await openRows(path, FIRST, delimiter);
  const header = await rows.next().finally(() => rows.close());
  if (header === undefined) return refused('missing_header', null, 'The file is empty.');
  if ('problem' in header) return refused(header.problem, null, PROBLEMS[header.problem]);

  const names = header.cells.map((cell) => decodeUtf8(cell)?.trim());
  if (names.includes(undefined)) return refused('invalid_encoding', null, 'The file must be in UTF-8.');
  const absent = Object.keys(named).find((name) => !names.includes(name));
  if (absent !== undefined) return refused('missing_header', absent, 'The file does not have this column.');

  const columns = names.map((name = '') => columnOf(name, named));
  if (!columns.some((column) => column?.field === 'url')) {
    return refused('missing_header', 'url', 'The first line must contain the column names, including `url`.');
  }
  const unknown = names.filter((name = '', at) => !columns[at] && name !== '' && !READ_ONLY.has(name.toLowerCase()));
  const decode = (row: Row) => ('problem' in row ? unreadable(row.problem) : decodeCells(row.cells, columns));
  const warnings = unknown.map((name = '') => ({
    code: 'unknown_column',
    field: name.slice(0, 100),
    message: 'Unknown field. Use `columns` to map this column to a field.',
  }));
  const secret = columns.findIndex((column) => column?.field === 'password');
  const hasPassword = (row: Row) => 'cells' in row && (row.cells[secret]?.length ?? 0) > 0;
  return { ok: true, layout: { delimiter, start: header.next, decode, hasPassword, warnings } };
}

function ndjsonLayout(named: Record<string, string>): Layout {
  const fields = new Set(Object.values(named));
  const columns = [
    ...Object.entries(named).map(([header, field]) => ({ header, field })),
    ...Object.keys(IMPORT_FIELDS)
      .concat('utm')
      .filter((field) => !fields.has(field) && !Object.hasOwn(named, field))
      .map((field) => ({ header: field, field })),
  ];
  const decode = (row: Row) =>
    'problem' in row ? unreadable(row.problem) : decodeLine(row.cells[0] ?? new Uint8Array(), columns);
  const secrets = columns.filter(({ field }) => field === 'password').map(({ header }) => header);
  const hasPassword = (row: Row) => 'cells' in row && hasText(row.cells[0] ?? new Uint8Array(), secrets);
  return { delimiter: undefined, start: FIRST, decode, hasPassword, warnings: [] };
}

function columnOf(name: string, named: Record<string, string>): Column | undefined {
  const field = Object.hasOwn(named, name) ? named[name] : name.toLowerCase();
  return field !== undefined && Object.hasOwn(IMPORT_FIELDS, field) ? { header: name, field } : undefined;
}

const unreadable = (problem: keyof typeof PROBLEMS): DecodedRow => ({
  ok: false,
  issues: [{ code: problem, field: null, message: PROBLEMS[problem] }],
});

const refused = (code: string, field: string | null, message: string): FoundLayout => ({
  ok: false,
  issue: { code, field, message },
});
