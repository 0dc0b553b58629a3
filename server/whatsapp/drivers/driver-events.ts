import type { InboundContent } from '../../../shared/whatsapp/content';
import type { InstanceStatus, StatusReason } from '../../../shared/whatsapp/instance';
import type { MessageContext } from '../../../shared/whatsapp/message';
import type { SendError } from '../../../shared/whatsapp/send-errors';

export interface Address {
  phone?: string | undefined;
  lid?: string | undefined;
  bsuid?: string | undefined;
  username?: string | undefined;
}

export interface Person extends Address {
  name?: string | undefined;
  /** Shown for someone without a name; it never replaces a known name. */
  placeholderName?: string | undefined;
  isBusiness?: boolean | undefined;
}

export type Place = { type: 'direct'; person: Person } | { type: 'group'; providerGroupId: string };

export interface RemoteMedia {
  providerMediaId: string;
  mimeType: string;
  sha256?: string | undefined;
  size?: number | undefined;
  filename?: string | undefined;
}

/** Sent by the other side, or on the phone of the account (`isEcho`). */
export interface DriverMessageEvent {
  kind: 'message';
  place: Place;
  sender: Person;
  isEcho: boolean;
  /** Written before the instance was connected: stored without the event of a new message. */
  isHistory?: true | undefined;
  providerMessageId: string;
  at: Date;
  content: InboundContent;
  media?: RemoteMedia | undefined;
  replyTo?: string | undefined;
  forwarded?: boolean | undefined;
  mentions?: Address[] | undefined;
  context?: MessageContext | undefined;
}

/** May arrive repeated and in any order. */
export interface DriverStatusEvent {
  kind: 'status';
  providerMessageId?: string | undefined;
  /** The id of this server, if the provider carries it: it finds the message when the answer was lost. */
  messageId?: string | undefined;
  status: 'sent' | 'delivered' | 'read' | 'played' | 'failed';
  at: Date;
  participant?: Person | undefined;
  recipient?: Person | undefined;
  error?: SendError | undefined;
}

interface Target {
  providerMessageId: string;
  place?: Place | undefined;
  by: Person;
  isOurs: boolean;
  at: Date;
}

export type DriverReactionEvent = Target & { kind: 'reaction'; emoji: string | null };
export type DriverEditEvent = Target & { kind: 'edit'; text: string };
export type DriverRevokeEvent = Target & { kind: 'revoke' };
export type DriverPollVoteEvent = Target & { kind: 'poll_vote'; options: string[] };

export interface DriverConnectionEvent {
  kind: 'connection';
  /** Events of an older connection are ignored. */
  generation: number;
  status: InstanceStatus;
  reason: StatusReason | null;
  phone?: string | undefined;
  displayName?: string | undefined;
  lid?: string | undefined;
}

export interface DriverPairingEvent {
  kind: 'pairing';
  generation: number;
  raw: string;
  attempt: number;
  maxAttempts: number;
  expiresAt: Date;
}

export interface DriverHealthEvent {
  kind: 'health';
  reason?: { code: string; active: boolean; until: Date | null; providerCode: string | null } | undefined;
  qualityRating?: 'green' | 'yellow' | 'red' | 'na' | undefined;
  messagingLimit?: string | undefined;
}

export interface DriverContactEvent {
  kind: 'contact';
  person: Person;
  oldPhone?: string | undefined;
  identityChanged?: boolean | undefined;
  optOut?: 'none' | 'marketing' | undefined;
  about?: string | null | undefined;
  pictureUrl?: string | null | undefined;
  isBlocked?: boolean | undefined;
}

export interface DriverPresenceEvent {
  kind: 'presence';
  person: Person;
  state: 'available' | 'unavailable' | 'typing' | 'recording' | 'paused';
  lastSeenAt: Date | null;
}

export interface DriverCallEvent {
  kind: 'call';
  person: Person;
  providerCallId: string;
  isVideo: boolean;
  status: string;
  rejected: boolean;
  providerGroupId?: string | undefined;
  at: Date;
}

export interface GroupDetails {
  subject?: string | undefined;
  description?: string | null | undefined;
  pictureUrl?: string | null | undefined;
  adminsOnlyMessages?: boolean | undefined;
  adminsOnlySettings?: boolean | undefined;
  joinApproval?: boolean | undefined;
  memberAddMode?: 'all' | 'admins' | null | undefined;
  messageLifetimeSeconds?: number | null | undefined;
  inviteLink?: string | null | undefined;
  owner?: Person | undefined;
  participants?: { person: Person; role: 'member' | 'admin' | 'owner'; joinedAt?: Date | undefined }[] | undefined;
}

export interface DriverGroupEvent {
  kind: 'group';
  providerGroupId: string;
  requestId?: string | undefined;
  change:
    | { action: 'details'; details: GroupDetails }
    /** Listing an existing group causes no creation event. */
    | { action: 'listed'; details: GroupDetails }
    | { action: 'added' | 'removed' | 'promoted' | 'demoted'; people: Person[] }
    | { action: 'join_requested'; requests: { requestId: string; person: Person; at: Date }[] }
    | { action: 'join_request_ended'; requestIds: string[] }
    | { action: 'left' | 'deleted' | 'suspended' | 'resumed' }
    | { action: 'creation_failed'; error: SendError };
  actor?: Person | undefined;
  at: Date;
}

export interface DriverTemplateEvent {
  kind: 'template';
  providerTemplateId: string;
  name: string;
  language: string;
  /** Meta's value in lower case. */
  status?: string | undefined;
  rejectionReason?: string | null | undefined;
  quality?: 'green' | 'yellow' | 'red' | 'unknown' | undefined;
  category?: 'authentication' | 'marketing' | 'utility' | undefined;
  components?: Record<string, unknown>[] | undefined;
}

/** Changed on the phone, or imported. */
export interface DriverChatEvent {
  kind: 'chat';
  place: Place;
  archived?: boolean | undefined;
  pinned?: boolean | undefined;
  mutedUntil?: Date | null | undefined;
  /** A number of messages, or true for a chat that was marked as unread. */
  unread?: boolean | number | undefined;
  deleted?: true | undefined;
  labels?: string[] | undefined;
}

export interface DriverLabelEvent {
  kind: 'label';
  labelId: string;
  name: string;
  /** A number of WhatsApp’s palette. */
  color: number;
  deleted?: true | undefined;
}

export interface DriverSyncEvent {
  kind: 'sync';
  isDone: boolean;
  /** In percent; null if unknown. */
  progress: number | null;
  counts?: { chats: number; contacts: number; messages: number } | undefined;
}

export interface DriverPasskeyEvent {
  kind: 'passkey';
  generation: number;
  step: 'requested' | 'confirmation';
  /** Of the WebAuthn request. */
  options?: object | undefined;
  /** To compare with the code on the phone; null when the phone shows none. */
  code?: string | null | undefined;
  expiresAt: Date;
}

export type DriverEvent =
  | DriverMessageEvent
  | DriverStatusEvent
  | DriverReactionEvent
  | DriverEditEvent
  | DriverRevokeEvent
  | DriverPollVoteEvent
  | DriverConnectionEvent
  | DriverPairingEvent
  | DriverHealthEvent
  | DriverContactEvent
  | DriverPresenceEvent
  | DriverCallEvent
  | DriverGroupEvent
  | DriverTemplateEvent
  | DriverChatEvent
  | DriverLabelEvent
  | DriverSyncEvent
  | DriverPasskeyEvent;
