import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { Time, useNow } from '../../../ui/time';
import { DISABLED_LABELS, type Webhook } from '../labels';
import { LeftOut } from '../left-out';
import { isHeld } from '../list/use-webhook-actions';
import { ReceiveLeftOut } from '../receive-left-out';
import { healthNotice } from './health-texts';
import { RECEIVER_WARNINGS } from './receivers';
import { t } from './texts';

interface WebhookNoticesProps {
  of: Webhook;
  /** What is so by its URL is said on one tab. */
  isOverview: boolean;
  onEnable: () => void;
}

/** What needs a look, with the button that mends it. */
export function WebhookNotices({ of, isOverview, onEnable }: WebhookNoticesProps) {
  const { id: ws } = useWorkspace();
  const mayWrite = useCan()('webhooks:write');
  const { status, health, disabled_reason: reason, disabled_at: at, receiver } = of;
  const now = useNow();
  const notice = status === 'active' ? healthNotice(health, now) : undefined;
  const enableButton = mayWrite && (status !== 'active' || isHeld(of)) && (
    <Button size="compact-sm" variant="default" onClick={onEnable}>
      {t(status === 'active' ? 'sendNow' : 'enable')}
    </Button>
  );
  const time = () => <Time at={at} />;
  return (
    <>
      {status === 'disabled' && (
        <Note tone={reason === 'user' ? 'neutral' : 'error'}>
          {reason === null || reason === 'user'
            ? t.rich('disabledNote', { time })
            : t.rich('disabledNoteBy', { time, reason: DISABLED_LABELS[reason] })}{' '}
          {enableButton}
        </Note>
      )}
      {status === 'paused' && (
        <Note tone="neutral">
          {t('pausedNote')} {enableButton}
        </Note>
      )}
      {notice !== undefined && (
        <Note tone={health.status === 'degraded' ? 'error' : 'warning'}>
          {notice}{' '}
          <Link to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: of.id }} search={{ tab: 'deliveries' }}>
            {t('seeDeliveries')}
          </Link>{' '}
          {enableButton}
        </Note>
      )}
      <LeftOut of={of} what="webhook">
        <ReceiveLeftOut of={of} />
      </LeftOut>
      {isOverview &&
        receiver.warnings.map((warning) => (
          <Note key={warning} tone="warning">
            {RECEIVER_WARNINGS[warning]}
          </Note>
        ))}
    </>
  );
}
