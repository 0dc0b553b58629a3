import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  needsRole: 'Sua função é <em>{role}</em>. Esta página exige <em>{needed}</em>: {page}.',
  owners: '{count, plural, one {Proprietário} other {Proprietários}}: {names}.',
  shortcuts: 'Atalhos de teclado',
  shortcutSearch: 'Busca e comandos',
  shortcutFilter: 'Filtrar a lista',
  shortcutCreate: 'Criar, nas páginas que permitem',
  shortcutRows: 'Linha seguinte e anterior',
  shortcutOpen: 'Abrir a linha',
  shortcutCode: 'Copiar a chamada da API da página como código',
  shortcutPause: 'Pausar e retomar uma lista ao vivo',
  shortcutWalk: 'Item seguinte e anterior',
  shortcutHelp: 'Esta lista',
  goTo: 'Ir para {page}',
  shortcutsOff: 'Você pode desativar os atalhos de uma letra no menu da conta.',
  yourAccount: 'Sua conta',
  profile: 'Perfil',
  security: 'Segurança',
  sessions: 'Sessões',
} satisfies Translation<typeof t>;
