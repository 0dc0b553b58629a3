import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useTRPC } from '../../trpc';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, NotFound } from '../../ui/states/states';
import { AutomationFrame } from './frame';
import { t } from './texts';

export function AutomationObjectRedirect() {
  const { id } = useParams({ from: '/w/$ws/automation/o/$id' });
  const Page = { inr: InboundRequestRedirect, run: RuleRunRedirect, pdl: DeliveryRedirect }[
    id.slice(0, id.indexOf('_'))
  ];
  return (
    <AutomationFrame title={t('automation')}>
      {Page ? <Page id={id} /> : <NotFound what={t('object')} />}
    </AutomationFrame>
  );
}

function InboundRequestRedirect({ id }: { id: string }) {
  const { id: ws } = useWorkspace();
  const query = useQuery(useTRPC().automation.inbound_requests.get.queryOptions({ request_id: id }));
  return (
    <LoadedObject query={query} what={t('request')}>
      {({ endpoint_id: endpoint }) => (
        <Navigate
          to="/w/$ws/automation/endpoints/$endpoint"
          params={{ ws, endpoint }}
          search={{ tab: 'requests', request: id }}
          replace
        />
      )}
    </LoadedObject>
  );
}

function RuleRunRedirect({ id }: { id: string }) {
  const { id: ws } = useWorkspace();
  const query = useQuery(useTRPC().automation.rule_runs.get.queryOptions({ run_id: id }));
  return (
    <LoadedObject query={query} what={t('run')}>
      {({ rule_id: rule }) => (
        <Navigate to="/w/$ws/automation/rules/$rule" params={{ ws, rule }} search={{ tab: 'runs', run: id }} replace />
      )}
    </LoadedObject>
  );
}

function DeliveryRedirect({ id }: { id: string }) {
  const { id: ws } = useWorkspace();
  const query = useQuery(useTRPC().automation.publication_deliveries.get.queryOptions({ delivery_id: id }));
  return (
    <LoadedObject query={query} what={t('delivery')}>
      {({ publication_id: publication }) => (
        <Navigate
          to="/w/$ws/automation/publications/$publication"
          params={{ ws, publication }}
          search={{ delivery: id }}
          replace
        />
      )}
    </LoadedObject>
  );
}

interface LoadedObjectProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  what: string;
  children: (data: T) => ReactNode;
}

function LoadedObject<T>({ query, what, children }: LoadedObjectProps<T>) {
  return (
    <Content query={query} what={what} loading={<Loading shape="form" />}>
      {children}
    </Content>
  );
}
