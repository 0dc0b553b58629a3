import { useState } from 'react';

import { Card } from '../../../ui/page';
import { STATUS_LABELS, type Instance } from '../labels';
import { Connected } from './connected';
import { Pairing } from './pairing';
import { Reconnecting, Starting, Stopped } from './stopped';
import { t } from './texts';

import './connection.css';

export const ConnectionCard = ({ of }: { of: Instance }) => (
  <Card title={t('connection')}>
    <ConnectionView of={of} />
  </Card>
);

/** The state of a connection, and what a person can do about it. */
export function ConnectionView({ of }: { of: Instance }) {
  const before = useBefore(of.status);
  return (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        {t('announced', { name: of.name, status: STATUS_LABELS[of.status].label })}
      </div>
      {views(of, before)}
    </>
  );
}

function views(of: Instance, before: Instance['status'] | undefined) {
  switch (of.status) {
    case 'pairing':
      return <Pairing of={of} />;
    case 'connecting':
      return <Starting isScanned={before === 'pairing'} />;
    case 'connected':
      return <Connected of={of} />;
    case 'reconnecting':
      return <Reconnecting of={of} />;
    case 'created':
    case 'disconnected':
    case 'logged_out':
    case 'failed':
      return <Stopped of={of} />;
  }
}

/** The state before this one, since the page was opened. */
function useBefore(status: Instance['status']): Instance['status'] | undefined {
  const [seen, setSeen] = useState<{ now: Instance['status']; before: Instance['status'] | undefined }>({
    now: status,
    before: undefined,
  });
  if (seen.now !== status) setSeen({ now: status, before: seen.now });
  return seen.now === status ? seen.before : seen.now;
}
