import type { DatabaseLocation } from '../../../db/database';
import type { DrainPosition } from './drain-source';

export interface DrainSetup {
  clickDatabase: DatabaseLocation;
  clickFolder: string;
  secretKey: Uint8Array;
  geoFiles: readonly string[];
  dataFolder: string;
  ownHosts: readonly string[];
  owner: string;
}

export interface DrainVerbs {
  drainAll(): boolean;
  forgetLinks(workspaceId: string, linkIds: readonly string[]): void;
  /** Takes at most one second; returns false when more is left. */
  forgetWorkspaces(workspaceIds: readonly string[]): boolean;
  settled(workspaceId: string, no: number): void;
  /** Takes at most one second; returns false when more is left. */
  maintain(retentions: readonly Retention[], now: number): boolean;
  stop(): void;
}
export type DrainVerb = keyof DrainVerbs;

export interface Retention {
  workspaceId: string;
  clickRetentionDays: number;
}

export type ToDrain =
  | { type: 'setup'; setup: DrainSetup }
  | { type: 'wake' }
  | { type: 'call'; id: number; verb: DrainVerb; args: unknown[] };

export type FromDrain =
  | { type: 'ready' }
  | { type: 'mine' }
  | { type: 'drained'; classes: Record<string, number>; seconds: number; hasHandoffs: boolean; badBatches: number }
  | { type: 'safe'; position: DrainPosition }
  | { type: 'unreadable'; error: string }
  | { type: 'salt'; day: number }
  | { type: 'failed'; error: string; code?: unknown; errno?: unknown }
  | { type: 'answer'; id: number; value?: unknown; error?: string };
