import type { AccessDeps } from '../access';
import type { Platform, WorkspaceContext } from '../context';
import type { WhatsApp } from './engine-types';
import type { SearchValue } from './queries/search';

export interface WhatsAppDeps extends AccessDeps {
  whatsapp: WhatsApp;
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
