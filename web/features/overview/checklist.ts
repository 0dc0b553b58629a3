import type { Outputs } from '../../trpc';
import type { Checklist } from './progress';

type Key = Pick<Outputs['keys']['list']['data'][number], 'created_by' | 'last_used_at'>;

/**
 * The first steps of one person. A workspace that others have set up still leaves each new member a key to create and a
 * call to make.
 */
export function checklistOf(checklist: Checklist, keys: readonly Key[], userId: string): Checklist {
  const mine = keys.filter(({ created_by: by }) => by.id === userId);
  const others = keys.filter(({ created_by: by }) => by.type === 'user' && by.id !== userId);
  if (others.length === 0) return checklist;
  const isUsed = ({ last_used_at: at }: Key) => at !== null;
  const hasOwn = mine.length > 0;
  // The request log knows of the first call before the key does.
  const hasCalled = mine.some(isUsed) || !others.some(isUsed);
  return checklist.map((entry) => {
    if (entry.step === 'create_key') return { ...entry, done: entry.done && hasOwn };
    if (entry.step === 'first_request') return { ...entry, done: entry.done && hasOwn && hasCalled };
    return entry;
  });
}
