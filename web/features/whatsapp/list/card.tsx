import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { ConnectButton } from '../connect-button';
import type { Instance } from '../labels';
import { formatOpen } from '../open-messages';
import { HEALTH_LABELS, REASONS, remedyOf, SENDING_LABELS } from '../reasons/labels';
import { StateTag } from '../state-tag';
import { useDriver } from '../use-drivers';
import { t } from './texts';

export function InstanceCard({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  const { health } = of;
  const driver = useDriver(of.driver);
  const params = { ws, instance: of.id };
  const can = useCan();
  const home =
    of.status === 'connected' && can('whatsapp.messages:read')
      ? '/w/$ws/whatsapp/$instance/chats'
      : '/w/$ws/whatsapp/$instance/connection';
  return (
    <li>
      <article className="card wa-card" aria-label={of.name}>
        <div className="wa-card-head">
          <div className="wa-line">
            <h2>
              <Link to={home} params={params}>
                {of.name}
              </Link>
            </h2>
            {driver && <Tag>{driver.title}</Tag>}
          </div>
          <div className="dimmed numbers">
            {of.phone ?? t('noNumber')}
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
              {until === null
                ? t('problem', { text: HEALTH_LABELS[code] })
                : t.rich('problemUntil', { text: HEALTH_LABELS[code], time: () => <Time at={until} /> })}
            </p>
          ))}
          <dl className="wa-figures">
            <div>
              <dt>{t('sending')}</dt>
              <dd data-tone={health.sending === 'ok' ? undefined : SENDING_LABELS[health.sending].tone}>
                {of.status === 'connected' || of.status === 'reconnecting'
                  ? SENDING_LABELS[health.sending].label
                  : t('notConnected')}
              </dd>
            </div>
            <div>
              <dt>{t('queued')}</dt>
              <dd className="numbers">{formatOpen(health.queued)}</dd>
            </div>
            <div>
              <dt>{t('unconfirmed')}</dt>
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
            to={home}
            params={params as never}
            aria-label={t('open', { name: of.name })}
          >
            {t('openConnection')}
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
          {t('pair')}
        </Button>
      );
    case 'reconnect':
      return can('whatsapp.instances:connect') && <ConnectButton of={of} size="xs" />;
    case 'fix_credentials':
      if (!can('whatsapp.instances:write')) return null;
      return (
        <Button size="xs" component={Link} to="/w/$ws/whatsapp/$instance/settings" hash="credentials" params={params}>
          {t('fixCredentials')}
        </Button>
      );
    case 'none':
      return null;
  }
}
