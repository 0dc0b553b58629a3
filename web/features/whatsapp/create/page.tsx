import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { soon } from '../../../ui/later';
import { Page } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Forbidden } from '../../../ui/states/states';
import { DriverCard } from './driver-card';
import { SandboxCreate } from './sandbox-create';

import '../whatsapp.css';
import './create.css';

const CloudSteps = soon(async () => (await import('./cloud-steps')).CloudSteps, <Loading shape="form" />);

const route = getRouteApi('/w/$ws/whatsapp/new');

/** Which way to WhatsApp a new instance takes; `?driver=cloud` is the way with Meta, in four steps. */
export function NewInstancePage() {
  const trpc = useTRPC();
  const { id: ws, name } = useWorkspace();
  const { driver, made } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/whatsapp/new' });
  const mayWrite = useCan()('whatsapp.instances:write');
  const query = useQuery(trpc.whatsapp.drivers.list.queryOptions());
  const isCloud = driver === 'cloud';

  return (
    <Page
      title={isCloud ? 'Connect a number of the Cloud API' : 'Create an instance'}
      context={name}
      lead={
        <>
          <Link to="/w/$ws/whatsapp" params={{ ws }}>
            WhatsApp
          </Link>
          {isCloud && (
            <>
              {' '}
              ·{' '}
              <Link to="/w/$ws/whatsapp/new" params={{ ws }} search={{}}>
                Other ways
              </Link>
            </>
          )}
        </>
      }
    >
      {!mayWrite && <Forbidden need="New instances need developer." />}
      {mayWrite && isCloud && (
        <CloudSteps
          madeId={made}
          onMade={(id) => void navigate({ search: { driver: 'cloud', made: id }, replace: true })}
        />
      )}
      {mayWrite && !isCloud && (
        <Content query={query} loading={<Loading shape="cards" rows={3} />}>
          {({ data }) => (
            <ul className="wa-cards">
              {data.map((one) => (
                <DriverCard key={one.driver} of={one}>
                  {one.driver === 'sandbox' && <SandboxCreate />}
                  {one.driver === 'cloud' && (
                    <Link
                      to="/w/$ws/whatsapp/new"
                      params={{ ws }}
                      search={{ driver: 'cloud' }}
                      className="copy-button wa-begin"
                    >
                      Connect a number
                    </Link>
                  )}
                </DriverCard>
              ))}
            </ul>
          )}
        </Content>
      )}
    </Page>
  );
}
