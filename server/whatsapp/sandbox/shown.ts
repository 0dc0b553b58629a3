import type { TypingState } from '../../../shared/whatsapp/chat';
import type { Store } from '../../db/database';
import { holdSandboxState, readSandboxState, writeSandboxState } from '../system/sandbox';
import type { InstanceRow } from '../work';

export type Shown = Exclude<TypingState, 'paused'>;
type Kept = Record<string, { state: Shown; until: number }>;

const keptIn = (state: object | undefined, now: number): Kept => {
  const { typing = {} } = (state ?? {}) as { typing?: Kept };
  return Object.fromEntries(Object.entries(typing).filter(([, { until }]) => until > now));
};

/** What this side of the simulated network shows in its chats right now, by chat. */
export async function shownIn(store: Store, { id, driver }: InstanceRow, now: Date): Promise<Map<string, Shown>> {
  if (driver !== 'sandbox') return new Map();
  const kept = keptIn(await readSandboxState(store, id), now.getTime());
  return new Map(Object.entries(kept).map(([chatId, { state }]) => [chatId, state]));
}

/** In a chat of the simulated network this side types, for so long, or does no more. Elsewhere the provider knows. */
export async function noteShown(
  store: Store,
  { id, driver, workspaceId }: Pick<InstanceRow, 'id' | 'driver' | 'workspaceId'>,
  { chatId, state, lastsMs, now }: { chatId: string; state: TypingState; lastsMs: number; now: Date },
): Promise<void> {
  if (driver !== 'sandbox') return;
  await store.transaction(async (tx) => {
    const row = { instanceId: id, workspaceId, updatedAt: now };
    const stored = await holdSandboxState(tx, row);
    const { [chatId]: _before, ...others } = keptIn(stored, now.getTime());
    const own = state === 'paused' ? {} : { [chatId]: { state, until: now.getTime() + lastsMs } };
    const after = { ...stored, typing: { ...others, ...own } };
    await writeSandboxState(tx, { ...row, state: after });
  });
}
