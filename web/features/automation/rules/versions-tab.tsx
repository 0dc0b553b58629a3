import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import type { RuleVersion } from '../../../../shared/automation/rule';
import { byCursor, useTRPC, useTRPCClient } from '../../../trpc';
import { useCan } from '../../../ui/shell/workspace';
import { Versions } from '../versions';
import type { Rule } from './labels';

const PAGE = 25;

/** Without what the row shows already. */
const configOf = ({ version: _version, created_at: _at, ...config }: RuleVersion) => config;

export function VersionsTab({ of }: { of: Rule }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayWrite = useCan()('automation.rules:write');
  const query = useInfiniteQuery(
    trpc.automation.rules.versions.list.infiniteQueryOptions(
      { rule_id: of.id, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Versions
      query={query}
      mayWrite={mayWrite}
      configOf={configOf}
      operation="automation_rules_versions_restore"
      inputOf={(version) => ({ rule_id: of.id, version })}
      restore={(version) => client.automation.rules.versions.restore.mutate({ rule_id: of.id, version })}
      stale={trpc.automation.rules.pathKey()}
    />
  );
}
