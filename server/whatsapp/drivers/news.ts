import type { InboundContent } from '../../../shared/whatsapp/content';
import type { InstanceStatus, StatusReason } from '../../../shared/whatsapp/instance';
import type { MessageContext } from '../../../shared/whatsapp/message';
import type { SendError } from '../../../shared/whatsapp/send-errors';

/** What is known of somebody’s addresses; any may be missing, on every network. */
export interface Address {
  /** Digits alone. */
  phone?: string | undefined;
  lid?: string | undefined;
  bsuid?: string | undefined;
  username?: string | undefined;
}

export interface Person extends Address {
  /** As they call themselves. */
  name?: string | undefined;
  /** What the provider shows for someone who gives no name; it replaces no name that is known. */
  placeholderName?: string | undefined;
  isBusiness?: boolean | undefined;
}

export type Place = { type: 'direct'; person: Person } | { type: 'group'; providerGroupId: string };

/** A file that a message brings, still with the provider. */
export interface RemoteMedia {
  providerMediaId: string;
  mimeType: string;
  /** Hexadecimal. */
  sha256?: string | undefined;
  size?: number | undefined;
  filename?: string | undefined;
}

/** A message that the other side wrote, or that our own side wrote on the handset (`isEcho`). */
export interface MessageNews {
  kind: 'message';
  place: Place;
  /** In a group, who of it; the place’s own person else. */
  sender: Person;
  isEcho: boolean;
  providerMessageId: string;
  at: Date;
  content: InboundContent;
  media?: RemoteMedia | undefined;
  /** Provider’s id of the message that it answers. */
  replyTo?: string | undefined;
  forwarded?: boolean | undefined;
  mentions?: Address[] | undefined;
  context?: MessageContext | undefined;
}

/** Word of a message of ours, in any order and any number of times. */
export interface StatusNews {
  kind: 'status';
  providerMessageId?: string | undefined;
  /** Ours, where the provider carries it: finds the message even when its answer was lost. */
  messageId?: string | undefined;
  status: 'sent' | 'delivered' | 'read' | 'played' | 'failed';
  at: Date;
  /** Of a group, who of it. */
  participant?: Person | undefined;
  /** Who got it: addresses that belong together. */
  recipient?: Person | undefined;
  error?: SendError | undefined;
}

/** The message that is changed; of a group or of the other side’s. */
interface Target {
  providerMessageId: string;
  place?: Place | undefined;
  by: Person;
  /** Done by our own side. */
  isOurs: boolean;
  at: Date;
}

export type ReactionNews = Target & { kind: 'reaction'; emoji: string | null };
export type EditNews = Target & { kind: 'edit'; text: string };
export type RevokeNews = Target & { kind: 'revoke' };
export type PollVoteNews = Target & { kind: 'poll_vote'; options: string[] };

export interface ConnectionNews {
  kind: 'connection';
  /** Of the connection that says so; an older one is not heard. */
  generation: number;
  status: InstanceStatus;
  reason: StatusReason | null;
  phone?: string | undefined;
  displayName?: string | undefined;
  lid?: string | undefined;
}

export interface PairingNews {
  kind: 'pairing';
  generation: number;
  /** What a QR code holds. */
  raw: string;
  attempt: number;
  maxAttempts: number;
  expiresAt: Date;
}

export interface HealthNews {
  kind: 'health';
  /** A reason that begins, or one that ends. */
  reason?: { code: string; active: boolean; until: Date | null; providerCode: string | null } | undefined;
  qualityRating?: 'green' | 'yellow' | 'red' | 'na' | undefined;
  messagingLimit?: string | undefined;
}

/** What is known of somebody: addresses that belong together, and what they say of themselves. */
export interface ContactNews {
  kind: 'contact';
  person: Person;
  /** The number that this one replaces. */
  oldPhone?: string | undefined;
  identityChanged?: boolean | undefined;
  optOut?: 'none' | 'marketing' | undefined;
  about?: string | null | undefined;
  pictureUrl?: string | null | undefined;
  isBlocked?: boolean | undefined;
}

export interface PresenceNews {
  kind: 'presence';
  person: Person;
  state: 'available' | 'unavailable' | 'typing' | 'recording' | 'paused';
  lastSeenAt: Date | null;
}

export interface CallNews {
  kind: 'call';
  person: Person;
  providerCallId: string;
  isVideo: boolean;
  status: string;
  rejected: boolean;
  providerGroupId?: string | undefined;
  at: Date;
}

export interface GroupFacts {
  subject?: string | undefined;
  description?: string | null | undefined;
  pictureUrl?: string | null | undefined;
  announce?: boolean | undefined;
  locked?: boolean | undefined;
  joinApproval?: boolean | undefined;
  memberAddMode?: 'all' | 'admins' | null | undefined;
  ephemeralSeconds?: number | null | undefined;
  inviteLink?: string | null | undefined;
  owner?: Person | undefined;
  /** Everybody in it; absent where only a change is told. */
  participants?: { person: Person; role: 'member' | 'admin' | 'owner'; joinedAt?: Date | undefined }[] | undefined;
}

export interface GroupNews {
  kind: 'group';
  providerGroupId: string;
  /** Of a creation that was asked for before. */
  requestId?: string | undefined;
  change:
    | { action: 'facts'; facts: GroupFacts }
    /** One that may have been there before anybody listened: it is nothing new. */
    | { action: 'listed'; facts: GroupFacts }
    | { action: 'added' | 'removed' | 'promoted' | 'demoted'; people: Person[] }
    | { action: 'join_requested'; requests: { requestId: string; person: Person; at: Date }[] }
    | { action: 'join_request_ended'; requestIds: string[] }
    | { action: 'left' | 'deleted' | 'suspended' | 'resumed' }
    | { action: 'creation_failed'; error: SendError };
  actor?: Person | undefined;
  at: Date;
}

export interface TemplateNews {
  kind: 'template';
  providerTemplateId: string;
  name: string;
  language: string;
  /** Meta’s value in lower case. */
  status?: string | undefined;
  rejectionReason?: string | null | undefined;
  quality?: 'green' | 'yellow' | 'red' | 'unknown' | undefined;
  category?: 'authentication' | 'marketing' | 'utility' | undefined;
  components?: Record<string, unknown>[] | undefined;
}

/** One thing that a provider tells of an instance. Each is applied in a transaction of its own, with its event. */
export type News =
  | MessageNews
  | StatusNews
  | ReactionNews
  | EditNews
  | RevokeNews
  | PollVoteNews
  | ConnectionNews
  | PairingNews
  | HealthNews
  | ContactNews
  | PresenceNews
  | CallNews
  | GroupNews
  | TemplateNews;
