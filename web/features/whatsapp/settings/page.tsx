import { getRouteApi } from '@tanstack/react-router';

import { soon } from '../../../ui/later';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Note } from '../../../ui/tag';
import { InstanceFrame } from '../frame';
import type { Instance } from '../words';
import { BehaviourCard } from './behaviour';
import { DeleteCard } from './delete-card';

import './settings.css';

const meanwhile = <Loading shape="cards" rows={1} />;
const PacingCard = soon(async () => (await import('./pacing')).PacingCard, meanwhile);
const ProfileCard = soon(async () => (await import('./profile')).ProfileCard, meanwhile);
const OwnCards = soon(async () => (await import('./own-cards')).OwnCards, meanwhile);
const CredentialsCard = soon(async () => (await import('./credentials')).CredentialsCard, meanwhile);
const SandboxCard = soon(async () => (await import('./sandbox')).SandboxCard, meanwhile);

const route = getRouteApi('/w/$ws/whatsapp/$instance/settings');

/** How an instance behaves, what it is reached with, and its end. */
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
  return (
    <div className="wa-stack wa-settings">
      {!mayWrite && <Note>Your role can read these settings. A developer can change them.</Note>}
      <BehaviourCard of={of} mayWrite={mayWrite} />
      <PacingCard of={of} mayWrite={mayWrite} />
      <ProfileCard of={of} mayWrite={mayWrite} />
      {of.cloud && <CredentialsCard of={of} cloud={of.cloud} mayWrite={mayWrite} />}
      {of.sandbox && <SandboxCard of={of} sandbox={of.sandbox} mayWrite={mayWrite} />}
      <OwnCards of={of} mayWrite={mayWrite} />
      {mayWrite && <DeleteCard of={of} />}
    </div>
  );
}
