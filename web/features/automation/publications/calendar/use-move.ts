import { useState } from 'react';

import type { Schedule } from '../../../../../shared/automation/schedule';
import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../../trpc';
import { formatMoment } from '../../../../ui/format';
import { toast, toastError, toastUndo } from '../../../../ui/toast/toast';
import { mayBeChanged, type Publication } from '../labels';
import { t } from '../texts';

export type Move = (of: Publication, to: Date) => void;

/** A time of one’s own in place of the schedule’s; quiet hours and jitter stay. */
const scheduleAt = (at: string, { timezone, quiet_hours: quiet, jitter_seconds: jitter }: Schedule): Schedule => ({
  mode: 'at',
  at,
  ...(timezone === undefined ? {} : { timezone }),
  ...(quiet === undefined ? {} : { quiet_hours: quiet }),
  ...(jitter === undefined ? {} : { jitter_seconds: jitter }),
});

/** A delay would begin again, so its time is kept instead. */
const scheduleBefore = ({ schedule, due_at: due }: Publication): Schedule =>
  due !== null && (schedule.mode === 'now' || schedule.mode === 'delay') ? scheduleAt(due, schedule) : schedule;

export const mayMove = (of: Publication): boolean => of.due_at !== null && mayBeChanged(of);

/** Moves publications in time. `shown` gives them at their new time before the server has answered. */
export function useMove() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [moving, setMoving] = useState<ReadonlyMap<string, string>>(new Map());

  const write = async (of: Publication, version: number, schedule: Schedule): Promise<Publication> => {
    try {
      return await client.automation.publications.update.mutate(
        { publication_id: of.id, schedule },
        { context: { ...onVersion(version) } },
      );
    } finally {
      await queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() });
    }
  };
  const run = async (of: Publication, at: string): Promise<void> => {
    setMoving((old) => new Map(old).set(of.id, at));
    try {
      const moved = await write(of, of.version, scheduleAt(at, of.schedule));
      toastUndo(t('moved', { moment: formatMoment(moved.due_at ?? at) }), () =>
        write(of, moved.version, scheduleBefore(of)),
      );
    } catch (error) {
      toastError(error, t('notMoved'));
    } finally {
      setMoving((old) => new Map([...old].filter(([id]) => id !== of.id)));
    }
  };

  const move: Move = (of, to) => {
    // Until the server has answered, the version is not known that another move must name.
    if (!mayMove(of) || moving.has(of.id) || of.due_at === to.toISOString()) return;
    if (to.getTime() < Date.now()) toast(t('isPast'), { tone: 'warning' });
    else void run(of, to.toISOString());
  };
  const shown = (publications: readonly Publication[]): Publication[] =>
    publications.map((one) => ({ ...one, due_at: moving.get(one.id) ?? one.due_at }));
  return { move, shown };
}
