import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  account: 'Sua conta',
  profile: 'Perfil',
  security: 'Segurança',
  sessions: 'Sessões',

  name: 'Nome',
  nameMissing: 'Informe seu nome.',
  email: 'E-mail',
  emailFixed: 'O e-mail de uma conta ainda não pode ser alterado.',
  since: 'Conta criada em {day}',
  administrator: 'Administrador da instância',
  save: 'Salvar perfil',
  saved: 'Perfil salvo',

  password: 'Senha',
  currentPassword: 'Senha atual',
  newPassword: 'Nova senha',
  currentMissing: 'Informe sua senha atual.',
  newMissing: 'Informe uma nova senha.',
  wrongPassword: 'A senha atual está errada.',
  changePassword: 'Alterar senha',
  passwordChanged: 'Senha alterada',
  othersSignedOut: 'Todos os outros navegadores foram desconectados.',
  lastChanged: 'Última alteração <time></time>',

  sessionsLead:
    'Navegadores em que você está conectado. Uma sessão termina após 7 dias sem uso e, no máximo, após 30 dias.',
  browser: 'Navegador',
  thisBrowser: 'Este navegador',
  ipAddress: 'Endereço IP',
  signedIn: 'Conexão',
  lastSeen: 'Último acesso',
  expires: 'Expira',
  actions: 'Ações',
  signOut: 'Desconectar',
  signOutOf: 'Desconectar {browser}',
  signedOut: 'Sessão encerrada',
  notSignedOut: 'Não foi possível encerrar a sessão',
  signOutOthers: 'Desconectar outros navegadores',
  signOutOthersTitle: 'Desconectar todos os outros navegadores?',
  signOutOthersHelp: 'Todas as outras sessões terminam imediatamente. Você continua conectado aqui.',
  othersEnded: '{count, plural, one {# sessão encerrada} other {# sessões encerradas}}',
  othersNotEnded: 'Não foi possível encerrar as sessões',
} satisfies Translation<typeof t>;
