import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  // Layout
  parts: 'Partes do testador',
  part_phone: 'Celular',
  part_timeline: 'Linha do tempo',
  part_simulate: 'Simular',
  notConnected: 'A instância não está conectada: não é possível enviar mensagens. <link>Conectar</link>',
  nobody: 'Nenhum destinatário',
  seesTyping: 'vê “{text}…”',
  messages: 'Mensagens',
  noMessages: 'Nenhuma mensagem ainda',
  notReceived: 'Não foi possível simular a mensagem',
  to: 'Para',

  // Timeline
  timeline: 'Linha do tempo',
  viewCode: 'Ver código',
  apiCall: 'Chamada de API',
  nothingYet: 'Envie uma mensagem para acompanhar a entrega.',
  nothingForCode: 'Envie ou selecione uma mensagem.',
  statuses: 'Status',
  receivedAt: 'Recebida às {time}',
  events: 'Eventos e webhooks',
  eventsOf: 'Eventos da mensagem',
  noEvents: 'Nenhum evento ainda',
  request: 'Requisição',
  looking: 'Buscando…',
  tooMany: 'Não foi possível associar esta mensagem a uma requisição.',
  fromConsole: 'Enviada pelo console, sem chave de API.',

  // First message
  noSandbox: 'Este workspace não tem sandbox. <link>Todas as instâncias</link>',
  hello: 'Olá do Switchboard',
  notSent: 'Não foi possível enviar a mensagem',
  simulatedPhone: 'Um celular simulado: ele recebe e lê sua mensagem.',
  messageTo: 'Mensagem para {phone}',
  sendMessage: 'Enviar mensagem',
  openTester: 'Abrir testador',

  // What the simulated contacts do
  does_normal: 'Lê as mensagens',
  does_notOnWhatsApp: 'Não está no WhatsApp (a mensagem falha)',
  does_neverRead: 'Entregue, nunca lida',
  does_unconfirmed: 'Sem resposta (não confirmada)',
  does_windowClosed: 'Janela de 24 horas fechada (somente modelos)',
  does_rateLimitedOnce: 'Limitada uma vez, depois entregue',
  does_optedOut: 'Cancelou o recebimento (a mensagem falha)',
  does_echo: 'Responde com o mesmo texto',
  does_reacts: 'Reage com 👍',
  does_hidden: 'Número oculto, responde',
  does_twice: 'Resposta entregue duas vezes',
  does_outOfOrder: 'Confirmações fora de ordem',
  does_mediaFailsOnce: 'Responde com uma imagem que falha uma vez',
} satisfies Translation<typeof t>;
