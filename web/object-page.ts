/** Objects that belong to another object are loaded first. */
const inAutomation = (ws: string, id: string) => `/w/${ws}/automation/o/${id}`;
const inWhatsApp = (ws: string, id: string) => `/w/${ws}/whatsapp/o/${id}`;

const PAGES: Record<string, (ws: string, id: string) => string> = {
  key: (ws, id) => `/w/${ws}/keys/${id}`,
  req: (ws, id) => `/w/${ws}/activity/${id}`,
  evt: (ws, id) => `/w/${ws}/activity/${id}`,
  dlv: (ws, id) => `/w/${ws}/activity/${id}`,
  whk: (ws, id) => `/w/${ws}/webhooks/${id}`,
  wai: (ws, id) => `/w/${ws}/whatsapp/${id}/connection`,
  msg: inWhatsApp,
  cht: inWhatsApp,
  cnt: inWhatsApp,
  grp: inWhatsApp,
  tpl: inWhatsApp,
  bat: inWhatsApp,
  lnk: (ws, id) => `/w/${ws}/links/${id}`,
  dom: (ws, id) => `/w/${ws}/links/domains?domain=${id}`,
  tag: (ws, id) => `/w/${ws}/links/settings?tag=${id}`,
  pub: (ws, id) => `/w/${ws}/automation/publications/${id}`,
  pdl: inAutomation,
  iep: (ws, id) => `/w/${ws}/automation/endpoints/${id}`,
  inr: inAutomation,
  rul: (ws, id) => `/w/${ws}/automation/rules/${id}`,
  run: inAutomation,
  mem: (ws) => `/w/${ws}/settings/members`,
  usr: (ws) => `/w/${ws}/settings/members`,
  inv: (ws) => `/w/${ws}/settings/members`,
  aud: (ws, id) => `/w/${ws}/settings/audit?entry=${id}`,
  ws: (_, id) => `/w/${id}`,
  bud: (ws) => `/w/${ws}/models/budgets`,
  ses: () => '/account/sessions',
};

/** The address of any object below `/user/api`, or undefined for an id of no known kind. */
export function pageOfObject(ws: string, id: string): string | undefined {
  return PAGES[id.slice(0, Math.max(id.indexOf('_'), 0))]?.(ws, encodeURIComponent(id));
}
