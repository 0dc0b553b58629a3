import { join } from 'node:path';

import type { DriverInstance } from '../driver';
import type { DriverServices } from '../module';
import type { SessionOptions, WorkerSettings } from './protocol';

export const workerSettings = ({
  config,
  secretKey,
}: Pick<DriverServices, 'config' | 'secretKey'>): WorkerSettings => ({
  store: config.whatsappWebStore,
  inboxPath: join(config.whatsappWebFolder, 'inbox.db'),
  secretKey: Buffer.from(secretKey).toString('base64'),
  version: versionOf(config.whatsappWebVersion),
  passkeys: config.whatsappWebPasskey,
  testPeer: config.whatsappWebTestPeer ?? null,
});

function versionOf(text: string | undefined): WorkerSettings['version'] {
  if (text === undefined) return null;
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number);
  return [major, minor, patch];
}

export function sessionOptions(instance: DriverInstance, fence: number): SessionOptions {
  const { id, workspaceId, generation, proxyUrl, settings, web } = instance;
  if (!web) throw new Error(`The instance ${id} has no settings of its driver.`);
  return {
    instanceId: id,
    workspaceId,
    generation,
    fence,
    clientName: web.client_name,
    proxyUrl,
    alwaysOnline: web.always_online,
    rejectCalls: web.reject_calls,
    rejectCallMessage: web.reject_call_message,
    ignoreGroups: settings.ignore_groups,
    ignoreStatus: settings.ignore_status,
    syncHistory: web.sync_history,
  };
}
