import type { Platform } from '../../../context';
import type { ClickStore } from '../store/store';

export type SettleContext = Pick<Platform, 'config' | 'log' | 'now' | 'hub' | 'metrics' | 'store'> & {
  clicks: { store: Pick<ClickStore, 'counters' | 'uses' | 'handoffs' | 'handoffWorkspaces'> };
};
