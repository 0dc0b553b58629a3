import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  findAll: 'Nome, grupo ou número',
  findPeople: 'Nome ou número',
  searching: 'Buscando…',
  noneFound: 'Nenhum resultado. Informe um número completo, como +5511955550100.',
  typeOrPaste: 'Informe um número, como +5511955550100, ou cole vários.',
  atMost: 'Limite atingido: {max, number}.',
  selected: 'Selecionados',
  remove: 'Remover {name}',
  others: '{count, plural, one {e mais #} other {e mais #}}',
  thisNumber: 'Este número',
  thisId: 'Este ID',
  contact: 'Contato',
  chat: 'Conversa',
  groupOf: '{count, plural, one {Grupo de # pessoa} other {Grupo de # pessoas}}',
} satisfies Translation<typeof t>;
