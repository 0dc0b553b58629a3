import type { Inputs } from '../../../../trpc';
import { isRecipient, keyOf, type Recipient } from '../../recipients/recipient';
import { t } from '../texts';
import { parseTable, type Row } from './table';

export type BatchRecipient = Inputs['whatsapp']['batches']['create']['recipients'][number];

/** What a pasted text or a file says. */
export interface ParsedTable {
  /** Headings with the name of the variable that each column is; none for a bare list of numbers. */
  columns: { heading: string; name: string }[];
  rows: Row[];
}

export interface CollectedRecipients {
  recipients: BatchRecipient[];
  /** Lines without an address that could be sent to. */
  bad: { line: number; text: string }[];
  /** Left out, since they stand there already. */
  repeated: number;
}

const MAX_VALUE = 1024;
const MAX_REF = 512;
const MAX_NAME = 64;

const NUMBERS =
  /^(?:to|recipient|(?:phone|mobile|cell|whatsapp|contact)?[ _-]?(?:number|no)|phone|mobile|cell|tel|telephone|whatsapp|msisdn)\.?$/i;
const REFS = /^(?:(?:client[ _-]?)?ref(?:erence)?)$/i;

/** A heading as the name of a variable: `First name` is `first_name`. */
function nameOf(heading: string, at: number): string {
  const plain = heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return plain.slice(0, MAX_NAME) || `column_${at + 1}`;
}

function columnsOf(headings: readonly string[]): ParsedTable['columns'] {
  const seen = new Set<string>();
  return headings.map((heading, at) => {
    const plain = nameOf(heading, at);
    const name = seen.has(plain) ? `${plain.slice(0, MAX_NAME - 4)}_${at + 1}` : plain;
    seen.add(name);
    return { heading: heading || t('column', { number: at + 1 }), name };
  });
}

/** Parses pasted text. A first line without an address is the header. */
export function parsePasted(text: string): ParsedTable {
  const rows = parseTable(text);
  const [first, ...rest] = rows;
  if (!first || first.cells.some((cell) => isRecipient(cell)) || rest.length === 0) return { columns: [], rows };
  return { columns: columnsOf(first.cells), rows: rest };
}

/** The address column: by its heading, else the first column with mostly addresses. */
export function numberColumnIn({ columns, rows }: ParsedTable): number {
  const named = columns.findIndex(({ heading }) => NUMBERS.test(heading.trim()));
  if (named >= 0) return named;
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const counts = Array.from(
    { length: width },
    (_, at) => rows.filter(({ cells }) => isRecipient(cells[at] ?? '')).length,
  );
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

export const refColumnIn = ({ columns }: ParsedTable): number =>
  columns.findIndex(({ heading }) => REFS.test(heading.trim()));

interface Choice {
  number: number;
  /** −1 for none. */
  ref: number;
  picked: readonly Recipient[];
  /** Variables that the message has: others stay here. */
  names: readonly string[];
}

/** Everybody who gets it, each once. */
export function collectRecipients(reading: ParsedTable, { number, ref, picked, names }: Choice): CollectedRecipients {
  const result: CollectedRecipients = { recipients: [], bad: [], repeated: 0 };
  const seen = new Set<string>();
  const add = (recipient: BatchRecipient) => {
    const key = keyOf(recipient.to);
    if (seen.has(key)) result.repeated += 1;
    else result.recipients.push(recipient);
    seen.add(key);
  };

  for (const { line, cells } of reading.rows) {
    // Without a header every cell may be an address: numbers may be in one line.
    const places = reading.columns.length > 0 ? [cells[number] ?? ''] : cells.filter((cell) => cell !== '');
    const good = places.filter((cell) => isRecipient(cell));
    if (good.length === 0) result.bad.push({ line, text: cells.filter((cell) => cell !== '').join(', ') });
    for (const to of good) {
      const client = ref < 0 ? '' : (cells[ref] ?? '').slice(0, MAX_REF);
      const variables = variablesOf(reading, cells, names);
      add({ to, ...(variables ? { variables } : {}), ...(client === '' ? {} : { client_reference: client }) });
    }
  }
  for (const { to, name } of picked) {
    add({ to, ...(name !== undefined && names.includes('name') ? { variables: { name } } : {}) });
  }
  return result;
}

function variablesOf(
  { columns }: ParsedTable,
  cells: readonly string[],
  names: readonly string[],
): Record<string, string> | undefined {
  const pairs = columns.flatMap(({ name }, at) => {
    const value = cells[at] ?? '';
    return names.includes(name) && value !== '' ? [[name, value.slice(0, MAX_VALUE)] as const] : [];
  });
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}

/** Recipients without a value, by variable name. */
export function missingValues(
  recipients: readonly BatchRecipient[],
  names: readonly string[],
): { name: string; count: number }[] {
  return names
    .map((name) => ({ name, count: recipients.filter(({ variables }) => variables?.[name] === undefined).length }))
    .filter(({ count }) => count > 0);
}
