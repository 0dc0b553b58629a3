import type { z } from 'zod';

export const CAPABILITY_NAMES = [
  'instance.qr',
  'instance.pairing_code',
  'sandbox.controls',
  'message.text',
  'message.image',
  'message.video',
  'message.audio',
  'message.document',
  'message.sticker',
  'message.location',
  'message.contacts',
  'message.reaction',
  'message.reply',
  'message.voice',
  'message.buttons',
  'message.list',
  'message.cta_url',
  'message.template',
  'message.poll',
  'message.mentions',
  'message.view_once',
  'message.edit',
  'message.delete_everyone',
  'message.delete_me',
  'message.forward',
  'message.typing',
  'message.read',
  'message.receipts',
  'template.read',
  'template.write',
  'group.list',
  'group.create',
  'group.info',
  'group.subject',
  'group.description',
  'group.picture',
  'group.add_participants',
  'group.remove_participants',
  'group.promote',
  'group.demote',
  'group.admins_only_messages',
  'group.admins_only_settings',
  'group.message_lifetime',
  'group.member_add_mode',
  'group.join',
  'group.preview',
  'group.leave',
  'group.delete',
  'group.invite_link',
  'group.join_requests',
  'contact.list',
  'contact.check',
  'contact.picture',
  'contact.about',
  'contact.block',
  'contact.presence',
  'profile.read',
  'profile.write',
  'chat.archive',
  'chat.pin',
  'chat.mute',
  'chat.labels',
  'call.event',
  'call.reject',
] as const;
export type CapabilityName = (typeof CAPABILITY_NAMES)[number];

/** A `note` describes restrictions; `instead` says what to do without support. */
export type Support = boolean | { note: string; limits?: Readonly<Record<string, number>> } | { instead: string };

export const viaDriver = 'Driver that connects the instance to WhatsApp.';

export interface DriverContract {
  capabilities: Readonly<Record<CapabilityName, Support>>;
  /** Fields of a new instance in addition to those of every driver. */
  create: Readonly<Record<string, z.ZodType>>;
  /** In a field with the driver’s name; null on instances of other drivers. */
  settings: z.ZodType;
  change: z.ZodType;
}
