import { getRouteApi } from '@tanstack/react-router';

import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Forbidden } from '../../../ui/states/states';
import { InstanceFrame } from '../frame';
import { Tester } from './tester';

const route = getRouteApi('/w/$ws/whatsapp/$instance/tester');

export function TesterPage() {
  const { instance } = route.useParams();
  const { role } = useWorkspace();
  const mayRead = useCan()('whatsapp.messages:read');
  return (
    <InstanceFrame instanceId={instance} tab="tester">
      {(of) => (mayRead ? <Tester key={of.id} of={of} /> : <Forbidden role={role} />)}
    </InstanceFrame>
  );
}
