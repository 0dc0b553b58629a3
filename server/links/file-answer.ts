import type { ExportLinks } from '../../shared/links/export';
import { type RawAnswer, streamOf } from '../raw';
import { utcDay } from '../times';
import type { LinksContext } from './context';
import { csvLine } from './csv-cells';

type FileFormat = ExportLinks['format'];

/** A slow reader may pause this long. */
const TIMEOUT_SECONDS = 120;
const TYPES: Record<FileFormat, string> = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' };

interface Table<Row> {
  noun: string;
  format: FileFormat;
  columns: readonly string[];
  cellsOf: (row: Row) => readonly string[];
  objectOf: (row: Row) => object;
  pages: () => AsyncIterable<readonly Row[]>;
}

export function tableFile<Row>(ctx: LinksContext, table: Table<Row>): RawAnswer {
  ctx.holdOpen?.(TIMEOUT_SECONDS);
  const day = utcDay(ctx.now());
  return { headers: fileHeaders(`${table.noun}-${day}`, table.format), body: () => streamOf(piecesOf(table)) };
}

export const fileHeaders = (name: string, format: FileFormat): RawAnswer['headers'] => ({
  'Content-Type': TYPES[format],
  'Content-Disposition': `attachment; filename="${name}.${format}"`,
});

async function* piecesOf<Row>({ format, columns, cellsOf, objectOf, pages }: Table<Row>): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns);
  const lineOf = (row: Row): string =>
    format === 'csv' ? csvLine(cellsOf(row)) : `${JSON.stringify(objectOf(row))}\n`;
  for await (const page of pages()) yield page.map(lineOf).join('');
}
