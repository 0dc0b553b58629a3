import type { Translation } from '../../../../i18n/texts';
import type { t } from './texts';

export default {
  // Device
  linkPhone: 'Conectar um celular',
  linkedDevice: 'Dispositivo conectado',
  lastSeen: 'Visto por último',
  clientName: 'Nome do cliente',
  history: 'Mensagens anteriores',
  library: 'Biblioteca',
  risksConfirmed: 'Riscos confirmados',
  confirmedBy: '<time></time> por <id></id>',
  history_none: 'Nenhuma',
  history_recent: 'Mensagens das últimas semanas',
  history_full: 'Todas as mensagens do celular',
  syncing: 'Importando mensagens anteriores. Você já pode enviar mensagens.',
  syncingPercent: 'Importando mensagens anteriores: {percent, number}%. Você já pode enviar mensagens.',

  // Steps
  step_risks: 'Riscos',
  step_phone: 'Celular',
  step_test: 'Mensagem de teste',
  head_risks: 'Leia isto primeiro',
  head_phone: 'Conecte o celular',
  head_test: 'Envie uma mensagem de teste',
  instance: 'instância',
  leave: 'Você pode sair desta página: <link>a página de conexão de {name}</link> também mostra o código.',
  cloudInstead: 'Você escreve por uma empresa ou tem uma Conta Comercial Oficial? <link>Use a Cloud API da Meta</link>',
  createAndShow: 'Criar e mostrar QR code',
  acknowledge: 'Conheço os riscos de um cliente não oficial',
  acknowledgeHelp: 'O Switchboard registra quem confirmou e quando.',
  name: 'Nome',
  nameHelp: 'Único no workspace.',
  options: 'Opções',
  optionsHint: 'Mensagens anteriores, nome do cliente, proxy',
  importHistory: 'Mensagens anteriores a importar',
  importHistoryHelp: 'O celular as envia uma vez, ao ser conectado.',
  clientNameHelp:
    'O sistema operacional na lista de dispositivos conectados. Padrão: Ubuntu. O WhatsApp pode recusar códigos de conexão com outros nomes.',
  proxy: 'Proxy',
  proxyHelp: 'URL de um proxy HTTP com credenciais, usado para a conexão e todos os arquivos.',
  toggleProxy: 'Mostrar ou ocultar o proxy',
  enterName: 'Informe um nome.',
  confirmRisks: 'Confirme que conhece os riscos.',

  // Settings
  saveDevice: 'Salvar dispositivo',
  alwaysOnline: 'Sempre aparecer online',
  alwaysOnlineHelp: 'O celular então não mostra notificações de novas mensagens.',
  rejectCalls: 'Recusar chamadas recebidas',
  rejectCallsHelp: 'O celular para de tocar. Cada chamada ainda gera um evento.',
  rejectMessage: 'Mensagem para quem ligou',
  rejectMessageHelp: 'Enviada após recusar a chamada. Deixe em branco para não enviar.',
  clientNameChange:
    'O sistema operacional na lista de dispositivos conectados. A alteração vale quando o celular for conectado de novo. O WhatsApp pode recusar códigos de conexão com nomes incomuns.',
  historyChange: 'A alteração vale quando o celular for conectado de novo.',

  // Test message
  hello: 'Olá do Switchboard',
  linked: 'O celular está conectado.',
  linkedAs: 'O celular {phone} está conectado.',
  openInstance: 'Abrir instância',
  enterNumber: 'Informe um número de telefone.',
  enterText: 'Informe um texto.',
  sendTest: 'Enviar mensagem de teste',
  to: 'Para',
  toHelp: 'O número de alguém que espera sua mensagem, com o código do país.',
  text: 'Texto',
  openChat: 'Abrir conversa no testador',
} satisfies Translation<typeof t>;
