import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { createElement } from 'react';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import { Page } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Forbidden } from '../../../ui/states/states';
import { componentsOf } from '../drivers/registry';
import { DriverCard } from './driver-card';
import { t } from './texts';

import '../whatsapp.css';
import './create.css';

const route = getRouteApi('/w/$ws/whatsapp/new');

export function NewInstancePage() {
  const trpc = useTRPC();
  const { id: ws, name } = useWorkspace();
  const { driver, made } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/whatsapp/new' });
  const mayWrite = useCan()('whatsapp.instances:write');
  const query = useQuery(trpc.whatsapp.drivers.list.queryOptions());
  const { steps } = componentsOf(driver);

  return (
    <Page
      title={steps?.title() ?? t('createInstance')}
      context={name}
      lead={
        <>
          <Link to="/w/$ws/whatsapp/instances" params={{ ws }}>
            WhatsApp
          </Link>
          {steps && (
            <>
              {' '}
              ·{' '}
              <Link to="/w/$ws/whatsapp/new" params={{ ws }} search={{}}>
                {t('otherWays')}
              </Link>
            </>
          )}
        </>
      }
    >
      {!mayWrite && <Forbidden need={t('needDeveloper')} />}
      {mayWrite && steps && (
        <steps.Steps
          madeId={made}
          onMade={(id) => void navigate({ search: compact({ driver, made: id }), replace: true })}
        />
      )}
      {mayWrite && !steps && (
        <Content query={query} loading={<Loading shape="cards" rows={3} />}>
          {({ data }) => (
            <ul className="wa-cards">
              {data.map((one) => (
                <DriverCard key={one.driver} of={one} hasNotices={!componentsOf(one.driver).steps}>
                  {createElement(componentsOf(one.driver).Begin)}
                </DriverCard>
              ))}
            </ul>
          )}
        </Content>
      )}
    </Page>
  );
}
