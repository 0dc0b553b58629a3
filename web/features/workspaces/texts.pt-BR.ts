import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  title: 'Criar um espaço de trabalho',
  lead: 'Um espaço de trabalho tem suas próprias chaves, webhooks, canais e membros. Os outros espaços não os veem.',
  leadFirst: 'Você não é membro de nenhum espaço de trabalho. Crie um ou peça um convite a um colega.',
  back: 'Voltar para {name}',
  create: 'Criar espaço de trabalho',
  name: 'Nome',
  example: 'Acme',
  nameMissing: 'Informe um nome.',
} satisfies Translation<typeof t>;
