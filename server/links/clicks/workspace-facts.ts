import { DEFAULT_LINK_SETTINGS } from '../../../shared/links/settings';
import { createSealer } from '../../secrets/seal';
import { DAY_MS } from './dimensions';
import type { KeptFacts } from './enrich/enrich';
import type { ClickReader } from './store/click-reader';
import { isOver } from './visitors';

const SETTINGS_MS = 5000;

/** What a salt is sealed for, and where it stands. */
export const SALT_PURPOSE = 'link salts';
export const saltPlace = (day: string) => ({ table: 'link_salts', id: day, column: 'sealed' });
/** Such as 2026-11-21. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** What the drain knows of workspaces and days, from the main database: settings within five seconds of a change. */
export function createWorkspaceFacts(reader: ClickReader, secretKey: Uint8Array) {
  const sealer = createSealer(secretKey, SALT_PURPOSE);
  const salts = new Map<number, Uint8Array>();
  let kept = new Map<string, KeptFacts>();
  let keptUntil = 0;

  const readSettings = async (workspaceIds: readonly string[]): Promise<void> => {
    if (performance.now() > keptUntil) {
      kept = new Map();
      keptUntil = performance.now() + SETTINGS_MS;
    }
    const missing = workspaceIds.filter((id) => !kept.has(id));
    if (missing.length === 0) return;
    const places = missing.map((_, index) => `$${index + 1}`).join();
    const rows = await reader.run(
      `select workspace_id, address_storage, referrer_storage, count_tools from link_settings
       where workspace_id in (${places})`,
      missing,
    );
    for (const id of missing) kept.set(id, DEFAULT_LINK_SETTINGS);
    for (const [id, addressStorage, referrerStorage, countTools] of rows) {
      kept.set(String(id), { addressStorage, referrerStorage, countTools: Boolean(countTools) } as KeptFacts);
    }
  };

  const readSalts = async (days: readonly number[], now: number): Promise<void> => {
    for (const day of salts.keys()) if (isOver(day, now)) salts.delete(day);
    for (const day of days) {
      if (salts.has(day) || isOver(day, now)) continue;
      const text = dayText(day);
      const [row] = await reader.run('select sealed from link_salts where day = $1', [text]);
      if (row) salts.set(day, Buffer.from(sealer.open(String(row[0]), saltPlace(text)), 'base64'));
    }
  };

  return {
    async load(workspaceIds: readonly string[], days: readonly number[], now: number): Promise<void> {
      await readSettings(workspaceIds);
      await readSalts(days, now);
    },
    keptFactsOf: (workspaceId: string): KeptFacts => kept.get(workspaceId) ?? DEFAULT_LINK_SETTINGS,
    saltOf: (day: number): Uint8Array | null => salts.get(day) ?? null,
  };
}
