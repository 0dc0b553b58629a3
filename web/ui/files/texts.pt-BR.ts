import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  choose: 'Escolher arquivo',
  replace: 'Substituir',
  orDrop: 'ou solte aqui',
  remove: 'Remover {name}',
  typesUpTo: '{types}, até {size}',
  anyType: 'Qualquer tipo',
  sending: 'Enviando…',
  progress: 'Envio de {name}',
  wrongType: 'O tipo de “{name}” não é permitido. Escolha um arquivo {types}.',
  tooLarge: '“{name}” passa de {max}. Escolha um arquivo menor.',
  empty: '“{name}” está vazio. Escolha outro arquivo.',
} satisfies Translation<typeof t>;
