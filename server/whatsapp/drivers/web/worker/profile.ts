import type { Profile, ProfileCalls } from '../../driver';
import { personAt } from './addresses';
import { changeAppState } from './app-state';
import { refusedCall } from './errors';
import { element, encodeText } from './nodes';
import { fetchPicture, removePicture, setPicture } from './picture';
import { queryServer } from './query-server';
import type { Feature, WebSession } from './session-types';
import { aboutOf } from './usync';

type Change = Parameters<ProfileCalls['update']>[1];

export const profileFeature: Feature = { calls: { 'profile.get': getProfile, 'profile.update': updateProfile } };

async function getProfile(session: WebSession): Promise<Profile> {
  const jid = ownJid(session);
  const [about, pictureUrl] = await Promise.all([aboutOf(session, jid), fetchPicture(session, jid)]);
  return { name: session.socket.authState.creds.me?.name ?? null, about, pictureUrl, cloud: null };
}

async function updateProfile(session: WebSession, { change }: { change: Change }): Promise<void> {
  const { name, about, picture } = change;
  if (name === null) throw refusedCall('invalid_parameter', 'An account of WhatsApp has a name.');
  if (name !== undefined) await setName(session, name);
  if (about !== undefined) {
    await queryServer(session, {
      about: 'status',
      type: 'set',
      content: [element('status', {}, encodeText(about ?? ''))],
    });
  }
  if (picture === null) await removePicture(session, undefined);
  else if (picture !== undefined) await setPicture(session, undefined, picture);
}

async function setName(session: WebSession, name: string): Promise<void> {
  const { socket } = session;
  await changeAppState(session, { pushNameSetting: name }, '');
  const { me } = socket.authState.creds;
  // Messages and presence carry the name; the library learns it only from other devices.
  if (me) socket.ev.emit('creds.update', { me: { ...me, name } });
}

function ownJid({ library, socket }: WebSession): string {
  const jid = socket.authState.creds.me?.id;
  if (personAt(jid) === undefined) throw refusedCall('phone_not_registered', 'No phone is linked.');
  return library.jidNormalizedUser(jid);
}
