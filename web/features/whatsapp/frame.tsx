import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';

import { useTRPC } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import type { CodeCall } from '../../ui/code/copy-as-code';
import type { MenuActions } from '../../ui/menu/menu-action';
import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { can, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { InstanceSwitcher } from './instance-switcher';
import { STATUS_LABELS, type Instance } from './labels';
import { rememberInstance } from './last-instance';
import { StateTag } from './state-tag';
import { t } from './texts';
import { useDriver } from './use-drivers';
import { InstanceContext } from './use-instance';
import { useWhatsAppUpdates } from './use-whatsapp-updates';

import './whatsapp.css';

export type { Instance } from './labels';

const TABS = [
  { tab: 'chats', scope: 'whatsapp.messages:read' },
  { tab: 'contacts', scope: 'whatsapp.contacts:read' },
  { tab: 'groups', scope: 'whatsapp.groups:read' },
  { tab: 'templates', scope: 'whatsapp.templates:read' },
  { tab: 'batches', scope: 'whatsapp.messages:read' },
  { tab: 'tester', scope: 'whatsapp.messages:read' },
  { tab: 'connection', scope: 'whatsapp.instances:read' },
  { tab: 'settings', scope: 'whatsapp.instances:read' },
] as const;

interface FrameProps {
  instanceId: string;
  tab: (typeof TABS)[number]['tab'];
  actions?: ReactNode;
  more?: MenuActions;
  code?: CodeCall | readonly CodeCall[];
  children: (instance: Instance) => ReactNode;
}

export function InstanceFrame({ instanceId, tab, actions, more, code, children }: FrameProps) {
  const workspace = useWorkspace();
  const { id: ws, name } = workspace;
  const trpc = useTRPC();
  const query = useQuery(trpc.whatsapp.instances.get.queryOptions({ instance_id: instanceId }));
  useWhatsAppUpdates();
  const of = query.data;
  const known = of?.id;
  useEffect(() => {
    if (known !== undefined) rememberInstance(known);
  }, [known]);
  // The tab title shows the state for people who look at their phone.
  const pageName = tab === 'connection' && of ? STATUS_LABELS[of.status].label : t(`tab_${tab}`);

  return (
    <Page
      title={of?.name ?? t('whatsappInstance')}
      context={`${pageName} · ${name}`}
      actions={actions}
      {...(more ? { more } : {})}
      {...(code ? { code } : {})}
      aside={
        of && (
          <>
            <InstanceSwitcher currentId={of.id} tab={tab} />
            <StateTag of={of} />
          </>
        )
      }
      lead={
        <>
          <Link to="/w/$ws/whatsapp/instances" params={{ ws }}>
            {t('allInstances')}
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
        <TabLinks label={t('tabs')}>
          {TABS.filter(({ scope }) => can(workspace, scope)).map((each) => (
            <Link
              key={each.tab}
              to={`/w/$ws/whatsapp/$instance/${each.tab}`}
              params={{ ws, instance: instanceId }}
              activeOptions={{ includeSearch: false }}
            >
              {t(`tab_${each.tab}`)}
            </Link>
          ))}
        </TabLinks>
      )}
      <Content
        query={query}
        what={t('instance')}
        actions={
          <Link to="/w/$ws/whatsapp/instances" params={{ ws }} className="copy-button">
            {t('allInstances')}
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
