import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useTRPC } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { can, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { STATUS_LABELS, type Instance } from './labels';
import { StateTag } from './state-tag';
import { useDriver } from './use-drivers';
import { InstanceContext } from './use-instance';
import { useWhatsAppUpdates } from './use-whatsapp-updates';

import './whatsapp.css';

export type { Instance } from './labels';

const TABS = [
  { tab: 'connection', label: 'Connection', scope: 'whatsapp.instances:read' },
  { tab: 'tester', label: 'Tester', scope: 'whatsapp.messages:read' },
  { tab: 'chats', label: 'Chats', scope: 'whatsapp.messages:read' },
  { tab: 'batches', label: 'Batches', scope: 'whatsapp.messages:read' },
  { tab: 'groups', label: 'Groups', scope: 'whatsapp.groups:read' },
  { tab: 'contacts', label: 'Contacts', scope: 'whatsapp.contacts:read' },
  { tab: 'templates', label: 'Templates', scope: 'whatsapp.templates:read' },
  { tab: 'settings', label: 'Settings', scope: 'whatsapp.instances:read' },
] as const;

interface FrameProps {
  instanceId: string;
  tab: (typeof TABS)[number]['tab'];
  actions?: ReactNode;
  children: (instance: Instance) => ReactNode;
}

export function InstanceFrame({ instanceId, tab, actions, children }: FrameProps) {
  const workspace = useWorkspace();
  const { id: ws, name } = workspace;
  const trpc = useTRPC();
  const query = useQuery(trpc.whatsapp.instances.get.queryOptions({ instance_id: instanceId }));
  useWhatsAppUpdates();
  const of = query.data;
  const label = TABS.find((each) => each.tab === tab)?.label;
  // The tab title shows the state for people who look at their phone.
  const pageName = tab === 'connection' && of ? STATUS_LABELS[of.status].label : label;

  return (
    <Page
      title={of?.name ?? 'WhatsApp instance'}
      context={`${pageName} · ${name}`}
      actions={actions}
      aside={of && <StateTag of={of} />}
      lead={
        <>
          <Link to="/w/$ws/whatsapp" params={{ ws }}>
            WhatsApp
          </Link>
          {of && (
            <>
              {' '}
              · <DriverTitle of={of} />
              {of.phone !== null && <span className="numbers"> · {of.phone}</span>} · <CopyId id={of.id} />
            </>
          )}
        </>
      }
    >
      {of && (
        <TabLinks label="Instance">
          {TABS.filter(({ scope }) => can(workspace, scope)).map((each) => (
            <Link
              key={each.tab}
              to={`/w/$ws/whatsapp/$instance/${each.tab}`}
              params={{ ws, instance: instanceId }}
              activeOptions={{ includeSearch: false }}
            >
              {each.label}
            </Link>
          ))}
        </TabLinks>
      )}
      <Content
        query={query}
        what="instance"
        actions={
          <Link to="/w/$ws/whatsapp" params={{ ws }} className="copy-button">
            All instances
          </Link>
        }
        loading={<Loading shape="form" />}
      >
        {(instance) => <InstanceContext value={instance}>{children(instance)}</InstanceContext>}
      </Content>
    </Page>
  );
}

function DriverTitle({ of }: { of: Instance }) {
  return useDriver(of.driver)?.title;
}
