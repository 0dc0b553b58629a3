import type { ConnectResult, DriverInstance, WaDriver } from '../driver';
import { createGroups } from './groups';
import { magicOf, sandboxPerson } from './magic';
import { fetchSandboxMedia } from './media';
import { createNetwork, type NetworkOptions } from './network';
import { send } from './send';
import { eventStep } from './steps';
import { createSandboxTemplates } from './templates';

export const SANDBOX_PHONE = '+15550109999';
const CODE_MS = 180_000;
const LOGGED_OUT_MS = 1000;

interface SandboxOptions extends NetworkOptions {
  localPath: (instance: DriverInstance, mediaId: string) => Promise<string | undefined>;
}

export function createSandboxDriver(options: SandboxOptions): WaDriver {
  const network = createNetwork(options);
  const connected: ConnectResult = { status: 'connected', reason: null, phone: SANDBOX_PHONE, displayName: 'Sandbox' };

  return {
    kind: 'sandbox',
    availability: () => ({ available: true, reason: null, engineVersion: null, notices: [] }),

    async connect(instance) {
      const { generation, sandbox } = instance;
      if (sandbox?.scenario === 'banned') return { status: 'failed', reason: 'banned' };
      if (sandbox?.require_scan === true) {
        await network.schedule(instance, [{ afterMs: 0, step: { type: 'qr', generation, attempt: 1 } }]);
        return { status: 'pairing', reason: null };
      }
      if (sandbox?.scenario === 'logged_out') {
        const driverEvent = { kind: 'connection', generation, status: 'logged_out', reason: 'device_removed' } as const;
        await network.schedule(instance, [eventStep(LOGGED_OUT_MS, driverEvent)]);
      }
      return connected;
    },
    // Pending events of a closed connection have an old generation and are ignored.
    async disconnect() {},
    async logout() {},

    send: (instance, job) => send(network, instance, job),
    async pairingCode(instance, phone) {
      const digits = Bun.hash.xxHash64(`${instance.id}.${instance.generation}.${phone}`).toString(32).toUpperCase();
      const code = digits
        .replaceAll(/[ILOU]/g, 'X')
        .padEnd(8, '0')
        .slice(0, 8);
      return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAt: new Date(network.now().getTime() + CODE_MS) };
    },
    async edit() {},
    async revoke() {},
    async markRead() {},
    async rejectCall() {},
    async typing() {},
    fetchMedia: (instance, media, path, maxBytes) =>
      fetchSandboxMedia(network, options.localPath, { instance, media, path, maxBytes }),

    groups: createGroups(network),
    contacts: {
      async check(_instance, phones) {
        return phones.map((typed) => {
          const phone = typed.replaceAll(/[^0-9]/g, '');
          return { exists: magicOf({ phone }) !== 'notOnWhatsApp', person: sandboxPerson({ phone }) };
        });
      },
      picture: async () => null,
      about: async (_instance, who) => (magicOf(who) === 'notOnWhatsApp' ? null : 'Hey there! I am using WhatsApp.'),
      async block() {},
    },
    profile: {
      get: async ({ id }) => (await network.read(id)).profile,
      async update(instance, { picture, cloud: _cloud, ...change }) {
        await network.change(instance, ({ profile }) => {
          Object.assign(profile, change, picture === undefined ? {} : { pictureUrl: null });
        });
      },
    },
    templates: createSandboxTemplates(network),
  };
}
