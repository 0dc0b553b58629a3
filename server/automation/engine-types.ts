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
  /** Call it after the commit when deliveries may be due. */
  wake(): void;
  /** Call it before any delivery can end. Returns the function that unregisters. */
  listen(): () => void;
  start(): void;
  stop(): Promise<void>;
  idle(): Promise<void>;
}

export interface Rules {
  metrics: RuleMetrics;
  /** From now on events of the workspace trigger rules. */
  listen(tx: ScopedDb): Promise<void>;
  /** Call it after the commit. */
  wake(workspaceId: string): void;
  start(): void;
  stop(): Promise<void>;
  /** For tests. */
  idle(): Promise<void>;
}

export interface Inbound {
  receive(call: InboundCall): Promise<InboundReply>;
  /** Call it after the commit. */
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
