import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { useNow } from '../../../../ui/time';
import { t } from '../texts';
import { Agenda } from './agenda';
import {
  addDays,
  addMonths,
  dayOf,
  daysFrom,
  isSameMonth,
  mondayOf,
  nameOfMonth,
  nameOfWeek,
  weeksOf,
  type Day,
} from './days';
import { MonthGrid } from './month-grid';
import { useMove } from './use-move';
import { inDays, usePeriod, type Filters } from './use-period';
import { WeekGrid } from './week-grid';

import './calendar.css';

interface CalendarProps {
  isWeek: boolean;
  filters: Filters;
  day: Day | undefined;
  mayWrite: boolean;
  onDay: (day: Day | undefined) => void;
}

export function Calendar({ isWeek, filters, day, mayWrite, onDay }: CalendarProps) {
  const today = dayOf(new Date(useNow()));
  const shown = day ?? today;
  const week = daysFrom(mondayOf(shown));
  const weeks = isWeek ? [week] : weeksOf(shown);
  const period = usePeriod(filters, weeks[0]?.[0] ?? shown, weeks.at(-1)?.at(-1) ?? shown);
  const { move, shown: atNewTimes } = useMove();
  const go = (next: Day) => onDay(next === today ? undefined : next);
  const turn = (step: 1 | -1) => go(isWeek ? addDays(shown, step * week.length) : addMonths(shown, step));
  return (
    <section className="calendar" aria-labelledby="calendar-period">
      <div className="calendar-head">
        <h2 id="calendar-period" aria-live="polite">
          {isWeek ? nameOfWeek(mondayOf(shown)) : nameOfMonth(shown)}
        </h2>
        <button type="button" className="copy-button" onClick={() => turn(-1)}>
          <IconChevronLeft size={15} aria-hidden />
          <span className="visually-hidden">{t(isWeek ? 'previousWeek' : 'previousMonth')}</span>
        </button>
        <button type="button" className="copy-button" disabled={shown === today} onClick={() => onDay(undefined)}>
          {t('today')}
        </button>
        <button type="button" className="copy-button" onClick={() => turn(1)}>
          <IconChevronRight size={15} aria-hidden />
          <span className="visually-hidden">{t(isWeek ? 'nextWeek' : 'nextMonth')}</span>
        </button>
      </div>
      <Content query={period} loading={<Loading rows={6} />}>
        {({ publications, isCut }) => {
          const byDay = inDays(atNewTimes(publications));
          const grid = { today, byDay, move: mayWrite ? move : undefined };
          const listed = isWeek ? week : [...byDay.keys()].filter((one) => isSameMonth(one, shown)).toSorted();
          return (
            <>
              {isCut && <Note tone="warning">{t('isCut')}</Note>}
              {isWeek ? (
                <WeekGrid {...grid} days={week} />
              ) : (
                <MonthGrid {...grid} weeks={weeks} chosen={shown} onChoose={go} />
              )}
              {mayWrite && <p className="dimmed calendar-help">{t('moveHelp')}</p>}
              {!isWeek && (
                <Agenda
                  days={[shown]}
                  byDay={byDay}
                  today={today}
                  mayWrite={mayWrite}
                  label={t('selectedDay')}
                  isOfOneDay
                />
              )}
              <Agenda
                days={listed}
                byDay={byDay}
                today={today}
                mayWrite={mayWrite}
                label={t(isWeek ? 'daysOfWeek' : 'daysOfMonth')}
              />
            </>
          );
        }}
      </Content>
    </section>
  );
}
