import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../../trpc';
import type { Instance } from '../../labels';
import type { Web } from './draft';
import { t } from './texts';

/** No event reports each step of an import. */
const POLL_MS = 2000;

export function SyncProgress({ of, web }: { of: Instance; web: Web }) {
  const trpc = useTRPC();
  useQuery(
    trpc.whatsapp.instances.get.queryOptions(
      { instance_id: of.id },
      { enabled: web.syncing, refetchInterval: POLL_MS },
    ),
  );
  if (!web.syncing) return null;
  const { sync_progress: percent } = web;
  return (
    <div className="wa-sync">
      <label>
        <span>{percent === null ? t('syncing') : t('syncingPercent', { percent })}</span>
        <progress max={100} {...(percent === null ? {} : { value: percent })} />
      </label>
    </div>
  );
}
