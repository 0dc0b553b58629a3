import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { ExpiringKeys } from './expiring-keys';
import { UnhealthyInstances } from './unhealthy-instances';
import { UnhealthyRules } from './unhealthy-rules';
import { UnhealthyWebhooks } from './unhealthy-webhooks';

import './overview.css';

/** The content below appears once the height of this list is known, so that nothing moves. */
export function Attention({ children }: { children: ReactNode }) {
  const trpc = useTRPC();
  const can = useCan();
  const mayReadKeys = can('keys:read');
  const mayReadWebhooks = can('webhooks:read');
  const mayReadInstances = can('whatsapp.instances:read');
  const mayReadRules = can('automation.rules:read');
  // The queries of the lists below, so that each is sent once.
  const keys = useQuery(trpc.keys.list.queryOptions({ status: ['active'], limit: 100 }, { enabled: mayReadKeys }));
  const webhooks = useQuery(
    trpc.webhooks.list.queryOptions({ status: ['active', 'disabled'], limit: 100 }, { enabled: mayReadWebhooks }),
  );
  const instances = useQuery(trpc.whatsapp.instances.list.queryOptions({ limit: 100 }, { enabled: mayReadInstances }));
  const rules = useQuery(
    trpc.automation.rules.list.queryOptions({ status: ['disabled'], limit: 100 }, { enabled: mayReadRules }),
  );
  const isKnown = [keys, webhooks, instances, rules].every(({ isLoading }) => !isLoading);
  return (
    <>
      {mayReadInstances && <UnhealthyInstances />}
      {mayReadWebhooks && <UnhealthyWebhooks />}
      {mayReadRules && <UnhealthyRules />}
      {mayReadKeys && <ExpiringKeys />}
      {!isKnown && <Loading rows={3} />}
      <div className="overview" hidden={!isKnown}>
        {children}
      </div>
    </>
  );
}
