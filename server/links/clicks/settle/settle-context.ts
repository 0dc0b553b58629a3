import type { Platform } from '../../../context';
import type { EventsDeps } from '../../../events/context';
import type { ClickStore } from '../store/store';

export type SettleContext = Pick<Platform & EventsDeps, 'config' | 'log' | 'now' | 'hub' | 'metrics' | 'store'> & {
  clicks: { store: Pick<ClickStore, 'counters' | 'uses' | 'handoffs' | 'handoffWorkspaces'> };
};
