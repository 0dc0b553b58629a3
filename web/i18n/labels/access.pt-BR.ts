import type { KeyResource } from '../../../shared/access/key-resources';
import type { PresetName } from '../../../shared/access/presets';
import type { KeyKind } from '../../../shared/access/scopes';
import type { Surface } from '../../../shared/surfaces';
import type { QuotaName } from '../../../shared/usage/quota-names';

export const presetNames: Record<PresetName, string> = {
  first_steps: 'Primeiros passos',
  full: 'Acesso total',
  read_only: 'Somente leitura',
  whatsapp: 'WhatsApp',
  send_messages: 'Somente enviar mensagens',
  links: 'Links curtos',
  create_links: 'Somente criar links',
  automation: 'Automação',
  automation_tool: 'n8n, Zapier, Make',
  publish: 'Somente publicar',
};

export const presetDescriptions: Record<PresetName, string> = {
  first_steps: 'Teste cada canal uma vez no sandbox.',
  full: 'Todos os escopos, inclusive os futuros.',
  read_only: 'Lê tudo, exceto as chaves de API e o log de auditoria.',
  whatsapp: 'Acesso total ao WhatsApp.',
  send_messages: 'Envia mensagens do WhatsApp e não lê nada.',
  links: 'Acesso total aos links curtos.',
  create_links: 'Cria links curtos e não lê nenhum.',
  automation: 'Acesso total à automação.',
  automation_tool: 'Publica e recebe eventos.',
  publish: 'Publica em endpoints de entrada e não lê nada.',
};

export const keyKinds: Record<KeyKind, string> = {
  ak: 'Workspace',
  wa: 'WhatsApp',
  lk: 'Links curtos',
  au: 'Automação',
  pk: 'Publicável',
};

export const keyResources: Record<KeyResource, string> = {
  whatsapp_instances: 'Somente estas instâncias do WhatsApp',
  link_domains: 'Somente estes domínios de links',
  inbound_endpoints: 'Somente estes endpoints de entrada',
};

export const quotas: Record<QuotaName, string> = {
  api_keys: 'Chaves de API ativas',
  webhooks: 'Webhooks',
  links: 'Links curtos',
  link_domains: 'Domínios de links',
  link_tags: 'Tags de links',
  whatsapp_instances: 'Instâncias do WhatsApp',
  whatsapp_media_bytes: 'Arquivos armazenados',
  whatsapp_backlog_bytes: 'Notificações pendentes da Meta',
  inbound_endpoints: 'Endpoints de entrada',
  automation_rules: 'Regras',
};

export const surfaces: Record<Surface, string> = {
  'getting-started': 'Primeiros passos',
  whatsapp: 'API do WhatsApp',
  links: 'API e webhooks',
  automation: 'API de automação',
};

/** Groups of operations, by the name of their tag in the document. */
export const apiTags: Record<string, string> = {
  Me: 'Chave atual',
  Models: 'Modelos',
  'Model gateway': 'Gateway de modelos',
  Keys: 'Chaves',
  Workspaces: 'Workspaces',
  Members: 'Membros',
  Usage: 'Uso',
  Audit: 'Auditoria',
  'WhatsApp instances': 'Instâncias do WhatsApp',
  'WhatsApp messages': 'Mensagens do WhatsApp',
  'WhatsApp chats': 'Conversas do WhatsApp',
  'WhatsApp media': 'Mídia do WhatsApp',
  'WhatsApp contacts': 'Contatos do WhatsApp',
  'WhatsApp groups': 'Grupos do WhatsApp',
  'WhatsApp templates': 'Modelos de mensagem do WhatsApp',
  'WhatsApp batches': 'Lotes do WhatsApp',
  Webhooks: 'Webhooks',
  'Webhook deliveries': 'Entregas de webhooks',
  Events: 'Eventos',
  Links: 'Links',
  'Link domains': 'Domínios de links',
  'Link tags': 'Tags de links',
  'Link analytics': 'Análise de links',
  'Link imports': 'Importações de links',
  'Inbound endpoints': 'Endpoints de entrada',
  'Inbound requests': 'Requisições de entrada',
  Rules: 'Regras',
  'Rule runs': 'Execuções de regras',
  Publications: 'Publicações',
  'Publication deliveries': 'Entregas de publicações',
  Channels: 'Canais',
  Destinations: 'Destinos',
};
