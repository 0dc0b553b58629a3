/** The four parts of the API, each with a reference of its own. */
export const SURFACES = {
  'getting-started': 'Getting started',
  whatsapp: 'WhatsApp API',
  links: 'API & Webhooks',
  automation: 'Automation API',
} as const;
export type Surface = keyof typeof SURFACES;
export const SURFACE_NAMES = Object.keys(SURFACES) as [Surface, ...Surface[]];
