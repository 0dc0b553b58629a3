import { SECOND_MS } from '../../../../../shared/durations';
import { within } from '../../../../deadline';
import type { SessionOptions } from '../protocol';
import { CallError } from './call-error';
import { openConnection } from './connection';
import { unavailable } from './errors';
import { LIVE } from './liveness';
import { removeDevice } from './remove-device';
import type { SessionServices } from './session';
import { openAuthState } from './store/auth-state';
import { openInstanceStore } from './store/session-store';
import { errorFields } from './thrown-errors';

/** With the logout of an open socket still shorter than the lease of the process. */
const UNLINK_MS = 10 * SECOND_MS;
const CLIENT_TOO_OLD = 405;
/** The account no longer has this device, or is banned. */
const UNLINKED = new Set([401, 402, 403, 406]);

type UnlinkServices = Omit<SessionServices, 'features' | 'report' | 'lost' | 'inTurn' | 'random'>;

/** Opens a socket for this alone, whose events are not reported. Throws `CallError` and `StaleFence`. */
export async function unlink(services: UnlinkServices, options: SessionOptions): Promise<void> {
  const { library, versions, log } = services;
  const store = await openInstanceStore(services.database, services.sealer, options);
  const auth = await openAuthState(library, store);
  if (auth.creds.account === undefined) return store.wipe();

  const unlinked = Promise.withResolvers<void>();
  const connection = openConnection({
    ...services,
    options,
    store,
    auth,
    features: [],
    version: versions.current,
    liveness: { current: LIVE },
    report: () => {},
    fail: () => {},
    onUpdate({ session }, { connection: state }) {
      if (state === 'open') removeDevice(session).then(unlinked.resolve, unlinked.reject);
    },
    onClosed({ version }, code) {
      if (code !== undefined && UNLINKED.has(code)) return unlinked.resolve();
      if (code === CLIENT_TOO_OLD && versions.markRefused(version)) {
        versions.replaceRefused(options.proxyUrl).catch((error: unknown) => {
          log.warn(errorFields(error), 'whatsapp web version not replaced');
        });
      }
      unlinked.reject(unavailable(`The connection was closed with ${code}.`));
    },
  });
  try {
    await within(unlinked.promise, UNLINK_MS, () => new CallError('timeout', 'provider_unavailable'));
  } finally {
    await connection.end();
  }
  await store.wipe();
}
