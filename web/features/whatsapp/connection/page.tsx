import { getRouteApi } from '@tanstack/react-router';

import { componentsOf } from '../drivers/registry';
import { InstanceFrame } from '../frame';
import { toneOf, type Instance } from '../labels';
import { ConnectionCard } from './card';
import { History } from './history';
import { useStateIcon } from './state-icon';

import './connection.css';

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
  return (
    <div className="wa-columns">
      <div className="wa-stack">
        <ConnectionCard of={of} />
        {Own && <Own of={of} />}
      </div>
      <History of={of} />
    </div>
  );
}
