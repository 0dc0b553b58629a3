import type { Surface } from '../../../shared/surfaces';

/** One tag a resource, in the order in which the references show them. */
export const TAGS: { name: string; surface: Surface; description: string }[] = [
  { name: 'Me', surface: 'getting-started', description: 'The API key of the request and its permissions.' },
  {
    name: 'Models',
    surface: 'getting-started',
    description: 'AI models of the workspace, in the format of the OpenAI API.',
  },
  { name: 'Keys', surface: 'getting-started', description: 'Create, update, rotate and revoke API keys.' },
  { name: 'Workspaces', surface: 'getting-started', description: 'The workspace of the key and its settings.' },
  { name: 'Members', surface: 'getting-started', description: 'Members of the workspace and their roles.' },
  {
    name: 'Usage',
    surface: 'getting-started',
    description: 'Request counts by key, operation and status, and the request log.',
  },
  { name: 'Audit', surface: 'getting-started', description: 'Log of all changes: who did what, and when.' },
  {
    name: 'WhatsApp instances',
    surface: 'whatsapp',
    description: 'Create, connect and monitor WhatsApp accounts, and control the sandbox.',
  },
  { name: 'WhatsApp messages', surface: 'whatsapp', description: 'Send, receive, edit and search messages.' },
  { name: 'WhatsApp chats', surface: 'whatsapp', description: 'Conversations with contacts and groups.' },
  {
    name: 'WhatsApp media',
    surface: 'whatsapp',
    description: 'Files of messages, sent and received. They are stored for a limited time.',
  },
  {
    name: 'WhatsApp contacts',
    surface: 'whatsapp',
    description: 'People you exchange messages with, by phone number or WhatsApp id.',
  },
  { name: 'WhatsApp groups', surface: 'whatsapp', description: 'Groups, their participants and requests to join.' },
  {
    name: 'WhatsApp templates',
    surface: 'whatsapp',
    description: 'Approved message templates, which can start a conversation.',
  },
  { name: 'WhatsApp batches', surface: 'whatsapp', description: 'Send one message to many recipients.' },
  {
    name: 'Webhooks',
    surface: 'links',
    description:
      'URLs that receive events. Requests are signed with Standard Webhooks; by default, failed deliveries are retried for three days.',
  },
  {
    name: 'Webhook deliveries',
    surface: 'links',
    description: 'Deliveries of events to webhooks with every attempt, retries and replays.',
  },
  { name: 'Events', surface: 'links', description: 'Log of all events in the workspace, in order.' },
  { name: 'Links', surface: 'links', description: 'Create, update and find short links, one by one or in bulk.' },
  { name: 'Link domains', surface: 'links', description: 'Your own domains for short links.' },
  { name: 'Link tags', surface: 'links', description: 'Labels of links, for filters and analytics.' },
  { name: 'Link analytics', surface: 'links', description: 'Click statistics and single clicks.' },
  { name: 'Link imports', surface: 'links', description: 'Import links from files in the background.' },
  {
    name: 'Inbound endpoints',
    surface: 'automation',
    description: 'URLs that turn requests of other systems into publications.',
  },
  {
    name: 'Inbound requests',
    surface: 'automation',
    description: 'Requests that inbound endpoints received, with their results. They can be replayed.',
  },
  {
    name: 'Rules',
    surface: 'automation',
    description: 'Run up to ten steps on events, on a schedule or on request.',
  },
  {
    name: 'Rule runs',
    surface: 'automation',
    description: 'Runs of rules with the result of each step. They can be canceled and retried.',
  },
  {
    name: 'Publications',
    surface: 'automation',
    description: 'Publish content to any number of channels and recipients, now or later.',
  },
  {
    name: 'Publication deliveries',
    surface: 'automation',
    description: 'Result for each recipient of a publication: view, retry or set the result.',
  },
  { name: 'Channels', surface: 'automation', description: 'Kinds of destinations and what each of them supports.' },
  {
    name: 'Destinations',
    surface: 'automation',
    description: 'Groups, chats, contacts and webhooks that you can publish to.',
  },
];
