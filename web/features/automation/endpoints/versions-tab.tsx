import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { byCursor, useTRPC, useTRPCClient } from '../../../trpc';
import { formatList } from '../../../ui/format';
import { useCan } from '../../../ui/shell/workspace';
import { Versions } from '../versions';
import type { Endpoint } from './labels';
import { t } from './texts';

const PAGE = 25;

export function VersionsTab({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayWrite = useCan()('automation.endpoints:write');
  const query = useInfiniteQuery(
    trpc.automation.inbound_endpoints.versions.list.infiniteQueryOptions(
      { endpoint_id: of.id, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Versions
      query={query}
      mayWrite={mayWrite}
      configOf={({ config }) => config}
      about={({ version, changed }) =>
        version === 1 ? t('version_created') : t('version_changed', { fields: formatList(changed) })
      }
      operation="automation_inbound_endpoints_versions_restore"
      inputOf={(version) => ({ endpoint_id: of.id, version })}
      restore={(version) =>
        client.automation.inbound_endpoints.versions.restore.mutate({ endpoint_id: of.id, version })
      }
      stale={trpc.automation.inbound_endpoints.pathKey()}
      note={t('restoreNote')}
    />
  );
}
