import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { ConnectButton } from '../connect-button';
import { HEALTH_LABELS, REASONS, remedyOf, SENDING_LABELS, type Instance } from '../labels';
import { formatOpen } from '../open-messages';
import { StateTag } from '../state-tag';
import { useDriver } from '../use-drivers';

export function InstanceCard({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  const { health } = of;
  const driver = useDriver(of.driver);
  const params = { ws, instance: of.id };
  return (
    <li>
      <article className="card wa-card" aria-label={of.name}>
        <div className="wa-card-head">
          <div className="wa-line">
            <h2>
              <Link to="/w/$ws/whatsapp/$instance/connection" params={params}>
                {of.name}
              </Link>
            </h2>
            {driver && <Tag>{driver.title}</Tag>}
          </div>
          <div className="dimmed numbers">
            {of.phone ?? 'No number yet'}
            {of.display_name !== null && of.display_name !== of.name && ` · ${of.display_name}`}
          </div>
          <div className="wa-line">
            <StateTag of={of} />
            <span className="dimmed wa-small">
              <Time at={of.status_changed_at} />
            </span>
          </div>
        </div>
        <div className="wa-lines">
          {of.status_reason !== null && of.status_reason !== 'user_stopped' && (
            <p className="wa-why">
              {REASONS[of.status_reason].what} <span className="dimmed">{REASONS[of.status_reason].todo}</span>
            </p>
          )}
          {health.reasons.map(({ code, until }) => (
            <p key={code} className="wa-why">
              {HEALTH_LABELS[code]}
              {until !== null && (
                <>
                  , until <Time at={until} />
                </>
              )}
              .
            </p>
          ))}
          <dl className="wa-figures">
            <div>
              <dt>Sending</dt>
              <dd data-tone={health.sending === 'ok' ? undefined : SENDING_LABELS[health.sending].tone}>
                {of.status === 'connected' || of.status === 'reconnecting'
                  ? SENDING_LABELS[health.sending].label
                  : 'Refused for now'}
              </dd>
            </div>
            <div>
              <dt>Queued</dt>
              <dd className="numbers">{formatOpen(health.queued)}</dd>
            </div>
            <div>
              <dt>Unconfirmed</dt>
              <dd className="numbers" data-tone={health.unconfirmed > 0 ? 'warning' : undefined}>
                {formatOpen(health.unconfirmed)}
              </dd>
            </div>
          </dl>
        </div>
        <div className="wa-card-foot">
          <Remedies of={of} />
          <Button
            size="xs"
            variant="default"
            component={Link}
            to="/w/$ws/whatsapp/$instance/connection"
            params={params as never}
            aria-label={`Open ${of.name}`}
          >
            Open
          </Button>
        </div>
      </article>
    </li>
  );
}

function Remedies({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  const can = useCan();
  const params = { ws, instance: of.id } as never;
  switch (remedyOf(of, useDriver(of.driver))) {
    case 'pair':
      if (!can('whatsapp.instances:connect')) return null;
      return (
        <Button size="xs" component={Link} to="/w/$ws/whatsapp/$instance/connection" params={params}>
          Pair
        </Button>
      );
    case 'reconnect':
      return can('whatsapp.instances:connect') && <ConnectButton of={of} size="xs" />;
    case 'fix_credentials':
      if (!can('whatsapp.instances:write')) return null;
      return (
        <Button size="xs" component={Link} to="/w/$ws/whatsapp/$instance/settings" hash="credentials" params={params}>
          Fix credentials
        </Button>
      );
    case 'none':
      return null;
  }
}
