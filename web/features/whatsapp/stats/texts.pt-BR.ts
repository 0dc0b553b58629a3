import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  messages: 'Mensagens',
  sentInAll: 'Enviadas',
  deliveredRate: 'Entregues',
  readRate: 'Lidas',
  failed: 'Com falha',
  received: 'Recebidas',
  sent: 'Só enviadas',
  delivered: 'Só entregues',
  read: 'Lidas',
  sentOverTime: 'Mensagens enviadas ao longo do tempo, por status mais recente',
  receivedOverTime: 'Mensagens recebidas ao longo do tempo',
  receivedMessages: 'Mensagens recebidas',
  none: 'Nenhuma mensagem neste período.',
  newestOnly: 'Este número tem mais mensagens do que são contadas de uma vez. O gráfico começa <time></time>.',
} satisfies Translation<typeof t>;
