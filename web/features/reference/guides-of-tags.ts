import type { GuideName } from '../docs/guide-list';
import { slugOf } from './anchors';

/** By the anchor of the tag. */
const GUIDES: Readonly<Record<string, GuideName>> = {
  me: 'api-keys',
  models: 'models',
  'model-gateway': 'ai-clients',
  keys: 'api-keys',
  usage: 'rate-limits',
  'whatsapp-instances': 'whatsapp-web',
  'whatsapp-messages': 'whatsapp',
  'whatsapp-chats': 'whatsapp',
  'whatsapp-media': 'whatsapp',
  'whatsapp-contacts': 'whatsapp',
  'whatsapp-groups': 'whatsapp',
  'whatsapp-templates': 'whatsapp',
  'whatsapp-batches': 'whatsapp',
  webhooks: 'webhooks',
  'webhook-deliveries': 'webhooks',
  events: 'webhooks',
  links: 'short-links',
  'link-domains': 'short-links',
  'link-tags': 'short-links',
  'link-analytics': 'short-links',
  'link-imports': 'short-links',
  'inbound-endpoints': 'automation',
  'inbound-requests': 'automation',
  rules: 'automation',
  'rule-runs': 'automation',
  publications: 'automation',
  'publication-deliveries': 'automation',
  channels: 'automation',
  destinations: 'automation',
};

/** The guide about the operations of a tag. */
export const guideOfTag = (tag: string): GuideName | undefined => GUIDES[slugOf(tag)];
