import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  createInstance: 'Criar uma instância',
  otherWays: 'Outras formas',
  needDeveloper: 'Peça a um desenvolvedor deste workspace para criar instâncias.',
  notAvailable: 'Não disponível',
  steps: 'Etapas',
  done: ', concluída',
} satisfies Translation<typeof t>;
