// No imports: the contract’s central lists, which are below every schema, import these.

export const WHATSAPP_IDS = {
  batch: 'bat',
  instance: 'wai',
  message: 'msg',
  chat: 'cht',
  contact: 'cnt',
  group: 'grp',
  media: 'med',
  template: 'tpl',
  label: 'lbl',
  call: 'cal',
} as const;

export const WHATSAPP_SCOPES = [
  'whatsapp.instances:read',
  'whatsapp.instances:write',
  'whatsapp.instances:connect',
  'whatsapp.messages:read',
  'whatsapp.messages:send',
  'whatsapp.groups:read',
  'whatsapp.groups:write',
  'whatsapp.contacts:read',
  'whatsapp.contacts:write',
  'whatsapp.templates:read',
  'whatsapp.templates:write',
] as const;
