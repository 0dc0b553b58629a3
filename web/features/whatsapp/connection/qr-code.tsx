import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { queryClient, useTRPC, useTRPCClient, type Outputs } from '../../../trpc';
import { useLiveReload } from '../../../ui/live/use-live-reload';
import { ErrorState } from '../../../ui/states/states';
import type { Instance } from '../labels';
import { t } from './texts';

type Qr = Outputs['whatsapp']['instances']['get_qr'];

const SIZE = 264;
/** Long poll: the server answers once there is a code. */
const WAIT_SECONDS = 15;
/** Without a new code this long after expiry, the code is requested again. */
const GRACE_MS = 3000;

/** Black on white in both schemes: phones miss inverted codes. */
export function QrCode({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { instance_id: of.id };
  // Not below the path of instances: their changes, such as a successful scan, do not ask for a code again.
  const queryKey = [...trpc.whatsapp.pathKey(), 'qr', of.id];
  const query = useQuery({
    queryKey,
    // Not batched: the call may wait, and calls in its batch would wait too.
    queryFn: () =>
      client.whatsapp.instances.get_qr.query(
        { ...input, wait_seconds: WAIT_SECONDS },
        { context: { unbatched: true } },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const renew = () => void queryClient.invalidateQueries({ queryKey });
  useLiveReload({ after: /^whatsapp\.instance\.qr_updated$/, queryKeys: [queryKey] });
  if (query.error) return <ErrorState error={query.error} onRetry={renew} />;
  if (!query.data) {
    return (
      <div className="wa-qr" role="status">
        <div className="wa-qr-code" />
        <div className="dimmed">{t('loadingCode')}</div>
      </div>
    );
  }
  return <Code key={query.data.expires_at} of={query.data} onOver={renew} />;
}

function Code({ of, onOver }: { of: Qr; onOver: () => void }) {
  const { left, share } = useLeft(of.expires_at, onOver);
  const words = t('codeOf', { number: of.attempt, max: of.max_attempts });
  return (
    <div className="wa-qr">
      <img className="wa-qr-code" src={of.data_url} width={SIZE} height={SIZE} alt={t('qrCode', { words })} />
      <div className="wa-line" role="status">
        <svg className="wa-ring" viewBox="0 0 20 20" aria-hidden>
          <circle cx="10" cy="10" r="8" pathLength="1" />
          <circle cx="10" cy="10" r="8" pathLength="1" strokeDasharray={`${share} 1`} />
        </svg>
        <span>{words}</span>
        <span className="dimmed numbers" aria-hidden>
          {left > 0 ? t('secondsLeft', { count: left }) : t('nextCode')}
        </span>
      </div>
    </div>
  );
}

/** Seconds until a code is over, and the share of them that is left. */
function useLeft(until: string, onOver: () => void): { left: number; share: number } {
  const end = Date.parse(until);
  const [begin] = useState(() => Date.now());
  const [now, setNow] = useState(begin);
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = left === 0;
  const ask = useEffectEvent(onOver);
  useEffect(() => {
    // Over, and nothing came after it: it is asked for again until something does.
    const timer = isOver ? setInterval(() => ask(), GRACE_MS) : setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return { left, share: Math.max(0, Math.min(1, (end - now) / Math.max(1, end - begin))) };
}
