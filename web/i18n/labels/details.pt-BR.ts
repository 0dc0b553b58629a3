import { CONDITION_DETAILS } from './details-conditions.pt-BR';
import { WHATSAPP_DETAILS } from './details-whatsapp.pt-BR';

/**
 * Sentences of the API that name what its fixed titles do not, in Portuguese. `{a}` and `{b}` are numbers, names and
 * values, which stay as they are.
 */
export const DETAILS: Readonly<Record<string, string>> = {
  // Fields
  'Unknown field.': 'Campo desconhecido.',
  'Is required.': 'Preenchimento obrigatório.',
  'Must not be empty.': 'Não pode ficar vazio.',
  'Must not be blank.': 'Não pode ficar em branco.',
  'Must be a string.': 'Deve ser um texto.',
  'Must be a number.': 'Deve ser um número.',
  'Must be an integer.': 'Deve ser um número inteiro.',
  'Must be true or false.': 'Deve ser verdadeiro ou falso.',
  'Must be an object.': 'Deve ser um objeto.',
  'Must be an array.': 'Deve ser uma lista.',
  'Must be JSON.': 'Deve ser um JSON.',
  'Must be a JSON object.': 'Deve ser um objeto JSON.',
  'Must be UTF-8.': 'Deve estar em UTF-8.',
  'Must be base64.': 'Deve estar em base64.',
  'Must be one of: {a}.': 'Deve ser um destes valores: {a}.',
  'Must have at most {a} characters.': 'Deve ter no máximo {a} caracteres.',
  'Must have at most {a} characters; it has {b}.': 'Deve ter no máximo {a} caracteres; tem {b}.',
  'Must have at most {a} characters and {b} bytes.': 'Deve ter no máximo {a} caracteres e {b} bytes.',
  'Must have at least {a} characters.': 'Deve ter pelo menos {a} caracteres.',
  'Must be at most {a} characters long.': 'Deve ter no máximo {a} caracteres.',
  'Must be at most {a} levels deep.': 'Deve ter no máximo {a} níveis.',
  'Must be at most {a} days ahead.': 'Deve ficar no máximo {a} dias à frente.',
  'Must have at most 20 headers.': 'Deve ter no máximo 20 cabeçalhos.',
  'Must have at most 20 pairs.': 'Deve ter no máximo 20 pares.',
  'Must have each value only once.': 'Cada valor pode aparecer só uma vez.',
  'Must contain each link only once.': 'Cada link pode aparecer só uma vez.',
  'Must contain a letter or a digit.': 'Deve conter uma letra ou um dígito.',
  'Must be different for every rule.': 'Deve ser diferente em cada regra.',
  'Must be 1 to 32 digits.': 'Deve ter de 1 a 32 dígitos.',
  'Must be 7 to 15 digits.': 'Deve ter de 7 a 15 dígitos.',
  'Must be 1 to 100 characters without a colon.': 'Deve ter de 1 a 100 caracteres, sem dois-pontos.',
  'Must be 1 to 32 characters of a-z, 0-9 and `-`, not starting with `-`.':
    'Deve ter de 1 a 32 caracteres entre a-z, 0-9 e `-`, sem começar por `-`.',
  'Must be 1 to 32 of a-z, 0-9 and `-`, starting with a letter.':
    'Deve ter de 1 a 32 caracteres entre a-z, 0-9 e `-`, começando por uma letra.',
  'Must be 1 to 64 of a–z, 0–9 and _.': 'Deve ter de 1 a 64 caracteres entre a–z, 0–9 e _.',
  'Must be 1 to 64 of a–z, 0–9 and _, and begin with a letter.':
    'Deve ter de 1 a 64 caracteres entre a–z, 0–9 e _, começando por uma letra.',
  'Must be 1 to 512 of a–z, 0–9 and _.': 'Deve ter de 1 a 512 caracteres entre a–z, 0–9 e _.',
  'Must be an e-mail address.': 'Deve ser um endereço de e-mail.',
  'Must be a color such as `#0b6b66`.': 'Deve ser uma cor como `#0b6b66`.',
  'Must be a JPEG or PNG picture.': 'Deve ser uma imagem JPEG ou PNG.',
  'Must be the exact name of the workspace.': 'Deve ser exatamente o nome do workspace.',
  'Must not consist mostly of your name, your e-mail address or the name of this service.':
    'Não pode ser formada quase só por seu nome, seu e-mail ou o nome deste serviço.',

  // Times
  'Must be in the future.': 'Deve estar no futuro.',
  'Must be in the future. To end a mute, set it to null.':
    'Deve estar no futuro. Para reativar as notificações, use null.',
  'Must be between 1 minute and 5 years in the future.': 'Deve ficar entre 1 minuto e 5 anos no futuro.',
  'Must be later than `starts_at`.': 'Deve ser posterior a `starts_at`.',
  'Must be earlier than `to`.': 'Deve ser anterior a `to`.',
  'Must not be later than `expires_at` of the calling key.': 'Não pode ser posterior a `expires_at` da chave usada.',
  'Must be an existing date and time.': 'Deve ser uma data e hora que existam.',
  'Must be a time in the form HH:MM, such as 22:00.': 'Deve ser uma hora no formato HH:MM, como 22:00.',
  'Must be a time in the years 1970 to 2100.': 'Deve ser uma data entre os anos 1970 e 2100.',
  'Must be an IANA time zone such as `Europe/Berlin`.': 'Deve ser um fuso horário IANA como `Europe/Berlin`.',
  'Must be an IANA time zone, such as Europe/Berlin.': 'Deve ser um fuso horário IANA, como Europe/Berlin.',
  'Must be a cron expression with five fields, such as 0 9 * * 1-5, or @hourly, @daily, @weekly or @monthly.':
    'Deve ser uma expressão cron de cinco campos, como 0 9 * * 1-5, ou @hourly, @daily, @weekly ou @monthly.',
  'Must match at least one date.': 'Deve corresponder a pelo menos uma data.',
  'Must have a sum of at most one week.': 'A soma deve ser de no máximo uma semana.',
  '`from` must be earlier than `to`.': '`from` deve ser anterior a `to`.',

  // Addresses
  'Must be an absolute http(s) URL.': 'Deve ser uma URL http(s) absoluta.',
  'Must be an absolute http(s) URL without spaces, control characters and backslashes.':
    'Deve ser uma URL http(s) absoluta, sem espaços, caracteres de controle nem barras invertidas.',
  'Must be an absolute http(s) URL without user, password, query or fragment.':
    'Deve ser uma URL http(s) absoluta, sem usuário, senha, query nem fragmento.',
  'Must be an absolute URL such as https://hooks.example.com/path.':
    'Deve ser uma URL absoluta como https://hooks.example.com/path.',
  'Must be a URL with a host.': 'Deve ser uma URL com host.',
  'Must begin with https://.': 'Deve começar com https://.',
  'Must lead to a public address; this host is private, local or reserved.':
    'Deve levar a um endereço público; este host é privado, local ou reservado.',
  'Must not lead to a short link of this service.': 'Não pode levar a um link curto deste serviço.',
  'Must not lead back to this service.': 'Não pode levar de volta a este serviço.',
  'Must not be the address of this installation.': 'Não pode ser o endereço desta instalação.',
  'Must not have a host that is on a list of blocked hosts.':
    'Não pode ter um host que está em uma lista de hosts bloqueados.',
  'Must not have a host with mixed alphabets or with look-alike letters.':
    'Não pode ter um host que misture alfabetos ou use letras parecidas.',
  'Must not contain a user or a password.': 'Não pode conter usuário nem senha.',
  'Must not hold a user or password.': 'Não pode conter usuário nem senha.',
  'Must not hold a fragment.': 'Não pode conter fragmento.',
  'Must not have a query.': 'Não pode ter query.',
  'Must have no port.': 'Não pode ter porta.',
  'Must be a host such as evil.example, without scheme, port and path.':
    'Deve ser um host como evil.example, sem esquema, porta nem caminho.',
  'Must be a host name such as go.example.com, without scheme and path.':
    'Deve ser um nome de host como go.example.com, sem esquema nem caminho.',
  'Must contain a dot. The operator can allow short names of an internal network with `LINK_DOMAINS_TRUSTED`.':
    'Deve conter um ponto. O operador pode permitir nomes curtos de uma rede interna com `LINK_DOMAINS_TRUSTED`.',
  'Must be an origin such as https://app.example.com, or https://*.example.com for its subdomains.':
    'Deve ser uma origem como https://app.example.com, ou https://*.example.com para os subdomínios.',
  'Must be a network with its prefix length, such as 203.0.113.0/24 or 2001:db8::/32.':
    'Deve ser uma rede com o tamanho do prefixo, como 203.0.113.0/24 ou 2001:db8::/32.',
  'Must lead to a site in `allowed_origins` of the publishable key.':
    'Deve levar a um site em `allowed_origins` da chave publicável.',

  // Links
  'Too many analytics queries of this workspace are waiting.':
    'Há consultas demais às estatísticas deste workspace em espera.',
  'Must not have slashes or control characters.': 'Não pode ter barras nem caracteres de controle.',
  'Must not begin with a reserved word.': 'Não pode começar com uma palavra reservada.',
  'Must not begin or end with a slash, and must not have empty, `.` or `..` segments.':
    'Não pode começar nem terminar com barra, nem ter segmentos vazios, `.` ou `..`.',
  'Must not look like `*.php`, `wp-*`, `.env*` or `.git*`, which vulnerability scanners request.':
    'Não pode se parecer com `*.php`, `wp-*`, `.env*` ou `.git*`, que scanners de vulnerabilidades procuram.',
  'Must not be blank or contain a comma, | or control characters.':
    'Não pode ficar em branco nem conter vírgula, | ou caracteres de controle.',
  'Must be a country code of two capital letters (ISO 3166-1 alpha-2), such as DE.':
    'Deve ser um código de país de duas letras maiúsculas (ISO 3166-1 alfa-2), como DE.',
  'Must be a country code of ISO 3166-1 alpha-2, such as DE.':
    'Deve ser um código de país da ISO 3166-1 alfa-2, como DE.',
  'Must be a language tag, such as pt or pt-BR.': 'Deve ser uma tag de idioma, como pt ou pt-BR.',
  'Must be a currency code of three capital letters (ISO 4217), such as EUR.':
    'Deve ser um código de moeda de três letras maiúsculas (ISO 4217), como EUR.',
  'Another link already has this external id.': 'Outro link já tem este ID externo.',
  'Another link on this domain already has this slug.': 'Outro link deste domínio já tem este slug.',
  'Another tag already has this name.': 'Outra tag já tem este nome.',
  'No free slug was found. Try again.': 'Nenhum slug livre foi encontrado. Tente de novo.',
  'This host is already a link domain.': 'Este host já é um domínio de links.',
  'The domain still has links. Move or delete them first.':
    'O domínio ainda tem links. Mova ou exclua os links primeiro.',
  'The domain was changed by another request. Try again.':
    'O domínio foi alterado por outra requisição. Tente de novo.',
  'The link was changed by another request. Try again.': 'O link foi alterado por outra requisição. Tente de novo.',
  'Some slugs of this domain differ only in case.':
    'Alguns slugs deste domínio diferem apenas em maiúsculas e minúsculas.',
  'The operator of this installation has disabled this domain.': 'O operador desta instalação desativou este domínio.',
  'The shared domain can only be changed by the operator of this installation.':
    'O domínio compartilhado só pode ser alterado pelo operador desta instalação.',
  'The host is already blocked.': 'O host já está bloqueado.',
  'The host is not in the list of blocked hosts.': 'O host não está na lista de hosts bloqueados.',
  'The host of the link is on a list of blocked hosts. Remove the host from the list first.':
    'O host do link está em uma lista de hosts bloqueados. Remova o host da lista primeiro.',
  'There is no link with this address.': 'Não há link com este endereço.',
  'The link domain does not exist.': 'O domínio de links não existe.',
  'A link can have at most {a} tags.': 'Um link pode ter no máximo {a} tags.',
  'The import is {a}.': 'A importação está em: {a}.',
  'The file can have at most {a} bytes.': 'O arquivo pode ter no máximo {a} bytes.',
  'A file of this type can have at most {a} bytes.': 'Um arquivo deste tipo pode ter no máximo {a} bytes.',
  'The query takes too long. Use a shorter period or fewer filters.':
    'A consulta demora demais. Use um período menor ou menos filtros.',

  // Webhooks
  'Must be the name of an event type.': 'Deve ser o nome de um tipo de evento.',
  'Must be the name of an event type, or a pattern such as api_key.*.':
    'Deve ser o nome de um tipo de evento, ou um padrão como api_key.*.',
  'Must not be a secret that the webhook already uses.': 'Não pode ser um segredo que o webhook já usa.',
  'Must be a valid HTTP header name (RFC 9110).': 'Deve ser um nome válido de cabeçalho HTTP (RFC 9110).',
  'The name of the header is not valid.': 'O nome do cabeçalho não é válido.',
  'This header cannot be set.': 'Este cabeçalho não pode ser definido.',
  'This workspace already has a built-in inbox. A workspace can have only one.':
    'Este workspace já tem uma caixa de teste. Um workspace pode ter só uma.',
  'A replay of this webhook is already running. Wait until it ends, or cancel it.':
    'Já há uma repetição deste webhook em andamento. Espere que ela termine ou a cancele.',
  'The webhook is disabled. Enable it first.': 'O webhook está desativado. Ative-o primeiro.',
  'The webhook was deleted.': 'O webhook foi excluído.',
  'The event is no longer stored.': 'O evento não está mais armazenado.',
  'The replay has already ended.': 'A repetição já terminou.',
  'Only pending deliveries can be canceled.': 'Só entregas pendentes podem ser canceladas.',
  'The delivery is being sent or was delivered. Resend it instead.':
    'A entrega está sendo enviada ou já foi feita. Reenvie-a.',
  'A test or a resend has only one attempt. Create a new one instead.':
    'Um teste ou reenvio tem só uma tentativa. Crie outro.',
  '{a} older secrets are still valid. Wait until one expires, or rotate with `overlap_seconds` 0.':
    '{a} segredos antigos ainda valem. Espere um deles expirar ou rotacione com `overlap_seconds` 0.',

  // Keys, people and workspaces
  'The key has expired. Rotate it with a new `expires_at`.': 'A chave expirou. Rotacione-a com um novo `expires_at`.',
  'The key is revoked.': 'A chave foi revogada.',
  'Give at least one scope, or set `full_access`.': 'Informe pelo menos um escopo ou defina `full_access`.',
  'Must have at least one origin for a publishable key.': 'Deve ter pelo menos uma origem para uma chave publicável.',
  'A developer can only change keys that the developer created.':
    'Um desenvolvedor só pode alterar chaves que ele mesmo criou.',
  'You are no longer a member of this workspace.': 'Você não é mais membro deste workspace.',
  'Your role cannot grant full access. Give `scopes` instead.':
    'Sua função não pode conceder acesso total. Informe `scopes`.',
  'Your role cannot grant {a}.': 'Sua função não pode conceder {a}.',
  'Your role does not have {a}.': 'Sua função não tem {a}.',
  'Your role `{a}` does not allow this operation.': 'Sua função `{a}` não permite esta operação.',
  'Your role is {a}. You cannot grant or remove the role {b}.':
    'Sua função é {a}. Você não pode conceder nem remover a função {b}.',
  'A workspace must have at least one owner, and this member is the last one.':
    'Um workspace deve ter pelo menos um proprietário, e este membro é o último.',
  'This user is already a member.': 'Este usuário já é membro.',
  'This person already has an invitation. Renew it to get a new link.':
    'Esta pessoa já tem um convite. Renove-o para receber um novo link.',
  'The invitation was already accepted.': 'O convite já foi aceito.',
  'The invitation was revoked.': 'O convite foi revogado.',
  'This invitation link is no longer valid.': 'Este link de convite não é mais válido.',
  'This invitation is for another e-mail address. Sign in with the invited address.':
    'Este convite é para outro endereço de e-mail. Entre com o endereço convidado.',
  'An account with the invited address already exists. Sign in, then open the link again.':
    'Já existe uma conta com o endereço convidado. Entre e abra o link de novo.',
  'You are already a member of this workspace.': 'Você já é membro deste workspace.',
  'You already own this workspace.': 'Você já é proprietário deste workspace.',
  'You cannot remove yourself. Leave the workspace instead.': 'Você não pode remover a si mesmo. Saia do workspace.',
  'You cannot suspend yourself.': 'Você não pode suspender a si mesmo.',
  'The user is suspended. Resume the user first.': 'O usuário está suspenso. Reative o usuário primeiro.',
  'The user does not exist.': 'O usuário não existe.',
  'The account of this member is suspended.': 'A conta deste membro está suspensa.',
  'The workspace does not exist.': 'O workspace não existe.',
  'The workspace is being deleted.': 'O workspace está sendo excluído.',
  'A user can own at most {a} workspaces.': 'Um usuário pode ser proprietário de no máximo {a} workspaces.',
  'A workspace can send at most {a} invitations an hour.': 'Um workspace pode enviar no máximo {a} convites por hora.',
  'The password is wrong.': 'A senha está incorreta.',
  'The link is not valid, was already used or has expired.': 'O link não é válido, já foi usado ou expirou.',
  'The token is not valid. Open the link that the service printed at its last start.':
    'O token não é válido. Abra o link que o serviço mostrou na última inicialização.',
  'This installation already has an owner. Sign in instead.':
    'Esta instalação já tem um proprietário. Entre com sua conta.',
  'Too many attempts. Try again in {a} seconds.': 'Tentativas demais. Tente de novo em {a} segundos.',
  'Try again in {a} seconds.': 'Tente de novo em {a} segundos.',
  'The list has changed. Request the first page again.': 'A lista mudou. Peça a primeira página novamente.',
  'Use the console at {a}.': 'Use o console em {a}.',

  ...CONDITION_DETAILS,
  ...WHATSAPP_DETAILS,

  // Automation
  'Must be a dotted path, such as orders or data.items.': 'Deve ser um caminho com pontos, como orders ou data.items.',
  'Must name at most {a} recipients in all; they are {b}.':
    'Deve indicar no máximo {a} destinatários ao todo; são {b}.',
  'Must have at most {a} characters on WhatsApp; set `overflow` to cut or split it.':
    'Deve ter no máximo {a} caracteres no WhatsApp; defina `overflow` para cortar ou dividir o texto.',
  'Must not be given together with `schedule`. Use only one of them.':
    'Não pode ser informado junto com `schedule`. Use só um dos dois.',
  '`debounce` is only allowed with an event trigger.': '`debounce` só é permitido com um gatilho de evento.',
  '`secret` is not allowed with this authentication mode.': '`secret` não é permitido com este modo de autenticação.',
  '`secret` is already in use. Choose another secret.': '`secret` já está em uso. Escolha outro segredo.',
  'The authentication mode {a} has no secret.': 'O modo de autenticação {a} não tem segredo.',
  'The authentication mode {a} has no token.': 'O modo de autenticação {a} não tem token.',
  'The endpoint was changed by another request at the same time. Repeat the request.':
    'O endpoint foi alterado por outra requisição ao mesmo tempo. Repita a requisição.',
  'The endpoint was deleted.': 'O endpoint foi excluído.',
  'The body of this request is no longer stored, so it cannot be replayed.':
    'O corpo desta requisição não está mais armazenado; por isso, ela não pode ser repetida.',
  'The publication is `{a}`, which does not allow `{b}`.': 'A publicação está em `{a}`, que não permite `{b}`.',
  'The rule is no longer active.': 'A regra não está mais ativa.',
  'The rule was deleted.': 'A regra foi excluída.',
  'The rule is {a}.': 'A regra está em: {a}.',
  'The rule cannot use the WhatsApp instance.': 'A regra não pode usar a instância do WhatsApp.',
  'No such event in this workspace.': 'Este evento não existe neste workspace.',
  'No such object in this workspace.': 'Este objeto não existe neste workspace.',
  'No such webhook in this workspace.': 'Este webhook não existe neste workspace.',

  // Models
  'Must be a model of this workspace.': 'Deve ser um modelo deste workspace.',
  'Must be a model with this endpoint.': 'Deve ser um modelo com este endpoint.',
  'Must be the slug of a provider.': 'Deve ser o slug de um provedor.',
  'The slug `switchboard` is reserved.': 'O slug `switchboard` é reservado.',
  'A provider with the slug {a} already exists.': 'Já existe um provedor com o slug {a}.',
  'This provider is defined in the configuration of the server. Change it there.':
    'Este provedor está definido na configuração do servidor. Altere-o lá.',
  'No AI provider is configured for this workspace.': 'Nenhum provedor de IA está configurado para este workspace.',
  'No provider can be reached, and no earlier list of models is stored.':
    'Nenhum provedor responde, e não há uma lista anterior de modelos armazenada.',
  'The provider could not be reached.': 'Não foi possível acessar o provedor.',
  'The provider has not responded yet.': 'O provedor ainda não respondeu.',
  'The provider has failed repeatedly and is given a pause.': 'O provedor falhou várias vezes e está em pausa.',
  'The provider does not have the model.': 'O provedor não tem o modelo.',
  'The model does not exist in this workspace.': 'O modelo não existe neste workspace.',
  'The model did not answer with JSON.': 'O modelo não respondeu com JSON.',
  'The model did not answer with text.': 'O modelo não respondeu com texto.',
  'No connection to the provider was made within {a} seconds.': 'Não houve conexão com o provedor em {a} segundos.',
  'The answer was not complete within {a} seconds.': 'A resposta não terminou em {a} segundos.',
  'The call is still running. Void it when it has ended.':
    'A chamada ainda está em andamento. Anule-a quando terminar.',
};

/** Made of parts, and those of zod, for which a schema has none of its own. The first that fits is taken. */
export const VALIDATION: Readonly<Record<string, string>> = {
  '1 field is invalid.': '1 campo é inválido.',
  '{a} fields are invalid.': '{a} campos são inválidos.',
  '1 field is unknown.': '1 campo é desconhecido.',
  '{a} fields are unknown.': '{a} campos são desconhecidos.',
  'Too small: expected string to have >={a} characters': 'Deve ter pelo menos {a} caracteres.',
  'Too small: expected array to have >={a} items': 'Deve ter pelo menos {a} itens.',
  'Too small: expected {b} to be >={a}': 'Deve ser no mínimo {a}.',
  'Too small: expected {b} to be >{a}': 'Deve ser maior que {a}.',
  'Too big: expected string to have <={a} characters': 'Deve ter no máximo {a} caracteres.',
  'Too big: expected array to have <={a} items': 'Deve ter no máximo {a} itens.',
  'Too big: expected {b} to be <={a}': 'Deve ser no máximo {a}.',
  'Too big: expected {b} to be <{a}': 'Deve ser menor que {a}.',
  'Invalid email address': 'Deve ser um endereço de e-mail.',
  'Invalid ISO datetime': 'Deve ser uma data e hora.',
  'Invalid URL': 'Deve ser uma URL.',
};
