import type { ReactNode } from 'react';

import { Note, Tag } from '../../../ui/tag';
import type { Driver } from '../labels';

interface DriverCardProps {
  of: Driver;
  children: ReactNode;
}

export function DriverCard({ of, children }: DriverCardProps) {
  return (
    <li>
      <article className="card wa-card" aria-label={of.title}>
        <div className="wa-line">
          <h2>{of.title}</h2>
          {!of.available && <Tag>Not available</Tag>}
        </div>
        <div className="wa-lines">
          <p>{of.description}</p>
          {of.notices.map((notice) => (
            <Note key={notice} tone="warning">
              {notice}
            </Note>
          ))}
          {!of.available && <Note tone="neutral">{of.reason ?? 'This server does not have it.'}</Note>}
        </div>
        {of.available && <div className="wa-card-foot">{children}</div>}
      </article>
    </li>
  );
}
