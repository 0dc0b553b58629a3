import type { Translation } from '../i18n/texts';
import type { t } from './texts';

export default {
  pageGone: 'Esta página não foi carregada porque o console foi atualizado. Recarregue a aba.',
  consoleUpdated: 'O console foi atualizado',
  reload: 'Recarregar',
  notLoaded: 'Esta página ainda não foi carregada',
  partNotLoaded: 'Ainda não carregado',
  serverAway: 'O servidor não responde. Verifique se o Switchboard está em execução e se você está conectado.',
  tryingAgain: 'Tentando de novo…',
  tryingAgainIn: 'Nova tentativa em {seconds, number} s.',

  never: 'Nunca',
  now: 'agora',
  browserOnSystem: '{browser} no {system}',
  unknownClient: 'Cliente desconhecido',

  core: 'Geral',
  links: 'Links',
  webhooks: 'Webhooks',
  linksAndWebhooks: 'Links e webhooks',
  automation: 'Automação',

  loading: 'Carregando',
  noMatch: 'Nenhum resultado para estes filtros',
  clearFilters: 'Limpar filtros',
  removeFilter: 'Remover o filtro {filter}',
  noAnswer: 'Sem resposta',
  tryAgain: 'Tentar de novo',
  forbidden: 'Sua função não dá acesso a esta página',
  yourRole: 'Sua função é {role}.',
  askOwner: 'Peça acesso a um proprietário ou administrador do workspace.',
  notFound: 'Página não encontrada',
  objectNotFound: 'Não encontrado: {what}',
  notFoundHelp: 'O item pode ter sido excluído ou pertencer a outro workspace. Verifique o endereço.',

  undo: 'Desfazer',
  undone: 'Desfeito',
  notUndone: 'Não foi possível desfazer',

  copy: 'Copiar',
  copied: 'Copiado',
  copyThis: 'Copiar {what}',
  couldNotCopy: 'Não foi possível copiar',
  copyAsCode: 'Copiar como código',
  copiedAs: 'Copiado como {language}',
  language: 'Linguagem',

  loadMore: 'Carregar mais',
  moreActions: 'Mais ações',
  actionsOf: 'Ações para {name}',

  reconnecting: 'Reconectando',
  paused: 'Em pausa',
  live: 'Ao vivo',
  connecting: 'Conectando',
} satisfies Translation<typeof t>;
