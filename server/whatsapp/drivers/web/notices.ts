export const NOTICES = [
  'This driver is an unofficial client. It is not affiliated with, endorsed by or supported by WhatsApp or Meta.',
  'Its use may violate the terms of WhatsApp, which forbid automated and bulk messaging. The number can be restricted or banned permanently.',
  'Use a dedicated number. Write only to people who agreed to it, let them write first, and send no bulk messages. Use the driver `cloud` for business messages.',
  'Do not link an Official Business Account: WhatsApp restricts it seconds after the device is linked. Use the driver `cloud` for it.',
  'The stored credentials give full access to the account. Protect the database and the secret key of this server.',
  'WhatsApp can change its protocol at any time. The driver then stops until the server is updated.',
  'The library of the driver contains code under the GPL-3.0 and AGPL-3.0. A copy of this server that includes it is subject to these licenses.',
];
