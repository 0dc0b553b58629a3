import { AUTOMATION_KEY_RESOURCES } from '../automation/labels';
import { LINK_KEY_RESOURCES } from '../links/labels';
import { WHATSAPP_KEY_RESOURCES } from '../whatsapp/labels';

/** Without zod, for the console. */
export const KEY_RESOURCES = {
  ...WHATSAPP_KEY_RESOURCES,
  ...LINK_KEY_RESOURCES,
  ...AUTOMATION_KEY_RESOURCES,
} as const;
export type KeyResource = keyof typeof KEY_RESOURCES;
export const KEY_RESOURCE_NAMES = Object.keys(KEY_RESOURCES) as KeyResource[];
