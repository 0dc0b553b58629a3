import type { Translation } from '../../../../i18n/texts';
import type { t } from './texts';

export default {
  range: 'Período',
  recentDeliveries: 'Entregas recentes',
  viewAll: 'Ver todas',
  noDeliveries: 'Nenhuma entrega ainda. Envie um teste ou altere algo no workspace.',
  attempts: 'Tentativas',
  successRate: 'Taxa de sucesso',
  succeeded: 'Com sucesso',
  failed: 'Com falha',
  responseTime: 'Duração média',
  pending: 'Pendentes',
  inFlight: '{count, number} em envio',
  attemptsOverTime: 'Tentativas ao longo do tempo',
  responseTimeOverTime: 'Duração média de uma tentativa',
  noAttempts: 'Nenhuma tentativa neste período.',
} satisfies Translation<typeof t>;
