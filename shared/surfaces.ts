/** The four parts of the API, each with a reference of its own. */
export const SURFACES = {
  'getting-started': 'Getting started',
  whatsapp: 'WhatsApp API',
  links: 'API & Webhooks',
  automation: 'Automation API',
} as const;
export type Surface = keyof typeof SURFACES;
export const SURFACE_NAMES = Object.keys(SURFACES) as [Surface, ...Surface[]];

/** First words of the operations of a surface; all others are of Getting started. */
export const OPERATION_WORDS: Record<Exclude<Surface, 'getting-started'>, readonly string[]> = {
  whatsapp: ['whatsapp'],
  links: ['links', 'webhooks', 'webhook', 'events'],
  automation: ['automation', 'inbound'],
};
