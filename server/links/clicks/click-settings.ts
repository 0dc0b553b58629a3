import { DAY_MS } from '../../../shared/durations';
import { DEFAULT_LINK_SETTINGS } from '../../../shared/links/settings';
import { placeholders } from '../../db/sql-text';
import { createSealer } from '../../secrets/seal';
import type { WorkspaceClickSettings } from './enrich/enrich';
import type { ClickReader } from './store/sql';
import { isSaltExpired } from './visitors';

const CACHE_MS = 5000;

export const SALT_PURPOSE = 'link salts';
export const saltColumn = (day: string) => ({ table: 'link_salts', id: day, column: 'sealed' });
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** At most five seconds out of date. */
export function createClickSettings(reader: ClickReader, secretKey: Uint8Array) {
  const sealer = createSealer(secretKey, SALT_PURPOSE);
  const salts = new Map<number, Uint8Array>();
  let cached = new Map<string, WorkspaceClickSettings>();
  let cachedUntil = 0;

  const readSettings = async (workspaceIds: readonly string[]): Promise<void> => {
    if (performance.now() > cachedUntil) {
      cached = new Map();
      cachedUntil = performance.now() + CACHE_MS;
    }
    const missing = workspaceIds.filter((id) => !cached.has(id));
    if (missing.length === 0) return;
    const parameters = placeholders(missing);
    const rows = await reader.run(
      `select workspace_id, address_storage, referrer_storage, count_http_clients from link_settings
       where workspace_id in (${parameters})`,
      missing,
    );
    for (const id of missing) cached.set(id, DEFAULT_LINK_SETTINGS);
    for (const [id, addressStorage, referrerStorage, countHttpClients] of rows) {
      cached.set(String(id), {
        addressStorage,
        referrerStorage,
        countHttpClients: Boolean(countHttpClients),
      } as WorkspaceClickSettings);
    }
  };

  const readSalts = async (days: readonly number[], now: number): Promise<void> => {
    for (const day of salts.keys()) if (isSaltExpired(day, now)) salts.delete(day);
    for (const day of days) {
      if (salts.has(day) || isSaltExpired(day, now)) continue;
      const text = dayText(day);
      const [row] = await reader.run('select sealed from link_salts where day = $1', [text]);
      if (row) salts.set(day, Buffer.from(sealer.open(String(row[0]), saltColumn(text)), 'base64'));
    }
  };

  return {
    async load(workspaceIds: readonly string[], days: readonly number[], now: number): Promise<void> {
      await readSettings(workspaceIds);
      await readSalts(days, now);
    },
    clickSettingsOf: (workspaceId: string): WorkspaceClickSettings => cached.get(workspaceId) ?? DEFAULT_LINK_SETTINGS,
    saltOf: (day: number): Uint8Array | null => salts.get(day) ?? null,
  };
}
