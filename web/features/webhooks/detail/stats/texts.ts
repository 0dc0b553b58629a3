import { defineTexts } from '../../../../i18n/texts';

export const t = defineTexts(
  {
    range: 'Range',
    recentDeliveries: 'Recent deliveries',
    viewAll: 'View all',
    noDeliveries: 'No deliveries yet. Send a test, or change something in the workspace.',
    attempts: 'Attempts',
    successRate: 'Success rate',
    succeeded: 'Succeeded',
    failed: 'Failed',
    responseTime: 'Avg. duration',
    pending: 'Pending',
    inFlight: '{count, number} in flight',
    attemptsOverTime: 'Attempts over time',
    responseTimeOverTime: 'Average duration of an attempt',
    noAttempts: 'No attempts in this period.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
