import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    filter: 'Filter',
    addFilter: 'Add a filter',
    time: 'Time',
    last15Minutes: 'Last 15 minutes',
    lastHour: 'Last hour',
    last24Hours: 'Last 24 hours',
    last7Days: 'Last 7 days',
    between: 'Between two days',
    since: 'Since {day}',
    upTo: 'Until {day}',
    apply: 'Apply',
    back: 'Back',
    from: 'From',
    until: 'Until',
    endsBeforeStart: 'The end must be after the start.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
