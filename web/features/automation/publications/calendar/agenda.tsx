import { Link } from '@tanstack/react-router';

import { useWorkspace } from '../../../../ui/shell/workspace';
import { StateTag } from '../../state-tag';
import { nameOf, STATUSES, type Publication } from '../labels';
import { t } from '../texts';
import { clockOf, nameOfDay, type Day } from './days';

interface AgendaProps {
  days: readonly Day[];
  byDay: ReadonlyMap<Day, Publication[]>;
  today: Day;
  mayWrite: boolean;
  label: string;
  isOfOneDay?: boolean;
}

export function Agenda({ days, byDay, today, mayWrite, label, isOfOneDay = false }: AgendaProps) {
  const { id: ws } = useWorkspace();
  return (
    <section className={isOfOneDay ? 'agenda agenda-of-day' : 'agenda agenda-of-month'} aria-label={label}>
      {days.length === 0 && <p className="dimmed">{t('noneInPeriod')}</p>}
      {days.map((day) => (
        <div key={day} className="card agenda-day">
          <div className="agenda-head">
            <h3>
              {nameOfDay(day)} {day === today && <span className="dimmed">{t('isToday')}</span>}
            </h3>
            {mayWrite && day >= today && (
              <Link
                to="/w/$ws/automation/publications/new"
                params={{ ws }}
                search={{ day }}
                className="copy-button"
                aria-label={t('newOn', { day: nameOfDay(day) })}
              >
                {t('new')}
              </Link>
            )}
          </div>
          {(byDay.get(day) ?? []).length === 0 && <p className="dimmed agenda-none">{t('noneThatDay')}</p>}
          <ul>
            {(byDay.get(day) ?? []).map((publication) => (
              <li key={publication.id}>
                <span className="numbers">{publication.due_at !== null && clockOf(publication.due_at)}</span>
                <Link
                  className="truncate"
                  to="/w/$ws/automation/publications/$publication"
                  params={{ ws, publication: publication.id }}
                >
                  {nameOf(publication)}
                </Link>
                <StateTag of={STATUSES[publication.status]} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
