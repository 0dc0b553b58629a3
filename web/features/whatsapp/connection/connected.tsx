import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { DetailList } from '../../../ui/detail/detail-list';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note, Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { HEALTH_LABELS, QUALITY_LABELS, SENDING_LABELS, type Instance } from '../labels';
import { formatOpen } from '../open-messages';
import { ConnectionActions } from './actions';

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
          {HEALTH_LABELS[code]}
          {until !== null && (
            <>
              , until <Time at={until} />
            </>
          )}
          . {provided !== null && <span className="mono">{provided}</span>}
        </Note>
      ))}
      <DetailList>
        <dt>Number</dt>
        <dd className="numbers">{of.phone ?? 'Not told yet'}</dd>
        <dt>Name</dt>
        <dd>{of.display_name ?? 'None'}</dd>
        <dt>Connected</dt>
        <dd>
          <Time at={of.status_changed_at} />
        </dd>
        <dt>Sending</dt>
        <dd>
          <Tag tone={sending.tone}>{sending.label}</Tag>
        </dd>
        {health.quality_rating !== null && (
          <>
            <dt>Quality</dt>
            <dd>{QUALITY_LABELS[health.quality_rating]}</dd>
          </>
        )}
        {health.messaging_limit !== null && (
          <>
            <dt>Limit</dt>
            <dd>{health.messaging_limit} new people in 24 hours</dd>
          </>
        )}
        <dt>Queued</dt>
        <dd className="numbers">
          {formatOpen(health.queued)} {health.queued > 0 && mayRead && <ThoseOf of={of} state="waiting" />}
        </dd>
        <dt>Unconfirmed</dt>
        <dd className="numbers">
          {formatOpen(health.unconfirmed)}
          {health.unconfirmed > 0 && (
            <>
              <span className="dimmed"> Nobody can tell whether these were sent; a retry may send them twice.</span>{' '}
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
            Send a test message
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
      Show them
    </Link>
  );
}
