import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type KeyboardEvent } from 'react';

import { formatCount } from '../../../../ui/format';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { nameOf, STATUSES, type Publication } from '../labels';
import { clockOf, dayByKey, isSameMonth, nameOfDay, type Day } from './days';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MAX_SHOWN = 3;

interface MonthGridProps {
  weeks: readonly (readonly Day[])[];
  today: Day;
  chosen: Day;
  byDay: ReadonlyMap<Day, Publication[]>;
  onChoose: (day: Day) => void;
}

/** Roving tabindex: one day is in the Tab order; arrows, Home, End and Page keys move to the others. */
export function MonthGrid({ weeks, today, chosen, byDay, onChoose }: MonthGridProps) {
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
  return (
    <table ref={table} className="calendar-grid card" aria-label="Month">
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              <abbr title={name}>{name.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                data-chosen={day === chosen || undefined}
                data-other={!isSameMonth(day, chosen) || undefined}
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
                  <span className="visually-hidden">
                    {nameOfDay(day)}, {formatCount(byDay.get(day)?.length ?? 0, 'publication')}
                  </span>
                </button>
                <Entries of={byDay.get(day) ?? []} onAll={() => onChoose(day)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Entries({ of, onAll }: { of: readonly Publication[]; onAll: () => void }) {
  const { id: ws } = useWorkspace();
  const rest = of.length - MAX_SHOWN;
  return (
    <>
      {of.slice(0, MAX_SHOWN).map((publication) => (
        <Link
          key={publication.id}
          className="calendar-entry"
          data-tone={STATUSES[publication.status].tone}
          to="/w/$ws/automation/publications/$publication"
          params={{ ws, publication: publication.id }}
          title={`${nameOf(publication)}: ${STATUSES[publication.status].label}`}
        >
          <span className="dot" aria-hidden />
          {publication.due_at !== null && <span className="numbers">{clockOf(publication.due_at)}</span>}
          <span className="truncate">{nameOf(publication)}</span>
          <span className="visually-hidden">, {STATUSES[publication.status].label}</span>
        </Link>
      ))}
      {rest > 0 && (
        <button type="button" className="bare calendar-rest dimmed" tabIndex={-1} onClick={onAll}>
          {rest} more
        </button>
      )}
    </>
  );
}
