import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  visibleFor: 'Disponível aqui por {minutes, number} min.',
  keepVisible: 'Manter por mais 10 min',
  hiddenSoon: 'O segredo será removido desta página em 2 minutos. Selecione Manter por mais 10 min para mantê-lo.',
  hidden: '{label}: ocultado',
  wasVisible: 'Ficou visível por {minutes, number} minutos.',
  answerLost: '{label}: nenhuma resposta recebida',
  shownOnce: 'Foi criado, mas o segredo só é exibido uma vez e se perdeu. {remedy}',
  rotate: 'Gere um novo segredo para substituí-lo.',
  show: 'Mostrar',
  hide: 'Ocultar',
  copied: 'Copiado',
  copyThis: 'Copiar {label}',
  downloadEnv: 'Baixar .env',
  onlyHash: 'Apenas o hash fica armazenado.',
  leaveTitle: 'Sair sem salvar ({label})?',
  leave: 'Sair',
  copyAndLeave: 'Copiar e sair',
  notAgain: 'Você não verá isto de novo: {label}. {why}',
  notCopied: 'Não copiado: {label}',
  onClipboard: 'Copiado para a área de transferência: {label}',
  keyBegins: 'Uma chave começa com sb_.',
  keyLength: 'Esta chave está incompleta: uma chave tem 44 caracteres.',
  keyTypo: 'Esta chave tem um erro de digitação.',
} satisfies Translation<typeof t>;
