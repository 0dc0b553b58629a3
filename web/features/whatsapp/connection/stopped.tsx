import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { ConnectButton } from '../connect-button';
import { Unavailable } from '../drivers/unavailable';
import { toneOf, type Driver, type Instance, type Status } from '../labels';
import { formatOpen, isCutOff } from '../open-messages';
import { REASONS, remedyOf, type Remedy } from '../reasons/labels';
import { useDriver } from '../use-drivers';
import { ConnectionActions } from './actions';
import { t } from './texts';

type Ended = Extract<Status, 'created' | 'disconnected' | 'logged_out' | 'failed'>;

const withoutReason = (status: Ended) => ({ what: t(`what_${status}`), todo: t(`todo_${status}`) });

export function Stopped({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  const can = useCan();
  const { status, status_reason: reason, health } = of;
  const { what, todo } = reason === null ? withoutReason(status as Ended) : REASONS[reason];
  const driver = useDriver(of.driver);
  const remedy = remedyOf(of, driver);
  const isCalm = status === 'created' || reason === 'user_stopped';
  const needsToken = status === 'logged_out' && remedy === 'fix_credentials';
  const isUnavailable = driver?.available === false;
  const mayConnect = can('whatsapp.instances:connect') && !isUnavailable && !needsToken;
  return (
    <div className="wa-lines">
      <Note tone={isCalm ? 'neutral' : toneOf(of) === 'error' ? 'error' : 'warning'}>
        <strong>{what}</strong> {needsToken ? t('enterCredentials') : todo}{' '}
        <span className="wa-small">{t.rich('since', { time: () => <Time at={of.status_changed_at} /> })}</span>
      </Note>
      {isUnavailable && <Unavailable of={driver} />}
      {health.queued > 0 && (
        <p>
          {isCutOff(health.queued)
            ? t('queuedMany', { count: formatOpen(health.queued) })
            : t('queuedMessages', { count: health.queued })}
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
            {t('fixCredentials')}
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
  if (remedy === 'none') return t('tryToConnect');
  const needsPhone = status === 'logged_out' && driver?.traits.pairing === 'required';
  return needsPhone || reason === 'qr_expired' ? t('showNewCode') : t('connect');
}

/** A phone keeps it as a linked device: only after a log-out can it be linked again, or another phone. */
const isLinked = ({ status, phone }: Instance, driver: Driver | undefined): boolean =>
  driver?.traits.pairing === 'required' && phone !== null && (status === 'failed' || status === 'disconnected');

export function Starting({ isScanned }: { isScanned: boolean }) {
  return (
    <div className="wa-lines">
      <p>
        <strong>{isScanned ? t('scanned') : t('starting')}</strong> {isScanned ? t('keepOpen') : t('fewSeconds')}
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
        <strong>{t('lost')}</strong> <Time at={of.status_changed_at} />.{' '}
        {of.status_reason !== null && `${REASONS[of.status_reason].what} `}
        {t('automatic')}
      </Note>
      <p>
        {t('canSend')}{' '}
        {queued > 0 &&
          (isCutOff(queued) ? t('queuedNowMany', { count: formatOpen(queued) }) : t('queuedNow', { count: queued }))}
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
