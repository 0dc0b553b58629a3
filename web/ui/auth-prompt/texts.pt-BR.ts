import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  signInTitle: 'Entre para continuar',
  signInText: 'Sua sessão terminou. O que você digitou continua aqui.',
  passwordTitle: 'Digite sua senha',
  passwordText: 'Confirme que é você. Não perguntaremos de novo por 10 minutos.',
  confirm: 'Confirmar',
  signIn: 'Entrar',
  wrongPassword: 'A senha está incorreta.',
  cancel: 'Cancelar',
  email: 'E-mail',
  password: 'Senha',
} satisfies Translation<typeof t>;
