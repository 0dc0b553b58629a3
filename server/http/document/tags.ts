import type { Surface } from '../../../shared/surfaces';

/** One tag a resource, in the order in which the references show them. */
export const TAGS: { name: string; surface: Surface; description: string }[] = [
  { name: 'Me', surface: 'getting-started', description: 'The calling key: what it is and what it may do.' },
  {
    name: 'Models',
    surface: 'getting-started',
    description: 'AI models of the workspace, in the form of OpenAI’s list.',
  },
  { name: 'Keys', surface: 'getting-started', description: 'API keys: generate, change, rotate, revoke.' },
  { name: 'Workspaces', surface: 'getting-started', description: 'The key’s workspace and its settings.' },
  { name: 'Members', surface: 'getting-started', description: 'People of the workspace.' },
  {
    name: 'Usage',
    surface: 'getting-started',
    description: 'Requests counted by key, operation and status, and the request log.',
  },
  { name: 'Audit', surface: 'getting-started', description: 'Who did what.' },
  {
    name: 'WhatsApp instances',
    surface: 'whatsapp',
    description: 'Accounts: made, connected, watched; and the controls of the sandbox.',
  },
  { name: 'WhatsApp messages', surface: 'whatsapp', description: 'Sent, received, changed, searched.' },
  { name: 'WhatsApp chats', surface: 'whatsapp', description: 'Conversations with people and groups.' },
  { name: 'WhatsApp media', surface: 'whatsapp', description: 'Files of messages: sent, received, kept for a month.' },
  { name: 'WhatsApp contacts', surface: 'whatsapp', description: 'People, by whatever address a network shows.' },
  { name: 'WhatsApp groups', surface: 'whatsapp', description: 'Groups: who is in them, who wants to be.' },
  { name: 'WhatsApp templates', surface: 'whatsapp', description: 'Approved texts, which may open a conversation.' },
  { name: 'WhatsApp batches', surface: 'whatsapp', description: 'One message to many people.' },
  {
    name: 'Webhooks',
    surface: 'links',
    description: 'Where events are sent: signed by Standard Webhooks, tried again for three days.',
  },
  {
    name: 'Webhook deliveries',
    surface: 'links',
    description: 'Every event for every webhook, each request with its answer, and sending again.',
  },
  { name: 'Events', surface: 'links', description: 'Everything that happened in the workspace, in order.' },
  { name: 'Links', surface: 'links', description: 'Short links: made, changed, found, one or many at a time.' },
  { name: 'Link domains', surface: 'links', description: 'Hosts of your own that links are made on.' },
  { name: 'Link tags', surface: 'links', description: 'Labels of links, for filters and analytics.' },
  { name: 'Link analytics', surface: 'links', description: 'Clicks, counted by any fact, and one by one.' },
  { name: 'Link imports', surface: 'links', description: 'Files of links, worked off in the background.' },
  {
    name: 'Inbound endpoints',
    surface: 'automation',
    description: 'URLs that turn what other systems send into publications.',
  },
  {
    name: 'Inbound requests',
    surface: 'automation',
    description: 'What endpoints received, where it stopped and why; and taking it once more.',
  },
  {
    name: 'Rules',
    surface: 'automation',
    description: 'What is done by itself: at events, at times or on request, in up to ten steps.',
  },
  { name: 'Rule runs', surface: 'automation', description: 'Each run of a rule, step by step: read, cancel, retry.' },
  {
    name: 'Publications',
    surface: 'automation',
    description: 'Content, recipients and a time: one call publishes to every channel.',
  },
  {
    name: 'Publication deliveries',
    surface: 'automation',
    description: 'What became of each recipient of a publication: read, send again, settle.',
  },
  { name: 'Channels', surface: 'automation', description: 'Kinds of places to publish to, and what each can do.' },
  { name: 'Destinations', surface: 'automation', description: 'Every group, chat, contact and webhook to publish to.' },
];
