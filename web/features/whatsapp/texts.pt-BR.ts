import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  // The frame of an instance
  whatsappInstance: 'Instância do WhatsApp',
  instance: 'instância',
  tabs: 'Instância',
  allInstances: 'Todas as instâncias',
  switchInstance: 'Trocar de instância',
  tab_chats: 'Conversas',
  tab_contacts: 'Contatos',
  tab_groups: 'Grupos',
  tab_templates: 'Modelos',
  tab_batches: 'Lotes',
  tab_tester: 'Testador',
  tab_connection: 'Conexão',
  tab_settings: 'Configurações',
  notSupported: 'Não disponível com o driver {driver}.',
  addressUnknown: 'Endereço desconhecido',
  pairNames: 'Use de 1 a 40 letras, números, pontos, sublinhados ou hífens nos nomes.',
  pairsUnique: 'Cada nome pode ser usado uma vez.',
  connect: 'Conectar',
  notConnected: 'Não foi possível conectar {name}',

  // Statuses
  status_created: 'Não iniciada',
  status_pairing: 'Aguardando leitura do código',
  status_connecting: 'Conectando',
  status_connected: 'Conectada',
  status_reconnecting: 'Reconectando',
  status_disconnected: 'Desconectada',
  status_logged_out: 'Sessão encerrada',
  status_failed: 'Falhou',

  // Ids that do not name their instance
  kind_cnt: 'contato',
  kind_cht: 'conversa',
  kind_msg: 'mensagem',
  kind_grp: 'grupo',
  kind_tpl: 'modelo',
  kind_bat: 'lote',
  object: 'objeto',
} satisfies Translation<typeof t>;
