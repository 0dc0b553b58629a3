import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  // List
  name: 'Nome',
  language: 'Idioma',
  category: 'Categoria',
  status: 'Status',
  quality: 'Qualidade',
  find: 'Buscar por nome',
  templates: 'Modelos',
  template: 'Modelo',
  templateNoun: 'modelo',
  createTemplate: 'Criar modelo',
  sync: 'Sincronizar modelos',
  synced: '{count, plural, one {# modelo sincronizado} other {# modelos sincronizados}}',
  syncDetail: '{added, number} novos, {changed, number} alterados, {removed, number} removidos.',
  notSynced: 'Não foi possível sincronizar os modelos',
  empty: 'Nenhum modelo ainda',
  emptyHelp: 'Crie um modelo aqui ou sincronize os que a conta tem na Meta.',

  // Values
  category_authentication: 'Autenticação',
  category_marketing: 'Marketing',
  category_utility: 'Utilidade',
  quality_green: 'Alta',
  quality_yellow: 'Média',
  quality_red: 'Baixa',
  quality_unknown: 'Ainda não avaliada',
  status_approved: 'Aprovado',
  status_pending: 'Em análise',
  status_in_appeal: 'Em recurso',
  status_rejected: 'Recusado',
  status_disabled: 'Desativado',
  status_paused: 'Pausado',

  // One template
  rejected: 'A Meta recusou este modelo: {reason}',
  variables: 'Variáveis',
  named: 'Nomeadas',
  numbered: 'Numeradas',
  id: 'ID',
  updated: 'Atualizado',
  sendInTester: 'Enviar no testador',
  preview: 'Prévia',
  definition: 'Definição',
  components: 'Componentes',
  buttons: 'Botões',
  button: 'Botão',
  header: 'cabeçalho',
  unknownPart: 'Componente desconhecido',
} satisfies Translation<typeof t>;
