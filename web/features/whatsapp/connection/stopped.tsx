import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { ConnectButton } from '../connect-button';
import { REASONS, remedyOf, toneOf, type Instance, type Status } from '../labels';
import { formatOpenCount } from '../open-messages';
import { useDriver } from '../use-drivers';

type Ended = Extract<Status, 'created' | 'disconnected' | 'logged_out' | 'failed'>;

const WITHOUT_REASON = {
  created: { what: 'It was never connected.', todo: 'Connect it, and it can send and receive.' },
  disconnected: { what: 'It is disconnected.', todo: 'Its credentials are kept.' },
  logged_out: { what: 'It was logged out, and its credentials are wiped.', todo: 'It must be linked anew.' },
  failed: { what: 'The connection failed.', todo: 'Connect it again.' },
} satisfies Record<Ended, { what: string; todo: string }>;

export function Stopped({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  const can = useCan();
  const { status, status_reason: reason, health } = of;
  const { what, todo } = reason === null ? WITHOUT_REASON[status as Ended] : REASONS[reason];
  const remedy = remedyOf(of, useDriver(of.driver));
  const isCalm = status === 'created' || reason === 'user_stopped';
  const needsToken = status === 'logged_out' && remedy === 'fix_credentials';
  return (
    <div className="wa-lines">
      <Note tone={isCalm ? 'neutral' : toneOf(of) === 'error' ? 'error' : 'warning'}>
        <strong>{what}</strong> {needsToken ? 'Give it new credentials in the settings, then connect it.' : todo}{' '}
        <span className="wa-small">
          Since <Time at={of.status_changed_at} />.
        </span>
      </Note>
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
        {can('whatsapp.instances:connect') && !needsToken && remedy !== 'none' && (
          <ConnectButton of={of} label={remedy === 'pair' && reason === 'qr_expired' ? 'Show a new code' : 'Connect'} />
        )}
        {can('whatsapp.instances:connect') && remedy === 'none' && <ConnectButton of={of} label="Try to connect" />}
      </div>
    </div>
  );
}

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
  const { queued } = of.health;
  return (
    <div className="wa-lines">
      <Note tone="warning">
        <strong>The connection was lost</strong> <Time at={of.status_changed_at} />. It is made again by itself.
      </Note>
      <p>
        Sending is allowed: messages queue and go out once it is back.{' '}
        {queued > 0 && `${formatOpenCount(queued, 'message waits', 'messages wait')} now.`}
      </p>
      <div className="wa-bar" aria-hidden />
    </div>
  );
}
