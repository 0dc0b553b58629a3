import type { Link } from '../../../shared/links/links';
import type { NewEvent } from '../../events/emit';
import type { LinkOrigin } from './origin';

/** These change without an edit. */
const UNEDITED_FIELDS: ReadonlySet<keyof Link> = new Set([
  'updated_at',
  'version',
  'clicks',
  'unique_clicks',
  'bot_clicks',
  'last_clicked_at',
]);

export const linkCreated = (link: Link, { source, actor }: LinkOrigin): NewEvent => ({
  type: 'link.created',
  data: { ...link, source, actor },
});

export const linkDeleted = (link: Link, { source, actor }: LinkOrigin): NewEvent => ({
  type: 'link.deleted',
  data: { ...link, source, actor },
});

export const linkUpdated = (before: Link, after: Link, { source, actor }: LinkOrigin): NewEvent => ({
  type: 'link.updated',
  data: { ...after, source, actor, previous: previousOf(before, after) },
});

function previousOf(before: Link, after: Link): Record<string, unknown> {
  const names = (Object.keys(before) as (keyof Link)[]).filter(
    (name) => !UNEDITED_FIELDS.has(name) && !Bun.deepEquals(before[name], after[name]),
  );
  return Object.fromEntries(names.map((name) => [name, before[name]]));
}
