import type { Outputs } from '../../trpc';
import { shortId } from '../../ui/format';

type Entry = Outputs['audit_entries']['get'];

const KINDS: Partial<Record<Entry['actor']['type'], string>> = { key: ' (key)', system: ' (Switchboard)' };

/** Its name at the time; the kind where it is no person. */
export const actorName = ({ id, type, label }: Entry['actor']): string =>
  `${label || (id === null ? 'Nobody' : shortId(id))}${KINDS[type] ?? ''}`;

export const objectName = ({ id, label }: NonNullable<Entry['target']>): string => label || shortId(id);
