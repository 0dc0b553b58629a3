/** Descriptions, pacing and notices of drivers, by their English text. */
export const driverTexts: Record<string, string> = {
  'A simulated network on this server, for tests and for learning the API without a phone. No message leaves the server. The last digits of a number decide how it behaves.':
    'Uma rede simulada neste servidor, para testes e para aprender a API sem um celular. Nenhuma mensagem sai do servidor. Os últimos dígitos de um número definem como ele se comporta.',
  'Meta’s official API for businesses. It needs an app at Meta, a number registered there, and an access token. A message sent more than 24 hours after a person’s last message needs a template.':
    'A API oficial da Meta para empresas. Precisa de um app na Meta, de um número registrado nela e de um token de acesso. Uma mensagem enviada mais de 24 horas depois da última mensagem da pessoa precisa de um modelo.',
  'Links a phone as WhatsApp Web does, with a QR code or a pairing code. It needs no Meta account, but it is unofficial: WhatsApp can restrict or ban the number.':
    'Conecta um celular como o WhatsApp Web, com um QR code ou um código de pareamento. Não precisa de conta na Meta, mas não é oficial: o WhatsApp pode restringir ou banir o número.',
  'No limits.': 'Sem limites.',
  '80 messages per second. To one person, one message every 6 seconds, with bursts of 10. New people by Meta’s tier.':
    '80 mensagens por segundo. Para uma mesma pessoa, uma mensagem a cada 6 segundos, com até 10 seguidas. Pessoas novas conforme o nível da Meta.',
  '20 messages per minute, 1 to 3 seconds apart. 10 new chats per hour and 50 per day.':
    '20 mensagens por minuto, com 1 a 3 segundos entre elas. 10 novas conversas por hora e 50 por dia.',
  'This driver is an unofficial client. It is not affiliated with, endorsed by or supported by WhatsApp or Meta.':
    'Este driver é um cliente não oficial. Ele não tem vínculo, aval nem suporte do WhatsApp ou da Meta.',
  'Its use may violate the terms of WhatsApp, which forbid automated and bulk messaging. The number can be restricted or banned permanently.':
    'O uso dele pode violar os termos do WhatsApp, que proíbem mensagens automáticas e em massa. O número pode ser restringido ou banido para sempre.',
  'Use a dedicated number. Write only to people who agreed to it, let them write first, and send no bulk messages. Use the driver `cloud` for business messages.':
    'Use um número dedicado. Escreva só para quem concordou, deixe que a pessoa escreva primeiro e não envie mensagens em massa. Para mensagens comerciais, use o driver `cloud`.',
  'Do not link an Official Business Account: WhatsApp restricts it seconds after the device is linked. Use the driver `cloud` for it.':
    'Não conecte uma conta comercial oficial: o WhatsApp a restringe segundos depois que o aparelho é conectado. Para ela, use o driver `cloud`.',
  'The stored credentials give full access to the account. Protect the database and the secret key of this server.':
    'As credenciais armazenadas dão acesso total à conta. Proteja o banco de dados e a chave secreta deste servidor.',
  'WhatsApp can change its protocol at any time. The driver then stops until the server is updated.':
    'O WhatsApp pode mudar o protocolo a qualquer momento. Nesse caso, o driver para até que o servidor seja atualizado.',
  'The library of the driver contains code under the GPL-3.0 and AGPL-3.0. A copy of this server that includes it is subject to these licenses.':
    'A biblioteca do driver contém código sob a GPL-3.0 e a AGPL-3.0. Uma cópia deste servidor que a inclua fica sujeita a essas licenças.',
};
