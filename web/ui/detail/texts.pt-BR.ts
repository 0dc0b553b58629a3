import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  newer: 'Mais recente',
  older: 'Mais antigo',
  neighbours: 'Próximo e anterior',
  position: '{at, number} de {total, number}',
} satisfies Translation<typeof t>;
