import type { Link } from '../../../shared/links/links';

/** Columns of an export: those that make an equal link again, and what there is to know besides. */
export const EXPORT_COLUMNS = [
  'id',
  'short_url',
  'domain',
  'slug',
  'url',
  'title',
  'comments',
  'external_id',
  'metadata',
  'tags',
  'redirect_status',
  'starts_at',
  'expires_at',
  'expired_url',
  'max_clicks',
  'limit_url',
  'has_password',
  'targeting',
  'forward_query',
  'preview',
  'indexable',
  'disabled',
  'archived',
  'status',
  'clicks',
  'unique_clicks',
  'bot_clicks',
  'last_clicked_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Link)[];

/** The cells of a link, in the forms that an import reads. */
export const cellsOf = (link: Link): string[] => EXPORT_COLUMNS.map((name) => cellOf(link[name]));

function cellOf(value: Link[(typeof EXPORT_COLUMNS)[number]]): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('|');
  const json = JSON.stringify(value);
  return json === '{}' || json === '[]' ? '' : json;
}
