import type { TypingState } from '../../../shared/whatsapp/chat';
import type { Store } from '../../db/database';
import { traitsOf } from '../drivers/registry';
import { lockSandboxState, readSandboxState, writeSandboxState } from '../system/sandbox';
import type { InstanceRow } from '../work-types';

type Shown = Exclude<TypingState, 'paused'>;
type StoredTyping = Record<string, { state: Shown; until: number }>;

const typingIn = (state: object | undefined, now: number): StoredTyping => {
  const { typing = {} } = (state ?? {}) as { typing?: StoredTyping };
  return Object.fromEntries(Object.entries(typing).filter(([, { until }]) => until > now));
};

/** Keyed by chat. */
export async function shownIn(store: Store, { id, driver }: InstanceRow, now: Date): Promise<Map<string, Shown>> {
  if (!traitsOf(driver).isSimulated) return new Map();
  const stored = typingIn(await readSandboxState(store, id), now.getTime());
  return new Map(Object.entries(stored).map(([chatId, { state }]) => [chatId, state]));
}

/** Only the simulated network stores it; elsewhere the provider has this state. */
export async function recordTyping(
  store: Store,
  { id, driver, workspaceId }: Pick<InstanceRow, 'id' | 'driver' | 'workspaceId'>,
  { chatId, state, lastsMs, now }: { chatId: string; state: TypingState; lastsMs: number; now: Date },
): Promise<void> {
  if (!traitsOf(driver).isSimulated) return;
  await store.transaction(async (tx) => {
    const row = { instanceId: id, workspaceId, updatedAt: now };
    const stored = await lockSandboxState(tx, row);
    const { [chatId]: _before, ...others } = typingIn(stored, now.getTime());
    const own = state === 'paused' ? {} : { [chatId]: { state, until: now.getTime() + lastsMs } };
    const after = { ...stored, typing: { ...others, ...own } };
    await writeSandboxState(tx, { ...row, state: after });
  });
}
