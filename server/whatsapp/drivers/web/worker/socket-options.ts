import type { SocketConfig, UserFacingSocketConfig, WABrowserDescription, WAVersion } from 'baileys';

import { HOUR_MS, MINUTE_MS } from '../../../../../shared/durations';
import type { SessionOptions, TestPeer } from '../protocol';
import { createExpiringCache } from './expiring-cache';
import { createHistoryFiles } from './history-files';
import { libraryRequests } from './library-fetch';
import type { Library, SessionLog } from './session-types';
import { signalRepository } from './signal-repository';
import type { AuthState } from './store/auth-state';
import type { SocketTimings } from './timings';
import type { SocketMessages } from './undelivered';

interface SocketOptions {
  library: Library;
  options: SessionOptions;
  auth: AuthState;
  undelivered: SocketMessages;
  version: WAVersion;
  testPeer: TestPeer | null;
  timings: SocketTimings;
  log: SessionLog;
  storedMessage: SocketConfig['getMessage'];
  groupMetadata: SocketConfig['cachedGroupMetadata'];
}

const BROWSER_VERSION = '14.4.1';

export function socketOptions(input: SocketOptions): UserFacingSocketConfig {
  const { library, options, auth, version, testPeer } = input;
  const { DEFAULT_CONNECTION_CONFIG } = library;
  const { instanceId, proxyUrl } = options;
  const wantsAll = options.syncHistory === 'full';
  const history = createHistoryFiles(library, input.log);
  const isWanted: typeof DEFAULT_CONNECTION_CONFIG.shouldSyncHistoryMessage = (message) =>
    wantsAll || DEFAULT_CONNECTION_CONFIG.shouldSyncHistoryMessage(message);
  return {
    auth,
    version,
    logger: SILENT,
    browser: browserOf(options),
    // With its own events, the library loses an error within 100 ms after a send.
    emitOwnEvents: false,
    markOnlineOnConnect: options.alwaysOnline,
    syncFullHistory: wantsAll,
    // The first part contains the first LIDs of contacts.
    shouldSyncHistoryMessage: (message) => isWanted(message) && history.accept(message),
    keepAliveIntervalMs: 20_000,
    connectTimeoutMs: 20_000,
    defaultQueryTimeoutMs: input.timings.queryTimeout,
    makeSignalRepository: signalRepository(input),
    // A failed commit ends the connection. A retry would overwrite what the next connection has written.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    generateHighQualityLinkPreview: false,
    getMessage: input.storedMessage,
    cachedGroupMetadata: input.groupMetadata,
    ...libraryCaches(),
    shouldIgnoreJid: (jid) => isIgnored(jid, options),
    options: libraryRequests({ instanceId, proxyUrl, testPeer, history }),
    ...(proxyUrl === null ? {} : { agent: proxyAgent(proxyUrl) }),
    ...(testPeer && { waWebSocketUrl: testPeer.url }),
  };
}

/** The lifetimes are the library’s. */
const libraryCaches = () => ({
  msgRetryCounterCache: createExpiringCache(HOUR_MS),
  placeholderResendCache: createExpiringCache(HOUR_MS),
  callOfferCache: createExpiringCache(5 * MINUTE_MS),
  userDevicesCache: createExpiringCache(5 * MINUTE_MS),
});

/** Name, platform and version of this client. WhatsApp sends the whole history only to desktop clients. */
export const browserOf = ({ clientName, syncHistory }: SessionOptions): WABrowserDescription => [
  clientName,
  syncHistory === 'full' ? 'Desktop' : 'Chrome',
  BROWSER_VERSION,
];

function isIgnored(jid: string, { ignoreGroups, ignoreStatus }: SessionOptions): boolean {
  if (jid.endsWith('@newsletter')) return true;
  return (ignoreGroups && jid.endsWith('@g.us')) || (ignoreStatus && jid === 'status@broadcast');
}

/** Bun reads only the address of an agent, and opens the tunnel itself. */
const proxyAgent = (url: string) => ({ proxy: url }) as unknown as NonNullable<SocketConfig['agent']>;

const nothing = (): void => {};

/** The library logs stanzas and keys. */
const SILENT: SocketConfig['logger'] = {
  level: 'silent',
  child: () => SILENT,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
