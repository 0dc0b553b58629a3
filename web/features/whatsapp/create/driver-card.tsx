import type { ReactNode } from 'react';

import { labelOf } from '../../../i18n/labels';
import { InlineCode } from '../../../ui/code/inline-code';
import { Note, Tag } from '../../../ui/tag';
import { Unavailable } from '../drivers/unavailable';
import type { Driver } from '../labels';
import { t } from './texts';

interface DriverCardProps {
  of: Driver;
  /** False if a later step shows the notices. */
  hasNotices: boolean;
  children: ReactNode;
}

export function DriverCard({ of, hasNotices, children }: DriverCardProps) {
  return (
    <li>
      <article className="card wa-card" aria-label={of.title}>
        <div className="wa-line">
          <h2>{of.title}</h2>
          {!of.available && <Tag>{t('notAvailable')}</Tag>}
        </div>
        <div className="wa-lines">
          <p>{labelOf('driverTexts', of.description, of.description)}</p>
          {hasNotices &&
            of.notices.map((notice) => (
              <Note key={notice} tone="warning">
                <InlineCode text={labelOf('driverTexts', notice, notice)} />
              </Note>
            ))}
          {!of.available && <Unavailable of={of} />}
        </div>
        {of.available && <div className="wa-card-foot">{children}</div>}
      </article>
    </li>
  );
}
