import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { useNow } from '../../../../ui/time';
import { Agenda } from './agenda';
import { addMonths, dayOf, isSameMonth, nameOfMonth, weeksOf, type Day } from './days';
import { MonthGrid } from './month-grid';
import { useMonth, type Filters } from './use-month';

import './calendar.css';

interface CalendarProps {
  filters: Filters;
  day: Day | undefined;
  mayWrite: boolean;
  onDay: (day: Day | undefined) => void;
}

export function Calendar({ filters, day, mayWrite, onDay }: CalendarProps) {
  const today = dayOf(new Date(useNow()));
  const shown = day ?? today;
  const weeks = weeksOf(shown);
  const month = useMonth(filters, weeks[0]?.[0] ?? shown, weeks.at(-1)?.at(-1) ?? shown);
  const go = (next: Day) => onDay(next === today ? undefined : next);
  return (
    <section className="calendar" aria-labelledby="calendar-month">
      <div className="calendar-head">
        <h2 id="calendar-month" aria-live="polite">
          {nameOfMonth(shown)}
        </h2>
        <button type="button" className="copy-button" onClick={() => go(addMonths(shown, -1))}>
          <IconChevronLeft size={15} aria-hidden />
          <span className="visually-hidden">Month before</span>
        </button>
        <button type="button" className="copy-button" disabled={shown === today} onClick={() => onDay(undefined)}>
          Today
        </button>
        <button type="button" className="copy-button" onClick={() => go(addMonths(shown, 1))}>
          <IconChevronRight size={15} aria-hidden />
          <span className="visually-hidden">Month after</span>
        </button>
      </div>
      <Content query={month} loading={<Loading rows={6} />}>
        {({ byDay, isCut }) => (
          <>
            {isCut && <Note tone="warning">There is more in this month than fits here: narrow it by the filters.</Note>}
            <MonthGrid weeks={weeks} today={today} chosen={shown} byDay={byDay} onChoose={go} />
            <Agenda days={[shown]} byDay={byDay} today={today} mayWrite={mayWrite} label="The chosen day" isOfOneDay />
            <Agenda
              days={[...byDay.keys()].filter((one) => isSameMonth(one, shown)).toSorted()}
              byDay={byDay}
              today={today}
              mayWrite={mayWrite}
              label="The days of the month"
            />
          </>
        )}
      </Content>
    </section>
  );
}
