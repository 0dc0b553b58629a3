import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    time: 'Time',
    periodBefore: 'Period before',
    total: 'Total',
    showTable: 'Show as table',
    showChart: 'Show as chart',
    chartHint: 'Arrow keys move through the chart.',
    noData: 'No data in this period',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
