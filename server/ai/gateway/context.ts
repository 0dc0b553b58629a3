import type { AiContext } from '../context';
import type { LedgerContext } from './ledger-context';

/** What a call of a model needs of its caller, who may be a request or a rule. */
export type GatewayContext = LedgerContext &
  Pick<AiContext, 'gateway' | 'log' | 'models' | 'signal' | 'store' | 'workspaceId'>;
