import type { Translation } from '../../../../i18n/texts';
import type { t } from './texts';

export default {
  // Steps
  connectNumber: 'Conectar um número',
  title: 'Conectar um número da Cloud API',
  step_number: 'Número',
  step_credentials: 'Credenciais',
  step_check: 'Revisão',
  step_webhook: 'Webhook',
  head_number: 'Selecione o número',
  head_credentials: 'Informe as credenciais',
  head_check: 'Revise',
  head_webhook: 'Configure o webhook na Meta',
  createInstance: 'Criar instância',
  next: 'Avançar',
  back: 'Voltar',

  // Fields
  name: 'Nome',
  nameHelp: 'Único no workspace.',
  nameExample: 'Suporte',
  phoneNumberId: 'ID do número de telefone',
  phoneNumberIdHelp: 'Na Meta, em WhatsApp › Configuração da API. Não é o número de telefone.',
  accountId: 'ID da conta do WhatsApp Business',
  accountIdHelp: 'Na mesma página. Opcional, obrigatório para modelos.',
  accessToken: 'Token de acesso',
  accessTokenHelp:
    'De um usuário do sistema, com whatsapp_business_messaging e whatsapp_business_management. O token da Configuração da API expira em um dia.',
  appSecret: 'Chave secreta do app',
  appSecretHelp: 'Na Meta, em Configurações do app › Básico. Usada para verificar o que a Meta envia.',
  sealed: 'Ambos são armazenados criptografados e não exibidos de novo.',
  account: 'Conta comercial',
  noAccount: 'Nenhuma (sem modelos)',
  characters: '{count, plural, one {# caractere} other {# caracteres}}',
  verifyToken: 'Token de verificação',
  verifyTokenHelp: 'A Meta o devolve ao verificar o webhook. Gerado aqui; qualquer texto sem espaços funciona.',
  checkHelp:
    'As credenciais são verificadas com a Meta ao criar a instância. O token de verificação pertence ao app: instâncias do mesmo app o compartilham.',
  toggleAccessToken: 'Mostrar ou ocultar o token de acesso',
  toggleAppSecret: 'Mostrar ou ocultar a chave secreta',
  toggleVerifyToken: 'Mostrar ou ocultar o token de verificação',

  // Checks
  enterName: 'Informe um nome.',
  digits: 'Informe os dígitos mostrados na Meta.',
  pasteAccessToken: 'Cole o token de acesso.',
  pasteAppSecret: 'Cole a chave secreta do app.',
  enterVerifyToken: 'Informe um token de verificação.',
  noSpaces: 'Remova espaços e quebras de linha.',

  // Settings
  credentials: 'Credenciais da Meta',
  checkAndSave: 'Verificar e salvar',
  noToken: 'Nenhum token armazenado: a instância não pode conectar.',
  endsIn: 'Termina em {hint}. Deixe em branco para manter.',
  keepSecret: 'Não exibida. Deixe em branco para manter.',
  keepVerify: 'Deixe em branco para manter. A Meta precisa verificar o webhook de novo após uma alteração.',
  graphVersion: 'Versão da Graph API',
  checkedFirst: 'A Meta verifica as credenciais antes. Se a Meta recusar, nada muda.',

  // Webhook
  metaWebhook: 'Webhook da Meta',
  notVerified: 'Não verificado',
  verified: 'Verificado',
  notVerifiedHelp:
    'Informe a URL de callback e o token de verificação na Meta, em WhatsApp › Configuração. Até lá, nenhuma mensagem ou confirmação chega.',
  callbackUrl: 'URL de callback',
  set: 'Definido',
  shownOnce: 'Exibido uma vez. Defina outro nas configurações.',
  notYet: 'Ainda não',
  lastCall: 'Última chamada da Meta',
  noAccountForTemplates: 'Nenhuma (obrigatória para modelos)',
  instance: 'instância',
  tokenNotChanged: 'Não foi possível alterar o token de verificação',
  noWebhook: 'Esta instância não tem webhook da Meta.',
  fixCredentials: 'Corrigir credenciais',
  howTo:
    'No app na Meta, abra <b>WhatsApp › Configuração</b>, selecione “Editar” ao lado de “Webhook”, informe os dois valores e pressione “Verificar e salvar”. Depois assine o campo <code>messages</code>.',
  copyCallbackUrl: 'Copiar URL de callback',
  copyVerifyToken: 'Copiar token de verificação',
  hintOnce: 'Termina em {hint}. Exibido só uma vez.',
  setOnce: 'Definido. Exibido só uma vez.',
  newToken: 'Gerar outro',
  waiting: 'Aguardando a verificação da Meta. A Meta precisa acessar este servidor por HTTPS.',
  received: 'Verificado pela Meta <time></time>.',
  later: 'Fazer depois',
  openInstance: 'Abrir instância',
} satisfies Translation<typeof t>;
