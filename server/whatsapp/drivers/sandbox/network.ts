import type { Database } from '../../../db/database';
import { scoped } from '../../../db/scoped';
import { holdSandboxState, insertSteps, readSandboxState, writeSandboxState } from '../../system/sandbox';
import type { DriverInstance, Profile } from '../driver';
import type { GroupFacts, Person } from '../news';
import type { TimedStep } from './steps';

export interface SandboxGroup {
  facts: GroupFacts;
  participants: { person: Person; role: 'member' | 'admin' | 'owner' }[];
  requests: { requestId: string; person: Person; at: string }[];
  /** Part of the invite link; it changes with each rotation. */
  invite: string;
  /** The account is no longer in it. */
  isLeft?: true;
}

/** What the simulated network knows of one instance. */
export interface SandboxState {
  profile: Profile;
  groups: Record<string, SandboxGroup>;
  /** Files whose first download has failed. */
  failedMedia: string[];
}

/** More is forgotten, the oldest first. */
const MOST_GROUPS = 200;
const MOST_FAILED = 100;

const fresh = (): SandboxState => ({
  profile: { name: 'Sandbox', about: 'Testing, one, two', pictureUrl: null, cloud: null },
  groups: {},
  failedMedia: [],
});

/** The state as it is stored; older states hold placeholders of participants as their names. */
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
  /** Steps were put down, the first for this time. */
  scheduled: (at: Date) => void;
}

/** The simulated network: all of it lies in the database, so it outlives the process. */
export function createNetwork({ database, now, scheduled }: NetworkOptions) {
  const read = async (instanceId: string): Promise<SandboxState> => {
    const stored: Partial<SandboxState> | undefined = await readSandboxState(database, instanceId);
    return stateOf(stored);
  };

  return {
    now,
    database,
    db: ({ workspaceId }: Pick<DriverInstance, 'workspaceId'>) => scoped(database, workspaceId),
    read,

    /** Changes what it knows, and returns what `change` does. */
    async change<T>({ id, workspaceId }: DriverInstance, change: (state: SandboxState) => T): Promise<T> {
      return database.transaction(async (tx) => {
        const row = { instanceId: id, workspaceId, updatedAt: now() };
        const stored: Partial<SandboxState> | undefined = await holdSandboxState(tx, row);
        const state = stateOf(stored);
        const result = change(state);
        state.groups = Object.fromEntries(Object.entries(state.groups).slice(-MOST_GROUPS));
        state.failedMedia = state.failedMedia.slice(-MOST_FAILED);
        await writeSandboxState(tx, { ...row, state });
        return result;
      });
    },

    async schedule({ id: instanceId, workspaceId }: DriverInstance, steps: readonly TimedStep[]): Promise<void> {
      const at = now().getTime();
      const rows = steps.map(({ afterMs, step }) => ({ instanceId, workspaceId, step, dueAt: new Date(at + afterMs) }));
      await database.transaction((tx) => insertSteps(tx, rows));
      const first = Math.min(...steps.map(({ afterMs }) => afterMs));
      if (steps.length > 0) scheduled(new Date(at + first));
    },
  };
}
export type Network = ReturnType<typeof createNetwork>;
