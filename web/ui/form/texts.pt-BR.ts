import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  checkFields: 'Verifique {count, plural, one {# campo} other {# campos}}.',
  waitSeconds: 'Aguarde {seconds, number} s',
  saveChanges: 'Salvar alterações',
  cancel: 'Cancelar',
  closeTitle: 'Fechar sem salvar?',
  close: 'Fechar',
  lost: 'O que você digitou será perdido.',
  leave: 'Sair sem salvar? O que você digitou será perdido.',
  set: 'Definido',
  alreadySaved: 'Suas alterações já estão salvas',
  changedMeanwhile: 'Houve mudanças enquanto você editava ({what}). Selecione os valores que devem ficar.',
  theirsAndMine: 'Os deles e os meus',
  field: 'Campo',
  theirs: 'Deles',
  mine: 'Meu',
  valueOf: '{field}, {side, select, theirs {deles} other {meu}}:',
  allTheirs: 'Usar todos os deles',
  saveSelection: 'Salvar seleção',
  nothing: 'Vazio',
  changedBy: 'Alterado por {name}',
  anotherMember: 'outro membro',
} satisfies Translation<typeof t>;
