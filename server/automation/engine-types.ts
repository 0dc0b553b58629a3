import type { ScopedDb } from '../db/scoped';
import type { Channel } from './channels/channel';
import type { InboundCall } from './inbound/call';
import type { InboundReply } from './inbound/commit/reply';
import type { RuleMetrics } from './rules/engine/metrics';
import type { Templates } from './templates/types';

export interface Channels {
  readonly all: readonly Channel[];
  of(kind: string): Channel | undefined;
}

export interface Publisher {
  /** Reports, after the commit, that deliveries may be due. */
  wake(): void;
  /** Registers for results of webhook deliveries before any can end. Returns the function that unregisters. */
  listen(): () => void;
  start(): void;
  /** Stops claiming; resolves when running work has ended. */
  stop(): Promise<void>;
  idle(): Promise<void>;
}

/** Triggers of rules, and their runs. */
export interface Rules {
  metrics: RuleMetrics;
  /** From now on, events of the workspace can trigger rules. */
  listen(tx: ScopedDb): Promise<void>;
  /** Called after the commit when runs of a workspace may be due. */
  wake(workspaceId: string): void;
  start(): void;
  /** Claims no more runs; resolves when running ones have ended. */
  stop(): Promise<void>;
  /** Resolves when no event, schedule or run is due, for tests. */
  idle(): Promise<void>;
}

export interface Inbound {
  receive(call: InboundCall): Promise<InboundReply>;
  /** Called after the commit that queued replays of a workspace. */
  wakeReplays(workspaceId: string): void;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface Automation {
  channels: Channels;
  templates: Templates;
  publisher: Publisher;
  rules: Rules;
  inbound: Inbound;
  start(): Promise<void>;
  stop(): Promise<void>;
}
