import { getRouteApi } from '@tanstack/react-router';

import { preload } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Note } from '../../../ui/tag';
import { componentsOf } from '../drivers/registry';
import { InstanceFrame } from '../frame';
import type { Instance } from '../labels';
import { t } from './texts';

import './settings.css';

const meanwhile = <Loading shape="cards" rows={1} />;
const BehaviourCard = preload(async () => (await import('./behaviour')).BehaviourCard, meanwhile);
const PacingCard = preload(async () => (await import('./pacing')).PacingCard, meanwhile);
const ProfileCard = preload(async () => (await import('./profile')).ProfileCard, meanwhile);
const ProxyAndMetadata = preload(async () => (await import('./proxy-and-metadata')).ProxyAndMetadata, meanwhile);
const DeleteCard = preload(async () => (await import('./delete-card')).DeleteCard, meanwhile);

const route = getRouteApi('/w/$ws/whatsapp/$instance/settings');

export function InstanceSettingsPage() {
  const { instance } = route.useParams();
  return (
    <InstanceFrame instanceId={instance} tab="settings">
      {(of) => <Settings key={of.id} of={of} />}
    </InstanceFrame>
  );
}

function Settings({ of }: { of: Instance }) {
  const mayWrite = useCan()('whatsapp.instances:write');
  const Own = componentsOf(of.driver).Settings;
  return (
    <div className="wa-stack wa-settings">
      {!mayWrite && <Note>{t('readOnly')}</Note>}
      <BehaviourCard of={of} mayWrite={mayWrite} />
      <PacingCard of={of} mayWrite={mayWrite} />
      <ProfileCard of={of} mayWrite={mayWrite} />
      {Own && <Own of={of} mayWrite={mayWrite} />}
      <ProxyAndMetadata of={of} mayWrite={mayWrite} />
      {mayWrite && <DeleteCard of={of} />}
    </div>
  );
}
