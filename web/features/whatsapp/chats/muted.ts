import type { Chat } from '../messages/labels';

/** Chats keep the time of a mute that is over. `now` is in milliseconds. */
export const isMuted = ({ muted_until }: Pick<Chat, 'muted_until'>, now: number): boolean =>
  muted_until !== null && Date.parse(muted_until) > now;
