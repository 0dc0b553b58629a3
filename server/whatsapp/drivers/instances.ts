import type { CapabilityName } from '../../../shared/whatsapp/capabilities';
import type { CreateInstance, InstanceChange } from '../../../shared/whatsapp/instance-inputs';
import type { ScopedDb } from '../../db/scoped';
import type { WhatsAppContext } from '../context';
import type { PresentContext } from '../present/context';
import type { waInstances } from '../schema/instances';
import type { WhatsAppSealer } from '../sealed';
import type { ConnectResult, DriverInstance } from './driver';

type InstanceRow = typeof waInstances.$inferSelect;
export type InstanceColumns = Partial<InstanceRow>;

export interface CheckedChange {
  /** Result of connecting with the new settings; undefined when not attempted. */
  outcome?: ConnectResult | undefined;
  /** Columns that must be unchanged at the commit. */
  unchanged?: readonly (keyof InstanceRow)[];
  /** Runs in the transaction of the change, with the workspace locked. */
  columns: (tx: ScopedDb, row: InstanceRow) => Promise<InstanceColumns>;
}

export interface DriverInstances {
  /** Validates the input; the returned function runs in the creating transaction. */
  create: (ctx: WhatsAppContext, input: CreateInstance) => (tx: ScopedDb, id: string) => Promise<InstanceColumns>;
  /** Runs outside transactions. Undefined when nothing of the driver changes. */
  change: (ctx: WhatsAppContext, row: InstanceRow, input: InstanceChange) => Promise<CheckedChange | undefined>;
  /** Whether the change takes effect only when the socket is opened again. For drivers with the trait `hasSocket`. */
  needsNewSocket?: (before: InstanceRow, after: InstanceRow) => boolean;
  /** `after` is undefined on deletion. */
  release?: (tx: ScopedDb, before: InstanceRow, after: InstanceRow | undefined) => Promise<void>;
  present: (ctx: PresentContext, db: ScopedDb, rows: readonly InstanceRow[]) => Promise<ReadonlyMap<string, object>>;
  /** Throws `SealError`. */
  reveal: (row: InstanceRow, sealer: WhatsAppSealer) => Partial<DriverInstance>;
  /** The reason, and the fix. */
  notReady?: (row: InstanceRow) => string | undefined;
  /** The reason, and the fix. */
  lacks?: (row: InstanceRow, capability: CapabilityName) => { note: string; detail: string } | undefined;
}
