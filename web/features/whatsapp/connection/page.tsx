import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { componentsOf } from '../drivers/registry';
import { InstanceFrame } from '../frame';
import { toneOf, type Instance } from '../labels';
import { ConnectionCard } from './card';
import { History } from './history';
import { useStateIcon } from './state-icon';

import './connection.css';

const MessageStats = lazyWhenIdle(
  async () => (await import('../stats/message-stats')).MessageStats,
  <Loading shape="cards" rows={1} />,
);

const route = getRouteApi('/w/$ws/whatsapp/$instance/connection');

export function ConnectionPage() {
  const { instance } = route.useParams();
  return (
    <InstanceFrame
      instanceId={instance}
      tab="connection"
      code={{ operation: 'whatsapp_instances_get_status', input: { instance_id: instance } }}
    >
      {(of) => <Connection of={of} />}
    </InstanceFrame>
  );
}

function Connection({ of }: { of: Instance }) {
  useStateIcon(toneOf(of));
  const Own = componentsOf(of.driver).Connection;
  const can = useCan();
  const { range = '7d' } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/whatsapp/$instance/connection' });
  return (
    <div className="wa-stack">
      <div className="wa-columns">
        <div className="wa-stack">
          <ConnectionCard of={of} />
          {Own && <Own of={of} />}
        </div>
        <History of={of} />
      </div>
      {can('whatsapp.messages:read') && (
        <MessageStats
          instanceId={of.id}
          range={range}
          onRange={(next) => void navigate({ search: (old) => compact({ ...old, range: next }), replace: true })}
        />
      )}
    </div>
  );
}
