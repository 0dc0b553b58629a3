import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  workspaces: 'Workspaces',
  findWorkspace: 'Buscar um workspace',
  current: 'atual',
  createWorkspace: 'Criar workspace',
  accountSettings: 'Configurações da conta',
  letterShortcuts: 'Atalhos de letras',
  on: 'Ativados',
  off: 'Desativados',
  languageNames: 'Idioma',
  signOut: 'Sair',
} satisfies Translation<typeof t>;
