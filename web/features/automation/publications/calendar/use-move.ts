import { useRef, useState } from 'react';

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

interface Written {
  before: Publication;
  after: Publication;
}

/** Where a publication is shown until the list has the version that its move made. */
interface Place {
  at: string;
  /** Missing until the server has answered. */
  version?: number;
}

/**
 * Moves publications in time. `shown` gives them at their new time before the server has answered. Moves of one
 * publication go out one after another, since each must name the version that the one before it made.
 */
export function useMove() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [places, setPlaces] = useState<ReadonlyMap<string, Place>>(new Map());
  const newest = useRef(new Map<string, Promise<Publication>>());

  const write = async (
    of: Publication,
    at: string,
    scheduleOf: (before: Publication) => Schedule,
  ): Promise<Written> => {
    const place: Place = { at };
    setPlaces((old) => new Map(old).set(of.id, place));
    // A later move has a place of its own.
    const settle = (then: Place) =>
      setPlaces((old) => (old.get(of.id) === place ? new Map(old).set(of.id, then) : old));
    // The list may be older than the last answer, and newer after a change by others.
    const known = newest.current.get(of.id) ?? Promise.resolve(of);
    const before = known.then((answered) => (answered.version > of.version ? answered : of));
    const after = before.then((now) =>
      client.automation.publications.update.mutate(
        { publication_id: of.id, schedule: scheduleOf(now) },
        { context: { ...onVersion(now.version) } },
      ),
    );
    newest.current.set(
      of.id,
      after.catch(() => before),
    );
    try {
      const written = { before: await before, after: await after };
      settle({ at: written.after.due_at ?? at, version: written.after.version });
      return written;
    } catch (error) {
      settle({ at, version: of.version });
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() });
    }
  };
  const run = async (of: Publication, at: string): Promise<void> => {
    try {
      const { before, after } = await write(of, at, ({ schedule }) => scheduleAt(at, schedule));
      toastUndo(t('moved', { moment: formatMoment(after.due_at ?? at) }), () =>
        write(after, before.due_at ?? at, () => scheduleBefore(before)),
      );
    } catch (error) {
      toastError(error, t('notMoved'));
    }
  };

  const move: Move = (of, to) => {
    if (!mayMove(of) || of.due_at === to.toISOString()) return;
    if (to.getTime() < Date.now()) toast(t('isPast'), { tone: 'warning' });
    else void run(of, to.toISOString());
  };
  const shown = (publications: readonly Publication[]): Publication[] =>
    publications.map((one) => {
      const place = places.get(one.id);
      return place && one.version < (place.version ?? Infinity) ? { ...one, due_at: place.at } : one;
    });
  return { move, shown };
}
