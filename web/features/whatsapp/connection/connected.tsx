import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { DetailList } from '../../../ui/detail/detail-list';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note, Status } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import type { Instance } from '../labels';
import { formatOpen } from '../open-messages';
import { HEALTH_LABELS, QUALITY_LABELS, SENDING_LABELS } from '../reasons/labels';
import { ConnectionActions } from './actions';
import { t } from './texts';

export function Connected({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  const can = useCan();
  const mayRead = can('whatsapp.messages:read');
  const { health } = of;
  const sending = SENDING_LABELS[health.sending];
  return (
    <div className="wa-lines">
      {health.reasons.map(({ code, until, provider_code: provided }) => (
        <Note key={code} tone={health.sending === 'blocked' ? 'error' : 'warning'}>
          {until === null
            ? t('problem', { text: HEALTH_LABELS[code] })
            : t.rich('problemUntil', { text: HEALTH_LABELS[code], time: () => <Time at={until} /> })}{' '}
          {provided !== null && <span className="mono">{provided}</span>}
        </Note>
      ))}
      <DetailList>
        <dt>{t('number')}</dt>
        <dd className="numbers">{of.phone ?? t('unknown')}</dd>
        <dt>{t('profileName')}</dt>
        <dd>{of.display_name ?? t('none')}</dd>
        <dt>{t('connectedSince')}</dt>
        <dd>
          <Time at={of.status_changed_at} />
        </dd>
        <dt>{t('sending')}</dt>
        <dd>
          <Status tone={sending.tone} isUsual={health.sending === 'ok'}>
            {sending.label}
          </Status>
        </dd>
        {health.quality_rating !== null && (
          <>
            <dt>{t('quality')}</dt>
            <dd>{QUALITY_LABELS[health.quality_rating]}</dd>
          </>
        )}
        {health.messaging_limit !== null && (
          <>
            <dt>{t('limit')}</dt>
            <dd>{t('limitValue', { count: health.messaging_limit })}</dd>
          </>
        )}
        <dt>{t('queued')}</dt>
        <dd className="numbers">
          {formatOpen(health.queued)} {health.queued > 0 && mayRead && <ThoseOf of={of} state="waiting" />}
        </dd>
        <dt>{t('unconfirmed')}</dt>
        <dd className="numbers">
          {formatOpen(health.unconfirmed)}
          {health.unconfirmed > 0 && (
            <>
              <span className="dimmed"> {t('unconfirmedHelp')}</span>{' '}
              {mayRead && <ThoseOf of={of} state="unconfirmed" />}
            </>
          )}
        </dd>
      </DetailList>
      <div className="wa-line">
        {can('whatsapp.messages:send') && (
          <Button
            size="sm"
            component={Link}
            to="/w/$ws/whatsapp/$instance/tester"
            params={{ ws, instance: of.id } as never}
          >
            {t('sendTest')}
          </Button>
        )}
        {can('whatsapp.instances:connect') && <ConnectionActions of={of} />}
      </div>
    </div>
  );
}

function ThoseOf({ of, state }: { of: Instance; state: 'waiting' | 'unconfirmed' }) {
  const { id: ws } = useWorkspace();
  return (
    <Link to="/w/$ws/whatsapp/$instance/chats" params={{ ws, instance: of.id }} search={{ state }}>
      {t('view')}
    </Link>
  );
}
