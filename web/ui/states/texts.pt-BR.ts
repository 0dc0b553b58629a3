import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  copyRequestId: 'Copiar o ID da requisição',
  copyReport: 'Copiar relatório',
  reportCopied: 'Relatório copiado',
  waitAMoment: 'Espere um momento e tente de novo.',
} satisfies Translation<typeof t>;
