import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  // Bubbles
  phone: 'Celular',
  writeAs: 'Responder como {name}',
  forwarded: 'Encaminhada',
  quoted: 'Mensagem',
  reactions: 'Reações:',
  edited: 'editada',
  openSent: 'Mensagem enviada: ver detalhes',
  openReceived: 'Mensagem recebida: ver detalhes',
  today: 'Hoje',
  yesterday: 'Ontem',

  // Content
  deleted: 'Esta mensagem foi apagada',
  reactionRemoved: 'Reação removida',
  reacted: 'Reagiu com {emoji}',
  template: 'Modelo <b>{name}</b>',
  votedFor: 'Votou em {options}',
  voteRemoved: 'Voto removido',
  newNumber: 'Novo número: {phone}',
  numberChanged: 'O número de telefone mudou',
  newPhone: 'Um novo celular foi configurado',
  undecryptable:
    'Esta mensagem ainda não pôde ser descriptografada. Ela aparece quando o celular do remetente a enviar de novo.',
  contactCard: 'Cartão de contato',
  shortLink: 'Link curto',

  // Files
  file_pending: 'Baixando o arquivo…',
  file_failed: 'O arquivo não pôde ser baixado',
  file_expired: 'O arquivo expirou',
  picture: 'Imagem sem descrição',
  file: 'Arquivo',
} satisfies Translation<typeof t>;
