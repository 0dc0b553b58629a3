import type { Link } from '../../../shared/links/links';

/** An import of these columns creates equal links; the others are read-only. */
export const EXPORT_COLUMNS = [
  'id',
  'short_url',
  'domain',
  'slug',
  'url',
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

export const cellsOf = (link: Link): string[] => EXPORT_COLUMNS.map((name) => cellOf(link[name]));

function cellOf(value: Link[(typeof EXPORT_COLUMNS)[number]]): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('|');
  const json = JSON.stringify(value);
  return json === '{}' || json === '[]' ? '' : json;
}
