import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/durations';
import type { Module } from '../module';
import { ago, drain } from '../schedule';
import type { WhatsAppDeps } from './context';
import { countInstances, MAX_INSTANCES } from './instances/create';
import { endDeletedInstances } from './instances/jobs';
import { countWaitingBytes } from './queries/ingress';
import { countMediaBytes } from './queries/media';
import { waInstances } from './schema/instances';
import { waChats } from './schema/people';
import { purgeCalls } from './system/calls';
import { purgeRaw } from './system/ingress';
import { purgeEarlyEvents } from './system/messages';

const EARLY_RETENTION_MS = 7 * DAY_MS;
const CALL_RETENTION_MS = 7 * DAY_MS;

export const whatsappModule = {
  tags: [
    {
      name: 'WhatsApp instances',
      of: ['whatsapp.instances', 'whatsapp.drivers', 'whatsapp.profile', 'whatsapp.sandbox'],
      description: 'Create, connect and monitor WhatsApp accounts, and control the sandbox.',
    },
    {
      name: 'WhatsApp messages',
      of: ['whatsapp.messages', 'whatsapp.calls'],
      description: 'Send, receive, edit and search messages, and reject calls.',
    },
    {
      name: 'WhatsApp chats',
      of: ['whatsapp.chats', 'whatsapp.labels'],
      description: 'Conversations with contacts and groups, and their labels.',
    },
    {
      name: 'WhatsApp media',
      of: ['whatsapp.media'],
      description: 'Files of messages, sent and received. They are stored for a limited time.',
    },
    {
      name: 'WhatsApp contacts',
      of: ['whatsapp.contacts'],
      description: 'People you exchange messages with, by phone number or WhatsApp id.',
    },
    {
      name: 'WhatsApp groups',
      of: [
        'whatsapp.groups',
        'whatsapp.group_invite_links',
        'whatsapp.group_join_requests',
        'whatsapp.group_participants',
      ],
      description: 'Groups, their participants and requests to join.',
    },
    {
      name: 'WhatsApp templates',
      of: ['whatsapp.templates'],
      description: 'Approved message templates, which can start a conversation.',
    },
    { name: 'WhatsApp batches', of: ['whatsapp.batches'], description: 'Send one message to many recipients.' },
  ],

  keyResources: { whatsapp_instances: waInstances },
  selectors: { instance_ids: waInstances, chat_ids: waChats },

  quotas: {
    whatsapp_instances: { used: ({ db }) => countInstances(db), limit: MAX_INSTANCES },
    whatsapp_media_bytes: {
      used: ({ store, workspaceId }) => countMediaBytes(store, workspaceId),
      limit: ({ config }) => config.whatsappMediaMax,
    },
    whatsapp_backlog_bytes: {
      used: ({ store, workspaceId }) => countWaitingBytes(store, workspaceId),
      limit: ({ config }) => config.whatsappBacklogMax,
    },
  },

  jobs: (services) => [
    {
      name: 'deleted WhatsApp instances',
      everyMs: 5 * MINUTE_MS,
      run: (signal) => endDeletedInstances(services, signal),
    },
    {
      name: 'early word of WhatsApp messages',
      everyMs: HOUR_MS,
      run: (signal) => drain(signal, () => purgeEarlyEvents(services.store, ago(services.now, EARLY_RETENTION_MS))),
    },
    {
      name: 'calls of WhatsApp',
      everyMs: HOUR_MS,
      run: (signal) => drain(signal, () => purgeCalls(services.store, ago(services.now, CALL_RETENTION_MS))),
    },
    {
      name: 'notifications of WhatsApp',
      everyMs: HOUR_MS,
      run: (signal) => drain(signal, () => purgeRaw(services.store, ago(services.now, EARLY_RETENTION_MS))),
    },
  ],
} satisfies Module<WhatsAppDeps>;
