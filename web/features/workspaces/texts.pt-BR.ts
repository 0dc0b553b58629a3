import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  title: 'Criar um workspace',
  lead: 'Um workspace tem suas próprias chaves, webhooks, canais e membros. Os outros workspaces não os veem.',
  leadFirst: 'Você não é membro de nenhum workspace. Crie um ou peça um convite a um colega.',
  back: 'Voltar para {name}',
  create: 'Criar workspace',
  name: 'Nome',
  example: 'Acme',
  nameMissing: 'Informe um nome.',
} satisfies Translation<typeof t>;
