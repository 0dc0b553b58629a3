import type { DriverName } from '../../../shared/whatsapp/capabilities';
import type { MessageContent } from '../../../shared/whatsapp/content';
import type {
  InstanceSettings,
  InstanceStatus,
  SandboxSettings,
  StatusReason,
} from '../../../shared/whatsapp/instance';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { Address, GroupFacts, News, Person, Place, RemoteMedia, TemplateNews } from './news';

/** An instance as its driver sees it, with its secrets in clear: it stays inside the process. */
export interface DriverInstance {
  id: string;
  workspaceId: string;
  name: string;
  driver: DriverName;
  generation: number;
  phone: string | null;
  settings: InstanceSettings;
  proxyUrl: string | null;
  cloud: CloudAccess | null;
  sandbox: SandboxSettings | null;
}

export interface CloudAccess {
  baseUrl: string;
  graphVersion: string;
  phoneNumberId: string;
  wabaId: string | null;
  accessToken: string;
}

/** Bytes that are here, for a provider that is to have them. */
export interface LocalMedia {
  id: string;
  path: string;
  mimeType: string;
  size: number;
  sha256: string;
  filename: string | null;
  /** The provider’s own id of the same bytes, where it has them already. */
  providerMediaId: string | null;
}

export interface SendJob {
  /** Ours; a provider that carries it gives it back with each word of the message. */
  messageId: string;
  attempt: number;
  to: Place;
  content: MessageContent;
  media: LocalMedia | null;
  /** Of the message that it answers. */
  replyTo: { providerMessageId: string; isOurs: boolean; sender: Address } | null;
  /** Of a reaction, a poll vote: the message it is about. */
  target: { providerMessageId: string; isOurs: boolean; sender: Address } | null;
  mentions: Address[];
  forwarded: boolean;
  simulateTypingMs: number;
  /** Parts of the template that the content names, as the provider has them, where they are known. */
  template?: Record<string, unknown>[] | undefined;
}

/**
 * `sent`: the provider says so. `accepted`: it has the message, word follows. `unknown`: it may have left.
 * `refused`: definitely not taken. `not_sent`: certainly did not leave, and may be tried again.
 */
export interface SendOutcome {
  outcome: 'sent' | 'accepted' | 'unknown' | 'refused' | 'not_sent';
  providerMessageId: string | null;
  error?: SendError | undefined;
  /** Who the provider says the recipient is. */
  recipient?: Address | undefined;
  /** Of an upload that came before: not to be made again within thirty days. */
  uploadedAs?: { sha256: string; mimeType: string; providerMediaId: string } | undefined;
  /** What it says of the instance itself. */
  effects?: News[] | undefined;
}

export interface ConnectOutcome {
  status: Extract<InstanceStatus, 'connected' | 'pairing' | 'connecting' | 'failed' | 'disconnected'>;
  reason: StatusReason | null;
  phone?: string | undefined;
  displayName?: string | undefined;
  qualityRating?: 'green' | 'yellow' | 'red' | 'na' | undefined;
  messagingLimit?: string | undefined;
}

/** A management call that the provider did not do. The one exception that drivers throw. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  /** `refused` for good; `rate_limited`, with when to come again; the others left it open what happened. */
  readonly kind: 'refused' | 'rate_limited' | 'unavailable' | 'timeout';
  readonly error: SendError;
  /** What it says of the instance itself. */
  readonly effects: News[];

  constructor(kind: ProviderRefusal['kind'], error: SendError, effects: News[] = []) {
    super(`${kind}: ${error.code}`);
    this.kind = kind;
    this.error = error;
    this.effects = effects;
  }
}

/** What became of one participant or join request. */
export interface PersonResult {
  ok: boolean;
  /** The code of ours for the provider’s, such as `invite_required`. */
  code: string;
  invite?: string | undefined;
}

export interface GroupCalls {
  list: (instance: DriverInstance) => Promise<{ providerGroupId: string; facts: GroupFacts }[]>;
  /** Null id: the provider answers later, with the request’s id. */
  create: (
    instance: DriverInstance,
    group: { subject: string; description: string | null; participants: Address[]; joinApproval: boolean },
  ) => Promise<{
    providerGroupId: string | null;
    requestId: string | null;
    facts: GroupFacts;
    results: PersonResult[];
  }>;
  get: (instance: DriverInstance, providerGroupId: string) => Promise<GroupFacts>;
  update: (
    instance: DriverInstance,
    providerGroupId: string,
    change: Omit<GroupFacts, 'pictureUrl' | 'inviteLink' | 'owner' | 'participants'> & {
      picture?: LocalMedia | null | undefined;
    },
  ) => Promise<void>;
  delete?: (instance: DriverInstance, providerGroupId: string) => Promise<void>;
  leave?: (instance: DriverInstance, providerGroupId: string) => Promise<void>;
  participants: (
    instance: DriverInstance,
    providerGroupId: string,
    action: 'add' | 'remove' | 'promote' | 'demote',
    people: Address[],
  ) => Promise<PersonResult[]>;
  inviteLink: (instance: DriverInstance, providerGroupId: string, rotate: boolean) => Promise<string>;
  join?: (instance: DriverInstance, invite: string) => Promise<{ providerGroupId: string; facts: GroupFacts }>;
  preview?: (instance: DriverInstance, invite: string) => Promise<{ providerGroupId: string; facts: GroupFacts }>;
  joinRequests: (
    instance: DriverInstance,
    providerGroupId: string,
  ) => Promise<{ requestId: string; person: Person; at: Date }[]>;
  decide: (
    instance: DriverInstance,
    providerGroupId: string,
    decision: 'approve' | 'reject',
    requestIds: string[],
  ) => Promise<PersonResult[]>;
}

export interface ContactCalls {
  /** In the order of the input: who has an account. */
  check?: (instance: DriverInstance, phones: string[]) => Promise<{ exists: boolean; person: Person }[]>;
  picture?: (instance: DriverInstance, who: Address) => Promise<string | null>;
  about?: (instance: DriverInstance, who: Address) => Promise<string | null>;
  block: (instance: DriverInstance, who: Address, blocked: boolean) => Promise<void>;
}

export interface Profile {
  name: string | null;
  about: string | null;
  pictureUrl: string | null;
  cloud: {
    address: string | null;
    description: string | null;
    email: string | null;
    websites: string[];
    vertical: string | null;
  } | null;
}

export interface ProfileCalls {
  get: (instance: DriverInstance) => Promise<Profile>;
  update: (
    instance: DriverInstance,
    change: Partial<Omit<Profile, 'pictureUrl' | 'cloud'>> & {
      picture?: LocalMedia | null | undefined;
      cloud?: Partial<NonNullable<Profile['cloud']>> | undefined;
    },
  ) => Promise<void>;
}

export interface TemplateCalls {
  list: (instance: DriverInstance) => Promise<TemplateNews[]>;
}

/** What is asked of somebody’s message. */
export interface MessageTarget {
  place: Place;
  providerMessageId: string;
  isOurs: boolean;
  sender: Address;
}

/**
 * A network that carries messages. What one lacks is absent here and ✖ in `CAPABILITIES`, so it is refused before
 * anything is asked. Calls but `send` throw `ProviderRefusal`, and nothing else that a caller must know of.
 */
export interface WaDriver {
  readonly kind: DriverName;
  availability: () => { available: boolean; reason: string | null; engineVersion: string | null; notices: string[] };
  connect: (instance: DriverInstance) => Promise<ConnectOutcome>;
  disconnect: (instance: DriverInstance) => Promise<void>;
  logout: (instance: DriverInstance) => Promise<void>;
  /** Never throws for a refusal. */
  send: (instance: DriverInstance, job: SendJob) => Promise<SendOutcome>;
  pairingCode?: (instance: DriverInstance, phone: string) => Promise<{ code: string; expiresAt: Date }>;
  edit?: (instance: DriverInstance, target: MessageTarget, text: string) => Promise<void>;
  revoke?: (instance: DriverInstance, target: MessageTarget) => Promise<void>;
  markRead: (instance: DriverInstance, target: MessageTarget, typing: boolean) => Promise<void>;
  typing: (
    instance: DriverInstance,
    place: Place,
    state: 'typing' | 'recording' | 'paused',
    lastInbound: string | null,
  ) => Promise<void>;
  /** Writes the bytes of inbound media to `path`, at most `maxBytes`. */
  fetchMedia: (instance: DriverInstance, media: RemoteMedia, path: string, maxBytes: number) => Promise<void>;
  groups: GroupCalls;
  contacts: ContactCalls;
  profile: ProfileCalls;
  templates?: TemplateCalls;
}

/** Where a driver puts what it is told. Each piece is applied once, in a transaction with its event. */
export type Tell = (instanceId: string, news: News[]) => Promise<void>;
