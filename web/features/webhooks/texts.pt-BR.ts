import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  inbox: 'Caixa de teste',
  disabledUser: 'por um usuário',
  disabledGone: 'o destinatário respondeu 410',
  disabledFailing: 'falhas demais',
  disabledBlocked_target: 'o host resolve para um endereço proibido',
  disabledExpired: 'a data de expiração chegou',
  percent: '{percent}%',
} satisfies Translation<typeof t>;
