import { SECOND_MS } from '../../../../shared/durations';
import { within } from '../../../deadline';
import { WireError } from '../../../egress/types';
import { sendError } from '../../send-error';
import { type DriverInstance, ProviderRefusal, type SocketCalls, type WaDriver } from '../driver';
import type { DriverServices } from '../module';
import { notSent } from '../not-sent';
import { passedTimeout } from './call-timeouts';
import type { createWebHost } from './host';
import { INSTALL_COMMAND } from './installed-library';
import { createMethods } from './methods';
import { createNamedProxies } from './named-proxies';
import { NOTICES } from './notices';
import { pinProxy } from './proxy';
import { sessionOptions, workerSettings } from './worker-settings';

const LOGOUT_MS = 5 * SECOND_MS;
/** Within this time this process or another one opens the socket again. */
const AGAIN_MS = 2 * SECOND_MS;

type WebServices = Pick<DriverServices, 'config' | 'log' | 'secretKey' | 'egress' | 'apply' | 'sockets'>;

export function createWebDriver(services: WebServices, createHost: typeof createWebHost): WaDriver {
  const { config, log, sockets } = services;
  const host = createHost({
    settings: () => workerSettings(services),
    isolation: config.whatsappWebIsolation,
    log,
    async apply(instanceId, events) {
      await services.apply(instanceId, events);
      void proxies.follow(instanceId, events);
    },
    crashed: () => sockets.interrupted('web'),
  });

  const proxies = createNamedProxies({
    pin: (proxyUrl) => pinProxy(services, proxyUrl),
    start: (instance, fence) => host.start(sessionOptions(instance, fence)),
  });

  const socket: SocketCalls = {
    prepare: () => host.prepare(),
    async open(instance, fence) {
      try {
        await proxies.open(instance, fence);
      } catch (error) {
        // A name that cannot be resolved now is tried again when the lease ends.
        if (!(error instanceof WireError && error.code === 'ssrf_blocked')) throw error;
        log.warn({ err: error, instance: instance.id }, 'proxy of an instance refused');
        const { generation } = instance;
        const refused = { kind: 'connection', generation, status: 'disconnected', reason: 'network' } as const;
        return services.apply(instance.id, [refused]);
      }
    },
    close(instanceId, generation) {
      proxies.close(instanceId);
      return host.stop(instanceId, generation);
    },
    timeoutMs: passedTimeout,
    async logout(instanceId) {
      await within(host.query(instanceId, 'logout', {}), LOGOUT_MS, late);
    },
    async unlink(instance, fence) {
      const proxyUrl = await pinProxy(services, instance.proxyUrl);
      await host.unlink(sessionOptions({ ...instance, proxyUrl }, fence));
    },
    wipe: (instanceId, fence) => host.wipe(instanceId, fence),
    call: (instanceId, name, input) => host.query(instanceId, name, input),
    versions: () => ({ engine: host.availability().engineVersion, protocol: host.whatsappVersion() }),
    shutDown() {
      proxies.shutDown();
      return host.close();
    },
  };

  const follow = async (instance: DriverInstance): Promise<void> => sockets.wake(instance);

  return {
    kind: 'web',
    availability() {
      const { available, reason, engineVersion } = host.availability();
      return { available, reason: unavailableReason(reason), engineVersion, notices: NOTICES };
    },
    async connect(instance) {
      await follow(instance);
      return { status: 'connecting', reason: null };
    },
    disconnect: follow,
    logout: follow,
    send: async (instance, job) => (sockets.holds(instance.id) ? host.send(instance.id, job) : NOT_HERE),
    ...createMethods((instance, name, input) => sockets.call(instance, name, input)),
    socket,
  };
}

const late = () => new ProviderRefusal('timeout', sendError('provider_unavailable'));

const NOT_HERE = notSent(sendError('provider_unavailable', { retry_after_ms: AGAIN_MS }));

const REASONS: Readonly<Record<string, string>> = {
  driver_not_installed: 'The package of the driver is not installed on this server.',
  driver_version_unsupported: 'The installed version of the driver’s package is not supported.',
};

const unavailableReason = (code: string | null): string | null =>
  code === null
    ? null
    : `${REASONS[code] ?? 'The driver could not be started.'} Run \`${INSTALL_COMMAND}\` in the folder of the server, then restart it.`;
