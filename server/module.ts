import type { KeyResource } from '../shared/access/key-resources';
import type { Surface } from '../shared/surfaces';
import type { QuotaName } from '../shared/usage/quota-names';
import type { SelectorName } from '../shared/webhooks/webhooks';
import type { Platform, WorkspaceContext } from './context';
import type { TenantTable } from './db/scoped';
import type { Task } from './schedule';

export interface Module<Deps> {
  tags?: readonly Tag[];
  jobs?(services: Platform & Deps): Task[];
  quotas?: Partial<Record<QuotaName, Quota<WorkspaceContext & Deps>>>;
  keyResources?: Partial<Record<KeyResource, TenantTable>>;
  selectors?: Partial<Record<SelectorName, TenantTable>>;
}

export interface Tag {
  name: string;
  /** Procedures, or routers with all their procedures. The longest matching path decides the tag of a procedure. */
  of: readonly [string, ...string[]];
  alsoIn?: readonly Surface[];
  after?: string;
  description: string;
}

export interface Quota<Context> {
  used: (ctx: Context) => Promise<number>;
  limit: number | ((ctx: Context) => number);
}
