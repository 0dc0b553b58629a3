import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  inbox: 'Caixa de teste',
  n8nTestUrl: 'URL de teste do n8n: só escuta com o editor aberto. Use a URL de produção.',
  plainHttp: 'Sem criptografia (http): os eventos podem ser lidos no caminho.',
  webhook: 'Webhook',
  paused: 'Pausado',
  disabled: 'Desativado',
  healthy: 'Saudável',
  unstable: 'Instável',
  failing: 'Falhando',
  noEventsYet: 'Nenhum evento ainda',
  forDuration: 'há {duration}',
  attemptsFail: 'algumas tentativas falham',
  arePending: 'as entregas ficam pendentes',
  disabledNote:
    'Desativado <time></time>. Novos eventos não são entregues. Ative o webhook e depois repita os perdidos.',
  disabledNoteBy:
    'Desativado <time></time>: {reason}. Novos eventos não são entregues. Ative o webhook e depois repita os perdidos.',
  pausedNote: 'Pausado. As entregas ficam pendentes até você ativar o webhook.',
  failingNote: 'Falhando há {duration}. {failure}',
  failingPlain: 'Falhando há {duration}.',
  unstableNote:
    'Instável: a última tentativa teve sucesso, mas muitas tentativas recentes falharam. A taxa de sucesso do último dia é {rate}.',
  breakerOpen: 'As entregas estão pausadas; próxima tentativa {when}.',
  breakerOpenSoon: 'As entregas estão pausadas.',
  breakerProbing: 'Uma entrega está sendo testada; as outras seguem quando ela tiver sucesso.',
  seeDeliveries: 'Ver entregas',
  sendNow: 'Enviar agora',
  leftOut:
    '{what, select, rule {Esta regra} other {Este webhook}} não recebe {count, plural, one {# tipo de evento} other {# tipos de evento}} dos seus eventos, porque {scopes, plural, one {faltava o escopo} other {faltavam os escopos}} <code>{names}</code> quando os eventos foram selecionados. Não recebidos: <code>{types}</code>',
  receiveTypes: 'Receber estes tipos',
  receivesTypes: 'O webhook recebe estes tipos de evento',
  eventsNotChanged: 'Os eventos não foram alterados',
  deliveries: 'Entregas',
  enable: 'Ativar',
  nonePending: 'Nenhuma pendente',
  onceEnabled: 'Quando o webhook for ativado',
} satisfies Translation<typeof t>;
