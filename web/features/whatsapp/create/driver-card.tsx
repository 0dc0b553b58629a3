import type { ReactNode } from 'react';

import { Note, Tag } from '../../../ui/tag';
import { DRIVER_WORDS, type Driver, type DriverName } from '../words';

const ABOUT = {
  sandbox:
    'A simulated network in this server. Nothing leaves it: for tests, and to learn the API without a phone. Numbers that end in certain digits behave in certain ways.',
  cloud:
    'Meta’s official API for businesses. It needs an app at Meta, a number registered there, and an access token. Messages outside of the 24 hours after the last word of a person need a template.',
  web: 'An account as on a phone, linked by a QR code.',
} satisfies Record<DriverName, string>;

interface DriverCardProps {
  of: Driver;
  /** What begins with it; shown only where the server has the driver. */
  children: ReactNode;
}

/** One way to WhatsApp: what it is, what to know of it, why it is not to be had. */
export function DriverCard({ of, children }: DriverCardProps) {
  return (
    <li>
      <article className="card wa-card" aria-label={DRIVER_WORDS[of.driver]}>
        <div className="wa-line">
          <h2>{DRIVER_WORDS[of.driver]}</h2>
          {!of.available && <Tag>Not available</Tag>}
        </div>
        <div className="wa-lines">
          <p>{ABOUT[of.driver]}</p>
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
