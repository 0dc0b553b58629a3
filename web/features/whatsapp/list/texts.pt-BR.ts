import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  lead: 'Cada instância é um número do WhatsApp (Cloud API ou um celular conectado) ou um sandbox.',
  createInstance: 'Criar instância',
  find: 'Buscar por nome',
  findWords: 'Buscar em todas as mensagens',
  status: 'Status',
  driver: 'Driver',
  example: 'Suporte',
  empty: 'Nenhuma instância ainda',
  emptyHelp:
    'Uma instância envia e recebe por um número do WhatsApp. Comece com um sandbox: não precisa de celular nem de conta na Meta.',
  noNumber: 'Sem número ainda',
  sending: 'Envio',
  notConnected: 'Não conectada',
  queued: 'Na fila',
  unconfirmed: 'Não confirmadas',
  problem: '{text}.',
  problemUntil: '{text}; termina <time></time>.',
  openConnection: 'Abrir',
  open: 'Abrir {name}',
  pair: 'Conectar celular',
  fixCredentials: 'Corrigir credenciais',
} satisfies Translation<typeof t>;
