import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  messages: 'Mensagens',
  closeMessage: 'Fechar mensagem',
  noAnswerCame: 'Nenhuma resposta recebida',
  mayBeDone: 'A alteração pode ter sido salva. Verifique antes de tentar de novo.',
  secondsLeft: 'Faltam {seconds, number} s',
  canTryAgain: 'Você já pode tentar de novo.',
} satisfies Translation<typeof t>;
