import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  filter: 'Filtro',
  addFilter: 'Adicionar um filtro',
  time: 'Período',
  last15Minutes: 'Últimos 15 minutos',
  lastHour: 'Última hora',
  last24Hours: 'Últimas 24 horas',
  last7Days: 'Últimos 7 dias',
  between: 'Entre dois dias',
  since: 'Desde {day}',
  upTo: 'Até {day}',
  apply: 'Aplicar',
  back: 'Voltar',
  from: 'De',
  until: 'Até',
  endsBeforeStart: 'O fim deve ser depois do início.',
} satisfies Translation<typeof t>;
