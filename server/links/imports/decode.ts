import type { z } from 'zod';

import { LIMITS } from '../../../shared/limits';
import { IMPORT_FIELDS } from '../../../shared/links/imports';
import { NewLink } from '../../../shared/links/inputs';
import { parseObject } from '../../json-object';
import { unescapeFormula } from '../csv-cells';
import type { FilePosition } from './rows';

/** `field` is the column’s name in the file. */
export interface RowIssue {
  code: string;
  field: string | null;
  message: string;
}

export type DecodedRow = { ok: true; link: NewLink; domain: string | undefined } | { ok: false; issues: RowIssue[] };

export interface Line {
  line: number;
  next: FilePosition;
  row: DecodedRow;
}

export interface Column {
  header: string;
  field: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const TRUE = /^(?:true|1|yes)$/i;
const FALSE = /^(?:false|0|no)$/i;

export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** `columns` has an entry for each cell, undefined for ignored ones. */
export function decodeCells(cells: readonly Uint8Array[], columns: readonly (Column | undefined)[]): DecodedRow {
  const values: Record<string, unknown> = {};
  const issues: RowIssue[] = [];
  for (const [at, column] of columns.entries()) {
    const cell = cells[at];
    if (column === undefined || cell === undefined || cell.length === 0) continue;
    const text = decodeUtf8(cell);
    if (text === undefined) issues.push({ ...BAD_ENCODING, field: column.header });
    else put(values, column, unescapeFormula(text), issues);
  }
  return issues.length > 0 ? { ok: false, issues } : validated(values, columns);
}

/** Names that are not in `columns` are read-only fields or unknown. */
export function decodeLine(line: Uint8Array, columns: readonly Column[]): DecodedRow {
  const text = decodeUtf8(line);
  if (text === undefined) return { ok: false, issues: [{ ...BAD_ENCODING, field: null }] };
  const parsed = parseObject(text);
  if (parsed === undefined) {
    return { ok: false, issues: [{ code: 'malformed_json', field: null, message: 'Must be a JSON object.' }] };
  }

  const values: Record<string, unknown> = {};
  for (const { header, field } of columns) {
    if (!Object.hasOwn(parsed, header) || parsed[header] === null) continue;
    if (IMPORT_FIELDS[field] === 'utm') putUtm(values, field, parsed[header]);
    else values[field] = parsed[header];
  }
  return validated(values, columns);
}

export function hasText(line: Uint8Array, names: readonly string[]): boolean {
  const parsed = parseObject(decodeUtf8(line) ?? '');
  return parsed !== undefined && names.some((name) => Object.hasOwn(parsed, name) && typeof parsed[name] === 'string');
}

function put(values: Record<string, unknown>, { header, field }: Column, text: string, issues: RowIssue[]): void {
  const wrong = (code: string, message: string) => issues.push({ code, field: header, message });
  switch (IMPORT_FIELDS[field]) {
    case 'integer':
      if (/^\d{1,15}$/.test(text)) values[field] = Number(text);
      else wrong('invalid_type', 'Must be an integer.');
      return;
    case 'boolean':
      if (TRUE.test(text) || FALSE.test(text)) values[field] = TRUE.test(text);
      else wrong('invalid_type', 'Must be true or false.');
      return;
    case 'json':
      try {
        values[field] = JSON.parse(text);
      } catch {
        wrong('malformed_json', 'Must be JSON.');
      }
      return;
    case 'tags':
      values[field] = text
        .split('|')
        .map((name) => name.trim())
        .filter(Boolean);
      return;
    case 'utm':
      putUtm(values, field, text);
      return;
    default:
      values[field] = text;
  }
}

function putUtm(values: Record<string, unknown>, field: string, value: unknown): void {
  values['utm'] = { ...(values['utm'] as object | undefined), [field.replace('utm_', '')]: value };
}

/** Issues have the column names of the file. */
function validated(values: Record<string, unknown>, columns: readonly (Column | undefined)[]): DecodedRow {
  const { domain, ...input } = values;
  if (!isShallow(values)) {
    const message = `Must be nested at most ${LIMITS.jsonDepth} levels deep.`;
    return { ok: false, issues: [{ code: 'malformed_json', field: null, message }] };
  }
  if (!isStorable(values)) {
    const message = 'Must not contain U+0000 or an unpaired surrogate.';
    return { ok: false, issues: [{ code: 'invalid_string', field: null, message }] };
  }
  const parsed = NewLink.safeParse(input);
  if (parsed.success) return { ok: true, link: parsed.data, domain: typeof domain === 'string' ? domain : undefined };
  return { ok: false, issues: parsed.error.issues.map((issue) => rowIssue(issue, columns)) };
}

function rowIssue(issue: z.core.$ZodIssue, columns: readonly (Column | undefined)[]): RowIssue {
  const [first, second] = issue.path.map(String);
  const field = first === 'utm' ? (second === 'ref' ? 'ref' : `utm_${second}`) : first;
  const params = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  const own = issue.message === 'Is required.' ? 'required' : issue.code === 'custom' ? 'invalid' : issue.code;
  const code = typeof params === 'string' ? params : own;
  const header = columns.find((column) => column?.field === field)?.header ?? field ?? null;
  return { code, field: header, message: issue.message };
}

/** `JSON.parse` accepts any depth, and recursion over the value would overflow the stack. */
function isShallow(value: unknown, levels: number = LIMITS.jsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}

const BAD_ENCODING = { code: 'invalid_encoding', message: 'Must be UTF-8.' };
