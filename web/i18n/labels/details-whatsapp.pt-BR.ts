/** Details of errors about WhatsApp, as `DETAILS`. */
export const WHATSAPP_DETAILS: Readonly<Record<string, string>> = {
  // WhatsApp
  'Must be a phone number of 7 to 15 digits.': 'Deve ser um número de telefone de 7 a 15 dígitos.',
  'Must be a phone number with country code, such as +15550100000.':
    'Deve ser um número de telefone com código do país, como +15550100000.',
  'Must be a phone number of 7 to 15 digits, a contact, group or chat id, a JID or a BSUID.':
    'Deve ser um número de telefone de 7 a 15 dígitos, um ID de contato, grupo ou conversa, um JID ou um BSUID.',
  'Must be a phone number of 7 to 15 digits, a contact id, a JID or a BSUID.':
    'Deve ser um número de telefone de 7 a 15 dígitos, um ID de contato, um JID ou um BSUID.',
  'Must be a person, not a group or chat.': 'Deve ser uma pessoa, não um grupo ou uma conversa.',
  'Must be one emoji, or empty to remove the reaction.': 'Deve ser um emoji, ou vazio para remover a reação.',
  'Must be an invite link https://chat.whatsapp.com/… or its code.':
    'Deve ser um link de convite https://chat.whatsapp.com/… ou o código dele.',
  'Must be a language code of Meta, such as en_US.': 'Deve ser um código de idioma da Meta, como en_US.',
  'Must have exactly one of `media_id`, `url`, and `base64` with `mime_type`.':
    'Deve ter exatamente um entre `media_id`, `url` e `base64` com `mime_type`.',
  'Must have at most {a} rows in total; it has {b}.': 'Deve ter no máximo {a} linhas no total; tem {b}.',
  'Everyone can be mentioned only in a group.': 'Só em um grupo é possível mencionar todos.',
  'Another instance already has this name. Choose another name.':
    'Outra instância já tem este nome. Escolha outro nome.',
  'Another instance of the workspace already has this number. Update that instance instead.':
    'Outra instância do workspace já tem este número. Atualize aquela instância.',
  'Another label of the instance already has this name.': 'Outra etiqueta da instância já tem este nome.',
  'A caption has at most {a} characters.': 'Uma legenda tem no máximo {a} caracteres.',
  'A queued message uses this file. Cancel the message first.':
    'Uma mensagem na fila usa este arquivo. Cancele a mensagem primeiro.',
  'An instance can have at most {a} labels. Delete one first.':
    'Uma instância pode ter no máximo {a} etiquetas. Exclua uma primeiro.',
  'An instance can have at most {a} queued messages. Try again when some are sent.':
    'Uma instância pode ter no máximo {a} mensagens na fila. Tente de novo quando algumas forem enviadas.',
  'Messages can only be edited within {a} minutes after sending.':
    'Mensagens só podem ser editadas até {a} minutos depois do envio.',
  'Messages can only be deleted for everyone within {a} days after sending.':
    'Mensagens só podem ser apagadas para todos até {a} dias depois do envio.',
  'Only a message that was sent and not deleted can have a reaction.':
    'Só uma mensagem enviada e não apagada pode ter reação.',
  'Only messages sent by the account can be deleted for everyone.':
    'Só mensagens enviadas pela conta podem ser apagadas para todos.',
  'Only messages sent by the account can be edited.': 'Só mensagens enviadas pela conta podem ser editadas.',
  'Only received messages can be marked as read.': 'Só mensagens recebidas podem ser marcadas como lidas.',
  'The message was deleted.': 'A mensagem foi apagada.',
  'The message is {a}. It can be edited after it is sent.':
    'A mensagem está em: {a}. Pode ser editada depois do envio.',
  'The message is {a}. Only a scheduled or queued message can be canceled.':
    'A mensagem está em: {a}. Só uma mensagem agendada ou na fila pode ser cancelada.',
  'The message is {a}. Only a failed or unconfirmed message can be retried.':
    'A mensagem está em: {a}. Só uma mensagem que falhou ou não foi confirmada pode ser enviada de novo.',
  'The message is {a}; cancel it first.': 'A mensagem está em: {a}. Cancele-a primeiro.',
  'The message is {a}.': 'A mensagem está em: {a}.',
  'The chat does not exist at the provider.': 'A conversa não existe no provedor.',
  'The message does not exist at the provider.': 'A mensagem não existe no provedor.',
  'The chat has unsent messages; cancel them first.': 'A conversa tem mensagens não enviadas. Cancele-as primeiro.',
  'The file is {a}. Only a failed file can be retried.':
    'O arquivo está em: {a}. Só um arquivo que falhou pode ser enviado de novo.',
  'The file is not available.': 'O arquivo não está disponível.',
  'The group is {a}.': 'O grupo está em: {a}.',
  'The batch is {a}. Only a batch that has not ended can be changed.':
    'O lote está em: {a}. Só um lote que não terminou pode ser alterado.',
  'The instance must have the status `pairing`. Connect it first, with `require_scan` on.':
    'A instância deve ter o status `pairing`. Conecte-a primeiro, com `require_scan` ativado.',
  'The instance has no contact with this address.': 'A instância não tem contato com este endereço.',
  'Templates need the id of the business account. Set `cloud.waba_id` first.':
    'Modelos precisam do ID da conta comercial. Defina `cloud.waba_id` primeiro.',
  'Meta did not answer. Nothing was changed; try again later.':
    'A Meta não respondeu. Nada foi alterado; tente de novo mais tarde.',
  'Meta rejected the credentials: {a}. Nothing was changed.': 'A Meta recusou as credenciais: {a}. Nada foi alterado.',
  'The credentials were changed by another request at the same time. Repeat the request.':
    'As credenciais foram alteradas por outra requisição ao mesmo tempo. Repita a requisição.',
  'Is only allowed with the driver `{a}`.': 'Só é permitido com o driver `{a}`.',
  'No such message in this chat.': 'Esta mensagem não existe nesta conversa.',

  // Sending
  'Meta locked the business account.': 'A Meta bloqueou a conta comercial.',
  'WhatsApp restricts this account from writing to new people.':
    'O WhatsApp impede esta conta de escrever a novas pessoas.',
  'The business account has an open payment problem.': 'A conta comercial tem um problema de pagamento pendente.',
  'Business messages may not be sent to this country.': 'Mensagens comerciais não podem ser enviadas a este país.',
  'The display name of the number is not approved yet.': 'O nome de exibição do número ainda não foi aprovado.',
  'The driver’s package is not installed on this server.': 'O pacote do driver não está instalado neste servidor.',
  'The flow is blocked.': 'O fluxo está bloqueado.',
  'Meta limits this flow to a few messages per hour.': 'A Meta limita este fluxo a poucas mensagens por hora.',
  'Groups cannot be created at the moment.': 'No momento, não é possível criar grupos.',
  'The group list has changed. List the groups again from the start.':
    'A lista de grupos mudou. Liste os grupos de novo desde o início.',
  'A participant is listed twice.': 'Um participante aparece duas vezes.',
  'The join request does not exist.': 'O pedido de entrada não existe.',
  'The number has reached its limit of groups.': 'O número atingiu seu limite de grupos.',
  'The account is not eligible for groups.': 'A conta não pode usar grupos.',
  'The number or person is not in the group.': 'O número ou a pessoa não está no grupo.',
  'The change succeeded for some participants only.': 'A alteração só funcionou para alguns participantes.',
  'The picture must be square, with 192 to 8192 pixels a side.':
    'A imagem deve ser quadrada, com 192 a 8192 pixels de lado.',
  'Too many group changes. Try again later.': 'Alterações demais em grupos. Tente de novo mais tarde.',
  'The group has no other participant.': 'O grupo não tem outro participante.',
  'The group is suspended.': 'O grupo está suspenso.',
  'The group would have too many participants.': 'O grupo teria participantes demais.',
  'The provider does not know the group.': 'O provedor não conhece o grupo.',
  'The recipient’s identity key changed. Confirm the identity of the recipient.':
    'A chave de identidade do destinatário mudou. Confirme a identidade dele.',
  'The provider rejected a value.': 'O provedor recusou um valor.',
  'The recipient is not a phone number, id, JID or BSUID.':
    'O destinatário não é um número de telefone, ID, JID nem BSUID.',
  'WhatsApp limits marketing messages to this person. Wait at least 24 hours.':
    'O WhatsApp limita mensagens de marketing a esta pessoa. Espere pelo menos 24 horas.',
  'Marketing messages are disabled for this account.': 'Mensagens de marketing estão desativadas para esta conta.',
  'The file could not be fetched.': 'Não foi possível obter o arquivo.',
  'The file is larger than allowed.': 'O arquivo é maior que o permitido.',
  'The file’s type is not allowed here.': 'O tipo do arquivo não é permitido aqui.',
  'The provider rejected the file.': 'O provedor recusou o arquivo.',
  'The message expired before it was sent.': 'A mensagem expirou antes de ser enviada.',
  'The account’s messaging limit is reached.': 'O limite de mensagens da conta foi atingido.',
  'The number is not on WhatsApp.': 'O número não está no WhatsApp.',
  'Too many messages were sent to this person in a short time. Try again later.':
    'Mensagens demais foram enviadas a esta pessoa em pouco tempo. Tente de novo mais tarde.',
  'The access token lacks a permission.': 'Falta uma permissão ao token de acesso.',
  'The sending number is not registered.': 'O número de envio não está registrado.',
  'The provider limits the sending rate. The message is retried automatically.':
    'O provedor limita a taxa de envio. A mensagem será enviada de novo automaticamente.',
  'The provider rejected the message. Its error code is in `provider`.':
    'O provedor recusou a mensagem. O código do erro está em `provider`.',
  'The provider is temporarily unavailable.': 'O provedor está temporariamente indisponível.',
  'This kind of id is not supported as a recipient. Use the phone number.':
    'Este tipo de ID não serve como destinatário. Use o número de telefone.',
  'The recipient is part of a Meta experiment and receives no marketing messages.':
    'O destinatário faz parte de um experimento da Meta e não recebe mensagens de marketing.',
  'The recipient is the sender.': 'O destinatário é o próprio remetente.',
  'A test number can only write to the numbers on its allow list at Meta.':
    'Um número de teste só pode escrever aos números da sua lista de permissões na Meta.',
  'The recipient opted out of these messages.': 'O destinatário optou por não receber estas mensagens.',
  'The message cannot be delivered to the recipient.': 'Não é possível entregar a mensagem ao destinatário.',
  'The last message from the recipient is more than 24 hours old. Send a template.':
    'A última mensagem do destinatário tem mais de 24 horas. Envie um modelo.',
  'The number is limited because messages were reported as spam.':
    'O número está limitado porque mensagens foram denunciadas como spam.',
  'The template is disabled.': 'O modelo está desativado.',
  'The template is not valid.': 'O modelo não é válido.',
  'There is no approved template with this name and language.': 'Não há modelo aprovado com este nome e idioma.',
  'The number of parameters does not match the template.': 'O número de parâmetros não corresponde ao do modelo.',
  'A parameter has the wrong format.': 'Um parâmetro tem o formato errado.',
  'The template is paused because of low quality.': 'O modelo está pausado por baixa qualidade.',
  'The template violates a policy.': 'O modelo viola uma política.',
  'The text with its parameters is too long.': 'O texto com os parâmetros é longo demais.',
  'The access token is not valid.': 'O token de acesso não é válido.',
  'A text is longer than this driver allows.': 'Um texto é mais longo do que este driver permite.',
  'The provider does not support this message type.': 'O provedor não aceita este tipo de mensagem.',
};
