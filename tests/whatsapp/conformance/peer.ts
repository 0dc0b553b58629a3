import type { Answer } from '../../support/client';

/** Nobody on this network can do it, so there is nothing to receive. */
export class Impossible extends Error {}

/** A file as it goes over the network. */
export interface Sample {
  bytes: Buffer;
  mimeType: string;
}

/** What somebody on the other side writes. */
export type Written =
  | { type: 'text'; text: string }
  | {
      type: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker';
      file: Sample;
      caption?: string;
      filename?: string;
    }
  | { type: 'location'; latitude: number; longitude: number; name: string }
  | { type: 'contact_card'; name: string; phone: string }
  | { type: 'button_reply'; id: string; title: string }
  | { type: 'list_reply'; id: string; title: string; description: string }
  | { type: 'unsupported'; provider_type: string };

/** Objects of the API, as far as scenarios look into them. */
export type Message = Answer['body'];
export type Group = Answer['body'];

interface How {
  /** The message that is answered. */
  replyTo?: Message;
  forwarded?: boolean;
  /** The network delivers it twice. */
  twice?: boolean;
  /** In a group. */
  group?: Group;
}

/**
 * The other side of one driver: a person whom nobody else knows, and the network that carries the messages. What the
 * network lacks throws `Impossible`.
 */
export interface Peer {
  /** The person’s number, with +. */
  phone: string;
  name: string;
  writes(what: Written, how?: How): Promise<void>;
  /** An empty emoji takes the reaction back. */
  reacts(to: Message, emoji: string): Promise<void>;
  edits(message: Message, text: string): Promise<void>;
  deletes(message: Message): Promise<void>;
  votes(poll: Message, options: string[]): Promise<void>;
  calls(): Promise<void>;
  movesTo(phone: string): Promise<void>;
  changesPhone(): Promise<void>;
  /** The network tells how far a message got. */
  tells(message: Message, status: 'sent' | 'delivered' | 'read' | 'played', by?: { group: Group }): Promise<void>;
  /** A message that the network takes and then refuses. */
  sendInVain(send: (to: string) => Promise<Message>): Promise<Message>;
  /** A group with the person in it, and with a person who asks to join. */
  crew(): Promise<Group>;
  /** All that is due has happened. */
  settle(): Promise<void>;
}

/** What peers use of this side; paths begin behind the instance. */
export interface Host {
  ask: (status: number | readonly number[], method: string, path: string, body?: object) => Promise<Answer['body']>;
  settle: () => Promise<void>;
  /** Data of the events of a type, oldest first. */
  events: (type: string) => Promise<Message[]>;
}
