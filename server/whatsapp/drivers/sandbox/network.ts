import type { Database, Store } from '../../../db/database';
import { scoped } from '../../../db/scoped';
import { lockSandboxState, insertSteps, readSandboxState, writeSandboxState } from '../../system/sandbox';
import type { DriverInstance, Profile } from '../driver';
import type { DriverTemplateEvent, GroupDetails, Person } from '../driver-events';
import type { TimedStep } from './steps';

export interface SandboxGroup {
  facts: GroupDetails;
  participants: { person: Person; role: 'member' | 'admin' | 'owner' }[];
  requests: { requestId: string; person: Person; at: string }[];
  invite: string;
  isLeft?: true;
}

export interface SandboxState {
  profile: Profile;
  groups: Record<string, SandboxGroup>;
  failedMedia: string[];
  templates: { template: DriverTemplateEvent; approvedAt: string }[];
}

const MAX_GROUPS = 200;
const MAX_TEMPLATES = 100;
const MAX_FAILED = 100;

const fresh = (): SandboxState => ({
  profile: { name: 'Sandbox', about: 'Testing, one, two', pictureUrl: null, cloud: null },
  groups: {},
  failedMedia: [],
  templates: [],
});

/** Older states stored placeholders as names. */
const stateOf = (stored: Partial<SandboxState> | undefined): SandboxState => {
  const state = { ...fresh(), ...stored };
  for (const { participants } of Object.values(state.groups)) {
    for (const participant of participants) participant.person = withoutName(participant.person);
  }
  return state;
};

const withoutName = ({ name, ...person }: Person): Person =>
  name === undefined ? person : { ...person, placeholderName: name };

export interface NetworkOptions {
  database: Database;
  now: () => Date;
  scheduled: (at: Date) => void;
}

/** Stored in the database, so that the simulated network survives the process. */
export function createNetwork({ database, now, scheduled }: NetworkOptions) {
  const read = async (instanceId: string): Promise<SandboxState> => {
    const stored: Partial<SandboxState> | undefined = await readSandboxState(database, instanceId);
    return stateOf(stored);
  };

  async function scheduleIn(
    tx: Store,
    { id: instanceId, workspaceId }: DriverInstance,
    steps: readonly TimedStep[],
  ): Promise<void> {
    if (steps.length === 0) return;
    const at = now().getTime();
    const rows = steps.map(({ afterMs, step }) => ({ instanceId, workspaceId, step, dueAt: new Date(at + afterMs) }));
    await insertSteps(tx, rows);
    const first = Math.min(...rows.map(({ dueAt }) => dueAt.getTime()));
    tx.afterCommit(() => scheduled(new Date(first)));
  }

  return {
    now,
    database,
    db: ({ workspaceId }: Pick<DriverInstance, 'workspaceId'>) => scoped(database, workspaceId),
    read,

    async change<T>({ id, workspaceId }: DriverInstance, change: (state: SandboxState) => T): Promise<T> {
      return database.transaction(async (tx) => {
        const row = { instanceId: id, workspaceId, updatedAt: now() };
        const stored: Partial<SandboxState> | undefined = await lockSandboxState(tx, row);
        const state = stateOf(stored);
        const result = change(state);
        state.groups = Object.fromEntries(Object.entries(state.groups).slice(-MAX_GROUPS));
        state.failedMedia = state.failedMedia.slice(-MAX_FAILED);
        state.templates = state.templates.slice(-MAX_TEMPLATES);
        await writeSandboxState(tx, { ...row, state });
        return result;
      });
    },

    schedule: (instance: DriverInstance, steps: readonly TimedStep[]): Promise<void> =>
      database.transaction((tx) => scheduleIn(tx, instance, steps)),
    scheduleIn,
  };
}
export type Network = ReturnType<typeof createNetwork>;
