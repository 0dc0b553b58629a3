import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, timestamp } from '../text';
import { ON_CONFLICTS } from './bulk';
import { UTM_FIELDS } from './clicks';

export const IMPORT_LIMITS = {
  bytes: 64 * 1024 * 1024,
  rows: 1_000_000,
  columns: 40,
  /** Maximum links with a password in a file. */
  passwords: 1_000,
  errors: 1_000,
  shown: 10,
  /** Maximum per workspace, in addition to the running import. */
  waiting: 10,
} as const;

export const FILE_FORMATS = ['csv', 'ndjson'] as const;

const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

type CellKind = 'text' | 'integer' | 'boolean' | 'json' | 'tags' | 'utm';

export const IMPORT_FIELDS: Readonly<Record<string, CellKind>> = {
  domain: 'text',
  domain_id: 'text',
  slug: 'text',
  url: 'text',
  title: 'text',
  notes: 'text',
  external_id: 'text',
  metadata: 'json',
  tags: 'tags',
  redirect_status: 'integer',
  starts_at: 'text',
  expires_at: 'text',
  expired_url: 'text',
  max_clicks: 'integer',
  limit_reached_url: 'text',
  password: 'text',
  targeting: 'json',
  forward_query: 'text',
  preview: 'json',
  indexable: 'boolean',
  disabled: 'boolean',
  archived: 'boolean',
  ...Object.fromEntries(UTM_FIELDS.map((field) => [field === 'ref' ? 'ref' : `utm_${field}`, 'utm' as const])),
};

const NAME = String.raw`(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,200}`;
const PAIR = `"${NAME}": ?"(?:${Object.keys(IMPORT_FIELDS).join('|')})"`;
const COLUMNS = new RegExp(`^\\{(?:${PAIR}(?:, ?${PAIR}){0,${IMPORT_LIMITS.columns - 1}})?\\}$`);

/** Maps names in the file to fields. */
export const parseColumns = (json: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(JSON.parse(json) as Record<string, string>).map(([name, field]) => [storable(name), field]),
  );

/** Replaces characters that neither UTF-8 files nor databases can hold. */
const storable = (name: string): string => name.toWellFormed().replaceAll('\u0000', '\ufffd');

export const CreateImport = z.strictObject({
  format: z.enum(FILE_FORMATS).default('csv').describe('Format of the file.'),
  domain_id: idOf(ID_PREFIXES.domain)
    .optional()
    .describe('Domain of all links. By default it is the domain that a row gives, or the default domain.'),
  on_conflict: z
    .enum(ON_CONFLICTS)
    .default('error')
    .describe('What to do with a row whose slug or `external_id` is already used.'),
  dry_run: z.boolean().default(false).describe('Whether to only validate the file. Nothing is saved.'),
  suppress_events: z
    .boolean()
    .default(false)
    .describe('Whether to emit no events for the links. `link.import.completed` is still emitted.'),
  columns: z
    .string()
    .max(12_000)
    .regex(
      COLUMNS,
      `Must be a JSON object with at most ${IMPORT_LIMITS.columns} pairs, from a column name to a link field.`,
    )
    .optional()
    .describe('Columns whose names differ from the link fields, as JSON: `{"Long URL":"url"}`.')
    .meta({ example: '{"Long URL":"url"}' }),
});
export type CreateImport = z.output<typeof CreateImport>;

export const ImportError = z.object({
  line: z.number().int().min(0).describe('Line of the file where the row begins.'),
  code: z.string().describe('Code of the error, for programs.'),
  field: z.string().nullable().describe('Name of the column in the file.'),
  message: z.string().describe('Description of the error, for people.'),
});
export type ImportError = z.output<typeof ImportError>;

export const LinkImport = z
  .object({
    id: idOf(ID_PREFIXES.batch).describe('Id of the import.'),
    status: z.enum(IMPORT_STATUSES).describe('Status of the import.'),
    format: z.enum(FILE_FORMATS).describe('Format of the file.'),
    domain_id: idOf(ID_PREFIXES.domain).nullable().describe('Domain of all links; null if none was given.'),
    domain_ids: z
      .array(idOf(ID_PREFIXES.domain))
      .nullable()
      .describe(
        'Domains on which the import can create links, if its key is limited to certain domains; null for all.',
      ),
    on_conflict: z.enum(ON_CONFLICTS).describe('What to do with a row whose slug or `external_id` is already used.'),
    dry_run: z.boolean().describe('Whether the import only validates the file.'),
    suppress_events: z.boolean().describe('Whether no events are emitted for the links.'),
    rows_total: z.number().int().min(0).nullable().describe('Number of rows in the file; null until they are counted.'),
    rows_done: z.number().int().min(0).describe('Number of processed rows.'),
    created: z.number().int().min(0).describe('Number of created links.'),
    updated: z.number().int().min(0).describe('Number of updated links.'),
    skipped: z.number().int().min(0).describe('Number of rows whose link already existed.'),
    failed: z.number().int().min(0).describe('Number of rows with an error.'),
    errors: z
      .array(ImportError)
      .max(IMPORT_LIMITS.errors)
      .describe(`First ${IMPORT_LIMITS.errors} errors; in lists and events the first ${IMPORT_LIMITS.shown}.`),
    created_at: timestamp().describe('Time when the file was uploaded.'),
    completed_at: timestamp().nullable().describe('Time when the import ended.'),
  })
  .meta({
    id: 'LinkImport',
    example: {
      id: 'bat_01jd9x3k2mf8v9q4zt7w5b6n0c',
      status: 'completed',
      format: 'csv',
      domain_id: null,
      domain_ids: null,
      on_conflict: 'skip',
      dry_run: false,
      suppress_events: false,
      rows_total: 1200,
      rows_done: 1200,
      created: 1195,
      updated: 0,
      skipped: 4,
      failed: 1,
      errors: [{ line: 17, code: 'invalid_url', field: 'url', message: 'Must be an absolute http(s) URL.' }],
      created_at: '2026-11-21T09:30:00.000Z',
      completed_at: '2026-11-21T09:30:02.000Z',
    },
  });
export type LinkImport = z.output<typeof LinkImport>;

export const ImportId = z.strictObject({ import_id: idOf(ID_PREFIXES.batch).describe('Id of the import.') });
export type ImportId = z.output<typeof ImportId>;

export const ListImports = z.strictObject({
  ...pageQuery,
  status: z
    .array(z.enum(IMPORT_STATUSES))
    .min(1)
    .max(IMPORT_STATUSES.length)
    .optional()
    .describe('Only imports with these statuses.')
    .meta({ example: ['running'] }),
});
export type ListImports = z.output<typeof ListImports>;
