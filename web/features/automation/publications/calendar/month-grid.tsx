import { useEffect, useRef, type KeyboardEvent } from 'react';

import type { Publication } from '../labels';
import { t } from '../texts';
import { atDay, dayByKey, dayOf, addDays, isSameMonth, nameOfDay, weekdayName, type Day } from './days';
import { Entry, type Steps } from './entry';
import { useEntries } from './use-entries';
import type { Move } from './use-move';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const MAX_SHOWN = 3;

const byDays = (count: number) => (at: Date) => atDay(at, addDays(dayOf(at), count));
const STEPS: Steps = { ArrowLeft: byDays(-1), ArrowRight: byDays(1), ArrowUp: byDays(-7), ArrowDown: byDays(7) };

interface MonthGridProps {
  weeks: readonly (readonly Day[])[];
  today: Day;
  chosen: Day;
  byDay: ReadonlyMap<Day, Publication[]>;
  move: Move | undefined;
  onChoose: (day: Day) => void;
}

/** Roving tabindex: one day is in the Tab order; arrows, Home, End and Page keys move to the others. */
export function MonthGrid({ weeks, today, chosen, byDay, move, onChoose }: MonthGridProps) {
  const table = useRef<HTMLTableElement>(null);
  // The focus follows a day that was chosen by keyboard, also into another month.
  const isByKey = useRef(false);
  useEffect(() => {
    if (!isByKey.current) return;
    isByKey.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)?.focus();
  }, [chosen]);
  const onKey = (event: KeyboardEvent) => {
    const next = dayByKey(chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    isByKey.current = true;
    onChoose(next);
  };
  const entries = useEntries({ grid: table, publications: [...byDay.values()].flat(), move, steps: STEPS });
  return (
    <table ref={table} className="calendar-grid card" aria-label={t('month')}>
      <thead>
        <tr>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col">
              <abbr title={weekdayName(day, 'long')}>{weekdayName(day, 'short')}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const own = byDay.get(day) ?? [];
              return (
                <td
                  key={day}
                  data-chosen={day === chosen || undefined}
                  data-other={!isSameMonth(day, chosen) || undefined}
                  {...entries.cell(day, (due) => atDay(due, day))}
                >
                  <button
                    type="button"
                    className="bare calendar-day"
                    data-day={day}
                    data-today={day === today || undefined}
                    aria-current={day === today ? 'date' : undefined}
                    aria-pressed={day === chosen}
                    tabIndex={day === chosen ? 0 : -1}
                    onClick={() => onChoose(day)}
                    onKeyDown={onKey}
                  >
                    <span aria-hidden>{Number(day.slice(8))}</span>
                    <span className="visually-hidden">{t('dayCount', { day: nameOfDay(day), count: own.length })}</span>
                  </button>
                  {own.slice(0, MAX_SHOWN).map((publication) => (
                    <Entry key={publication.id} of={publication} {...entries.entry(publication)} />
                  ))}
                  {own.length > MAX_SHOWN && (
                    <button
                      type="button"
                      className="bare calendar-rest dimmed"
                      tabIndex={-1}
                      onClick={() => onChoose(day)}
                    >
                      {t('more', { count: own.length - MAX_SHOWN })}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
