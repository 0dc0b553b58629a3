import type { AccessDeps } from '../access/context';
import type { Platform, WorkspaceContext } from '../context';
import type { UsageDeps } from '../usage/context';
import type { WhatsApp } from './engine-types';
import type { SearchValue } from './queries/search';

/** What WhatsApp needs besides the platform. */
export interface WhatsAppDeps extends AccessDeps, UsageDeps {
  whatsapp: WhatsApp;
  /** Long reads, away from the event loop. */
  analyst: {
    ask(
      name: 'found_ids',
      input: {
        workspaceId: string;
        statement: { text: string; params: readonly SearchValue[] };
      },
    ): Promise<{ id: string; place: string }[]>;
  };
}

export type WhatsAppContext = WorkspaceContext & WhatsAppDeps;
export type WhatsAppServices = Platform & WhatsAppDeps;
