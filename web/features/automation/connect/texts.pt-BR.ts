import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  connect: 'Conectar',
  lead: 'Conecte n8n, Zapier ou Make. Copie e cole cada etapa.',
  tool: 'Ferramenta',
  key: 'chave',
  copy: 'Copiar',
  copied: 'Copiado',
  createKeyStep: '1. Crie uma chave',
  keyLabel: 'Chave',
  apiKey: 'Chave de API',
  keyOnce: 'Mostrada uma vez: só o hash é guardado. A chave já está nos trechos abaixo.',
  savedIt: 'Já guardei',
  noKeyRole: 'Sua função não pode criar chaves. Peça uma a um proprietário, administrador ou desenvolvedor.',
  haveKey: 'Você também pode usar uma chave existente: <link>ver chaves de API</link>.',
  access: 'Acesso',
  createKey: 'Criar chave',
  keyNotCreated: 'A chave não foi criada',

  waitingForCall: 'Aguardando a primeira chamada com esta chave…',
  firstCall: 'Primeira chamada recebida: <call></call>, status {status}.',
  whatCodeMeans: 'Sobre {code}',
  view: 'Ver requisição',

  publishTo: 'Para',
  text: 'Texto',
  helloFrom: 'Olá do {tool}',
  noDestinations:
    'Nenhum destino ainda. Conecte uma instância do WhatsApp ou crie um webhook e troque o destino pelo ID dele.',
  events: 'Eventos',
  eventGroups: 'Grupos',
  eventTypes: 'Tipos individuais',
  localWarning:
    '{tool} chama pela internet, mas <address></address> é um endereço privado. Abra primeiro o console pelo endereço público, para que os trechos copiados funcionem.',

  subscribe: 'Assinar',
  subscribed: '{tool} assinou os eventos',
  addressFrom: 'URL de {tool}',
  noWebhookRole: 'Sua função não pode criar webhooks. Peça a um proprietário, administrador ou desenvolvedor.',
  waitingForTool: 'Aguardando a assinatura de {tool}…',
  isSubscribed: 'Assinado: <webhook></webhook>, <events></events>.',
  noDelivery: 'Nenhuma entrega ainda.',
  lastDelivery: 'Última entrega <time></time>.',

  n8nCredential: '2. Crie a credencial no n8n',
  n8nOpen: 'No n8n, abra <em>Credentials</em>, <em>Create credential</em> e selecione <em>Bearer Auth</em>.',
  n8nName: 'Use exatamente este nome, para que os fluxos abaixo encontrem a credencial, e cole a chave como token.',
  name: 'Nome',
  n8nPublish: '3. Publique a partir do n8n',
  n8nPaste: 'Copie o fluxo, abra um novo no n8n e cole-o na tela.',
  n8nExecute: 'Clique em <em>Execute workflow</em>. A chamada aparece acima e a publicação, na lista dela.',
  publishWorkflow: 'Fluxo que publica',
  idempotent: 'Execuções repetidas publicam uma vez: o <code></code> é a execução.',
  n8nEvents: '4. Assine eventos',
  n8nUrl: 'URL do seu n8n',
  privateN8n:
    'Esta URL está em uma rede privada. Os webhooks só chegam lá se o operador deste servidor permitir: <code></code>',
  n8nPasteEvents: 'Copie o fluxo e cole-o em um novo no n8n.',
  n8nActivate:
    'Salve o fluxo e mude-o para <em>Active</em> (em versões mais novas: <em>Publish</em>), para que a URL de produção escute.',
  n8nSubscribe: 'Clique em <em>Execute workflow</em> uma vez: <em>Subscribe</em> cria o webhook aqui.',
  eventsWorkflow: 'Fluxo que recebe eventos',
  productionUrl:
    'Os eventos vão para a URL de produção, <production></production>. A URL de teste, <test></test>, só escuta enquanto o editor está aberto e aguardando.',

  publishFrom_zapier: '2. Publique a partir de um Zap',
  publishFrom_make: '2. Publique a partir de um cenário',
  startBy_zapier: '3. Inicie um Zap com um evento',
  startBy_make: '3. Inicie um cenário com um evento',
  action_zapier: 'Adicione a ação <em>Webhooks by Zapier</em>, evento <em>Custom Request</em>.',
  action_make: 'Adicione o módulo <em>HTTP</em>, <em>Make a request</em>.',
  fill_zapier: 'Preencha os campos. O texto pode usar campos do gatilho.',
  fill_make: 'Preencha os campos. O texto pode usar itens de módulos anteriores.',
  tried_zapier: 'Clique em <em>Test step</em>. A chamada aparece acima.',
  tried_make: 'Clique em <em>Run once</em>. A chamada aparece acima.',
  trigger_zapier:
    'Selecione o gatilho <em>Webhooks by Zapier</em>, evento <em>Catch Hook</em>, e copie a URL que ele mostra.',
  trigger_make: 'Comece o cenário com <em>Webhooks</em>, <em>Custom webhook</em>, adicione um e copie a URL.',
  test_zapier: 'Assine essa URL aqui e envie um teste, para que o Zapier conheça os campos.',
  test_make: 'Assine essa URL aqui e envie um teste, para que o Make aprenda a estrutura.',
  withoutKey:
    'Para publicar sem chave, crie um <link>endpoint de entrada</link> e envie para a URL dele: ele aceita os dados como estão.',

  checkKey: '2. Verifique a chave',
  publish: '3. Publique',
  destinations: 'Liste para onde você pode publicar:',
  subscribeStep: '4. Assine eventos',
} satisfies Translation<typeof t>;
