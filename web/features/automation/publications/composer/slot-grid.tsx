import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { formatList } from '../../../../ui/format';
import { weekdayName } from '../calendar/days';
import type { WeeklySlot } from './slots';
import { t } from './texts';

import './slot-grid.css';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MORNING = 9;
/** The hours before are a scroll away. */
const FIRST_IN_VIEW = 7;

interface SlotGridProps {
  slots: readonly WeeklySlot[];
  onChange: (slots: WeeklySlot[]) => void;
  describedBy: string;
}

interface Cell {
  day: number;
  hour: number;
}

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const isIn = ({ day, hour }: Cell, slot: WeeklySlot): boolean =>
  slot.day === day && Number(slot.time.slice(0, 2)) === hour;

/**
 * A week of hours that are switched by click, by dragging over them, or by Space. Roving tabindex: one hour is in the Tab
 * order, and arrows move to the others.
 */
export function SlotGrid({ slots, onChange, describedBy }: SlotGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<Cell>({ day: 1, hour: MORNING });
  /** The hours that a drag has crossed so far, all switched as the first one. */
  const drag = useRef<{ isOn: boolean; cells: Cell[] }>(undefined);
  const isHandled = useRef(false);

  useEffect(() => {
    const row = table.current?.tBodies[0]?.rows[FIRST_IN_VIEW];
    const frame = table.current?.parentElement;
    if (row && frame) frame.scrollTop = row.offsetTop - (table.current?.tHead?.offsetHeight ?? 0);
  }, []);

  const slotsOf = (cell: Cell) => slots.filter((slot) => isIn(cell, slot));
  const set = (cells: readonly Cell[], isOn: boolean) => {
    const isOther = (slot: WeeklySlot) => !cells.some((cell) => isIn(cell, slot));
    const added = cells.filter((cell) => slotsOf(cell).length === 0);
    onChange(
      isOn ? [...slots, ...added.map(({ day, hour }) => ({ day, time: hourText(hour) }))] : slots.filter(isOther),
    );
  };
  const begin = (cell: Cell) => {
    drag.current = { isOn: slotsOf(cell).length === 0, cells: [cell] };
    set([cell], drag.current.isOn);
    isHandled.current = true;
    const end = () => {
      drag.current = undefined;
      // The click that follows a press with the mouse was handled with the press.
      setTimeout(() => {
        isHandled.current = false;
      });
    };
    window.addEventListener('pointerup', end, { once: true });
    window.addEventListener('pointercancel', end, { once: true });
  };
  const cross = (cell: Cell) => {
    if (!drag.current || drag.current.cells.some(({ day, hour }) => day === cell.day && hour === cell.hour)) return;
    drag.current.cells.push(cell);
    set(drag.current.cells, drag.current.isOn);
  };
  const onKey = (event: KeyboardEvent, cell: Cell) => {
    const next = moved(cell, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    table.current?.querySelector<HTMLElement>(`[data-slot="${next.day}-${next.hour}"]`)?.focus();
  };

  return (
    <div className="slot-grid card">
      <table ref={table} aria-label={t('slots')} aria-describedby={describedBy}>
        <thead>
          <tr>
            <td />
            {DAYS.map((day) => (
              <th key={day} scope="col">
                <abbr title={weekdayName(day, 'long')}>{weekdayName(day, 'short')}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {HOURS.map((hour) => (
            <tr key={hour}>
              <th scope="row" className="numbers">
                {hourText(hour)}
              </th>
              {DAYS.map((day) => {
                const cell = { day, hour };
                const own = slotsOf(cell).map(({ time }) => time);
                return (
                  <td key={day}>
                    <button
                      type="button"
                      className="bare"
                      data-slot={`${day}-${hour}`}
                      aria-pressed={own.length > 0}
                      aria-label={t('slotAt', {
                        day: weekdayName(day, 'long'),
                        time: own.length > 0 ? formatList(own) : hourText(hour),
                      })}
                      tabIndex={day === current.day && hour === current.hour ? 0 : -1}
                      onFocus={() => setCurrent(cell)}
                      onPointerDown={(event) => event.pointerType === 'mouse' && begin(cell)}
                      onPointerEnter={() => cross(cell)}
                      onClick={() => !isHandled.current && set([cell], own.length === 0)}
                      onKeyDown={(event) => onKey(event, cell)}
                    >
                      {own.filter((time) => time !== hourText(hour)).join(' ')}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

function moved({ day, hour }: Cell, key: string): Cell | undefined {
  switch (key) {
    case 'ArrowLeft':
      return { day: within(day - 1, 1, 7), hour };
    case 'ArrowRight':
      return { day: within(day + 1, 1, 7), hour };
    case 'ArrowUp':
      return { day, hour: within(hour - 1, 0, 23) };
    case 'ArrowDown':
      return { day, hour: within(hour + 1, 0, 23) };
    case 'Home':
      return { day: 1, hour };
    case 'End':
      return { day: 7, hour };
    default:
      return undefined;
  }
}
