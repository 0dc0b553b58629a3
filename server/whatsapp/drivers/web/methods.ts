import type { DriverInstance, WaDriver } from '../driver';

type Ask = (instance: DriverInstance, name: string, input: unknown) => Promise<unknown>;
type Calls = Required<
  Pick<
    WaDriver,
    'pairingCode' | 'edit' | 'revoke' | 'deleteForMe' | 'markRead' | 'typing' | 'rejectCall' | 'fetchMedia'
  >
> &
  Pick<WaDriver, 'groups' | 'contacts' | 'profile' | 'chats' | 'labels' | 'passkey'>;

export function createMethods(askSocket: Ask): Calls {
  // The other side is this program too, so its answers have the type of the method.
  const ask = <T>(instance: DriverInstance, name: string, input: object = {}): Promise<T> =>
    askSocket(instance, name, input) as Promise<T>;

  return {
    pairingCode: (instance, phone) => ask(instance, 'pairingCode', { phone }),
    edit: (instance, target, text) => ask(instance, 'edit', { target, text }),
    revoke: (instance, target) => ask(instance, 'revoke', { target }),
    deleteForMe: (instance, target, at) => ask(instance, 'chats.deleteMessage', { target, at }),
    markRead: (instance, target, typing) => ask(instance, 'markRead', { target, typing }),
    typing: (instance, place, state, lastInbound) => ask(instance, 'typing', { place, state, lastInbound }),
    rejectCall: (instance, call) => ask(instance, 'calls.reject', call),
    fetchMedia: (instance, media, path, maxBytes) => ask(instance, 'fetchMedia', { media, path, maxBytes }),

    groups: {
      list: (instance) => ask(instance, 'groups.list'),
      create: (instance, group) => ask(instance, 'groups.create', { group }),
      get: (instance, providerGroupId) => ask(instance, 'groups.get', { providerGroupId }),
      update: (instance, providerGroupId, change) => ask(instance, 'groups.update', { providerGroupId, change }),
      leave: (instance, providerGroupId) => ask(instance, 'groups.leave', { providerGroupId }),
      participants: (instance, providerGroupId, action, people) =>
        ask(instance, 'groups.participants', { providerGroupId, action, people }),
      inviteLink: (instance, providerGroupId, rotate) =>
        ask(instance, 'groups.inviteLink', { providerGroupId, rotate }),
      join: (instance, invite) => ask(instance, 'groups.join', { invite }),
      preview: (instance, invite) => ask(instance, 'groups.preview', { invite }),
      joinRequests: (instance, providerGroupId) => ask(instance, 'groups.joinRequests', { providerGroupId }),
      decide: (instance, providerGroupId, decision, requestIds) =>
        ask(instance, 'groups.decide', { providerGroupId, decision, requestIds }),
    },
    contacts: {
      check: (instance, phones) => ask(instance, 'contacts.check', { phones }),
      picture: (instance, who) => ask(instance, 'contacts.picture', { who }),
      about: (instance, who) => ask(instance, 'contacts.about', { who }),
      block: (instance, who, blocked) => ask(instance, 'contacts.block', { who, blocked }),
    },
    chats: {
      update: (instance, place, change, last) => ask(instance, 'chats.update', { place, change, last }),
      delete: (instance, place, last) => ask(instance, 'chats.delete', { place, last }),
    },
    labels: {
      create: (instance, label) => ask(instance, 'labels.create', label),
      update: (instance, label) => ask(instance, 'labels.update', label),
      delete: (instance, labelId) => ask(instance, 'labels.delete', { labelId }),
      set: (instance, place, labelIds) => ask(instance, 'labels.set', { place, labelIds }),
    },
    passkey: {
      assert: (instance, assertion) => ask(instance, 'passkey.assert', { assertion }),
      confirm: (instance) => ask(instance, 'passkey.confirm'),
    },
    profile: {
      get: (instance) => ask(instance, 'profile.get'),
      update: (instance, change) => ask(instance, 'profile.update', { change }),
    },
  };
}
