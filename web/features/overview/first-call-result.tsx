import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { MINUTE_MS } from '../../../shared/durations';
import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { labelOf } from '../../i18n/labels';
import { useTRPC } from '../../trpc';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { t } from './texts';

const TIMEOUT_MS = MINUTE_MS;
/** Refused keys appear only in the audit log, seconds later, and no signal announces them. */
const POLL_MS = 3000;

export function FirstCallResult({ keyId }: { keyId: string }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery(trpc.request_logs.list.queryOptions({ key_id: keyId, limit: 1 }));
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  const first = query.data?.data[0];
  const refusal = useRefusal(keyId, first === undefined);

  return (
    <div aria-live="polite">
      {first ? (
        <Note tone={first.status < 400 ? 'success' : 'error'}>
          {t('received', { status: String(first.status), ms: first.duration_ms })} <Advice code={first.code} />
          <Link to="/w/$ws/activity/$id" params={{ ws, id: first.id }}>
            {t('view')}
          </Link>
        </Note>
      ) : refusal ? (
        <Note tone="error">
          {t('refused', { status: String(refusal.status) })} <Advice code={refusal.code} />
        </Note>
      ) : isLate ? (
        <Note tone="warning">{t('noRequestYet', { origin: location.origin })}</Note>
      ) : (
        <span className="dimmed">{t('waiting')}</span>
      )}
    </div>
  );
}

const isKnown = (code: string | null): code is ErrorCode => code !== null && code in ERRORS;
/** What the audit log calls the reasons. */
const REFUSALS: Record<string, ErrorCode> = {
  revoked: 'api_key_revoked',
  replaced: 'api_key_revoked',
  expired: 'api_key_expired',
  ip: 'ip_not_allowed',
  origin: 'origin_not_allowed',
};

function Advice({ code }: { code: string | null }) {
  if (!isKnown(code)) return null;
  return (
    <>
      <a className="mono" href={`/user/api/docs/errors#${code}`} target="_blank" rel="noreferrer">
        {code}
      </a>{' '}
      {labelOf('errorTitles', code, ERRORS[code].title)} {labelOf('errorActions', code, ERRORS[code].action)}{' '}
    </>
  );
}

/** Calls with a refused key are in no request log, so the audit log has the reason. */
function useRefusal(keyId: string, isWaiting: boolean): { code: ErrorCode; status: number } | undefined {
  const trpc = useTRPC();
  const can = useCan();
  const { data } = useQuery(
    trpc.audit_entries.list.queryOptions(
      { action: 'api_key.rejected', target_id: keyId, limit: 1 },
      { enabled: isWaiting && can('audit:read'), refetchInterval: POLL_MS },
    ),
  );
  const reason = data?.data[0]?.changes?.['reason'];
  const code = typeof reason === 'string' ? REFUSALS[reason] : undefined;
  return code && { code, status: ERRORS[code].status };
}
