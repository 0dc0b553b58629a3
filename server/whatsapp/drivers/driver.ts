import type { MessageContent } from '../../../shared/whatsapp/content';
import type { DriverName } from '../../../shared/whatsapp/drivers';
import type { SandboxSettings } from '../../../shared/whatsapp/drivers/sandbox';
import type { WebOptions } from '../../../shared/whatsapp/drivers/web';
import type { InstanceSettings, InstanceStatus, StatusReason } from '../../../shared/whatsapp/instance';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { Store } from '../../db/database';
import type {
  Address,
  GroupDetails,
  DriverEvent,
  Person,
  Place,
  RemoteMedia,
  DriverTemplateEvent,
} from './driver-events';

/** With decrypted secrets, which never leave the process. */
export interface DriverInstance {
  id: string;
  workspaceId: string;
  name: string;
  driver: DriverName;
  generation: number;
  phone: string | null;
  settings: InstanceSettings;
  proxyUrl: string | null;
  /** Fields of one driver only, under its name. */
  cloud?: CloudAccess | null;
  sandbox?: SandboxSettings | null;
  web?: WebOptions | null;
}

export interface CloudAccess {
  baseUrl: string;
  graphVersion: string;
  phoneNumberId: string;
  wabaId: string | null;
  accessToken: string;
}

export interface LocalMedia {
  id: string;
  path: string;
  mimeType: string;
  size: number;
  sha256: string;
  filename: string | null;
  /** The provider's id of the same bytes from an earlier upload. */
  providerMediaId: string | null;
}

export interface ProviderUpload {
  sha256: string;
  mimeType: string;
  providerMediaId: string;
}

interface MessageRef {
  providerMessageId: string;
  isOurs: boolean;
  sender: Address;
}

export interface SendJob {
  /** The id of this server; some providers return it with each status. */
  messageId: string;
  attempt: number;
  /** Earlier tries of this attempt, which certainly sent nothing. */
  retries: number;
  to: Place;
  content: MessageContent;
  media: LocalMedia | null;
  replyTo: MessageRef | null;
  target: MessageRef | null;
  mentions: Address[];
  forwarded: boolean;
  simulateTypingMs: number;
  /** Components of the named template at the provider, if known. */
  template?: Record<string, unknown>[] | undefined;
}

/** `accepted`: a status follows. `unknown`: may have been sent. `not_sent`: certainly not, can be retried. */
export interface SendResult {
  outcome: 'sent' | 'accepted' | 'unknown' | 'refused' | 'not_sent';
  providerMessageId: string | null;
  error?: SendError | undefined;
  recipient?: Address | undefined;
  /** Of an earlier upload, reusable for thirty days. */
  uploadedAs?: ProviderUpload | undefined;
  effects?: DriverEvent[] | undefined;
  /** What a simulated network stores, in the transaction that records the result. */
  alongside?: ((tx: Store) => Promise<void>) | undefined;
}

export interface ConnectResult {
  status: Extract<InstanceStatus, 'connected' | 'pairing' | 'connecting' | 'failed' | 'disconnected'>;
  reason: StatusReason | null;
  phone?: string | undefined;
  displayName?: string | undefined;
  qualityRating?: 'green' | 'yellow' | 'red' | 'na' | undefined;
  messagingLimit?: string | undefined;
}

/** A management call was not performed. Drivers throw no other error. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  /** `refused` is final, `rate_limited` has a retry time, `no_socket` was not sent; others have an unknown result. */
  readonly kind: 'refused' | 'rate_limited' | 'unavailable' | 'no_socket' | 'timeout';
  readonly error: SendError;
  readonly effects: DriverEvent[];

  constructor(kind: ProviderRefusal['kind'], error: SendError, effects: DriverEvent[] = []) {
    super(`${kind}: ${error.code}`);
    this.kind = kind;
    this.error = error;
    this.effects = effects;
  }
}

export interface PersonResult {
  ok: boolean;
  code: string;
  invite?: string | undefined;
}

export interface FoundGroup {
  providerGroupId: string;
  details: GroupDetails;
}

export interface GroupCalls {
  list: (instance: DriverInstance) => Promise<FoundGroup[]>;
  /** A null id: the provider answers later with the request id. */
  create: (
    instance: DriverInstance,
    group: { subject: string; description: string | null; participants: Address[]; joinApproval: boolean },
  ) => Promise<{
    providerGroupId: string | null;
    requestId: string | null;
    details: GroupDetails;
    results: PersonResult[];
  }>;
  get: (instance: DriverInstance, providerGroupId: string) => Promise<GroupDetails>;
  update: (
    instance: DriverInstance,
    providerGroupId: string,
    change: Omit<GroupDetails, 'pictureUrl' | 'inviteLink' | 'owner' | 'participants'> & {
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
  join?: (instance: DriverInstance, invite: string) => Promise<FoundGroup>;
  preview?: (instance: DriverInstance, invite: string) => Promise<FoundGroup>;
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
  /** In the order of the phone numbers. */
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

/** WhatsApp applies a change to the messages of a chat up to this one. */
export interface LastMessage {
  providerMessageId: string;
  isOurs: boolean;
  sender: Address;
  at: Date;
}

export interface ChatChange {
  archived?: boolean | undefined;
  pinned?: boolean | undefined;
  /** Null ends the mute. */
  mutedUntil?: Date | null | undefined;
  unread?: boolean | undefined;
}

/** Without them, the state of chats is stored here only. */
export interface ChatCalls {
  update: (instance: DriverInstance, place: Place, change: ChatChange, last: LastMessage | null) => Promise<void>;
  delete: (instance: DriverInstance, place: Place, last: LastMessage | null) => Promise<void>;
}

/** Without them, labels are stored here only. */
export interface LabelCalls {
  create: (instance: DriverInstance, label: { name: string; color: number }) => Promise<{ labelId: string }>;
  update: (instance: DriverInstance, label: { labelId: string; name: string; color: number }) => Promise<void>;
  delete: (instance: DriverInstance, labelId: string) => Promise<void>;
  set: (instance: DriverInstance, place: Place, labelIds: string[]) => Promise<void>;
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

export interface NewTemplate {
  name: string;
  language: string;
  category: 'marketing' | 'utility';
  isNamed: boolean;
  components: Record<string, unknown>[];
}

export interface TemplateCalls {
  list: (instance: DriverInstance) => Promise<DriverTemplateEvent[]>;
  create?: (instance: DriverInstance, template: NewTemplate) => Promise<DriverTemplateEvent>;
}

/** A WebAuthn assertion as browsers write it in JSON; bytes are base64url. */
interface WebAuthnAssertion {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: { authenticatorData: string; clientDataJSON: string; signature: string; userHandle: string | null };
}

export interface PasskeyCalls {
  assert: (instance: DriverInstance, assertion: WebAuthnAssertion) => Promise<void>;
  /** The code is the one on the phone. */
  confirm: (instance: DriverInstance) => Promise<void>;
}

export interface MessageTarget {
  place: Place;
  providerMessageId: string;
  isOurs: boolean;
  sender: Address;
}

/** The engine decides which process opens which socket, and calls these in that process only. */
export interface SocketCalls {
  /** Loads the dependencies of the first socket. */
  prepare: () => void;
  /** Resolves when the socket starts to open; events report its state. `fence` grows with each owner. */
  open: (instance: DriverInstance, fence: number) => Promise<void>;
  /** Keeps the credentials. */
  close: (instanceId: string, generation: number) => Promise<void>;
  /** Requires an open socket. Throws when the provider does not confirm the logout. */
  logout: (instanceId: string) => Promise<void>;
  /** Like `logout`, for a closed socket: opens one for this alone, through the proxy of the instance. */
  unlink: (instance: DriverInstance, fence: number) => Promise<void>;
  /** Requires a closed socket. */
  wipe: (instanceId: string, fence: number) => Promise<void>;
  /** Runs a call that another process forwards. */
  call: (instanceId: string, name: string, input: unknown) => Promise<unknown>;
  /** Timeout of `call` in milliseconds, including both ways between the processes. */
  timeoutMs: (name: string) => number;
  /** Known once a socket was opened. */
  versions: () => { engine: string | null; protocol: string | null };
  /** Received events are applied at the next start. */
  shutDown: () => Promise<void>;
}

/** Missing methods are unsupported and refused before any call. Only `ProviderRefusal` is thrown. */
export interface WaDriver {
  readonly kind: DriverName;
  availability: () => { available: boolean; reason: string | null; engineVersion: string | null; notices: string[] };
  connect: (instance: DriverInstance) => Promise<ConnectResult>;
  disconnect: (instance: DriverInstance) => Promise<void>;
  logout: (instance: DriverInstance) => Promise<void>;
  /** Does not throw for refusals. */
  send: (instance: DriverInstance, job: SendJob) => Promise<SendResult>;
  pairingCode?: (instance: DriverInstance, phone: string) => Promise<{ code: string; expiresAt: Date }>;
  edit?: (instance: DriverInstance, target: MessageTarget, text: string) => Promise<void>;
  revoke?: (instance: DriverInstance, target: MessageTarget) => Promise<void>;
  /** Deletes a message on the account’s own devices. Without it, the message is deleted here only. */
  deleteForMe?: (instance: DriverInstance, target: MessageTarget, at: Date) => Promise<void>;
  markRead?: (instance: DriverInstance, target: MessageTarget, typing: boolean) => Promise<void>;
  typing?: (
    instance: DriverInstance,
    place: Place,
    state: 'typing' | 'recording' | 'paused',
    lastInbound: string | null,
  ) => Promise<void>;
  rejectCall?: (instance: DriverInstance, call: { providerCallId: string; who: Address }) => Promise<void>;
  /** Writes at most `maxBytes` bytes of received media to `path`. */
  fetchMedia?: (instance: DriverInstance, media: RemoteMedia, path: string, maxBytes: number) => Promise<void>;
  groups?: Partial<GroupCalls>;
  contacts?: Partial<ContactCalls>;
  profile?: Partial<ProfileCalls>;
  chats?: ChatCalls;
  labels?: LabelCalls;
  templates?: TemplateCalls;
  passkey?: PasskeyCalls;
  /** Required by the trait `hasSocket`. */
  socket?: SocketCalls;
}

/** Applies each event once, in a transaction of its own. */
export type ReportEvents = (instanceId: string, events: DriverEvent[]) => Promise<void>;
