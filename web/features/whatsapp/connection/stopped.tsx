import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { ConnectButton } from '../connect-button';
import { Unavailable } from '../drivers/unavailable';
import { REASONS, remedyOf, toneOf, type Driver, type Instance, type Remedy, type Status } from '../labels';
import { formatOpenCount } from '../open-messages';
import { useDriver } from '../use-drivers';
import { ConnectionActions } from './actions';

type Ended = Extract<Status, 'created' | 'disconnected' | 'logged_out' | 'failed'>;

const WITHOUT_REASON = {
  created: { what: 'It was never connected.', todo: 'Connect it, and it can send and receive.' },
  disconnected: { what: 'It is disconnected.', todo: 'Its credentials are kept.' },
  logged_out: { what: 'It was logged out, and its credentials are wiped.', todo: 'Link it with a phone again.' },
  failed: { what: 'The connection failed.', todo: 'Connect it again.' },
} satisfies Record<Ended, { what: string; todo: string }>;

export function Stopped({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  const can = useCan();
  const { status, status_reason: reason, health } = of;
  const { what, todo } = reason === null ? WITHOUT_REASON[status as Ended] : REASONS[reason];
  const driver = useDriver(of.driver);
  const remedy = remedyOf(of, driver);
  const isCalm = status === 'created' || reason === 'user_stopped';
  const needsToken = status === 'logged_out' && remedy === 'fix_credentials';
  const isUnavailable = driver?.available === false;
  const mayConnect = can('whatsapp.instances:connect') && !isUnavailable && !needsToken;
  return (
    <div className="wa-lines">
      <Note tone={isCalm ? 'neutral' : toneOf(of) === 'error' ? 'error' : 'warning'}>
        <strong>{what}</strong> {needsToken ? 'Give it new credentials in the settings, then connect it.' : todo}{' '}
        <span className="wa-small">
          Since <Time at={of.status_changed_at} />.
        </span>
      </Note>
      {isUnavailable && <Unavailable of={driver} />}
      {health.queued > 0 && (
        <p>
          {formatOpenCount(health.queued, 'message waits', 'messages wait')} until it is connected, or until they
          expire.
        </p>
      )}
      <div className="wa-line">
        {remedy === 'fix_credentials' && can('whatsapp.instances:write') && (
          <Button
            size="sm"
            component={Link}
            to="/w/$ws/whatsapp/$instance/settings"
            hash="credentials"
            params={{ ws, instance: of.id } as never}
          >
            Fix credentials
          </Button>
        )}
        {mayConnect && <ConnectButton of={of} label={connectLabel(of, driver, remedy)} />}
        {mayConnect && isLinked(of, driver) && <ConnectionActions of={of} orders={LOG_OUT} />}
      </div>
    </div>
  );
}

const LOG_OUT = ['logout'] as const;

function connectLabel({ status, status_reason: reason }: Instance, driver: Driver | undefined, remedy: Remedy): string {
  if (remedy === 'none') return 'Try to connect';
  const needsPhone = status === 'logged_out' && driver?.traits.pairing === 'required';
  return needsPhone || reason === 'qr_expired' ? 'Show a new code' : 'Connect';
}

/** A phone keeps it as a linked device: only after a log-out can it be linked again, or another phone. */
const isLinked = ({ status, phone }: Instance, driver: Driver | undefined): boolean =>
  driver?.traits.pairing === 'required' && phone !== null && (status === 'failed' || status === 'disconnected');

export function Starting({ isScanned }: { isScanned: boolean }) {
  return (
    <div className="wa-lines">
      <p>
        <strong>{isScanned ? 'Scanned. Finishing on the phone.' : 'Starting.'}</strong>{' '}
        {isScanned ? 'Keep the app open until it says that the device is linked.' : 'This takes a few seconds.'}
      </p>
      <div className="wa-bar" aria-hidden />
    </div>
  );
}

export function Reconnecting({ of }: { of: Instance }) {
  const mayConnect = useCan()('whatsapp.instances:connect');
  const { queued } = of.health;
  return (
    <div className="wa-lines">
      <Note tone="warning">
        <strong>The connection was lost</strong> <Time at={of.status_changed_at} />.{' '}
        {of.status_reason !== null && `${REASONS[of.status_reason].what} `}Switchboard connects again by itself.
      </Note>
      <p>
        You can send: messages wait in the queue until the connection is back.{' '}
        {queued > 0 && `${formatOpenCount(queued, 'message waits', 'messages wait')} now.`}
      </p>
      <div className="wa-bar" aria-hidden />
      {mayConnect && (
        <div className="wa-line">
          <ConnectionActions of={of} orders={WHILE_RECONNECTING} />
        </div>
      )}
    </div>
  );
}

const WHILE_RECONNECTING = ['restart', 'disconnect'] as const;
