import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { issueText, labelOf } from '../../i18n/labels';
import { useTRPC, type Outputs } from '../../trpc';
import { CodeBlock } from '../../ui/code/code-block';
import { CopyId } from '../../ui/code/copy';
import { InlineCode } from '../../ui/code/inline-code';
import { DetailList } from '../../ui/detail/detail-list';
import { formatDuration, formatMoment } from '../../ui/format';
import { Card } from '../../ui/page';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Note, SurfaceTag, Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { DeliveryLines, useCausedDeliveries } from './caused-deliveries';
import { EventObject } from './event-object';
import { fieldErrorsOf, type FieldError } from './field-errors';
import { t } from './texts';

import './activity.css';

type Request = Outputs['request_logs']['get'];

const MODEL_CALL = /^(?:chat|embeddings|audio|responses|messages)_/;

export function RequestDetail({ of }: { of: Request }) {
  const { id: ws } = useWorkspace();
  const can = useCan();
  const trpc = useTRPC();
  const { key_id: keyId, object_id: objectId } = of;
  const key = useQuery(
    trpc.keys.get.queryOptions({ key_id: keyId ?? '' }, { enabled: keyId !== null && can('keys:read') }),
  );
  const fields = fieldErrorsOf(of.response_body);
  const error = of.code !== null && of.code in ERRORS ? ERRORS[of.code as ErrorCode] : undefined;

  return (
    <div className="activity-stack">
      <Card
        title={
          <span className="mono activity-title">
            {of.method} {of.path}
          </span>
        }
        aside={<Tag tone={of.status < 400 ? 'success' : 'error'}>{of.status}</Tag>}
        actions={<SurfaceTag surface={of.surface} path={of.path} />}
      >
        {error && (
          <Note tone="error">
            <a className="mono" href={`/user/api/docs/errors#${of.code}`}>
              {of.code}
            </a>{' '}
            {labelOf('errorTitles', of.code ?? '', error.title)}{' '}
            {fields.length === 0 && <InlineCode text={labelOf('errorActions', of.code ?? '', error.action)} />}
            <FieldErrors of={fields} />
          </Note>
        )}
        <DetailList>
          <dt>{t('answeredAt')}</dt>
          <dd>
            <Time at={of.created_at} /> <span className="dimmed">{formatMoment(of.created_at)}</span>
          </dd>
          <dt>{t('duration')}</dt>
          <dd>{formatDuration(of.duration_ms)}</dd>
          <dt>{t('operation')}</dt>
          <dd>
            <Link to="/reference/$surface" params={{ surface: of.surface as 'links' }} className="mono">
              {of.operation_id}
            </Link>
          </dd>
          <dt>{t('key')}</dt>
          <dd>
            {keyId === null ? (
              <span className="dimmed">{t('none')}</span>
            ) : (
              <Link to="/w/$ws/keys/$key" params={{ ws, key: keyId }}>
                {key.data?.name ?? keyId}
              </Link>
            )}
          </dd>
          {MODEL_CALL.test(of.operation_id) && (
            <>
              <dt>{t('modelCall')}</dt>
              <dd>
                <Link to="/w/$ws/models/calls/$call" params={{ ws, call: of.id }}>
                  {t('tokensAndCost')}
                </Link>
              </dd>
            </>
          )}
          <dt>{t('object')}</dt>
          <dd>{objectId === null ? <span className="dimmed">{t('none')}</span> : <CopyId id={objectId} />}</dd>
          <dt>{t('address')}</dt>
          <dd className="mono">{of.ip}</dd>
          <dt>{t('client')}</dt>
          <dd>{of.user_agent || <span className="dimmed">{t('notGiven')}</span>}</dd>
          {of.client_request_id !== null && (
            <>
              <dt>{t('clientRequestId')}</dt>
              <dd className="mono">{of.client_request_id}</dd>
            </>
          )}
          <dt>{t('replay')}</dt>
          <dd>{t(of.idempotent_replayed ? 'replayed' : 'no')}</dd>
        </DetailList>
      </Card>
      {can('events:read') && <Caused of={of} />}
      <Body title={t('requestBody')} text={of.request_body} />
      <Body title={t('responseBody')} text={of.response_body} />
    </div>
  );
}

function FieldErrors({ of }: { of: readonly FieldError[] }) {
  if (of.length === 0) return null;
  return (
    <ul className="activity-errors" aria-label={t('fieldErrors')}>
      {of.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          {field !== '' && <code>{field}</code>} <InlineCode text={issueText(message)} />
        </li>
      ))}
    </ul>
  );
}

function Caused({ of }: { of: Request }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.events.list.queryOptions({ request_id: of.id, sort: 'created_at' }));
  const deliveries = useCausedDeliveries({ request_id: of.id });
  return (
    <Card title={t('caused')}>
      {data?.data.length === 0 ? (
        <div className="dimmed">{t('causedNone')}</div>
      ) : (
        <ol className="activity-line">
          {data?.data.map((event) => (
            <li key={event.id}>
              <Link className="mono" to="/w/$ws/activity/$id" params={{ ws, id: event.id }}>
                {event.type}
              </Link>
              <EventObject data={event.data} />
              <span className="dimmed">
                <Time at={event.created_at} />
              </span>
              <DeliveryLines rows={deliveries.filter(({ event_id: id }) => id === event.id)} />
            </li>
          ))}
          <li>{t('answered', { status: String(of.status), duration: formatDuration(of.duration_ms) })}</li>
        </ol>
      )}
    </Card>
  );
}

function Body({ title, text }: { title: string; text: string | null }) {
  if (text === null) return null;
  return (
    <Card title={title}>
      <CodeBlock code={pretty(text)} language="json" label={title} />
    </Card>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
