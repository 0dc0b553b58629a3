import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  signingSecret: 'Segredo de assinatura',
  signingSecrets: 'Segredos de assinatura',
  secret: 'Segredo',
  current: 'Atual',
  replaced: 'Substituído',
  created: 'Criado',
  stops: 'Assina até',
  withWebhook: 'O webhook ser excluído',
  rotate: 'Trocar segredo',
  severalHelp:
    'Enquanto vários segredos assinam, cada requisição traz uma assinatura de cada um. Um destinatário com qualquer um deles consegue verificá-la.',
  save: 'Salve o segredo de assinatura',
  closeUnsaved: 'Fechar sem salvar o segredo?',
  notShownAgain: 'Você não verá este segredo de novo. Troque o segredo para obter um novo.',
  close: 'Fechar',
  cancel: 'Cancelar',

  shownOnce: 'Exibido uma vez. O seu destinatário usa este segredo para verificar que os eventos vêm do Switchboard.',
  verify: 'Verifique no seu destinatário',
  saved: 'Já salvei',
  noExample:
    'Os navegadores só assinam em https e em localhost, por isso não há exemplo aqui. Qualquer biblioteca Standard Webhooks verifica com este segredo.',
  exampleHelp: 'Execute como está: verifica um evento de exemplo assinado com o seu segredo e imprime true.',
  programLabel: '{language} que verifica um evento',

  rotateTitle: 'Trocar o segredo de “{name}”?',
  rotateHelp: 'Cria um novo segredo, que é exibido uma vez.',
  oldSecrets: 'Manter os segredos antigos assinando por',
  stopNow: 'Parar imediatamente',
  hour: '1 hora',
  day: '24 horas',
  week: '7 dias',
  stopNote: 'Destinatários que só têm o segredo antigo recusarão todos os eventos imediatamente.',
} satisfies Translation<typeof t>;
