import { z } from 'zod';

import { ContactsContent } from './content-contacts';
import { ButtonsContent, CtaUrlContent, ListContent } from './content-interactive';
import {
  AudioContent,
  DocumentContent,
  ImageContent,
  StickerContent,
  VideoContent,
  VoiceContent,
} from './content-media';
import { type MessageContent, RECEIVED_CONTENT, SENT_CONTENT } from './content-read';
import { LocationContent, PollContent, ReactionContent, TextContent } from './content-simple';
import { TemplateContent } from './content-template';

export { MessageContent, type MessageType } from './content-read';

export const CONTENT_SCHEMAS = {
  text: TextContent,
  image: ImageContent,
  video: VideoContent,
  audio: AudioContent,
  voice: VoiceContent,
  document: DocumentContent,
  sticker: StickerContent,
  location: LocationContent,
  contacts: ContactsContent,
  reaction: ReactionContent,
  poll: PollContent,
  buttons: ButtonsContent,
  list: ListContent,
  cta_url: CtaUrlContent,
  template: TemplateContent,
} as const;
type ContentType = keyof typeof CONTENT_SCHEMAS;
export const CONTENT_TYPES = Object.keys(CONTENT_SCHEMAS) as [ContentType, ...ContentType[]];

/** Limits are the strictest of all drivers. */
export const SendContent = z
  .discriminatedUnion('type', [
    TextContent,
    ImageContent,
    VideoContent,
    AudioContent,
    VoiceContent,
    DocumentContent,
    StickerContent,
    LocationContent,
    ContactsContent,
    ReactionContent,
    PollContent,
    ButtonsContent,
    ListContent,
    CtaUrlContent,
    TemplateContent,
  ])
  .meta({ id: 'SendContent', discriminator: { propertyName: 'type' }, example: { type: 'text', text: 'Hello' } });
export type SendContent = z.output<typeof SendContent>;

const namesOf = (schemas: readonly z.ZodObject<{ type: z.ZodLiteral }>[]) =>
  schemas.map((schema) => String(schema.shape.type.value));

export const MESSAGE_TYPES = [...namesOf(SENT_CONTENT), ...namesOf(RECEIVED_CONTENT)] as [
  MessageTypeName,
  ...MessageTypeName[],
];
type MessageTypeName = (typeof SENT_CONTENT | typeof RECEIVED_CONTENT)[number]['shape']['type']['value'];

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A driver reports the file of a message separately. */
export type InboundContent = Without<MessageContent, 'media'>;
