import type { AiContext } from '../context';
import type { LedgerContext } from './ledger-context';

export type GatewayContext = LedgerContext &
  Pick<AiContext, 'gateway' | 'log' | 'models' | 'signal' | 'store' | 'workspaceId'>;
