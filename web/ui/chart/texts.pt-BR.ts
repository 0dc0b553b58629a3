import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  time: 'Período',
  periodBefore: 'Período anterior',
  total: 'Total',
  showTable: 'Mostrar como tabela',
  showChart: 'Mostrar como gráfico',
  chartHint: 'As setas percorrem o gráfico.',
  noData: 'Nenhum dado neste período',
} satisfies Translation<typeof t>;
