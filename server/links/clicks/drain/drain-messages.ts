import type { ClickPlace } from '../store/click-reader';
import type { Position } from './drain-source';

/** What the Worker is given when it starts. */
export interface DrainSetup {
  place: ClickPlace;
  clickFolder: string;
  secretKey: Uint8Array;
  geoFiles: readonly string[];
  dataFolder: string;
  ownHosts: readonly string[];
  /** Name of this process among those that drain. */
  owner: string;
}

/** What the Worker does besides draining. */
export interface DrainVerbs {
  /** Drains all there is, and makes it safe. False: another process drains. */
  drainAll(): boolean;
  forgetLinks(workspaceId: string, linkIds: readonly string[]): void;
  /** For a second at most. False: there is more to do. */
  forgetWorkspaces(workspaceIds: readonly string[]): boolean;
  /** Hand-off rows up to this number have their events. */
  settled(no: number): void;
  /** Closes days and purges, for a second at most. False: there is more to do. */
  maintain(retentions: readonly Retention[], now: number): boolean;
  stop(): void;
}
export type DrainVerb = keyof DrainVerbs;

/** How long a workspace keeps single clicks. */
export interface Retention {
  workspaceId: string;
  rawClickDays: number;
}

export type ToDrain =
  | { type: 'setup'; setup: DrainSetup }
  /** There may be something to read. */
  | { type: 'wake' }
  | { type: 'call'; id: number; verb: DrainVerb; args: unknown[] };

export type FromDrain =
  | { type: 'ready' }
  /** From now on this process drains, so it settles too. */
  | { type: 'mine' }
  | { type: 'drained'; classes: Record<string, number>; seconds: number; hasHandoffs: boolean; badBatches: number }
  /** The local file is counted so far, which a power cut does not change. */
  | { type: 'safe'; position: Position }
  /** The local file is damaged. */
  | { type: 'unreadable'; error: string }
  /** This day needs a salt. */
  | { type: 'salt'; day: number }
  | { type: 'failed'; error: string; code?: unknown; errno?: unknown }
  | { type: 'answer'; id: number; value?: unknown; error?: string };
