import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { useTRPC } from '../../trpc';
import { useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';

const PATIENCE_MS = 60_000;

/** Waits for the first call with the new key, and says how it went. */
export function FirstAnswer({ keyId }: { keyId: string }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery(trpc.request_logs.list.queryOptions({ key_id: keyId, limit: 1 }));
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const first = query.data?.data[0];
  const advice = first?.code && first.code in ERRORS ? ERRORS[first.code as ErrorCode].action : '';

  return (
    <div aria-live="polite">
      {first ? (
        <Note tone={first.status < 400 ? 'success' : 'error'}>
          Request received: {first.status} in {first.duration_ms}{' '}
          {first.duration_ms === 1 ? 'millisecond' : 'milliseconds'}. {advice}{' '}
          <Link to="/w/$ws/activity/$id" params={{ ws, id: first.id }}>
            View
          </Link>
        </Note>
      ) : isLate ? (
        <Note tone="warning">
          No request yet. Does the terminal reach {location.origin}? On another machine, this address must be one that
          it can open. Or use “Run it here”.
        </Note>
      ) : (
        <span className="dimmed">Waiting for your first request</span>
      )}
    </div>
  );
}
